import { type Expected, type Problem, patchModel } from "bankshot";
import { blockScene, blockStart, blockValues, blockWith } from "./block-scene.js";
import { formsOf } from "./patch-scene.js";

/** A block slides to rest: |v|⁺ = max(|v| − μgh, 0), the contact point μH ahead of the centre of mass. */
export const problem: Problem = {
  name: "patch/block-stop",
  title: "A sliding block comes to rest (closed form)",
  model: (choice) => patchModel(blockScene(), formsOf(choice)),
  parameters: blockWith({ "start.vx": 0.3, "start.vy": 0.4 }),
  start: blockStart,
  grid: { steps: 30, h: 0.01 },
  values: blockValues,
};

const source = "closed form of the steps";
const tolerance = 1e-12;

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "stop.step", value: 24, tolerance: 0, source },
    { name: "end.x", value: 0.03329664, tolerance, source },
    { name: "end.y", value: 0.04439552, tolerance, source },
    { name: "end.z", value: 0.05, tolerance, source },
    { name: "end.vx", value: 0, tolerance, source },
    { name: "end.theta", value: 0, tolerance, source },
    { name: "minHeight", value: 0, tolerance, source },
  ],
};
