import { applyRows, solveLower, solveUpper } from "./block-rows.js";
import { type IslandMatrix, type LinearParts, mostKept } from "./island-matrix.js";
import type { BlockRoutines } from "./routines/routines.js";

/** Most iterations of one linear solve, far beyond the dozens that piles need. */
const mostIterations = 800;
/** The part of a residual below which a linear solve need not go: what one Newton step gains at the end. */
const leastForcing = 1e-10;

/** Slopes by the basis as rotations make them triangular, column by column, the rotations, and the rotated residual. */
const triangle = new Float64Array(mostKept * (mostKept + 1));
const cosine = new Float64Array(mostKept);
const sine = new Float64Array(mostKept);
const rotated = new Float64Array(mostKept + 1);

/**
 * Solves to a part of the right side by GMRES (Saad and Schultz 1986) between incomplete factors, which begins again after
 * `mostKept` vectors: friction makes the system unsymmetric. False where no number comes out.
 */
export function iterate({ step, now }: LinearParts, { rows }: IslandMatrix, forcing: number): boolean {
  const matrix = rows();
  const { routines } = matrix;
  const [right, solution, x, r, ...basis] = matrix.vectors;
  const room = [x, r];
  const count = 6 * (now.island.to - now.island.from);
  const lengthOf = ({ byteOffset }: Float64Array): number => Math.sqrt(routines.dot(byteOffset, byteOffset));
  right.set(step);
  solveLower(matrix, right, right, r);
  solution.fill(0, 0, count);
  let residual = lengthOf(right);
  const goal = Math.max(forcing, leastForcing) * residual;
  basis[0].set(right);
  for (let k = 0; k < mostIterations && residual > goal; ) {
    rotated[0] = residual;
    routines.scale(1 / residual, basis[0].byteOffset);
    let kept = 0;
    while (kept < mostKept && residual > goal) {
      applyRows(matrix, basis[kept], basis[kept + 1], room);
      residual = Math.abs(extend(routines, basis, kept++));
    }
    k += kept;
    combine(routines, basis, kept, solution);
    if (!(residual > goal)) break;
    // again from what is left
    applyRows(matrix, solution, basis[0], room);
    for (let i = 0; i < count; i++) basis[0][i] = right[i] - basis[0][i];
    residual = lengthOf(basis[0]);
  }
  solveUpper(matrix, solution, right, room);
  step.set(right);
  return Number.isFinite(residual);
}

/** Makes vector k + 1 orthonormal to those before it, and rotates its slopes; returns what is left of the residual. */
function extend(routines: BlockRoutines, basis: readonly Float64Array[], k: number): number {
  const made = basis[k + 1].byteOffset;
  const column = k * (mostKept + 1);
  let along = routines.dot(made, basis[0].byteOffset);
  for (let j = 0; j <= k; j++) {
    triangle[column + j] = along;
    along = routines.addAndDot(-along, basis[j].byteOffset, made, basis[j + 1].byteOffset);
  }
  const length = Math.sqrt(along);
  if (length > 0) routines.scale(1 / length, made);
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
function combine(
  routines: BlockRoutines,
  basis: readonly Float64Array[],
  kept: number,
  { byteOffset: into }: Float64Array,
): void {
  for (let k = kept - 1; k >= 0; k--) {
    let part = rotated[k];
    for (let j = k + 1; j < kept; j++) part -= triangle[j * (mostKept + 1) + k] * rotated[j];
    rotated[k] = part / triangle[k * (mostKept + 1) + k];
    routines.addAndDot(rotated[k], basis[k].byteOffset, into, into);
  }
}
