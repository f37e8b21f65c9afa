import { meanOf } from "./distribution.js";

/**
 * Pearson's correlation of two columns over the rows in which both exist,
 * r = Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² Σ (y − ȳ)²); NaN where one of them does not vary.
 */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const rows: number[] = [];
  for (let i = 0; i < x.length; i++) if (!Number.isNaN(x[i]) && !Number.isNaN(y[i])) rows.push(i);
  const a = Float64Array.from(rows, (i) => x[i]);
  const b = Float64Array.from(rows, (i) => y[i]);
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [aa, ab, bb] = [0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    const [da, db] = [a[i] - meanA, b[i] - meanB];
    aa += da * da;
    ab += da * db;
    bb += db * db;
  }
  if (!(aa > 0 && bb > 0)) return Number.NaN;
  return Math.max(-1, Math.min(1, ab / Math.sqrt(aa * bb)));
}
