import { expect, it } from "vitest";
import { div, variable } from "../../../src/expr/expr.js";
import { leastBodies } from "../../../src/mechanics/many-balls.js";
import type { Model } from "../../../src/mechanics/model.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { checkOverlaps } from "../../../src/motion/compile/check-overlaps.js";
import { settled } from "../../../src/motion/settled.js";
import { simulate } from "../../../src/motion/solve.js";

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
