import { fromTriplets } from "../../algebra/sparse.js";
import type { RowKernel } from "../../expr/compile.js";
import { type LinearSystem, sparseLu } from "../../solve/linear.js";
import type { BranchRows } from "./branches.js";

/** Newton's method on rows of one step whose branches are held, in a frame of the layout followed by the branches. */
export interface HeldNewton {
  readonly system: LinearSystem;
  /** Right-hand side, and behind `solve` the solution. */
  readonly residual: Float64Array;
  /** Entries of the rows by all of their columns, as `linearise` left them. */
  readonly entries: Float64Array;
  linearise(): boolean;
  solve(): void;
  /** False where it does not converge. */
  run(): boolean;
}

const mostIterations = 20;
const converged = 1e-14;
const rounding = 1e-9;

/**
 * Newton's method on `rows`, whose columns are those of branch rows. In a step of length h velocities change by forces times h: `scale`
 * is the size of forces beside that of states, 1/h, without which their columns are taken for dependent where h is tiny.
 */
export function heldNewton(
  rows: RowKernel,
  { at, unknowns }: BranchRows,
  frame: Float64Array,
  { states, scale }: { readonly states: number; readonly scale: number },
): HeldNewton {
  const size = at.length;
  const { row, col } = rows.pattern;
  const own = [...col.keys()].filter((p) => col[p] >= states && col[p] < states + size);
  const pattern = fromTriplets(
    [size, size],
    own.map((p) => row[p]),
    own.map((p) => col[p] - states),
  );
  const system: LinearSystem = sparseLu(pattern);
  const entries = new Float64Array(col.length);
  const residual = new Float64Array(size);

  function linearise(): boolean {
    rows.jacobian(frame, residual, entries);
    own.forEach((p, q) => {
      pattern.values[q] = col[p] < 2 * states ? entries[p] : scale * entries[p];
    });
    return residual.every(Number.isFinite) && system.factor(pattern);
  }

  function solve(): void {
    system.solve(residual);
    for (let k = states; k < size; k++) residual[k] *= scale;
  }

  function run(): boolean {
    let before = Number.POSITIVE_INFINITY;
    for (let i = 0; i < mostIterations; i++) {
      if (!linearise()) return false;
      solve();
      let change = 0;
      for (let k = 0; k < size; k++) {
        frame[at[k]] -= residual[k];
        if (k < states) change = Math.max(change, Math.abs(residual[k]) / (unknowns[k].scale + Math.abs(frame[at[k]])));
      }
      if (!Number.isFinite(change)) return false;
      if (change <= converged || (change <= rounding && change >= 0.5 * before)) return true;
      before = change;
    }
    return false;
  }

  return { system, residual, entries, linearise, solve, run };
}

/** The largest force among the unknowns of a frame. */
export function largestForce({ at }: BranchRows, states: number, frame: Float64Array): number {
  let largest = 0;
  for (let k = states; k < at.length; k++) largest = Math.max(largest, Math.abs(frame[at[k]]));
  return largest;
}
