/**
 * x −= v times the entries `from` … `to` − 1 of a column of a triangle, in which each row stands once: the inner loop of
 * eliminations, four at a time, since most columns are so short that the loop costs more than its products.
 */
export function subtract(
  x: Float64Array,
  { idx, val }: { readonly idx: Int32Array; readonly val: Float64Array },
  from: number,
  to: number,
  v: number,
): void {
  let q = from;
  for (; q + 3 < to; q += 4) {
    x[idx[q]] -= val[q] * v;
    x[idx[q + 1]] -= val[q + 1] * v;
    x[idx[q + 2]] -= val[q + 2] * v;
    x[idx[q + 3]] -= val[q + 3] * v;
  }
  for (; q < to; q++) x[idx[q]] -= val[q] * v;
}
