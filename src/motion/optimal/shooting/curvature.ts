import type { Stepwise } from "../../../algebra/stepwise.js";
import type { RowKernel } from "../../../expr/compile.js";
import type { ElementRecord } from "../../exact/asked.js";
import { combined, endsOf, pieceRow, slopesOf } from "./condensed.js";
import {
  type MarchedPieces,
  marchPieces,
  type PieceEvent,
  type PieceMarch,
  type PiecePoint,
  type Pieces,
} from "./pieces.js";
import { type Asking, heldBy, type Place } from "./unknowns.js";

/** A change by which slopes are differenced, in parts of a number's size. */
const apart = 1e-7;
/** Numbers are no smaller than this for that. */
const small = 1e-3;
/** Beyond this part of the largest, curvatures that are not symmetric are none of one function. */
const skew = 1e-2;

/** A curvature, and whether that is of one function: differences beside an event are not. */
export interface Curvature {
  readonly matrix: readonly Float64Array[];
  readonly isSymmetric: boolean;
}

/** One of what pieces follow, changed in all of them. */
interface Changed {
  readonly by: number;
  readonly point: PiecePoint;
  readonly how: Pick<PieceMarch, "from" | "plan">;
}

/**
 * The curvature of cost + weightsᵀ conditions by the unknowns, on the elements of a motion: pieces are functions of what they follow,
 * and all of them are changed at once by each of that, from the states that they have here. Undefined where elements are lost.
 */
export function* curvature(
  { task, pieces, tolerance, pins }: Asking,
  { point, linear }: Place,
  all: Float64Array,
): Stepwise<Curvature | undefined> {
  const { followed, gradient } = linear;
  const n = gradient.length;
  const { elements: plan, states: from } = linear.marched;
  const here = yield* marchPieces(task, pieces, point, { tolerance, plan, from });
  if (here === undefined) return undefined;
  const weights = all.slice(0, pieces.asked.ends.length);
  const pulls = (marched: MarchedPieces): Pull[] =>
    pins.flatMap((pin, r) => {
      const held = heldBy(marched, pin);
      return held === undefined ? [] : [{ ...held, weight: all[all.length - pins.length + r] / pin.unit }];
    });
  const costates = costatesOf(pieces, { point, here, pulls: pulls(here) }, weights);
  const slopes = (marched: MarchedPieces): Float64Array[] => {
    const own = { marched, isTimed: pieces.asked.time !== undefined, pulls: pulls(marched) };
    return here.slopes.map((_, k) => byPiece(own, costates[k + 1], k));
  };
  const reference = slopes(here);
  const sum = Array.from({ length: n }, () => new Float64Array(n));
  for (let d = 0; d < followed[0].length; d++) {
    const changed = changedBy(pieces, { point, here, plan }, d);
    if (changed === undefined) continue;
    const { by, how } = changed;
    const marched = yield* marchPieces(task, pieces, changed.point, { tolerance, plan, from, ...how });
    if (marched === undefined) return undefined;
    slopes(marched).forEach((own, k) => {
      const bent = own.map((x, l) => (x - reference[k][l]) / by);
      addProduct(sum, combined(bent, followed[k], n), followed[k][d]);
    });
    yield;
  }
  bendEnds(sum, pieces, { point, linear }, { here, weights, begin: costates[0] });
  return { matrix: sum, isSymmetric: symmetric(sum) };
}

/** The d-th of what pieces follow, changed: a state, a control, a varied parameter, their length. The cost so far is in nothing. */
function changedBy(
  { setup, controlAt, varied }: Pieces,
  { point, here, plan }: { point: PiecePoint; here: MarchedPieces; plan: readonly ElementRecord[] },
  d: number,
): Changed | undefined {
  const { model, parameters: names } = setup.compiled;
  const states = model.state.length;
  const changed = (xs: Float64Array, by: number, isIt: (i: number) => boolean): Float64Array =>
    xs.map((x, i) => (isIt(i) ? x + by : x));
  if (d === states - 1) return undefined;
  if (d < states) {
    const by = apart * Math.max(model.state[d].scale, ...here.states.map((state) => Math.abs(state[d])));
    return { by, point, how: { from: here.states.map((state) => changed(state, by, (i) => i === d)) } };
  }
  const c = d - states;
  if (c < controlAt.length) {
    const isIt = (i: number): boolean => i % model.inputs.length === controlAt[c];
    const by = apart * (Math.max(...point.inputs.filter((_, i) => isIt(i)).map(Math.abs)) || 1);
    return { by, point: { ...point, inputs: changed(point.inputs, by, isIt) }, how: {} };
  }
  const p = c - controlAt.length;
  if (p < varied.length) {
    const at = names.indexOf(varied[p]);
    const by = apart * Math.max(small, Math.abs(point.parameters[at]));
    return { by, point: { ...point, parameters: changed(point.parameters, by, (i) => i === at) }, how: {} };
  }
  const longer = 1 + apart;
  const later = plan.map((one) => (one.until === undefined ? one : { ...one, until: one.until * longer }));
  const by = (apart * point.end) / here.slopes.length;
  return { by, point: { ...point, end: point.end * longer }, how: { plan: later } };
}

/** Adds the curvature of conditions and cost at the ends, and of how states begin. */
function bendEnds(
  sum: readonly Float64Array[],
  pieces: Pieces,
  { point, linear: { followedByEnds } }: Place,
  { here, weights, begin }: { here: MarchedPieces; weights: Float64Array; begin: Float64Array },
): void {
  const states = begin.length - 1;
  const all = Float64Array.of(...weights, 1);
  const at = pieces.varyAt;
  const places = [...Array(2 * states).keys(), ...at.map((i) => 2 * states + i)];
  bend(sum, pieces.ends, all, { at: endsOf(here, point), places, followed: followedByEnds });
  const first = combined(all, endSlopes(pieces, point, here), 2 * states);
  const starts = Float64Array.from({ length: states }, (_, i) => begin[i] + first[i]);
  bend(sum, pieces.start, starts, { at: point.parameters, places: at, followed: followedByEnds.slice(2 * states) });
}

/** Makes a matrix symmetric; false where it was far from that. */
function symmetric(sum: readonly Float64Array[]): boolean {
  let [most, off] = [0, 0];
  sum.forEach((row, i) => {
    for (let j = 0; j <= i; j++) {
      most = Math.max(most, Math.abs(row[j]), Math.abs(sum[j][i]));
      off = Math.max(off, Math.abs(row[j] - sum[j][i]));
      row[j] = 0.5 * (row[j] + sum[j][i]);
      sum[j][i] = row[j];
    }
  });
  return off <= skew * most;
}

/** An event whose time counts, by its weight. */
interface Pull extends PieceEvent {
  readonly weight: number;
}

/** Pieces, and the events whose times count. */
interface Pulled {
  readonly marched: MarchedPieces;
  readonly isTimed: boolean;
  readonly pulls: readonly Pull[];
}

/** Slopes of costate · (the end of piece k), and of what events in it count, by what it follows. */
function byPiece({ marched, isTimed, pulls }: Pulled, costate: Float64Array, k: number): Float64Array {
  const rows = Array.from(costate, (_, i) => pieceRow(marched, isTimed, k, i));
  const sum = combined(costate, rows, rows[0].length);
  for (const { piece, by, weight } of pulls)
    if (piece === k)
      by.forEach((x, l) => {
        sum[l] += weight * x;
      });
  return sum;
}

/** Slopes of conditions and of the cost at the end by first and last states, and by varied parameters. */
const endSlopes = (pieces: Pieces, point: PiecePoint, marched: MarchedPieces): Float64Array[] =>
  slopesOf(pieces.ends, endsOf(marched, point), 2 * (marched.states[0].length - 1) + pieces.asked.varied.length).by;

/** ∂(cost + weightsᵀ conditions)/∂(states at the starts of pieces and at the end), through what comes behind. */
function costatesOf(
  pieces: Pieces,
  { point, here: marched, pulls }: { point: PiecePoint; here: MarchedPieces; pulls: readonly Pull[] },
  weights: Float64Array,
): Float64Array[] {
  const nx = marched.states[0].length;
  const all = combined(Float64Array.of(...weights, 1), endSlopes(pieces, point, marched), 2 * nx);
  let costate = Float64Array.from({ length: nx }, (_, i) => (i === nx - 1 ? 1 : all[nx - 1 + i]));
  const costates = [costate];
  for (let k = marched.slopes.length - 1; k >= 0; k--) {
    costate = byPiece({ marched, isTimed: false, pulls }, costate, k).slice(0, nx);
    costates.unshift(costate);
  }
  return costates;
}

/** The numbers at which a kernel is asked, by which of them its slopes are, and all that these follow. */
interface Bending {
  readonly at: Float64Array;
  readonly places: readonly number[];
  readonly followed: readonly Float64Array[];
}

/** Adds the curvature of weightsᵀ rows of a kernel, by differences of its slopes. */
function bend(
  sum: readonly Float64Array[],
  kernel: RowKernel,
  weights: Float64Array,
  { at, places, followed }: Bending,
): void {
  const width = places.length;
  const reference = combined(weights, slopesOf(kernel, at, width).by, width);
  places.forEach((place, d) => {
    const by = apart * Math.max(small, Math.abs(at[place]));
    const moved = at.slice();
    moved[place] += by;
    const changed = combined(weights, slopesOf(kernel, moved, width).by, width);
    const bent = changed.map((x, l) => (x - reference[l]) / by);
    addProduct(sum, combined(bent, followed, sum.length), followed[d]);
  });
}

/** sum += a bᵀ. */
function addProduct(sum: readonly Float64Array[], a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < a.length; i++) if (a[i] !== 0) for (let j = 0; j < b.length; j++) sum[i][j] += a[i] * b[j];
}
