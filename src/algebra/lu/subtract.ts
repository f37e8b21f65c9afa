/**
 * x −= v times column k of a triangle, in which each row stands once: the inner loop of eliminations, four at a time, since
 * most columns are so short that the loop costs more than its products.
 */
export function subtract(
  x: Float64Array,
  v: number,
  { ptr, idx, val }: { readonly ptr: Int32Array; readonly idx: Int32Array; readonly val: Float64Array },
  k: number,
): void {
  const end = ptr[k + 1];
  let q = ptr[k];
  for (; q + 3 < end; q += 4) {
    x[idx[q]] -= val[q] * v;
    x[idx[q + 1]] -= val[q + 1] * v;
    x[idx[q + 2]] -= val[q + 2] * v;
    x[idx[q + 3]] -= val[q + 3] * v;
  }
  for (; q < end; q++) x[idx[q]] -= val[q] * v;
}
