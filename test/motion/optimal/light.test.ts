import { expect, it } from "vitest";
import { atRest, frame, input, last, mul, type Problem, rigid, solve, sub } from "../../../src/index.js";

const u = input("u");

/** A body goes by L from rest to rest in T with the least Σ h u². */
function pushed(mass: number, L: number, T: number): Problem {
  const model = rigid({
    gravity: [0, 0, 0],
    bodies: [{ name: "b", space: "planar", mass, inertia: 0.01 * mass }],
    contacts: [],
    applied: [{ body: "b", force: [u, 0, 0], torque: [0, 0, 0] }],
  });
  return {
    name: "pushed",
    title: "A body is pushed",
    model,
    parameters: {},
    inputs: { u: { unit: "N", meaning: "force" } },
    start: atRest(model),
    grid: { steps: 20, h: T / 20 },
    objective: {
      stage: mul(frame.h, u, u),
      vary: ["u"],
      constraints: [
        { name: "x", unit: "m", residual: sub(last("b.x"), L), must: "be-zero" },
        { name: "v", unit: "m/s", residual: last("b.vx"), must: "be-zero" },
      ],
    },
    values: {},
  };
}

it.each([
  [1e-12, 1, 1],
  [1e-6, 0.1, 0.3],
  [1e3, 0.1, 0.1],
  [1e6, 1e3, 20],
])("a body of %d kg that goes by %d m in %d s costs 12 m² L²/T³", async (mass, L, T) => {
  const { status, message, values } = await solve(pushed(mass, L, T), { gridError: false });
  expect(status, message).toBe("solved");
  // backward Euler in N steps: N²/(N² − 1)
  expect(Number(values.cost) / ((12 * mass ** 2 * L ** 2) / T ** 3)).toBeCloseTo(400 / 399, 6);
});

it("what fails in metres and seconds is tried in units of its own: a tonne that goes by a kilometre in a thousand seconds", async () => {
  const [mass, L, T, friction] = [1e3, 1e3, 1e3, 0.3];
  const g = L / T ** 2;
  const model = rigid(
    {
      gravity: [0, -g, 0],
      bodies: [{ name: "b", space: "planar", mass, inertia: mass * L * L }],
      contacts: [
        {
          name: "floor",
          body: "b",
          shape: { kind: "point", at: [0, 0, 0] },
          against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
          friction,
        },
      ],
      applied: [{ body: "b", force: [u, 0, 0], torque: [0, 0, 0] }],
    },
    "pyramid",
  );
  const most = 100 * mass * g;
  const problem: Problem = {
    ...pushed(mass, L, T),
    model,
    inputs: { u: { unit: "N", meaning: "force", min: -most, max: most, guess: mass * g } },
    start: atRest(model),
  };
  const { status, message, values } = await solve(problem, { gridError: false });
  expect(status, message).toBe("solved");
  // friction adds its work of an even push: (μ m g)² T
  const cost = (12 * (400 / 399) + friction ** 2) * mass ** 2 * L ** 2 * T ** -3;
  expect(Number(values.cost) / cost).toBeCloseTo(1, 4);
});
