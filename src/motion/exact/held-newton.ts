import { fromTriplets } from "../../algebra/sparse.js";
import type { RowKernel } from "../../expr/compile.js";
import type { Unknown } from "../../mechanics/model.js";
import { type LinearSystem, sparseLu } from "../../solve/linear.js";
import type { Compiled } from "../compile/compile-problem.js";
import { type BranchRows, turned, unheldDistances } from "./branches.js";

/** Newton's method on rows of one step whose branches are held, in a frame of the layout followed by the branches. */
export interface HeldNewton {
  readonly system: LinearSystem;
  /** Right-hand side, and behind `solve` the solution. */
  readonly residual: Float64Array;
  /** Entries of the rows by all of their columns, as `linearise` left them. */
  readonly entries: Float64Array;
  linearise(): boolean;
  solve(): void;
  /** By forces of this size beside that of states; false where it does not converge. */
  run(scale: number): boolean;
}

/** True of forces and impulses, which a step without length has beyond measure; others are as they are, such as places on edges. */
export const isForce = ({ unit }: Unknown): boolean => unit.includes("N");

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
  states: number,
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
  const scales = new Float64Array(size).fill(1);

  function linearise(): boolean {
    rows.jacobian(frame, residual, entries);
    own.forEach((p, q) => {
      pattern.values[q] = scales[col[p] - states] * entries[p];
    });
    return residual.every(Number.isFinite) && system.factor(pattern);
  }

  function solve(): void {
    system.solve(residual);
    for (let k = states; k < size; k++) residual[k] *= scales[k];
  }

  function run(scale: number): boolean {
    for (let k = states; k < size; k++) if (isForce(unknowns[k])) scales[k] = scale;
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

/** A distance on the wrong side by this part of the largest force is rounding; so many branches are changed at most. */
const [wrong, mostFlips] = [1e-9, 12];
/** The branches on which distances lie; a distance of none lies on that of its tie. */
export const modesBy = (values: Float64Array, ties: Float64Array): Float64Array =>
  values.map((x, k) => (x > 0 ? 1 : x < 0 ? -1 : ties[k]));

/**
 * Solves the tiny step in the frame to rounding on branches that all fit: a march solves momentum to a tolerance of its own,
 * which is much of a force in so short a step. Forces are of the size `scale` beside that of states. Undefined, and the frame as it was, where no branches fit.
 */
export function settler(compiled: Compiled, branches: BranchRows, frame: Float64Array) {
  const { layout } = compiled.kernels;
  const unheld = unheldDistances(compiled);
  const { distances, switches, ties, at } = branches;
  const { states } = layout;
  const newton = heldNewton(branches.rows, branches, frame, states);
  const kept = new Float64Array(at.length);
  const residual = new Float64Array(at.length);
  const drifting = branches.bounds
    .filter(({ drifts }) => drifts)
    .map((bound) => ({ ...bound, row: at.indexOf(bound.at) }));

  /** An open corner has to go neither in nor on in: what it drifted by, and rounding, are forces beyond measure in so short a step. */
  function leaving(modes: Float64Array, values: Float64Array): void {
    const open = drifting.filter(({ by }) => modes[by] < 0 && values[by] > 0);
    if (open.length === 0) return;
    for (const { by } of open) frame[layout.leaves.length + by] = 1;
    branches.rows.residual(frame, residual);
    for (const { by, row } of open) {
      frame[layout.leaves.length + by] = -1;
      values[by] = Math.min(values[by], -residual[row]);
    }
  }

  return (values: Float64Array, scale: number): Float64Array | undefined => {
    for (let k = 0; k < at.length; k++) kept[k] = frame[at[k]];
    const modes = modesBy(values, ties);
    newton.system.forget();
    for (let i = 0; i < mostFlips; i++) {
      frame.set(modes, layout.leaves.length);
      if (!newton.run(scale)) break;
      distances.residual(frame, values);
      leaving(modes, values);
      const live = branches.live(modes);
      let [most, worst] = [wrong * largestForce(branches, states, frame), -1];
      for (let k = 0; k < switches; k++)
        if (live[k] === 1 && -values[k] * modes[k] > most) [most, worst] = [-values[k] * modes[k], k];
      if (worst < 0) return modes;
      turned(branches.live, modes, values, worst);
    }
    for (let k = 0; k < at.length; k++) frame[at[k]] = kept[k];
    unheld.residual(frame, values);
    return undefined;
  };
}
