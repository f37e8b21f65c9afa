import { expect, it } from "vitest";
import { div, variable } from "../../../src/expr/expr.js";
import type { Model } from "../../../src/mechanics/model.js";
import { checkOverlaps } from "../../../src/motion/compile/check-overlaps.js";

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
