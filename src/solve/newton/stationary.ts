import type { Semismooth } from "./semismooth.js";

/** A cosine between Φ and a column of G below this is zero: far above rounding, far below any useful slope. */
const orthogonal = 1e-7;

/**
 * True where the merit ½‖Φ‖² has no descent left although it is not zero, every column of G standing at a right angle to
 * Φ: |G_jᵀΦ| ≤ 10⁻⁷ max(1, ‖G_j‖) ‖Φ‖. Columns were scaled to one at the start, so one that has shrunk to 10⁻⁷ since
 * counts as zero.
 */
export function isStationary(s: Semismooth): boolean {
  const { colPtr, rowIdx, values, cols } = s.matrix;
  let size = 0;
  for (let i = 0; i < cols; i++) size += s.value[i] * s.value[i];
  const limit = orthogonal * Math.sqrt(size);
  for (let j = 0; j < cols; j++) {
    let slope = 0;
    let length = 0;
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      slope += values[p] * s.value[rowIdx[p]];
      length += values[p] * values[p];
    }
    if (!(Math.abs(slope) <= limit * Math.max(1, Math.sqrt(length)))) return false;
  }
  return true;
}
