import { describe, expect, it } from "vitest";
import { add, div, sub, variable } from "../../../src/expr/expr.js";
import { leastBodies } from "../../../src/mechanics/many-balls.js";
import { last, type Model, parameter as p } from "../../../src/mechanics/model.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { rigid } from "../../../src/models/rigid.js";
import { checkOverlaps } from "../../../src/motion/compile/check-overlaps.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { settled } from "../../../src/motion/settled.js";
import { simulate, solve } from "../../../src/motion/solve.js";

/** A model of one contact between two shapes, so deep in each other, whose cores meet at half a leaf. */
const pressed = (depth: number): Model => ({
  name: "pressed",
  state: [],
  inside: [],
  parameters: [],
  inputs: [],
  step: () => ({ rows: [], pairs: [], observe: {} }),
  views: {
    contacts: [
      {
        name: "touch",
        body: "ball",
        columns: {},
        core: {
          room: div(variable("thickness"), 2),
          reach: variable("thickness"),
          gap: () => -depth,
          column: "touch.depth",
          against: "cup",
        },
      },
    ],
  },
});

it.each([0.02, 0.4, 3, 50])(
  "shapes whose cores meet at %d m may begin nine tenths of it deep, and no deeper",
  (room) => {
    const check = (depth: number) => () => checkOverlaps(pressed(depth), () => 2 * room);
    for (const depth of [-room, 0, 0.5 * room, 0.89 * room]) expect(check(depth)).not.toThrow();
    for (const depth of [0.91 * room, room, 2 * room]) expect(check(depth)).toThrow(/^touch: "ball" and "cup" start/);
  },
);

it("tells of how many bodies that start in each other settled() finds the rest", async () => {
  const names = Array.from({ length: leastBodies }, (_, i) => `ball${i}`);
  const shape = { kind: "ball", radius: 0.02 } as const;
  const model = compliant({
    gravity: [0, 0, -9.81],
    bodies: names.map((name) => ({ name, space: "spatial", shape, mass: 0.1 })),
    contacts: "all",
    materials: [{ friction: 0.3, stiffness: 1e4, damping: 10, coneSmoothing: 0 }],
  });
  const start = { ...atRest(model), ...Object.fromEntries(names.map((name, i) => [`${name}.x`, 0.03 * i])) };
  const grid = { steps: 1, h: 1e-3 };
  const problem = { name: "near", title: "near", model, parameters: {}, start, grid, values: {} };
  await expect(simulate(problem)).rejects.toThrow("or let settled() find where fewer than eight rest.");
  await expect(settled(problem)).rejects.toThrow("fewer than 8 bodies");
});

/** A rigid or soft disk beside the floor, whose height is declared, freed, or that of a parameter on which another one that is freed depends. */
const beside = (law: "soft" | "rigid", depth: number, frees?: "speed" | "raised"): Problem => {
  const contact = { friction: 0.3, restitution: 0.5 };
  const scene = {
    gravity: [0, -9.81, 0],
    bodies: [{ name: "disk", space: "planar", shape: { kind: "ball", radius: 0.05 }, density: 50 }],
    world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
    contacts: "all",
  } as const;
  const model =
    law === "rigid"
      ? rigid({ ...scene, materials: [contact] })
      : compliant({ ...scene, materials: [{ friction: 0.3, stiffness: 1e4, damping: 20 }] });
  const any = { unit: "m", meaning: "any", min: -1, max: 5 };
  const aim = frees === "raised" ? "y" : "x";
  return {
    name: "beside",
    title: "beside",
    model,
    parameters: {
      speed: { ...any, value: 1 },
      raised: { ...any, value: -depth },
      height: { ...any, value: add(0.05, p("raised")) },
    },
    start: { ...atRest(model), "disk.y": p("height"), "disk.vx": p("speed") },
    grid: { end: 0.5 },
    ...(frees && { boundary: [{ name: aim, unit: "m", residual: sub(last(`disk.${aim}`), 0.3), frees }] }),
    values: { y: { unit: "m", meaning: "height at the end", of: last("disk.y") } },
  };
};

describe.each(["soft", "rigid"] as const)("in continuous time a %s disk", (law) => {
  it.each([1e-8, 1e-5, 2e-3])(
    "that starts %d m deep is refused, where nothing that is freed raises it",
    async (depth) => {
      const told = `disk-floor: "disk" and the world start ${(1000 * depth).toPrecision(3)} mm deep in each other`;
      await expect(simulate(beside(law, depth))).rejects.toThrow(told);
      await expect(solve(beside(law, depth, "speed"))).rejects.toThrow(told);
    },
  );

  it("may touch as rounding lets it", async () => {
    for (const depth of [0, 1e-16, 1e-13, 1e-11]) {
      const { status, values } = await simulate(beside(law, depth));
      expect(status).toBe("solved");
      expect(Math.abs(values.y! - 0.05)).toBeLessThan(4e-4);
    }
  });
});

it("a guess that is freed may begin inside: nothing is shot out of the floor, and what rises is found", async () => {
  // out of the floor within nanoseconds is a speed of metres a second, which nothing steady gives it
  for (const depth of [1e-6, 1e-7]) {
    const { status, message } = await simulate(beside("rigid", depth, "raised"));
    expect(status).toBe("no-progress");
    expect(message).toContain(`"disk" and the world start ${(1000 * depth).toPrecision(3)} mm deep in each other.`);
  }
  const risen = await solve(beside("rigid", 1e-6, "raised"));
  expect(risen.status).toBe("solved");
  expect(risen.values.y).toBeCloseTo(0.3, 6);
});
