import { expect, it } from "vitest";
import { finish } from "../../../src/algebra/stepwise.js";
import { add, mul } from "../../../src/expr/expr.js";
import { fractionToBoundary, linearise } from "../../../src/solve/mpcc/barrier.js";
import { mpccSolver } from "../../../src/solve/mpcc/mpcc.js";
import { restoreFeasibility } from "../../../src/solve/mpcc/restoration.js";
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

it("a restoration that comes no nearer ends at the bound where the row is least, in the middle of the room of what is in none", () => {
  const program = programOf({
    n: 2,
    lower: [0, 0],
    upper: [3, 4],
    pairs: [],
    cost: ([x, y]) => add(x, y),
    rows: ([x]) => [add(x, 1)],
  });
  for (const from of [
    [0.05, 1],
    [0.05, 3.9],
  ]) {
    const { barrier } = mpccSolver().init(program, Float64Array.from(from));
    barrier.point.z.set(from);
    linearise(barrier);
    expect(finish(restoreFeasibility(barrier))).toBe("infeasible");
    const [x, y] = barrier.point.z;
    expect(x).toBeLessThan(0.02);
    // the barrier of a row as large as one is one, and outweighs the pull to where it began a thousand times
    expect(y).toBeCloseTo(2, 2);
    expect(Math.sign(2 - y)).toBe(Math.sign(2 - from[1]));
  }
});

it("a restoration brings rows nearer that can be met", () => {
  const program = programOf({
    n: 2,
    lower: [0, 0],
    upper: [inf, inf],
    pairs: [],
    cost: ([x, y]) => add(x, y),
    rows: ([x, y]) => [add(mul(x, x), mul(y, y), -4)],
  });
  const { barrier } = mpccSolver().init(program, Float64Array.of(1, 1));
  barrier.point.z.set([0.3, 0.2]);
  linearise(barrier);
  const before = Math.abs(barrier.linear.rows[0]);
  expect(finish(restoreFeasibility(barrier))).toBe("restored");
  expect(Math.abs(barrier.linear.rows[0])).toBeLessThan(0.9 * before);
});
