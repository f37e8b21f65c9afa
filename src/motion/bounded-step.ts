import { type FullMatrix, fullMatrix, leastNorm } from "../algebra/svd.js";
import type { Limit } from "./ranges.js";

/**
 * The step dp = −D⁺Υ with rows weighed by W: parameters that it would push out of their range stop at its end, and the
 * others are solved for again, until none leaves.
 */
export function boundedStep(
  { values, jacobian }: { readonly values: Float64Array; readonly jacobian: FullMatrix },
  at: readonly number[],
  weights: Float64Array,
  limit: Limit,
): number[] {
  const step = new Array<number>(at.length).fill(0);
  const { rows: m, columns: n } = jacobian;
  const d = jacobian.values.map((value, p) => value * weights[Math.floor(p / n)]!);
  const wanted = values.map((value, i) => -value * weights[i]!);
  let open = at.map((_, j) => j);
  while (open.length > 0) {
    const held = step.map((x, j) => (open.includes(j) ? 0 : x));
    const rest = wanted.map((x, i) => x - held.reduce((sum, dp, j) => sum + d[i * n + j]! * dp, 0));
    const columns = fullMatrix(m, open.length);
    for (let i = 0; i < m; i++)
      for (const [c, j] of open.entries()) columns.values[i * open.length + c] = d[i * n + j]!;
    leastNorm(columns, rest).forEach((x, c) => {
      step[open[c]!] = x;
    });
    const leaving = open.filter((j) => limit(at[j]! + step[j]!, j) !== at[j]! + step[j]!);
    for (const j of leaving) step[j] = limit(at[j]! + step[j]!, j) - at[j]!;
    if (leaving.length === 0) break;
    open = open.filter((j) => !leaving.includes(j));
  }
  return step;
}
