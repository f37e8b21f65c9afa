import { apply6, image, invert6, product, product6, subtract6 } from "./blocks.js";

/**
 * A sparse matrix of 6 × 6 blocks by rows, columns ascending, L + A_d + U, and beside it (I + L̂)(D + U), which differs from it
 * on the diagonal only of what closes a loop: D_i = A_ii − ΣL_ik D_k⁻¹U_ki, L̂ = LD⁻¹ (Pommerell 1992; exact without loops).
 */
export interface BlockRows {
  rows: number;
  /** Of each row the first place among `column`, and that of its diagonal. */
  readonly start: Int32Array;
  readonly diagonal: Int32Array;
  column: Int32Array;
  /** Of a block before the diagonal the place of the one across it. */
  mirror: Int32Array;
  values: Float64Array;
  /** L̂ before the diagonal, A_d − 2D on it. */
  factors: Float64Array;
  /** D⁻¹. */
  readonly inverses: Float64Array;
}

/** Memory for so many rows at most; blocks come as they are asked for. */
export function blockRows(rows: number): BlockRows {
  return {
    rows,
    start: new Int32Array(rows + 1),
    diagonal: new Int32Array(rows),
    column: new Int32Array(0),
    mirror: new Int32Array(0),
    values: new Float64Array(0),
    factors: new Float64Array(0),
    inverses: new Float64Array(36 * rows),
  };
}

/** Makes room for so many rows and blocks, all zero. */
export function clearBlocks(matrix: BlockRows, rows: number, blocks: number): void {
  matrix.rows = rows;
  if (matrix.column.length < blocks) {
    matrix.column = new Int32Array(2 * blocks);
    matrix.mirror = new Int32Array(2 * blocks);
    matrix.values = new Float64Array(72 * blocks);
    matrix.factors = new Float64Array(72 * blocks);
  }
  matrix.values.fill(0, 0, 36 * blocks);
}

/** Makes D and L̂. False where a block of D cannot be inverted. */
export function factorRows(matrix: BlockRows): boolean {
  for (let i = 0; i < matrix.rows; i++) if (!factorRow(matrix, i)) return false;
  return true;
}

/** One of their rows; a function of its own, because an engine that compiled the loop while it ran gave it up in every call. */
function factorRow({ start, diagonal, column, mirror, values, factors, inverses }: BlockRows, i: number): boolean {
  const at = 36 * diagonal[i];
  for (let e = at; e < at + 36; e++) factors[e] = values[e];
  for (let p = start[i]; p < diagonal[i]; p++) {
    product6(values, 36 * p, inverses, 36 * column[p]);
    subtract6(factors, at, values, 36 * mirror[p]);
    factors.set(product, 36 * p);
  }
  const isRegular = invert6(factors, at, inverses, 36 * i);
  for (let e = at; e < at + 36; e++) factors[e] = values[e] - 2 * factors[e];
  return isRegular;
}

/** y = (I + L̂)⁻¹ x; both may be the same. Written out as all that takes most of the time, see `product6`. */
export function solveLower(matrix: BlockRows, x: Float64Array, y: Float64Array): void {
  const { rows, start, diagonal, column, factors } = matrix;
  for (let row = 0; row < rows; row++) {
    const i = 6 * row;
    let s0 = x[i];
    let s1 = x[i + 1];
    let s2 = x[i + 2];
    let s3 = x[i + 3];
    let s4 = x[i + 4];
    let s5 = x[i + 5];
    for (let p = start[row]; p < diagonal[row]; p++) {
      const v = 36 * p;
      const at = 6 * column[p];
      const x0 = y[at];
      const x1 = y[at + 1];
      const x2 = y[at + 2];
      const x3 = y[at + 3];
      const x4 = y[at + 4];
      const x5 = y[at + 5];
      s0 -= factors[v] * x0 + factors[v + 1] * x1 + factors[v + 2] * x2;
      s0 -= factors[v + 3] * x3 + factors[v + 4] * x4 + factors[v + 5] * x5;
      s1 -= factors[v + 6] * x0 + factors[v + 7] * x1 + factors[v + 8] * x2;
      s1 -= factors[v + 9] * x3 + factors[v + 10] * x4 + factors[v + 11] * x5;
      s2 -= factors[v + 12] * x0 + factors[v + 13] * x1 + factors[v + 14] * x2;
      s2 -= factors[v + 15] * x3 + factors[v + 16] * x4 + factors[v + 17] * x5;
      s3 -= factors[v + 18] * x0 + factors[v + 19] * x1 + factors[v + 20] * x2;
      s3 -= factors[v + 21] * x3 + factors[v + 22] * x4 + factors[v + 23] * x5;
      s4 -= factors[v + 24] * x0 + factors[v + 25] * x1 + factors[v + 26] * x2;
      s4 -= factors[v + 27] * x3 + factors[v + 28] * x4 + factors[v + 29] * x5;
      s5 -= factors[v + 30] * x0 + factors[v + 31] * x1 + factors[v + 32] * x2;
      s5 -= factors[v + 33] * x3 + factors[v + 34] * x4 + factors[v + 35] * x5;
    }
    y[i] = s0;
    y[i + 1] = s1;
    y[i + 2] = s2;
    y[i + 3] = s3;
    y[i + 4] = s4;
    y[i + 5] = s5;
  }
}

/** x = (D + U)⁻¹ z, and Dx beside it. */
export function solveUpper(matrix: BlockRows, z: Float64Array, x: Float64Array, dx: Float64Array): void {
  const { rows, start, diagonal, column, values, inverses } = matrix;
  for (let row = rows - 1; row >= 0; row--) {
    const i = 6 * row;
    let s0 = z[i];
    let s1 = z[i + 1];
    let s2 = z[i + 2];
    let s3 = z[i + 3];
    let s4 = z[i + 4];
    let s5 = z[i + 5];
    for (let p = diagonal[row] + 1; p < start[row + 1]; p++) {
      const v = 36 * p;
      const at = 6 * column[p];
      const x0 = x[at];
      const x1 = x[at + 1];
      const x2 = x[at + 2];
      const x3 = x[at + 3];
      const x4 = x[at + 4];
      const x5 = x[at + 5];
      s0 -= values[v] * x0 + values[v + 1] * x1 + values[v + 2] * x2;
      s0 -= values[v + 3] * x3 + values[v + 4] * x4 + values[v + 5] * x5;
      s1 -= values[v + 6] * x0 + values[v + 7] * x1 + values[v + 8] * x2;
      s1 -= values[v + 9] * x3 + values[v + 10] * x4 + values[v + 11] * x5;
      s2 -= values[v + 12] * x0 + values[v + 13] * x1 + values[v + 14] * x2;
      s2 -= values[v + 15] * x3 + values[v + 16] * x4 + values[v + 17] * x5;
      s3 -= values[v + 18] * x0 + values[v + 19] * x1 + values[v + 20] * x2;
      s3 -= values[v + 21] * x3 + values[v + 22] * x4 + values[v + 23] * x5;
      s4 -= values[v + 24] * x0 + values[v + 25] * x1 + values[v + 26] * x2;
      s4 -= values[v + 27] * x3 + values[v + 28] * x4 + values[v + 29] * x5;
      s5 -= values[v + 30] * x0 + values[v + 31] * x1 + values[v + 32] * x2;
      s5 -= values[v + 33] * x3 + values[v + 34] * x4 + values[v + 35] * x5;
    }
    dx[i] = s0;
    dx[i + 1] = s1;
    dx[i + 2] = s2;
    dx[i + 3] = s3;
    dx[i + 4] = s4;
    dx[i + 5] = s5;
    const v = 36 * row;
    x[i] =
      inverses[v] * s0 +
      inverses[v + 1] * s1 +
      inverses[v + 2] * s2 +
      inverses[v + 3] * s3 +
      inverses[v + 4] * s4 +
      inverses[v + 5] * s5;
    x[i + 1] =
      inverses[v + 6] * s0 +
      inverses[v + 7] * s1 +
      inverses[v + 8] * s2 +
      inverses[v + 9] * s3 +
      inverses[v + 10] * s4 +
      inverses[v + 11] * s5;
    x[i + 2] =
      inverses[v + 12] * s0 +
      inverses[v + 13] * s1 +
      inverses[v + 14] * s2 +
      inverses[v + 15] * s3 +
      inverses[v + 16] * s4 +
      inverses[v + 17] * s5;
    x[i + 3] =
      inverses[v + 18] * s0 +
      inverses[v + 19] * s1 +
      inverses[v + 20] * s2 +
      inverses[v + 21] * s3 +
      inverses[v + 22] * s4 +
      inverses[v + 23] * s5;
    x[i + 4] =
      inverses[v + 24] * s0 +
      inverses[v + 25] * s1 +
      inverses[v + 26] * s2 +
      inverses[v + 27] * s3 +
      inverses[v + 28] * s4 +
      inverses[v + 29] * s5;
    x[i + 5] =
      inverses[v + 30] * s0 +
      inverses[v + 31] * s1 +
      inverses[v + 32] * s2 +
      inverses[v + 33] * s3 +
      inverses[v + 34] * s4 +
      inverses[v + 35] * s5;
  }
}

/** x becomes z + (A_d − 2D) x. */
function addDiagonal({ rows, diagonal, factors }: BlockRows, z: Float64Array, x: Float64Array): void {
  for (let row = 0; row < rows; row++) {
    apply6(factors, 36 * diagonal[row], x, 6 * row);
    for (let r = 0; r < 6; r++) x[6 * row + r] = z[6 * row + r] + image[r];
  }
}

/**
 * y = (I + L̂)⁻¹A(D + U)⁻¹ z at the price of the two solves, without a product by A (Eisenstat 1981): with x = (D + U)⁻¹z it
 * is Dx + (I + L̂)⁻¹(z + (A_d − 2D)x). `x` is room for x.
 */
export function applyRows(matrix: BlockRows, z: Float64Array, y: Float64Array, x: Float64Array): void {
  solveUpper(matrix, z, x, y);
  addDiagonal(matrix, z, x);
  solveLower(matrix, x, x);
  for (let i = 0; i < 6 * matrix.rows; i++) y[i] += x[i];
}
