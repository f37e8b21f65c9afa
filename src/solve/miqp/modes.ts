import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { unlessAborted } from "../drive.js";
import type { LpSolver } from "../lp/lp.js";
import { type ConvexWorkspace, convexWorkspace, solvingConvex } from "./convex.js";
import { activities, objective, residual, side } from "./point.js";
import {
  type Bounds,
  FIRST,
  feasibility,
  holdSides,
  type Miqp,
  type MiqpHints,
  type Mode,
  OPEN,
  SECOND,
} from "./problem.js";

/** A feasible point, the complete mode in which it is the least, and its violation of rows, bounds and pairs. */
export interface Incumbent {
  readonly x: Float64Array;
  readonly objective: number;
  readonly mode: Mode;
  readonly residual: number;
}

/** Workspaces for programs of one size, to be used again by the next program of that size. */
export interface Room {
  readonly convex: ConvexWorkspace;
  readonly bounds: Bounds;
  readonly activity: Float64Array;
  readonly gradient: Float64Array;
}

/** A program made ready: with its matrix in full, and room for its bounds in a mode and for the least point there. */
export interface Prepared extends Room {
  readonly miqp: Miqp;
  readonly hints: MiqpHints;
  readonly lp: LpSolver;
  /** Once it is aborted no least point is looked for any more: that none was found proves nothing then. */
  readonly signal?: AbortSignal | undefined;
}

/** Workspaces for programs of n columns and m rows. */
export function makeRoom(n: number, m: number): Room {
  return {
    convex: convexWorkspace(n, m),
    bounds: {
      lower: new Float64Array(n),
      upper: new Float64Array(n),
      rowLower: new Float64Array(m),
      rowUpper: new Float64Array(m),
    },
    activity: new Float64Array(m),
    gradient: new Float64Array(n),
  };
}

/** Puts the matrix of a program into a room, whose earlier program is void then. */
export function prepare(miqp: Miqp, hints: MiqpHints, lp: LpSolver, room: Room): Prepared {
  const { A } = miqp;
  const { matrix } = room.convex;
  matrix.fill(0);
  for (let j = 0; j < A.cols; j++)
    for (let p = A.colPtr[j]; p < A.colPtr[j + 1]; p++) matrix[A.rowIdx[p] * A.cols + j] = A.values[p];
  return { miqp, hints, lp, ...room };
}

/** The bounds of the program with one side of every pair that the mode names held at zero. */
function holdMode({ miqp, bounds }: Prepared, mode: Mode): Bounds {
  const { lower, upper, rowLower, rowUpper } = miqp;
  bounds.lower.set(lower);
  bounds.upper.set(upper);
  bounds.rowLower.set(rowLower);
  bounds.rowUpper.set(rowUpper);
  holdSides(miqp, mode, bounds.upper, bounds.rowUpper);
  return bounds;
}

/**
 * The least point of a mode, complementary where the mode is complete; undefined where there is none. `feasible` is a
 * point of the mode that serves where the mode leaves the cost no choice.
 */
export function* leastOf(prepared: Prepared, mode: Mode, feasible?: Float64Array): Stepwise<Float64Array | undefined> {
  const { convex, miqp, signal } = prepared;
  const status = yield* unlessAborted(solvingConvex(convex, holdMode(prepared, mode), miqp, feasible), signal);
  return status === "optimal" ? convex.x : undefined;
}

/** The least point of a complete mode, if it has one that our own arithmetic accepts. */
export function* tryMode(prepared: Prepared, mode: Mode, feasible?: Float64Array): Stepwise<Incumbent | undefined> {
  const { miqp, activity } = prepared;
  const x = yield* leastOf(prepared, mode, feasible);
  if (x === undefined) return undefined;
  const violation = residual(miqp, x, activity);
  if (!(violation <= feasibility)) return undefined;
  return { x: x.slice(), objective: objective(miqp, x), mode: mode.slice(), residual: violation };
}

/** The least point of the mode that a point suggests, in a program of its own; undefined where rounding lets it have none. */
export function leastNear(
  { miqp, hints }: Pick<Prepared, "miqp" | "hints">,
  lp: LpSolver,
  x: Float64Array,
  tolerance: number,
): Incumbent | undefined {
  const prepared = prepare(miqp, hints, lp, makeRoom(miqp.c.length, miqp.rowLower.length));
  return finish(tryMode(prepared, modeOf(prepared, x, tolerance)));
}

/** The complete mode that a point suggests: by the model's advice, else the smaller side of each pair is zero. */
export function modeOf(prepared: Prepared, x: Float64Array, tolerance: number): Mode {
  return prepared.hints.modeOf?.(x, tolerance) ?? smallerSides(prepared, x);
}

/** The smaller side of every pair at x. */
export function smallerSides({ miqp, activity }: Prepared, x: Float64Array): Mode {
  activities(miqp.A, x, activity);
  return Uint8Array.from(miqp.pairs, ([first, second]) =>
    side(miqp, x, activity, first) <= side(miqp, x, activity, second) ? FIRST : SECOND,
  );
}

/**
 * The open pair to decide next at x: of the lowest rank, then the one whose sides lie apart most; those that are
 * complementary already come last. −1 if every pair is decided.
 */
export function nextPair({ miqp, hints, activity }: Prepared, mode: Mode, x: Float64Array | undefined): number {
  if (x !== undefined) activities(miqp.A, x, activity);
  let best = -1;
  let bestRank = Number.POSITIVE_INFINITY;
  let most = -1;
  for (let k = 0; k < mode.length; k++) {
    if (mode[k] !== OPEN) continue;
    const [first, second] = miqp.pairs[k];
    const gap = x === undefined ? 0 : Math.min(side(miqp, x, activity, first), side(miqp, x, activity, second));
    const rank = (hints.rank?.[k] ?? 0) + (gap > feasibility ? 0 : 256);
    if (rank > bestRank || (rank === bestRank && gap <= most)) continue;
    best = k;
    bestRank = rank;
    most = gap;
  }
  return best;
}

/** `decided` where it has decided, `otherwise` elsewhere. */
export const complete = (decided: Mode, otherwise: Mode): Mode =>
  decided.map((choice, k) => (choice === OPEN ? otherwise[k] : choice));
