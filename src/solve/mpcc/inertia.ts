import {
  type Analysis,
  analysing,
  type Factors,
  factoring,
  refactoring,
  solve as solveFactors,
} from "../../algebra/lu/lu.js";
import { multiply } from "../../algebra/sparse.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import type { KktPattern } from "./kkt.js";

/**
 * The system [[H, Jᵀ], [J, −δ_c I]] of a Newton step on the KKT conditions, factored so that its inertia is known; in parts,
 * for a long motion has many unknowns.
 */
export interface KktSystem {
  /** The matrix, whose values hold H and J before a factorisation and the shifts, too, after it. */
  readonly pattern: KktPattern;
  /**
   * Raises δ until [[H + δI, Jᵀ], [J, −δ_c I]] has exactly m negative pivots, so that a step descends wherever the rows
   * let it; returns δ, or undefined where none helps. `values` of the pattern hold H, J.
   */
  correct(): Stepwise<number | undefined>;
  /** The number of negative pivots with δ as given, or undefined where a pivot is zero. */
  negativePivots(delta: number, deltaC: number): Stepwise<number | undefined>;
  /** Factors with δ as given, whatever the inertia; false where the matrix is singular. */
  factorWith(delta: number, deltaC: number): Stepwise<boolean>;
  /** Forgets pivots and shifts of another start. */
  forget(): void;
  /** b ← solution of the system last corrected, refined against the matrix that was factored. */
  solve(b: Float64Array): void;
}

/** δ_c: keeps the lower block from being singular where rows repeat each other. */
export const rowShift = 1e-8;
/** The least δ: without it an unknown that no curvature holds has a pivot of zero (Vanderbei, SIAM J. Optim. 5, 1995). */
export const leastShift = 1e-6;
const firstShift = 1e-4;
const mostShift = 1e20;
const refinements = 3;

export function kktSystem(pattern: KktPattern): KktSystem {
  const { matrix, diagonalAt, unknowns: n } = pattern;
  const m = matrix.rows - n;
  const { values } = matrix;
  let analysis: Analysis | undefined;
  const diagonal = new Float64Array(n + m);
  const product = new Float64Array(n + m);
  const wanted = new Float64Array(n + m);
  const correction = new Float64Array(n + m);
  let factors: Factors | undefined;
  let kept = false;
  let last = 0;

  function remember(): void {
    for (let k = 0; k < n + m; k++) diagonal[k] = values[diagonalAt[k]];
  }

  function* negative(delta: number, deltaC: number): Stepwise<number | undefined> {
    analysis ??= yield* analysing(matrix);
    for (let k = 0; k < n; k++) values[diagonalAt[k]] = diagonal[k] + delta;
    for (let k = n; k < n + m; k++) values[diagonalAt[k]] = diagonal[k] - deltaC;
    // pivots on the diagonal, in a symmetric order: their signs are the inertia (Sylvester)
    let current = factors;
    if (!(kept && current !== undefined && (yield* refactoring(current, matrix, 0)))) {
      // void while they are made: nobody may come back to them who has left in a pause
      kept = false;
      current = factors = yield* factoring(analysis, matrix, { threshold: 0, reuse: factors });
      const { rowAt } = current.triangles;
      // a zero on the diagonal takes its pivot elsewhere, and such an order is none to be kept
      kept = current.status === "factored" && analysis.colOrder.every((column, k) => rowAt[k] === column);
      if (!kept) return undefined;
    }
    const { pivot } = current.triangles;
    let count = 0;
    for (let k = 0; k < n + m; k++) if (pivot[k] < 0) count++;
    return count;
  }

  return {
    pattern,
    *correct() {
      remember();
      if ((yield* negative(leastShift, rowShift)) === m) return leastShift;
      let delta = last === 0 ? firstShift : Math.max(leastShift, last / 3);
      while (delta < mostShift) {
        if ((yield* negative(delta, rowShift)) === m) {
          last = delta;
          return delta;
        }
        delta *= last === 0 ? 100 : 8;
      }
      return undefined;
    },
    *negativePivots(delta, deltaC) {
      remember();
      return yield* negative(delta, deltaC);
    },
    *factorWith(delta, deltaC) {
      remember();
      return (yield* negative(delta, deltaC)) !== undefined || factors?.status === "factored";
    },
    forget() {
      last = 0;
      kept = false;
    },
    solve(b) {
      if (factors === undefined) throw new Error("A KKT system is factored before it is solved.");
      wanted.set(b);
      solveFactors(factors, b, b);
      for (let k = 0; k < refinements; k++) {
        multiply(matrix, b, product);
        for (let i = 0; i < b.length; i++) correction[i] = wanted[i] - product[i];
        solveFactors(factors, correction, correction);
        let largest = 0;
        for (let i = 0; i < b.length; i++) {
          b[i] += correction[i];
          largest = Math.max(largest, Math.abs(correction[i]) / (1 + Math.abs(b[i])));
        }
        if (largest < 1e-14) break;
      }
    },
  };
}
