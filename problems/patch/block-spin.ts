import { type Expected, type Problem, patchModel } from "bankshot";
import { blockScene, blockStart, blockValues, blockWith } from "./block-scene.js";
import { formsOf } from "./patch-scene.js";

/** A block spins to rest: ω⁺ = max(ω − e_r μ m g h / I_z, 0). */
export const problem: Problem = {
  name: "patch/block-spin",
  title: "A spinning block comes to rest (closed form)",
  model: (choice) => patchModel(blockScene(), formsOf(choice)),
  parameters: blockWith({ "start.wz": 3 }),
  start: blockStart,
  grid: { steps: 20, h: 0.01 },
  values: blockValues,
};

/** ω after each step until it stands: 3 − .3234 u, which a step turns into an angle of 2 atan(hω/2). */
const angles = Array.from({ length: 9 }, (_, u) => 2 * Math.atan(0.005 * (3 - 0.3234 * (u + 1))));

const source = "closed form of the steps";
const tolerance = 1e-12;

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "stop.step", value: 10, tolerance: 0, source },
    { name: "end.theta", value: angles.reduce((sum, angle) => sum + angle), tolerance, source },
    { name: "end.wz", value: 0, tolerance, source },
    { name: "end.x", value: 0, tolerance, source },
    { name: "end.y", value: 0, tolerance, source },
    { name: "minHeight", value: 0, tolerance, source },
  ],
};
