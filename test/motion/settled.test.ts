import { describe, expect, it } from "vitest";
import { cos, neg, sin } from "../../src/expr/expr.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import { parameter as p } from "../../src/mechanics/model.js";
import { atRest, type ShapedScene } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import { sliding } from "../../src/models/sliding.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import { settled } from "../../src/motion/settled.js";
import { simulate } from "../../src/motion/solve.js";

const numbers = { friction: p("friction"), stiffness: p("stiffness"), damping: 20, coneSmoothing: 0 };

/** A scene with what it starts with, in a field of gravity. */
function lying(scene: Pick<ShapedScene<CompliantContact>, "bodies" | "world" | "gravity">, start: object): Problem {
  const model = compliant({ ...scene, contacts: "all", materials: [numbers] });
  return {
    name: "test/lying",
    title: "Bodies lie still",
    model,
    parameters: {
      friction: { value: 0.4, unit: "1", meaning: "μ", min: 0 },
      stiffness: { value: 1e4, unit: "N/m", meaning: "K", above: 0 },
      slope: { value: 0.2, unit: "rad", meaning: "slope" },
    },
    start: { ...atRest(model), ...start },
    grid: { steps: 50, h: 0.002 },
    values: {},
  };
}

/** Two disks on the floor and a third one upon both, held apart by walls. */
const stack = lying(
  {
    gravity: [0, -9.8, 0],
    bodies: ["left", "right", "top"].map((name) => ({
      name,
      space: "planar",
      shape: { kind: "ball", radius: 0.1 },
      density: 30,
    })),
    world: [
      { name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } },
      { name: "west", shape: { kind: "half-space", normal: [1, 0, 0], tangent: [0, -1, 0], offset: -0.2 } },
      { name: "east", shape: { kind: "half-space", normal: [-1, 0, 0], tangent: [0, 1, 0], offset: -0.2 } },
    ],
  },
  { "left.x": -0.1, "left.y": 0.15, "right.x": 0.1, "right.y": 0.12, "top.x": 0.001, "top.y": 0.31 },
);

/** A rectangle on a slope. */
const slope = lying(
  {
    gravity: [sin(p("slope")), neg(cos(p("slope"))), 0],
    bodies: [{ name: "block", space: "planar", shape: { kind: "box", half: [0.2, 0.1, 0.1] }, density: 30 }],
    world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
  },
  { "block.y": 0.12, "block.theta": 0.05 },
);

describe("settled", () => {
  it.each([
    { stiffness: 1e4, friction: 0.4 },
    { stiffness: 5e3, friction: 0 },
    { stiffness: 1e6, friction: 0.8 },
  ])("lays disks so that every force and moment balances, and they stay: %o", async (set) => {
    const { status, start, force, moment } = await settled(stack, { set });
    expect(status).toBe("solved");
    expect(Math.max(force, moment)).toBeLessThan(1e-9);
    // by springs and geometry alone: forces along the lines of centres and along the tangents
    const K = set.stiffness;
    const at = (name: string): number => start[name];
    const [x, y] = ["left", "right", "top"]
      .map((name) => [at(`${name}.x`), at(`${name}.y`)])
      .reduce<[number[], number[]]>(
        ([xs, ys], [u, v]) => [
          [...xs, u],
          [...ys, v],
        ],
        [[], []],
      );
    const sum = { x: [0, 0, 0], y: [0, 0, 0].map(() => -30 * Math.PI * 0.01 * 9.8), turn: [0, 0, 0] };
    const push = (i: number, [nx, ny]: readonly [number, number], contact: string): void => {
      const [n, t] = [K * at(`${contact}.deformationN`), K * at(`${contact}.deformationT`)];
      expect(Math.abs(t)).toBeLessThanOrEqual(set.friction * n + 1e-9);
      sum.x[i] += n * nx + t * ny;
      sum.y[i] += n * ny - t * nx;
      sum.turn[i] += 0.1 * t;
    };
    const names = ["left", "right", "top"];
    names.forEach((name, i) => {
      push(i, [0, 1], `${name}-floor`);
      push(i, [1, 0], `${name}-west`);
      push(i, [-1, 0], `${name}-east`);
    });
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      const [dx, dy] = [x[i] - x[j], y[i] - y[j]];
      const d = Math.hypot(dx, dy);
      const contact = `${names[i]}-${names[j]}`;
      push(i, [dx / d, dy / d], contact);
      push(j, [-dx / d, -dy / d], contact);
      expect(Math.max(0, 0.2 - d)).toBeCloseTo(at(`${contact}.deformationN`), 12);
    }
    // arms end half a deformation inside
    const deep = Math.max(...Object.entries(start).map(([name, v]) => (name.endsWith("N") ? v : 0)));
    for (const i of [0, 1, 2]) {
      expect(Math.abs(sum.x[i])).toBeLessThan(1e-8);
      expect(Math.abs(sum.y[i])).toBeLessThan(1e-8);
      expect(Math.abs(sum.turn[i])).toBeLessThan(1e-8 + 4 * deep * set.friction * 30);
    }
    const { trajectory } = await simulate({ ...stack, start }, { set });
    for (const name of names)
      expect(Math.abs(trajectory.columns[`${name}.y`][50] - at(`${name}.y`))).toBeLessThan(1e-9);
  });

  it.each([0, 0.1, 0.2, 0.35])("holds a block by friction on a slope of %f", async (angle) => {
    const { status, start } = await settled(slope, { set: { slope: angle } });
    expect(status).toBe("solved");
    const K = 1e4;
    const weight = 30 * 0.08;
    const [n, t] = ["N", "T"].map((axis) =>
      [1, 2, 3, 4].reduce((sum, k) => sum + K * start[`block-floor${k}.deformation${axis}`], 0),
    );
    expect(n).toBeCloseTo(weight * Math.cos(angle), 8);
    expect(Math.abs(t)).toBeCloseTo(weight * Math.sin(angle), 8);
  });

  it.each([
    ["a grain of a milligram in a thousandth of weight", 1e-6, 1e-3, 1e-2],
    ["a boulder under almost no gravity", 1e3, 10, 1e-5],
  ])("presses the floor by its weight over its stiffness: %s", async (_, mass, size, g) => {
    const stiffness = (mass * g) / (1e-2 * size);
    const damping = 0.5 * Math.sqrt(stiffness * mass);
    const model = compliant({
      gravity: [0, -g, 0],
      bodies: [{ name: "ball", space: "planar", mass, shape: { kind: "ball", radius: 0.1 * size } }],
      world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
      contacts: "all",
      materials: [{ friction: 0.4, stiffness, damping, coneSmoothing: 1e-6 * mass * g }],
    });
    const start = { ...atRest(model), "ball.y": 0.12 * size };
    const found = await settled({ ...stack, model, parameters: {}, start });
    expect(found.status, found.message).toBe("solved");
    expect((0.1 * size - found.start["ball.y"]) / (1e-2 * size)).toBeCloseTo(1, 3);
  });

  it("says of what nothing holds that it is not at rest", async () => {
    const steep = await settled(slope, { set: { slope: 0.6 } });
    expect(steep.status).toBe("no-progress");
    expect(steep.message).toMatch(/Not at rest.*the worst on block/);
    expect(steep.force).toBeGreaterThan(0.1);
  });

  it("refuses a model without bodies and contacts", async () => {
    const model = sliding({
      gravity: 9.8,
      body: { name: "puck", mass: 1, inertia: 1, height: 0.1 },
      contact: {
        name: "ground",
        friction: 0.3,
        frictionAxes: [1, 1, 0.1],
        footprint: [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      },
      applied: { force: [0, 0, 0], torque: [0, 0, 0] },
    });
    await expect(settled({ ...slope, model, parameters: {}, start: atRest(model) })).rejects.toThrow(
      'model must be made of bodies and contacts to be settled, it is "sliding".',
    );
  });

  it("refuses many bodies, whose states do not tell how deep their contacts rest, and says what to do", async () => {
    const names = Array.from({ length: 8 }, (_, i) => `ball${i}`);
    const balls = lying(
      {
        gravity: [0, 0, -9.8],
        bodies: names.map((name) => ({ name, space: "spatial", shape: { kind: "ball", radius: 0.1 }, mass: 1 })),
        world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
      },
      Object.fromEntries(names.flatMap((name, i) => [[`${name}.x`, 0.3 * i] as const, [`${name}.z`, 0.1] as const])),
    );
    await expect(settled(balls)).rejects.toThrow(
      'model must have fewer than 8 bodies under contacts "all" to be settled: start them apart and simulate until they rest.',
    );
  });
});
