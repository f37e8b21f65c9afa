import { Matrix, pseudoInverse } from "ml-matrix";
import type { Limit } from "./ranges.js";

/**
 * The step dp = −D⁺Υ with rows weighed by W: parameters that it would push out of their range stop at its end, and the
 * others are solved for again, until none leaves.
 */
export function boundedStep(
  { values, jacobian }: { readonly values: Float64Array; readonly jacobian: Matrix },
  at: readonly number[],
  weights: Float64Array,
  limit: Limit,
): number[] {
  const step = new Array<number>(at.length).fill(0);
  const d = jacobian.clone();
  weights.forEach((weight, i) => {
    d.mulRow(i, weight);
  });
  const wanted = values.map((value, i) => -value * weights[i]);
  let open = at.map((_, j) => j);
  while (open.length > 0) {
    const held = d.mmul(Matrix.columnVector(step.map((x, j) => (open.includes(j) ? 0 : x)))).to1DArray();
    const rest = wanted.map((x, i) => x - held[i]);
    const columns = d.subMatrixColumn(open, 0, d.rows - 1);
    leastNorm(columns, rest).forEach((x, c) => {
      step[open[c]] = x;
    });
    const leaving = open.filter((j) => limit(at[j] + step[j], j) !== at[j] + step[j]);
    for (const j of leaving) step[j] = limit(at[j] + step[j], j) - at[j];
    if (leaving.length === 0) break;
    open = open.filter((j) => !leaving.includes(j));
  }
  return step;
}

/** The x of least norm among those that minimise ‖A x − b‖. */
export function leastNorm(a: Matrix, b: Float64Array): number[] {
  if (a.rows === 0 || a.columns === 0) return new Array<number>(a.columns).fill(0);
  return pseudoInverse(a)
    .mmul(Matrix.columnVector(Array.from(b)))
    .to1DArray();
}
