import { type Expected, type Problem, patchModel } from "bankshot";
import { blockScene, blockStart, blockValues, blockWith } from "./block-scene.js";
import { formsOf } from "./patch-scene.js";

/** A block falls flat: v⁺ = max(v − gh, −gap/h), so that it lands in two steps. */
export const problem: Problem = {
  name: "patch/drop",
  title: "A block falls flat on the floor (closed form)",
  model: (choice) => patchModel(blockScene(), formsOf(choice)),
  parameters: blockWith({ "start.gap": 0.1 }),
  start: blockStart,
  grid: { steps: 30, h: 0.01 },
  values: blockValues,
};

const source = "closed form of the steps";
const tolerance = 1e-12;

/** In 13 steps it falls g h² · 13 · 14 / 2; the rest of the gap is closed in the fourteenth, and stopped in the next. */
const rest = 0.1 - 9.8e-4 * 91;

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "touch.step", value: 14, tolerance: 0, source },
    { name: "impulse.max", value: rest / 0.01 + 0.098, tolerance, source },
    { name: "end.z", value: 0.05, tolerance, source },
    { name: "end.vz", value: 0, tolerance, source },
    { name: "tilt.max", value: 0, tolerance, source },
    { name: "minHeight", value: 0, tolerance, source },
  ],
};
