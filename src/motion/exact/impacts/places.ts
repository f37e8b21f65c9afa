import type { Compiled } from "../../compile/compile-problem.js";
import type { Path } from "../../compile/path.js";
import { type BranchRows, branchRows, unheldDistances } from "../branches.js";

/** No place moves by more of its scale in a tiny step. */
const away = 1e-2;

/** The states that a step has by a formula of the others. */
export const positionsOf = ({ kernels: { layout, defined } }: Compiled): ReadonlySet<number> =>
  new Set([...defined.at].map((place) => place - layout.next).filter((k) => k >= 0 && k < layout.states));

/** True of a root far away from where a step began, as one on the other side of a corner: it is none of the motion. */
export function awayFrom({ unknowns }: BranchRows, path: Path, positions: ReadonlySet<number>) {
  return (from: Float64Array): boolean =>
    [...positions].some((k) => {
      const moved = Math.abs(path.states[from.length + k] - from[k]);
      return moved > away * (unknowns[k].scale + Math.abs(from[k]));
    });
}

/** Gaps [m, rad] of bounds, from their distances to force: by how much places have to move at least for them to close. */
export function gapsOf(compiled: Compiled): (frame: Float64Array, distances: Float64Array) => Float64Array {
  const { switches } = branchRows(compiled);
  const { states } = compiled.kernels.layout;
  const rows = unheldDistances(compiled);
  const { row, col } = rows.pattern;
  const entries = new Float64Array(col.length);
  const positions = positionsOf(compiled);
  return (frame, distances) => {
    const steepest = new Float64Array(switches);
    rows.jacobian(frame, distances, entries);
    for (let p = 0; p < col.length; p++)
      if (positions.has(col[p] - states)) steepest[row[p]] = Math.max(steepest[row[p]], Math.abs(entries[p]));
    return steepest.map((slope, k) => -distances[k] / slope);
  };
}
