import { describe, expect, it } from "vitest";
import { problem as reorientDesign } from "../../../problems/feeder/reorient-design.js";
import { problem as robust } from "../../../problems/feeder/robust.js";
import {
  add,
  atRest,
  cos,
  design,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  pow,
  rigid,
  simulate,
  sin,
  sub,
} from "../../../src/index.js";

const radius = 0.1;
const gravity = 9.81;
const restitution = 0.8;

/** A ball above a smooth floor, thrown to a place at the least square of its speed, in a time that is found. */
function thrown(
  from: number,
  to: readonly [number, number],
  vy: readonly [number, number, number],
  longest = 3,
): Problem {
  const model = rigid({
    gravity: [0, -gravity, 0],
    bodies: [{ name: "ball", space: "planar", mass: 1, inertia: 0.1, shape: { kind: "ball", radius } }],
    world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
    contacts: "all",
    materials: [{ friction: 0, restitution }],
  });
  const speed = { unit: "m/s", meaning: "launch velocity" };
  return {
    name: "thrown",
    title: "Throw a ball as slowly as may be",
    model,
    parameters: {
      vx: { ...speed, value: 2, min: 0, max: 10 },
      vy: { ...speed, value: vy[0], min: vy[1], max: vy[2] },
      time: { value: 0.6, unit: "s", meaning: "duration", min: 0.1, max: longest },
      "target.x": { value: to[0], unit: "m", meaning: "where it must be" },
    },
    start: { ...atRest(model), "ball.y": from, "ball.vx": p("vx"), "ball.vy": p("vy") },
    grid: {},
    objective: {
      cost: add(pow(p("vx"), 2), pow(p("vy"), 2)),
      vary: ["vx", "vy", "time"],
      constraints: [
        { name: "x", unit: "m", residual: sub(last("ball.x"), p("target.x")), must: "be-zero" },
        { name: "y", unit: "m", residual: sub(last("ball.y"), to[1]), must: "be-zero" },
      ],
    },
    values: { "end.x": { unit: "m", meaning: "where it is at the end", of: last("ball.x") } },
  };
}

/** The least square of a speed by way of one bounce, at the height `up` on the way down: over all downward speeds. */
function leastByBounce(drop: number, up: number, distance: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let down = 0; down < 10; down += 5e-5) {
    const fast = Math.sqrt(down * down + 2 * gravity * drop);
    const back = (restitution * fast) ** 2 - 2 * gravity * up;
    const time = (fast - down + restitution * fast + Math.sqrt(back)) / gravity;
    if (back >= 0) least = Math.min(least, (distance / time) ** 2 + down * down);
  }
  return least;
}

describe("designs to an accuracy", () => {
  it.each([0.5, 0.8, 1, 1.25, 2])(
    "throw as slowly as the closed form says, at %s times the distance",
    async (scale) => {
      const distance = 3 * scale;
      const { status, values, trajectory } = await design(thrown(20, [3, 21], [5, 0, 20]), {
        set: { "target.x": distance },
      });
      expect(status).toBe("solved");
      // v² = g (h + √(h² + d²))
      expect(values.cost).toBeCloseTo(gravity * (1 + Math.hypot(1, distance)), 6);
      // what every constraint of a design is met to
      expect(Math.abs(values["end.x"]! - distance)).toBeLessThanOrEqual(1e-8);
      expect(trajectory.certificate.gridError).toMatchObject({ limit: 1e-4 });
    },
  );

  it("go by way of a bounce, by constraints and by conditions alike", async () => {
    // there is no time for two bounces
    const problem = thrown(0.6, [2, 0.5], [-2, -10, 0], 0.7);
    const { objective, ...motion } = problem;
    const falling = { name: "down", unit: "m/s", residual: last("ball.vy") };
    const { cost, vary, constraints = [] } = objective!;
    const byConstraints = await design({
      ...problem,
      objective: { cost: cost!, vary: vary!, constraints: [...constraints, { ...falling, must: "not-exceed-zero" }] },
    });
    const byConditions = await design({
      ...motion,
      objective: { cost: cost!, vary: vary! },
      boundary: [
        ...constraints.map(({ must: _, unit = "m", ...one }) => ({ ...one, unit })),
        { ...falling, within: { to: 0 } },
      ],
    });
    const least = leastByBounce(0.5, 0.4, 2);
    for (const { status, values } of [byConstraints, byConditions]) {
      expect(status).toBe("solved");
      expect(values.cost).toBeCloseTo(least, 5);
    }
  });

  it("place the corner of a feeder for the continuous motion, which a far finer computation confirms", async () => {
    const { status, values } = await design(reorientDesign, { set: { "grid.method": "exact" } });
    expect(status).toBe("solved");
    const corner = { "corner.x": values["design.corner.x"]!, "corner.y": values["design.corner.y"]! };
    const fine = await simulate(reorientDesign, { set: { ...corner, "grid.method": "exact", "grid.accuracy": 1e-9 } });
    expect(fine.values["end.x"]).toBeCloseTo(2.5, 6);
    expect(fine.values["end.y"]).toBeCloseTo(2.1, 6);
    expect(fine.values["end.theta"]).toBeCloseTo(values["end.theta"]!, 6);
  });
});

it("a part falls from every chute of feeder/robust: where a contact closes, the distance of its cone jumps", async () => {
  for (const angle of [-18.75, -15]) {
    const set = { "grid.method": "exact", "grid.accuracy": 1e-7, "start.angle": (angle * Math.PI) / 180 };
    expect((await simulate(robust, { set })).status).toBe("solved");
  }
});

it("a problem that is declared to an accuracy is designed on steps where these are asked for", async () => {
  const flying = rigid({
    gravity: [0, 0, -gravity],
    bodies: [{ name: "ball", space: "spatial", mass: 1, inertia: 1e-3 }],
    contacts: [],
  });
  const angle = p("angle");
  const problem: Problem = {
    name: "test/farthest",
    title: "Throw as far as may be, and be no lower than the hand at the end",
    model: flying,
    parameters: { angle: { value: 0.4, unit: "rad", meaning: "angle of the throw", min: 0, max: 1.5 } },
    start: { ...atRest(flying), "ball.vx": mul(6, cos(angle)), "ball.vz": mul(6, sin(angle)) },
    grid: { end: 0.8 },
    values: { far: { unit: "m", meaning: "how far", of: last("ball.x") } },
    objective: {
      vary: ["angle"],
      cost: neg(last("ball.x")),
      constraints: [{ name: "high", unit: "m", residual: neg(last("ball.z")), must: "not-exceed-zero" }],
    },
  };
  // v sin α T = g T²/2, on steps g T (T + h)/2
  const [steps, end] = [400, 0.8];
  const found = await design(problem, { set: { "grid.method": "euler", "grid.steps": steps, "grid.h": end / steps } });
  expect(found.status, found.message).toBe("solved");
  expect(Math.sin(Number(found.run.parameters.angle))).toBeCloseTo((gravity * (end + end / steps)) / 12, 8);
  const exactly = await design(problem);
  expect(Math.sin(Number(exactly.run.parameters.angle)), exactly.message).toBeCloseTo((gravity * end) / 12, 8);
});
