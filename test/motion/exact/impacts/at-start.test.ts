import { expect, it } from "vitest";
import { atRest, last, type Problem, parameter as p, rigid, simulate, solve, sub } from "../../../../src/index.js";

const g = 9.81;
const scene = (shape: { kind: "ball"; radius: number } | { kind: "box"; half: [number, number, number] }, mu = 0.4) =>
  rigid({
    gravity: [0, -g, 0],
    bodies: [{ name: "b", space: "planar", shape, density: 100 }],
    world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
    contacts: "all",
    materials: [{ friction: mu, restitution: p("e") }],
  });
const number = (value: number, unit = "1") => ({ value, unit, meaning: "as it says", min: -10, max: 10 });

it("throws a ball down from where it lies: it leaves with what is given back, and a launch of that is found", async () => {
  const model = scene({ kind: "ball", radius: 0.1 }, 0);
  const problem: Problem = {
    name: "p",
    title: "p",
    model,
    parameters: { e: number(0.5), vy: number(-1, "m/s") },
    start: { ...atRest(model), "b.y": 0.1, "b.vy": p("vy") },
    grid: { end: 0.05 },
    values: {},
  };
  const { status, message, trajectory } = await simulate(problem);
  expect(status, message).toBe("solved");
  expect(trajectory.columns["b.vy"][0]).toBe(-1);
  expect(trajectory.columns["b.y"].at(-1)).toBeCloseTo(0.1 + 0.5 * 0.05 - (g * 0.05 ** 2) / 2, 10);

  const boundary = [{ name: "up", unit: "m", residual: sub(last("b.y"), 0.15), frees: "vy" }] as const;
  const launch = await solve({ ...problem, boundary, values: { vy: { unit: "m/s", meaning: "launch", of: p("vy") } } });
  expect(launch.status, launch.message).toBe("solved");
  expect(launch.values.vy).toBeCloseTo((-2 * (0.05 + (g * 0.05 ** 2) / 2)) / 0.05, 6);
});

it.each([0, 0.3])(
  "tips a box that stands, by a speed that presses its corner into the floor: restitution %d",
  async (e) => {
    const [a, b] = [0.04, 0.25];
    const model = scene({ kind: "box", half: [a, b, 0.1] });
    const { status, message, trajectory } = await simulate({
      name: "p",
      title: "p",
      model,
      parameters: { e: number(e) },
      start: { ...atRest(model), "b.y": b, "b.omega": -1.5, "b.vx": 1.5 * b },
      grid: { end: 0.3 },
      values: {},
    });
    expect(status, message).toBe("solved");
    // nothing slides: the spin about the corner stays, and of the speed into the floor a part comes back
    const spin = (-1.5 * (a * a + b * b)) / 3 - 1.5 * b * b;
    const rising = 1.5 * a * e;
    const omega = (spin + a * rising) / ((4 * (a * a + b * b)) / 3);
    expect(trajectory.columns["b.omega"][1]).toBeCloseTo(omega, 9);
  },
);
