import fc from "fast-check";
import { addRow, clearRows, leastSquares, solveRows } from "../../../../src/solve/least-squares.js";
import { asAny, type Verdict } from "../../target.js";
import { dice } from "./random-rows.js";

/** Least squares with as few rows as one, repeated ones, and long unknowns: the damped sum must not be beaten. */
export const leastSquaresTarget = asAny({ about: "least squares", limit: 2, cases: fc.integer({ min: 1 }), judge });

function judge(seed: number): Verdict {
  const d = dice(seed);
  const [n, m] = [d.whole(1, 5), d.whole(1, 8)];
  const rows = Array.from({ length: m }, () => Array.from({ length: n + 1 }, () => (d.chance(0.2) ? 0 : d.coarse())));
  if (m > 1 && d.chance(0.3)) rows[1] = [...rows[0]];
  const lengths = Float64Array.from({ length: n }, () => 10 ** d.whole(-3, 3));
  const damping = 10 ** -d.whole(3, 8);
  const equations = leastSquares(n);
  clearRows(equations);
  for (const row of rows) addRow(equations, Float64Array.from(row), 0, lengths);
  const largest = Math.max(...Array.from({ length: n }, (_, j) => equations.matrix[j * n + j]));
  if (!solveRows(equations, damping))
    return { outcome: "singular", ...(largest > 0 && { fault: "damped equations are singular" }) };
  // Σ (d + D δ)² + damping·largest·|δ|², δ in units of the lengths
  const sum = (x: ArrayLike<number>): number => {
    const misses = rows.map(([first, ...D]) => first + D.reduce((s, v, j) => s + (v / lengths[j]) * x[j], 0));
    return misses.reduce((s, r) => s + r * r, 0) + damping * largest * Array.from(x).reduce((s, v) => s + v * v, 0);
  };
  const found = equations.right;
  const best = sum(found);
  for (let trial = 0; trial < 20; trial++) {
    const size = 10 ** -d.whole(0, 4);
    const other = Array.from(found, (x) => x + size * (1 + Math.abs(x)) * (d.random() - 0.5));
    if (sum(other) < best - 1e-9 * (1 + best))
      return { outcome: "solved", fault: `a sum of ${best} beaten by ${sum(other)}` };
  }
  return { outcome: "solved" };
}
