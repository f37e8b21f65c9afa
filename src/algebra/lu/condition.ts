import { norm1, type SparseMatrix } from "../sparse.js";
import type { Factors } from "./factors.js";
import { solve, solveTransposed } from "./solve.js";

/** Ascent stops by itself after two or three steps, Higham found; the limit guards against cycling. */
const MAX_STEPS = 5;

/**
 * Estimate of κ₁(A) = ‖A‖₁ ‖A⁻¹‖₁ from the factors: ‖A⁻¹x‖₁ is ascended over ‖x‖₁ = 1 by solves with A and Aᵀ, and
 * compared with a vector of alternating signs (Hager 1984; Higham, ACM TOMS 14, 1988, algorithm 4.1). Never more than
 * the condition number, seldom less than a third of it. Infinity if singular.
 */
export function conditionEstimate(factors: Factors, a: SparseMatrix): number {
  if (factors.status === "singular") return Infinity;
  const n = a.cols;
  if (n === 0) return 0;
  const x = new Float64Array(n).fill(1 / n);
  const z = new Float64Array(n);
  let estimate = 0;
  let last = -1;
  for (let step = 0; step < MAX_STEPS; step++) {
    solve(factors, x, x);
    const norm = sumOfMagnitudes(x);
    if (norm <= estimate) break;
    estimate = norm;
    for (let i = 0; i < n; i++) z[i] = x[i] < 0 ? -1 : 1;
    solveTransposed(factors, z, z);
    let steepest = 0;
    for (let i = 1; i < n; i++) if (Math.abs(z[i]) > Math.abs(z[steepest])) steepest = i;
    if (steepest === last) break;
    last = steepest;
    x.fill(0);
    x[steepest] = 1;
  }
  for (let i = 0; i < n; i++) z[i] = (i % 2 === 0 ? 1 : -1) * (1 + i / Math.max(1, n - 1));
  solve(factors, z, z);
  return norm1(a) * Math.max(estimate, (2 * sumOfMagnitudes(z)) / (3 * n));
}

function sumOfMagnitudes(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.abs(x[i]);
  return sum;
}
