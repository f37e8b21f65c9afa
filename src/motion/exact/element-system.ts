import { areSame } from "../../algebra/once.js";
import type { SparseMatrix } from "../../algebra/sparse.js";
import type { Unknown } from "../../mechanics/model.js";
import { sparseLu } from "../../solve/linear.js";
import { isForce } from "./held-newton.js";

/** The linear system of an element. */
export interface ElementSystem {
  /** Factors the matrix of an element of length h [s]; false where it is singular. */
  factor(a: SparseMatrix, h: number): boolean;
  /** b ← A⁻¹ b. */
  solve(b: Float64Array): void;
  /** Drops all that was factored. */
  forget(): void;
}

/**
 * Sparse LU of the unknowns of one stage or of several, states first, which keeps its factors while the numbers stay: in flight every
 * iteration has the same matrix. From where it is taken for singular on, forces are in units of impulses, F h: beside friction, F_t = μ F_n,
 * what a force does in a short element is rounding, and with it that by which corners of one face that slide differ.
 */
export function elementSystem(pattern: SparseMatrix, unknowns: readonly Unknown[], states: number): ElementSystem {
  const { colPtr } = pattern;
  const forces = Array.from({ length: pattern.cols }, (_, j) => j).filter((j) => {
    const k = j % unknowns.length;
    return k >= states && isForce(unknowns[k]);
  });
  const system = sparseLu(pattern);
  const scaled: SparseMatrix = { ...pattern, values: pattern.values.slice() };
  const last = pattern.values.slice();
  let [isFactored, isScaled, impulse] = [false, false, 1];

  function factorScaled({ values }: SparseMatrix, h: number): boolean {
    [isScaled, impulse] = [true, h];
    scaled.values.set(values);
    for (const j of forces) for (let p = colPtr[j]; p < colPtr[j + 1]; p++) scaled.values[p] /= h;
    return system.factor(scaled);
  }

  return {
    factor(a, h) {
      if (isFactored && areSame(a.values, last)) return true;
      last.set(a.values);
      isFactored = (!isScaled && system.factor(a)) || factorScaled(a, h);
      return isFactored;
    },
    solve(b) {
      system.solve(b);
      if (isScaled) for (const j of forces) b[j] /= impulse;
    },
    forget() {
      [isFactored, isScaled] = [false, false];
      system.forget();
    },
  };
}
