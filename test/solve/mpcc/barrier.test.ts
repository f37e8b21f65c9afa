import { expect, it } from "vitest";
import { add } from "../../../src/expr/expr.js";
import { fractionToBoundary } from "../../../src/solve/mpcc/barrier.js";
import { mpccSolver } from "../../../src/solve/mpcc/mpcc.js";
import { programOf } from "./programs.js";

const inf = Number.POSITIVE_INFINITY;

/** The longest part of a step from the middle of these bounds, and how far it may go to them. */
function longest(lower: readonly number[], upper: readonly number[], step: readonly number[]): number {
  const program = programOf({ n: 2, lower, upper, pairs: [], cost: ([x, y]) => add(x, y), rows: () => [] });
  const { barrier } = mpccSolver().init(program, Float64Array.of(1, 1));
  barrier.point.z.set([1, 1]);
  return fractionToBoundary({ ...barrier, mu: 0.001 }, Float64Array.from(step));
}

it.each([
  [[0, 0], [3, inf], [0, 0], 1],
  [[0, 0], [3, inf], [-0.5, 9], 1],
  [[0, 0], [3, inf], [-4, 0], 0.999 / 4],
  [[0, 0], [3, inf], [8, 0], (0.999 * 2) / 8],
  [[0, 0], [3, inf], [8, -5], 0.999 / 5],
  [[-inf, -inf], [inf, 1.5], [-100, 10], (0.999 * 0.5) / 10],
])("between %j and %j a step %j keeps a thousandth of the room: %d", (lower, upper, step, part) => {
  expect(longest(lower, upper, step)).toBeCloseTo(part, 12);
});
