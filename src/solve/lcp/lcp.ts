/**
 * Linear complementarity problems, small and dense: by the semismooth Newton here, by Lemke's pivots in `lemke.ts`, with
 * compliant unknowns condensed out in `compliant.ts`; `infeasibility.ts` tells the rows of inequalities that contradict
 * each other. Each file stands alone, and none knows of contacts.
 *
 * @module solve/lcp
 */
import { fullPattern } from "../../algebra/sparse.js";
import { denseLu } from "../linear.js";
import type { Mcp, Status } from "../mcp.js";
import { type NewtonState, newton } from "../newton/newton.js";

/** M z + q ⟂ z with the first unknowns free and the others not negative; its numbers are written in by its owner. */
export interface Lcp {
  readonly mcp: Mcp;
  readonly free: number;
  /** M by columns. */
  readonly matrix: Float64Array;
  /** −q. */
  readonly right: Float64Array;
}

/** Room for a problem in n unknowns. */
export function denseLcp(n: number, free: number, name: (index: number) => string): Lcp {
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  const mcp: Mcp = {
    name,
    lower: Float64Array.from({ length: n }, (_, j) => (j < free ? Number.NEGATIVE_INFINITY : 0)),
    upper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    scale: new Float64Array(n).fill(1),
    pattern: fullPattern(n),
    evaluate(z, residual, jacobian) {
      for (let i = 0; i < n; i++) residual[i] = -right[i];
      for (let j = 0, p = 0; j < n; j++) for (let i = 0; i < n; i++, p++) residual[i] += matrix[p] * z[j];
      jacobian?.set(matrix);
      return true;
    },
  };
  return { mcp, free, matrix, right };
}

/** The end of a solve, with the iterations of all its problems. */
export interface LcpSolution {
  readonly status: Status;
  readonly z: Float64Array;
  readonly residual: number;
  readonly iterations: number;
}

/** Solves one problem after another. */
export interface LcpSolver {
  /**
   * Solves first with `softness` on the diagonal of so many unknowns after the free ones, then from there without it.
   * The softened problem may have one solution where the given one has many: the answer is near that one.
   */
  solve(lcp: Lcp, softened: number, softness: number): LcpSolution;
  /** Lets the memory of earlier problems go: the next answer does not depend on them. */
  forget(): void;
}

/** A solver of linear complementarity problems to this scaled residual. */
export function lcpSolver(tolerance: number): LcpSolver {
  const solver = newton({ tolerance, linear: denseLu });
  let memory: NewtonState | undefined;

  function solveFrom({ mcp }: Lcp, start: Float64Array): LcpSolution {
    const state = solver.init(mcp, start, memory);
    memory = state;
    let status = solver.done(state);
    for (; status === undefined; status = solver.done(state)) solver.step(state);
    return {
      status,
      z: state.iterate.z.slice(),
      residual: state.iterate.residual,
      iterations: state.iterate.iteration,
    };
  }

  return {
    solve(lcp, softened, softness) {
      const { free, matrix, mcp } = lcp;
      const n = mcp.lower.length;
      const diagonal = Float64Array.from({ length: softened }, (_, k) => matrix[(free + k) * (n + 1)]);
      for (let k = 0; k < softened; k++) matrix[(free + k) * (n + 1)] += softness;
      const soft = solveFrom(lcp, new Float64Array(n));
      for (let k = 0; k < softened; k++) matrix[(free + k) * (n + 1)] = diagonal[k];
      const found = solveFrom(lcp, soft.z);
      return { ...found, iterations: soft.iterations + found.iterations };
    },
    forget() {
      memory = undefined;
    },
  };
}
