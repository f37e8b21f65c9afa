import { describe, expect, it } from "vitest";
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

/** The slopes and the curvature of a problem at some pushes, and those of differences. */
function compare(problem: Problem, isPinned: boolean): void {
  const setup = setUp(problem);
  const task: Task = { setup, workspace: borrow(setup), signal: undefined, resume: undefined, report: () => undefined };
  const pieces = piecesOf(task, optimalTask(setup));
  const free: Asking = { task, pieces, isEquation: [true, true], accuracy: 1e-8, tolerance: 1e-11, pins: [] };
  const point = { inputs: Float64Array.of(0.7, 0.3, -0.4, 0.2), parameters: setup.parameters, end: 2 };
  const n = 4 + pieces.asked.varied.length;
  const [struck] = finish(placed(free, moved(free, point, new Float64Array(n))))!.linear.marched.events;
  expect(struck.t).toBeGreaterThan(0.5);
  const pin = { event: struck.event, at: 0.9, unit: 0.2 };
  const asking = isPinned ? { ...free, isEquation: [true, true, true], pins: [pin] } : free;
  const weights = Float64Array.of(0.8, -1.3, 0.6).subarray(0, asking.isEquation.length);
  const at = (change: Float64Array): Place => finish(placed(asking, moved(asking, point, change)))!;
  const here = at(new Float64Array(n));
  const slopesOf = ({ linear: { gradient, jacobian } }: Place): number[] =>
    Array.from(gradient, (g, j) => jacobian.reduce((sum, row, r) => sum + weights[r] * row[j], g));
  const { matrix, isSymmetric } = finish(curvature(asking, here, weights))!;
  expect(isSymmetric).toBe(true);
  for (let j = 0; j < n; j++) {
    const [more, less] = [1, -1].map((side) => at(new Float64Array(n).fill(side * 1e-4, j, j + 1)));
    const difference = (of: (place: Place) => number): number => (of(more) - of(less)) / 2e-4;
    expect(difference(({ linear }) => linear.cost)).toBeCloseTo(here.linear.gradient[j], 6);
    here.linear.jacobian.forEach((row, r) => {
      expect(difference(({ linear }) => linear.rows[r])).toBeCloseTo(row[j], 6);
    });
    for (let i = 0; i < n; i++) expect(difference((place) => slopesOf(place)[i])).toBeCloseTo(matrix[i][j], 4);
  }
}

describe("a motion that strikes has the slopes and the curvature of differences", () => {
  it("by controls, its start and its duration", () => {
    compare(launched, false);
  });

  it("and so has the time of the blow", () => {
    const { time: _, ...parameters } = launched.parameters;
    const objective = { ...launched.objective!, cost: pow(p("launch"), 3), vary: ["push", "launch"] };
    compare({ ...launched, parameters, objective, grid: { steps: 4, end: 2, method: "exact" } }, true);
  });
});
