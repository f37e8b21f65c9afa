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
function ballOf(mass: number, law: "rigid" | "compliant", g = 9.81): Model {
  const stiffness = (mass * g) / 1e-3;
  const scene = {
    gravity: [0, 0, -g],
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
        coneSmoothing: 1e-6 * mass * g,
      },
    ],
  } as const;
  return law === "rigid" ? rigid(scene) : compliant(scene);
}

const laws = ["rigid", "compliant"] as const;
const light = [1e-15, 1e-12, 1e-9, 1].flatMap((mass) => laws.map((law) => [mass, law] as const));

it.each([...light, [1e5, "compliant"] as const, [1e6, "rigid"] as const, [1e9, "rigid"] as const])(
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

it.each([1e-12, 1e-6])(
  "a ball of %d kg slides and rolls by the method exact where hardly anything is heavy",
  async (mass) => {
    const model = ballOf(mass, "compliant", 1e-4);
    const problem: Problem = {
      name: "exact",
      title: "A ball slides until it rolls, in little gravity",
      model,
      parameters: {},
      start: { ...atRest(model), "ball.z": radius - 1e-3, "ball.vx": 0.01, "floor.deformationN": 1e-3 },
      grid: { steps: 100, h: 3 },
      values: {},
    };
    const { status, trajectory } = await simulate(problem, { set: { "grid.method": "exact" }, gridError: false });
    expect(status).toBe("solved");
    expect(trajectory.columns["ball.vx"].at(-1)).toBeCloseTo(0.01 * (5 / 7), 9);
  },
);

it.each([
  [1e-12, "ball"],
  [1e-12, "box"],
  [1e5, "box"],
] as const)("ten bodies of %d kg, each a %s, slide as they fall and rub", async (mass, kind) => {
  const [half, g] = [0.05, 9.81];
  const stiffness = (mass * g) / 1e-3 / (kind === "box" ? 4 : 1);
  const bodies = Array.from({ length: 10 }, (_, i) => ({
    name: `body${i}`,
    space: "spatial" as const,
    mass,
    shape: kind === "ball" ? { kind, radius: half } : { kind, half: [half, half, half] as const },
  }));
  const model = compliant({
    gravity: [0, 0, -g],
    bodies,
    world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
    contacts: "all",
    materials: [{ friction: 0.2, stiffness, damping: 2 * Math.sqrt(stiffness * mass), coneSmoothing: 1e-6 * mass * g }],
  });
  const start = Object.fromEntries(
    bodies.flatMap(({ name }, i) => [
      [`${name}.z`, half - 1e-3],
      [`${name}.y`, 0.2 * i],
      [`${name}.vx`, 0.5],
    ]),
  );
  const problem: Problem = {
    name: "many",
    title: "Bodies slide",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps: 50, h: 0.006 },
    values: {},
  };
  const { status, message, trajectory } = await simulate(problem, { gridError: false });
  expect(status, message).toBe("solved");
  const { "body7.vx": vx, "body7.x": x } = trajectory.columns;
  if (kind === "ball") expect(vx[50]).toBeCloseTo((5 / 7) * 0.5, 3);
  // v²/(2 μ g), and v h/2 less by the steps
  else expect(x[50]).toBeCloseTo(0.5 ** 2 / (2 * 0.2 * g) - 0.5 * 0.5 * 0.006, 3);
});
