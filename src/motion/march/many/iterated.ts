import { multiplyRows, solveRows } from "./block-rows.js";
import { factorLarge, type IslandMatrix, type LinearParts } from "./island-matrix.js";

/** Most iterations of one linear solve, far beyond the dozens that piles need. */
const mostSweeps = 400;
/** The part of a residual below which a linear solve need not go: what one Newton step gains at the end. */
const leastForcing = 1e-10;

function dot(size: number, x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += x[i] * y[i];
  return sum;
}

/**
 * Solves to a part of the right side by BiCGSTAB (van der Vorst 1992), preconditioned from the right by incomplete
 * factors: friction makes the system unsymmetric. False where it breaks down.
 */
export function solveIterated(parts: LinearParts, matrix: IslandMatrix, forcing: number): boolean {
  const { step, now } = parts;
  const { rows } = matrix;
  const count = now.island.to - now.island.from;
  const size = 6 * count;
  if (!factorLarge(parts, matrix)) return false;
  const [r, start, p, q, s, t, y] = matrix.krylov;
  for (let i = 0; i < size; i++) {
    r[i] = step[i];
    start[i] = r[i];
    p[i] = r[i];
    step[i] = 0;
  }
  const goal = Math.max(forcing, leastForcing) * Math.sqrt(dot(size, r, r));
  let rho = dot(size, start, r);
  for (let k = 0; k < mostSweeps; k++) {
    solveRows(rows, count, p, y);
    multiplyRows(rows, count, y, q);
    const alpha = rho / dot(size, start, q);
    for (let i = 0; i < size; i++) {
      step[i] += alpha * y[i];
      s[i] = r[i] - alpha * q[i];
    }
    if (Math.sqrt(dot(size, s, s)) <= goal) return true;
    solveRows(rows, count, s, y);
    multiplyRows(rows, count, y, t);
    const omega = dot(size, t, s) / dot(size, t, t);
    for (let i = 0; i < size; i++) {
      step[i] += omega * y[i];
      r[i] = s[i] - omega * t[i];
    }
    if (Math.sqrt(dot(size, r, r)) <= goal) return true;
    const next = dot(size, start, r);
    const beta = (next / rho) * (alpha / omega);
    // no number where the recursion broke down
    if (!(Math.abs(beta) < Infinity)) return Number.isFinite(step[0]);
    rho = next;
    for (let i = 0; i < size; i++) p[i] = r[i] + beta * (p[i] - omega * q[i]);
  }
  return true;
}
