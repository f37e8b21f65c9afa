import { expect, it } from "vitest";
import {
  atRest,
  compliant,
  last,
  type Model,
  type Problem,
  parameter,
  rigid,
  simulate,
  solve,
  sub,
} from "../../../src/index.js";

const radius = 0.1;

/** A ball on a floor: stiffness and damping by its mass, so that its motion is the same whatever that is. */
function ballOf(mass: number, law: "rigid" | "compliant"): Model {
  const stiffness = (mass * 9.81) / 1e-3;
  const scene = {
    gravity: [0, 0, -9.81],
    bodies: [{ name: "ball", space: "spatial", mass, inertia: 0.4 * mass * radius ** 2 }],
    contacts: [
      {
        name: "floor",
        body: "ball",
        shape: { kind: "ball", radius },
        against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
        friction: 0.3,
        stiffness,
        damping: 2 * Math.sqrt(stiffness * mass),
        coneSmoothing: 1e-6 * mass * 9.81,
      },
    ],
  } as const;
  return law === "rigid" ? rigid(scene) : compliant(scene);
}

const laws = ["rigid", "compliant"] as const;
const light = [1e-15, 1e-12, 1e-9, 1].flatMap((mass) => laws.map((law) => [mass, law] as const));

it.each([...light, [1e5, "compliant"] as const])(
  "a ball of %d kg that slides rolls at 5/7 of its velocity in the end, under the %s law",
  async (mass, law) => {
    const model = ballOf(mass, law);
    const problem: Problem = {
      name: "slide",
      title: "A ball slides until it rolls",
      model,
      parameters: {},
      start: {
        ...atRest(model),
        "ball.z": law === "rigid" ? radius : radius - 1e-3,
        "ball.vx": 1,
        ...(law === "compliant" && { "floor.deformationN": 1e-3 }),
      },
      grid: { steps: 120, h: 0.002 },
      values: {},
    };
    const { status, trajectory } = await simulate(problem, { gridError: false });
    expect(status).toBe("solved");
    expect(trajectory.columns["ball.vx"][120]).toBeCloseTo(5 / 7, 4);
    expect(trajectory.columns["ball.wy"][120] * radius).toBeCloseTo(5 / 7, 4);
  },
);

it.each([1e-12, 1e6])("a ball of %d kg is thrown as backward Euler falls", async (mass) => {
  const model = ballOf(mass, "compliant");
  const speed = (value: number) => ({ value, unit: "m/s", meaning: "launch", min: -20, max: 20 });
  const problem: Problem = {
    name: "throw",
    title: "A ball is thrown",
    model,
    parameters: { vx: speed(1), vz: speed(3) },
    start: { ...atRest(model), "ball.z": 0.5, "ball.vx": parameter("vx"), "ball.vz": parameter("vz") },
    grid: { steps: 40, h: 0.02 },
    boundary: [
      { name: "x", unit: "m", residual: sub(last("ball.x"), 1.2), frees: "vx" },
      { name: "z", unit: "m", residual: sub(last("ball.z"), 0.3), frees: "vz" },
    ],
    values: {},
  };
  const { status, run } = await solve(problem, { gridError: false });
  expect(status).toBe("solved");
  expect(Number(run.parameters.vx)).toBeCloseTo(1.2 / 0.8, 9);
  expect(Number(run.parameters.vz)).toBeCloseTo((0.3 - 0.5 + (9.81 * 0.02 ** 2 * 40 * 41) / 2) / 0.8, 9);
});
