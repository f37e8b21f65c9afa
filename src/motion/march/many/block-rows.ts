import { apply6, image, invert6, product, product6, subtract6 } from "./blocks.js";

/** A sparse matrix of 6 × 6 blocks by rows, columns ascending, with room for its incomplete factors. */
export interface BlockRows {
  /** Of each row the first place among `column`, and that of its diagonal. */
  readonly start: Int32Array;
  readonly diagonal: Int32Array;
  column: Int32Array;
  values: Float64Array;
  factors: Float64Array;
  readonly inverses: Float64Array;
  /** The place of each column in the row that is being factored, −1 where it has none. */
  readonly place: Int32Array;
}

/** Memory for so many rows; blocks come as they are asked for. */
export function blockRows(rows: number): BlockRows {
  return {
    start: new Int32Array(rows + 1),
    diagonal: new Int32Array(rows),
    column: new Int32Array(0),
    values: new Float64Array(0),
    factors: new Float64Array(0),
    inverses: new Float64Array(36 * rows),
    place: new Int32Array(rows).fill(-1),
  };
}

/** Makes room for so many blocks, all zero. */
export function clearBlocks(matrix: BlockRows, blocks: number): void {
  if (matrix.column.length < blocks) {
    matrix.column = new Int32Array(2 * blocks);
    matrix.values = new Float64Array(72 * blocks);
    matrix.factors = new Float64Array(72 * blocks);
  }
  matrix.values.fill(0, 0, 36 * blocks);
}

/** Places of some blocks of a row. */
const some = { from: 0, to: 0 };

/** `image` = the sum of these blocks times their parts of x. */
function sumImages(values: Float64Array, column: Int32Array, x: Float64Array, { from, to }: typeof some): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let s5 = 0;
  for (let p = from; p < to; p++) {
    const v = 36 * p;
    const at = 6 * column[p];
    const x0 = x[at];
    const x1 = x[at + 1];
    const x2 = x[at + 2];
    const x3 = x[at + 3];
    const x4 = x[at + 4];
    const x5 = x[at + 5];
    s0 += values[v] * x0 + values[v + 1] * x1 + values[v + 2] * x2;
    s0 += values[v + 3] * x3 + values[v + 4] * x4 + values[v + 5] * x5;
    s1 += values[v + 6] * x0 + values[v + 7] * x1 + values[v + 8] * x2;
    s1 += values[v + 9] * x3 + values[v + 10] * x4 + values[v + 11] * x5;
    s2 += values[v + 12] * x0 + values[v + 13] * x1 + values[v + 14] * x2;
    s2 += values[v + 15] * x3 + values[v + 16] * x4 + values[v + 17] * x5;
    s3 += values[v + 18] * x0 + values[v + 19] * x1 + values[v + 20] * x2;
    s3 += values[v + 21] * x3 + values[v + 22] * x4 + values[v + 23] * x5;
    s4 += values[v + 24] * x0 + values[v + 25] * x1 + values[v + 26] * x2;
    s4 += values[v + 27] * x3 + values[v + 28] * x4 + values[v + 29] * x5;
    s5 += values[v + 30] * x0 + values[v + 31] * x1 + values[v + 32] * x2;
    s5 += values[v + 33] * x3 + values[v + 34] * x4 + values[v + 35] * x5;
  }
  image[0] = s0;
  image[1] = s1;
  image[2] = s2;
  image[3] = s3;
  image[4] = s4;
  image[5] = s5;
}

/** y = A x. */
export function multiplyRows(
  { start, column, values }: BlockRows,
  rows: number,
  x: Float64Array,
  y: Float64Array,
): void {
  for (let i = 0; i < rows; i++) {
    some.from = start[i];
    some.to = start[i + 1];
    sumImages(values, column, x, some);
    for (let r = 0; r < 6; r++) y[6 * i + r] = image[r];
  }
}

/**
 * The incomplete factors L U of the matrix without fill, block by block (Meijerink and van der Vorst 1977): exact where
 * bodies hang together without loops. False where a block on the diagonal cannot be inverted.
 */
export function factorRows(matrix: BlockRows, rows: number): boolean {
  const { values, factors } = matrix;
  for (let p = 0; p < 36 * matrix.start[rows]; p++) factors[p] = values[p];
  for (let i = 0; i < rows; i++) if (!factorRow(matrix, i)) return false;
  return true;
}

/** One of their rows; a function of its own, because an engine that compiled the loop while it ran gave it up in every call. */
function factorRow({ start, diagonal, column, factors, inverses, place }: BlockRows, i: number): boolean {
  for (let p = start[i]; p < start[i + 1]; p++) place[column[p]] = p;
  for (let p = start[i]; p < diagonal[i]; p++) {
    const k = column[p];
    product6(factors, 36 * p, inverses, 36 * k);
    for (let q = diagonal[k] + 1; q < start[k + 1]; q++) {
      const to = place[column[q]];
      if (to >= 0) subtract6(factors, 36 * to, 36 * q);
    }
    factors.set(product, 36 * p);
  }
  for (let p = start[i]; p < start[i + 1]; p++) place[column[p]] = -1;
  return invert6(factors, 36 * diagonal[i], inverses, 36 * i);
}

/** y = (L U)⁻¹ x. */
export function solveRows(matrix: BlockRows, rows: number, x: Float64Array, y: Float64Array): void {
  const { start, diagonal, column, factors, inverses } = matrix;
  for (let i = 0; i < rows; i++) {
    some.from = start[i];
    some.to = diagonal[i];
    sumImages(factors, column, y, some);
    for (let r = 0; r < 6; r++) y[6 * i + r] = x[6 * i + r] - image[r];
  }
  for (let i = rows - 1; i >= 0; i--) {
    some.from = diagonal[i] + 1;
    some.to = start[i + 1];
    sumImages(factors, column, y, some);
    for (let r = 0; r < 6; r++) y[6 * i + r] -= image[r];
    apply6(inverses, 36 * i, y, 6 * i);
    for (let r = 0; r < 6; r++) y[6 * i + r] = image[r];
  }
}
