import { expect, it } from "vitest";
import { add, frame, mul, type Problem, parameter as p, pow } from "../../../../src/index.js";
import { setUp } from "../../../../src/motion/compile/setup.js";
import type { Task } from "../../../../src/motion/march/task.js";
import { borrow } from "../../../../src/motion/march/workspace.js";
import { curvature } from "../../../../src/motion/optimal/shooting/curvature.js";
import { piecesOf } from "../../../../src/motion/optimal/shooting/pieces.js";
import { type Asking, moved, type Place, placed } from "../../../../src/motion/optimal/shooting/unknowns.js";
import { optimalTask } from "../../../../src/motion/optimal/task.js";
import { finish } from "../../../finish.js";
import { puck } from "./pushed.js";

/** The puck off its wall, whose first speed and whose duration are varied, too: both cost. */
const launched: Problem = {
  ...puck,
  parameters: {
    ...puck.parameters,
    launch: { value: 0.9, unit: "m/s", meaning: "first speed", min: 0, max: 3 },
    time: { value: 2, unit: "s", meaning: "duration", min: 1, max: 3 },
  },
  start: { ...puck.start, "body.vx": mul(p("launch"), p("launch")) },
  grid: { steps: 4, method: "exact" },
  objective: {
    ...puck.objective!,
    cost: add(p("time"), pow(p("launch"), 3)),
    stage: mul(frame.h, frame.inputs("push"), frame.inputs("push"), frame.next("body.x")),
    vary: ["push", "launch", "time"],
  },
};

it("a motion that strikes has the slopes and the curvature of differences, by controls, its start and its duration", () => {
  const setup = setUp(launched);
  const task: Task = { setup, workspace: borrow(setup), signal: undefined, resume: undefined, report: () => undefined };
  const asked = optimalTask(setup);
  const pieces = piecesOf(task, asked);
  const asking: Asking = { task, pieces, isEquation: [true, true], accuracy: 1e-8, tolerance: 1e-11 };
  const point = { inputs: Float64Array.of(0.7, 0.3, -0.4, 0.2), parameters: setup.parameters, end: 2 };
  const at = (change: Float64Array): Place => finish(placed(asking, moved(asking, point, change)))!;
  const weights = Float64Array.of(0.8, -1.3);
  const n = 6;
  const here = at(new Float64Array(n));
  expect(here.linear.marched.elements.some(({ event }) => event >= 0)).toBe(true);
  const slopesOf = ({ linear: { gradient, jacobian } }: Place): number[] =>
    Array.from(gradient, (g, j) => g + weights[0] * jacobian[0][j] + weights[1] * jacobian[1][j]);
  const { matrix, isSymmetric } = finish(curvature(asking, here, weights))!;
  expect(isSymmetric).toBe(true);
  for (let j = 0; j < n; j++) {
    const [more, less] = [1, -1].map((side) => at(new Float64Array(n).fill(side * 1e-4, j, j + 1)));
    const difference = (of: (place: Place) => number): number => (of(more) - of(less)) / 2e-4;
    expect(difference(({ linear }) => linear.cost)).toBeCloseTo(here.linear.gradient[j], 6);
    [0, 1].forEach((r) => {
      expect(difference(({ linear }) => linear.rows[r])).toBeCloseTo(here.linear.jacobian[r][j], 6);
    });
    for (let i = 0; i < n; i++) expect(difference((place) => slopesOf(place)[i])).toBeCloseTo(matrix[i][j], 4);
  }
});
