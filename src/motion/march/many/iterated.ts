import { applyRows, solveLower, solveUpper } from "./block-rows.js";
import { factorLarge, type IslandMatrix, type LinearParts, mostKept } from "./island-matrix.js";

/** Most iterations of one linear solve, far beyond the dozens that piles need. */
const mostIterations = 800;
/** The part of a residual below which a linear solve need not go: what one Newton step gains at the end. */
const leastForcing = 1e-10;

/** x·y of vectors with six numbers for each body, in sums beside each other: one alone would wait for itself. */
function dot(size: number, x: Float64Array, y: Float64Array): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  for (let i = 0; i < size; i += 6) {
    s0 += x[i] * y[i] + x[i + 3] * y[i + 3];
    s1 += x[i + 1] * y[i + 1] + x[i + 4] * y[i + 4];
    s2 += x[i + 2] * y[i + 2] + x[i + 5] * y[i + 5];
  }
  return s0 + s1 + s2;
}

function add(size: number, by: number, x: Float64Array, into: Float64Array): void {
  for (let i = 0; i < size; i += 6) {
    into[i] += by * x[i];
    into[i + 1] += by * x[i + 1];
    into[i + 2] += by * x[i + 2];
    into[i + 3] += by * x[i + 3];
    into[i + 4] += by * x[i + 4];
    into[i + 5] += by * x[i + 5];
  }
}

/** Slopes by the basis as rotations make them triangular, column by column, the rotations, and the rotated residual. */
const triangle = new Float64Array(mostKept * (mostKept + 1));
const cosine = new Float64Array(mostKept);
const sine = new Float64Array(mostKept);
const rotated = new Float64Array(mostKept + 1);

/**
 * Solves to a part of the right side by GMRES (Saad and Schultz 1986) between incomplete factors, which begins again after
 * `mostKept` vectors: friction makes the system unsymmetric. False where a block is singular or no number comes out.
 */
export function solveIterated(parts: LinearParts, matrix: IslandMatrix, forcing: number): boolean {
  return factorLarge(parts, matrix) && iterate(parts, matrix, forcing);
}

/** The same where the factors are made. */
export function iterate({ step, now }: LinearParts, { rows, krylov }: IslandMatrix, forcing: number): boolean {
  const { basis, solution, room } = krylov;
  const size = 6 * (now.island.to - now.island.from);
  solveLower(rows, step, step);
  solution.fill(0, 0, size);
  let residual = Math.sqrt(dot(size, step, step));
  const goal = Math.max(forcing, leastForcing) * residual;
  for (let i = 0; i < size; i++) basis[0][i] = step[i];
  for (let k = 0; k < mostIterations && residual > goal; ) {
    rotated[0] = residual;
    for (let i = 0; i < size; i++) basis[0][i] /= residual;
    let kept = 0;
    while (kept < mostKept && residual > goal) {
      applyRows(rows, basis[kept], basis[kept + 1], room);
      residual = Math.abs(extend(basis, size, kept++));
    }
    k += kept;
    combine(basis, size, kept, solution);
    if (!(residual > goal)) break;
    // again from what is left
    applyRows(rows, solution, basis[0], room);
    for (let i = 0; i < size; i++) basis[0][i] = step[i] - basis[0][i];
    residual = Math.sqrt(dot(size, basis[0], basis[0]));
  }
  solveUpper(rows, solution, step, room);
  return Number.isFinite(residual);
}

/** Makes vector k + 1 orthonormal to those before it, and rotates its slopes; returns what is left of the residual. */
function extend(basis: readonly Float64Array[], size: number, k: number): number {
  const made = basis[k + 1];
  const column = k * (mostKept + 1);
  for (let j = 0; j <= k; j++) {
    const along = dot(size, made, basis[j]);
    triangle[column + j] = along;
    add(size, -along, basis[j], made);
  }
  const length = Math.sqrt(dot(size, made, made));
  if (length > 0) for (let i = 0; i < size; i++) made[i] /= length;
  for (let j = 0; j < k; j++) {
    const a = triangle[column + j];
    const b = triangle[column + j + 1];
    triangle[column + j] = cosine[j] * a + sine[j] * b;
    triangle[column + j + 1] = cosine[j] * b - sine[j] * a;
  }
  const last = triangle[column + k];
  const whole = Math.sqrt(last * last + length * length);
  cosine[k] = last / whole;
  sine[k] = length / whole;
  triangle[column + k] = whole;
  rotated[k + 1] = -sine[k] * rotated[k];
  rotated[k] *= cosine[k];
  return rotated[k + 1];
}

/** Adds the vectors that leave the least residual to the solution. */
function combine(basis: readonly Float64Array[], size: number, kept: number, solution: Float64Array): void {
  for (let k = kept - 1; k >= 0; k--) {
    let part = rotated[k];
    for (let j = k + 1; j < kept; j++) part -= triangle[j * (mostKept + 1) + k] * rotated[j];
    rotated[k] = part / triangle[k * (mostKept + 1) + k];
    add(size, rotated[k], basis[k], solution);
  }
}
