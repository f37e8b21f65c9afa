/** The product of the last call of `product6`, the image of the last of `apply6`: read at once, written over by the next. */
export const product = new Float64Array(36);
export const image = new Float64Array(6);
const work = new Float64Array(36);
const swapped = new Int32Array(6);

/** `product` = A B of 6 × 6 blocks; written out, which takes engines a quarter less time than a loop over columns. */
export function product6(a: Float64Array, atA: number, b: Float64Array, atB: number): void {
  for (let r = 0; r < 36; r += 6) {
    const a0 = a[atA + r];
    const a1 = a[atA + r + 1];
    const a2 = a[atA + r + 2];
    const a3 = a[atA + r + 3];
    const a4 = a[atA + r + 4];
    const a5 = a[atA + r + 5];
    product[r] =
      a0 * b[atB] + a1 * b[atB + 6] + a2 * b[atB + 12] + a3 * b[atB + 18] + a4 * b[atB + 24] + a5 * b[atB + 30];
    product[r + 1] =
      a0 * b[atB + 1] + a1 * b[atB + 7] + a2 * b[atB + 13] + a3 * b[atB + 19] + a4 * b[atB + 25] + a5 * b[atB + 31];
    product[r + 2] =
      a0 * b[atB + 2] + a1 * b[atB + 8] + a2 * b[atB + 14] + a3 * b[atB + 20] + a4 * b[atB + 26] + a5 * b[atB + 32];
    product[r + 3] =
      a0 * b[atB + 3] + a1 * b[atB + 9] + a2 * b[atB + 15] + a3 * b[atB + 21] + a4 * b[atB + 27] + a5 * b[atB + 33];
    product[r + 4] =
      a0 * b[atB + 4] + a1 * b[atB + 10] + a2 * b[atB + 16] + a3 * b[atB + 22] + a4 * b[atB + 28] + a5 * b[atB + 34];
    product[r + 5] =
      a0 * b[atB + 5] + a1 * b[atB + 11] + a2 * b[atB + 17] + a3 * b[atB + 23] + a4 * b[atB + 29] + a5 * b[atB + 35];
  }
}

/** `image` = A x for a 6 × 6 block. */
export function apply6(a: Float64Array, at: number, x: Float64Array, from: number): void {
  for (let r = 0; r < 6; r++) {
    const row = at + 6 * r;
    image[r] =
      a[row] * x[from] +
      a[row + 1] * x[from + 1] +
      a[row + 2] * x[from + 2] +
      a[row + 3] * x[from + 3] +
      a[row + 4] * x[from + 4] +
      a[row + 5] * x[from + 5];
  }
}

/** The inverse of a 6 × 6 block by Gauss and Jordan in place, with partial pivoting; false where it is singular. */
export function invert6(a: Float64Array, at: number, into: Float64Array, to: number): boolean {
  for (let i = 0; i < 36; i++) work[i] = a[at + i];
  for (let k = 0; k < 6; k++) {
    const row = 6 * k;
    let pivot = k;
    for (let r = k + 1; r < 6; r++) if (Math.abs(work[6 * r + k]) > Math.abs(work[6 * pivot + k])) pivot = r;
    const size = Math.abs(work[6 * pivot + k]);
    if (!(size > 0 && size < Infinity)) return false;
    swapped[k] = pivot;
    if (pivot !== k)
      for (let c = 0; c < 6; c++) {
        const kept = work[row + c];
        work[row + c] = work[6 * pivot + c];
        work[6 * pivot + c] = kept;
      }
    const scale = 1 / work[row + k];
    work[row + k] = 1;
    const w0 = scale * work[row];
    const w1 = scale * work[row + 1];
    const w2 = scale * work[row + 2];
    const w3 = scale * work[row + 3];
    const w4 = scale * work[row + 4];
    const w5 = scale * work[row + 5];
    for (let r = 0; r < 36; r += 6) {
      const l = work[r + k];
      if (r === row || l === 0) continue;
      work[r + k] = 0;
      work[r] -= l * w0;
      work[r + 1] -= l * w1;
      work[r + 2] -= l * w2;
      work[r + 3] -= l * w3;
      work[r + 4] -= l * w4;
      work[r + 5] -= l * w5;
    }
    work[row] = w0;
    work[row + 1] = w1;
    work[row + 2] = w2;
    work[row + 3] = w3;
    work[row + 4] = w4;
    work[row + 5] = w5;
  }
  // rows that were swapped are columns of the inverse
  for (let k = 5; k >= 0; k--) {
    const pivot = swapped[k];
    if (pivot === k) continue;
    for (let r = 0; r < 36; r += 6) {
      const kept = work[r + k];
      work[r + k] = work[r + pivot];
      work[r + pivot] = kept;
    }
  }
  for (let i = 0; i < 36; i++) into[to + i] = work[i];
  return true;
}

/** Target −= `product` U, blocks of `into` and `values`. */
export function subtract6(into: Float64Array, target: number, values: Float64Array, from: number): void {
  const left = product;
  for (let r = 0; r < 36; r += 6) {
    const at = target + r;
    const l0 = left[r];
    const l1 = left[r + 1];
    const l2 = left[r + 2];
    const l3 = left[r + 3];
    const l4 = left[r + 4];
    const l5 = left[r + 5];
    into[at] -=
      l0 * values[from] +
      l1 * values[from + 6] +
      l2 * values[from + 12] +
      l3 * values[from + 18] +
      l4 * values[from + 24] +
      l5 * values[from + 30];
    into[at + 1] -=
      l0 * values[from + 1] +
      l1 * values[from + 7] +
      l2 * values[from + 13] +
      l3 * values[from + 19] +
      l4 * values[from + 25] +
      l5 * values[from + 31];
    into[at + 2] -=
      l0 * values[from + 2] +
      l1 * values[from + 8] +
      l2 * values[from + 14] +
      l3 * values[from + 20] +
      l4 * values[from + 26] +
      l5 * values[from + 32];
    into[at + 3] -=
      l0 * values[from + 3] +
      l1 * values[from + 9] +
      l2 * values[from + 15] +
      l3 * values[from + 21] +
      l4 * values[from + 27] +
      l5 * values[from + 33];
    into[at + 4] -=
      l0 * values[from + 4] +
      l1 * values[from + 10] +
      l2 * values[from + 16] +
      l3 * values[from + 22] +
      l4 * values[from + 28] +
      l5 * values[from + 34];
    into[at + 5] -=
      l0 * values[from + 5] +
      l1 * values[from + 11] +
      l2 * values[from + 17] +
      l3 * values[from + 23] +
      l4 * values[from + 29] +
      l5 * values[from + 35];
  }
}
