import { multiply } from "../../algebra/sparse.js";
import { type Basis, basisOf, type Column } from "./basis.js";
import type { LinearMcp, Place } from "./linear.js";

/** Feasibility is kept to this share of the largest value: ratios closer than that are tied. */
const slack = 1e-9;
/** Pivots below this share of the largest element of their column, or of one, are not taken. */
const smallPivot = 1e-9;

/** How a path ended; `z` only where it is a solution up to rounding. */
export interface PathEnd {
  readonly status: "solved" | "ray" | "singular" | "limit" | "cancelled";
  readonly z?: Float64Array;
  readonly pivots: number;
}

/** Limits of a path; its random numbers decide ties. */
export interface PathLimits {
  readonly random: () => number;
  readonly pivots: number;
  readonly stopped: () => boolean;
}

/**
 * A basis of M z − w + t d = −q and its solution. Variable k < n is z_k, n + k is w_k, 2n is t; of each pair z_k, w_k
 * one at least stands at a bound. `x` are the values of the basic variables, `y` their share in an infinitesimal
 * perturbation of q: ties of x are decided by y, so the path never turns back (a lexicographic rule with one random
 * column instead of n).
 */
interface Tableau {
  readonly problem: LinearMcp;
  readonly columns: Column[];
  readonly head: Int32Array;
  readonly basis: Basis;
  readonly bounds: Bounds;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly perturbation: Perturbation;
}

/** Bounds of all variables, and the bound at which a z stands that is not basic. */
interface Bounds {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly at: Float64Array;
}

/** The column that perturbs q, and the slack up to which values of x are tied. */
interface Perturbation {
  readonly column: Float64Array;
  room: number;
}

/** No basic variable comes to a bound; the entering one comes to its own other bound first. */
const none = -1;
const itself = -2;

/** The next move: variable `entering` goes up (sign 1) or down, by `step` and `stepY`, until row `leaves` is at a bound. */
interface Move {
  entering: number;
  sign: number;
  leaves: number;
  step: number;
  stepY: number;
}

/**
 * Follows the complementary path of Lemke's method for bounded unknowns (Cottle, Dantzig 1968; Dirkse, Ferris 1995): from
 * any complementary basis, made feasible by t times a covering vector, t goes to zero by pivots. `places` say which
 * basis; every unknown not inside must have that bound finite. On a copositive matrix that begins with all unknowns at
 * their lower bounds it ends on a ray only where the problem may have no solution (Cottle, Pang, Stone 1992, section 4.4);
 * elsewhere a ray says nothing.
 */
export function followPath(problem: LinearMcp, places: readonly Place[], limits: PathLimits): PathEnd {
  const n = places.length;
  const T = 2 * n;
  const t = firstTableau(problem, places);
  let pivots = 0;
  const end = (status: PathEnd["status"]): PathEnd => ({ status, pivots });
  if (!renew(t)) return end("singular");
  const move = coverBy(t, limits.random);
  const solved = (): PathEnd => (renew(t) ? { status: "solved", z: pointOf(t), pivots } : end("singular"));
  if (move.leaves === none) return solved();
  const column = new Float64Array(n);
  solveColumn(t, T, column);
  while (pivots < limits.pivots) {
    if (limits.stopped()) return end("cancelled");
    const leaving = t.head[move.leaves];
    pivot(t, move, column);
    pivots++;
    if (leaving === T) return solved();
    enterComplement(t, leaving, move);
    if (t.basis.isWorn() && !renew(t)) return end("singular");
    for (;;) {
      solveColumn(t, move.entering, column);
      ratioTest(t, column, move);
      if (move.leaves !== itself) break;
      flip(t, move, column);
      pivots++;
    }
    if (move.leaves === none) return end("ray");
  }
  return end("limit");
}

function firstTableau(problem: LinearMcp, places: readonly Place[]): Tableau {
  const { matrix, lower, upper } = problem;
  const n = places.length;
  const { colPtr, rowIdx, values } = matrix;
  const columns: Column[] = Array.from({ length: 2 * n }, (_, k) =>
    k < n
      ? { rows: rowIdx.subarray(colPtr[k], colPtr[k + 1]), values: values.subarray(colPtr[k], colPtr[k + 1]) }
      : { rows: Int32Array.of(k - n), values: Float64Array.of(-1) },
  );
  const low = new Float64Array(2 * n + 1);
  const high = new Float64Array(2 * n + 1).fill(Number.POSITIVE_INFINITY);
  low.set(lower);
  high.set(upper);
  const at = new Float64Array(n);
  const head = Int32Array.from(places, (place, k) => (place === "inside" ? k : n + k));
  const x = new Float64Array(n);
  const t: Tableau = {
    problem,
    columns,
    head,
    basis: basisOf(n),
    bounds: { low, high, at },
    x,
    y: new Float64Array(n),
    perturbation: { column: new Float64Array(n), room: slack },
  };
  places.forEach((place, k) => {
    if (place !== "inside") stand(t, k, place === "upper");
  });
  return t;
}

/** z_k stands at a bound, so w_k has the sign that this bound asks for; any where both bounds are one. */
function stand(t: Tableau, k: number, isUpper: boolean): void {
  const { lower, upper } = t.problem;
  const { low, high, at } = t.bounds;
  const n = at.length;
  const isFixed = lower[k] === upper[k];
  at[k] = isUpper ? upper[k] : lower[k];
  low[n + k] = isUpper || isFixed ? Number.NEGATIVE_INFINITY : 0;
  high[n + k] = isUpper && !isFixed ? 0 : Number.POSITIVE_INFINITY;
}

/** Factors the basis anew and computes x and y from it; false where it is singular. */
function renew(t: Tableau): boolean {
  const { problem, columns, head, bounds, basis, x, y } = t;
  if (!basis.factor(Array.from(head, (v) => columns[v]))) return false;
  multiply(problem.matrix, bounds.at, x);
  for (let i = 0; i < x.length; i++) x[i] = -problem.offset[i] - x[i];
  basis.solve(x);
  y.set(t.perturbation.column);
  basis.solve(y);
  return x.every(Number.isFinite);
}

/** Adds the column of t and returns the first move, t up until all is feasible; no row leaves where all is already. */
function coverBy(t: Tableau, random: () => number): Move {
  const { head, x, y, columns, perturbation } = t;
  const { low, high } = t.bounds;
  const n = x.length;
  const cover = new Float64Array(n);
  const move = { entering: 2 * n, sign: 1, leaves: none, step: 0, stepY: 0 };
  let largest = 0;
  for (let k = 0; k < n; k++) {
    const v = head[k];
    const isUp = low[v] > Number.NEGATIVE_INFINITY;
    const isDown = high[v] < Number.POSITIVE_INFINITY;
    y[k] = 0;
    if (!isUp && !isDown) continue;
    largest = Math.max(largest, Math.abs(x[k]));
    const side = isUp && isDown ? (random() < 0.5 ? 1 : -1) : isUp ? 1 : -1;
    y[k] = side * (0.5 + random());
    cover[k] = isUp && isDown ? (x[k] < low[v] ? 1 : x[k] > high[v] ? -1 : 0) : side;
    if (cover[k] === 0) continue;
    const need = cover[k] > 0 ? low[v] - x[k] : x[k] - high[v];
    const needY = -y[k] * cover[k];
    if (need > move.step || (move.leaves !== none && need === move.step && needY > move.stepY)) {
      move.step = need;
      move.stepY = needY;
      move.leaves = k;
    }
  }
  perturbation.room = slack * (largest > 0 ? largest : 1);
  const d = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const { rows, values } = columns[head[k]];
    for (let e = 0; e < rows.length; e++) {
      perturbation.column[rows[e]] += values[e] * y[k];
      d[rows[e]] -= values[e] * cover[k];
    }
  }
  const rows = Int32Array.from([...d.keys()].filter((i) => d[i] !== 0));
  columns.push({ rows, values: Float64Array.from(rows, (i) => d[i]) });
  return move;
}

function solveColumn({ columns, basis }: Tableau, v: number, column: Float64Array): void {
  const { rows, values } = columns[v];
  column.fill(0);
  for (let e = 0; e < rows.length; e++) column[rows[e]] = values[e];
  basis.solve(column);
}

/** Makes the move: the entering variable becomes basic in the row that leaves. */
function pivot(t: Tableau, { entering, sign, leaves, step, stepY }: Move, column: Float64Array): void {
  const { head, basis, x, y } = t;
  const { at } = t.bounds;
  const n = x.length;
  for (let k = 0; k < n; k++) {
    if (column[k] === 0) continue;
    x[k] -= sign * step * column[k];
    y[k] -= sign * stepY * column[k];
  }
  x[leaves] = (entering < n ? at[entering] : 0) + sign * step;
  y[leaves] = sign * stepY;
  const leaving = head[leaves];
  // a z that went up stands at its upper bound; a w that left tells which way its z goes by its own bounds
  if (leaving < n) stand(t, leaving, sign * column[leaves] < 0);
  if (entering < n) at[entering] = 0;
  basis.exchange(leaves, column);
  head[leaves] = entering;
}

/** The complement of the variable that left goes on, away from its bound. */
function enterComplement(t: Tableau, leaving: number, move: Move): void {
  const n = t.x.length;
  if (leaving < n) {
    move.entering = leaving + n;
    move.sign = t.bounds.low[leaving + n] === 0 ? 1 : -1;
  } else {
    move.entering = leaving - n;
    move.sign = t.bounds.low[leaving] === 0 ? 1 : -1;
  }
}

/** An entering z goes to its other bound: then its w goes on. */
function flip(t: Tableau, move: Move, column: Float64Array): void {
  const n = t.x.length;
  const k = move.entering;
  for (let i = 0; i < n; i++) t.x[i] -= move.sign * move.step * column[i];
  stand(t, k, move.sign > 0);
  move.entering = n + k;
  move.sign = -move.sign;
}

/** Finds what is first at a bound as `entering` moves, t where it is among the first; ties by y. */
function ratioTest({ head, bounds, x, y, perturbation }: Tableau, column: Float64Array, move: Move): void {
  const n = x.length;
  const { low, high } = bounds;
  const { room } = perturbation;
  const width = high[move.entering] - low[move.entering];
  let largest = 1;
  for (let k = 0; k < n; k++) largest = Math.max(largest, Math.abs(column[k]));
  const least = smallPivot * largest;
  let first = width + room;
  for (let k = 0; k < n; k++) {
    const a = move.sign * column[k];
    if (a > least) first = Math.min(first, (Math.max(0, x[k] - low[head[k]]) + room) / a);
    else if (a < -least) first = Math.min(first, (Math.max(0, high[head[k]] - x[k]) + room) / -a);
  }
  move.leaves = none;
  if (first === Number.POSITIVE_INFINITY) return;
  if (width <= first) {
    move.leaves = itself;
    move.step = width;
    move.stepY = 0;
  }
  for (let k = 0; k < n; k++) {
    const a = move.sign * column[k];
    if (!(Math.abs(a) > least)) continue;
    const ratio = (a > 0 ? x[k] - low[head[k]] : high[head[k]] - x[k]) / Math.abs(a);
    if (!(ratio <= first)) continue;
    const ratioY = y[k] / a;
    const isT = head[k] === 2 * n;
    if (move.leaves !== none && !isT && ratioY >= move.stepY) continue;
    move.leaves = k;
    move.step = Math.max(0, ratio);
    move.stepY = ratioY;
    if (isT) return;
  }
}

function pointOf({ head, bounds, x, problem: { lower, upper } }: Tableau): Float64Array {
  const n = x.length;
  const z = bounds.at.slice();
  for (let k = 0; k < n; k++) if (head[k] < n) z[head[k]] = x[k];
  // basic variables leave their bounds by rounding
  return z.map((v, k) => Math.min(upper[k], Math.max(lower[k], v)));
}
