import type { Expected, Method, Problem } from "bankshot";
import { gripperProblem } from "./gripper.js";

/**
 * The gripper's squeeze gives K·Δ on either finger for a commanded penetration of Δ a step; below mg/2μ friction cannot
 * carry the part, staying is as good as being lifted, and least motion decides for it.
 */
export const problem: Problem = {
  name: "grasp/slip",
  title: "A squeeze too weak for the weight: the fingers slip and the cylinder stays",
  ...gripperProblem,
  parameters: {
    ...gripperProblem.parameters,
    stiffness: { ...gripperProblem.parameters.stiffness, value: 5e3 },
  },
};

const balance = "2μKΔ < mg, so that the table carries a part of the weight";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "lift.max", value: 0.05, tolerance: 1e-9, source: balance },
    { name: "drop", value: 0, tolerance: 1e-9, source: balance },
    { name: "contact.step", value: 21, tolerance: 0, source: "start.gap / (squeeze.speed h) = 20 steps" },
    { name: "objective.max", value: 2e-6, tolerance: 1e-14, source: "two fingers are held back by 1 mm each" },
  ],
};

export const methods: readonly Method[] = [
  { method: "bound of the same step", problem: "grasp/slip", set: { scheme: "miqp" } },
  { method: "bound of the step before", problem: "grasp/slip", set: { scheme: "miqp-delayed" } },
];
