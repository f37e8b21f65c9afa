/**
 * Multiple shooting (Bock 1983) for recordings that one shot does not explain: over many impacts the end of a motion hardly
 * knows its start, and squares have a minimum at every number of impacts. A recording is cut in pieces that begin where they
 * please, one after the other; then every piece is tied more and more to the end of the one before it. What is
 * found is a start for one shot, whose least squares are the answer. Other ways to find one belong beside this.
 *
 * @module motion/fit/shots
 */
import type { Stepwise } from "../../../algebra/stepwise.js";
import { type Descent, type Downhill, descend, firstDamping } from "../../../solve/descent.js";
import { type Arrow, arrow, type Rows, step } from "../arrow.js";
import type { Explained } from "../motions.js";
import type { Question, Wanted } from "../question.js";
import { addPriors, priorCost, weightsOf } from "../search.js";
import { countOf, type Pieces, piecesOf } from "./pieces.js";

/** Pieces of a recording where nothing else is said. */
export const usualShots = 12;
/** How far a piece may begin from the end of the one before it, in parts of how far its states go: while pieces are joined, */
const loose = 0.1;
/** and afterwards. */
const ties = [0.03, 0.01, 3e-3, 1e-3, 1e-4, 1e-5];
/** Steps of each of these rounds. */
const steps = 8;
/** A round ends where a step lowers the squares by less than this part. */
const flat = 1e-3;
/** States that stay where they are may move by this part of their unit. */
const least = 1e-3;

/** The rows and equations of all pieces. */
interface Tied {
  readonly cost: number;
  readonly normal: Arrow;
  /** The states in which pieces end, by recording. */
  readonly ends: readonly (readonly Float64Array[])[];
}

/**
 * Shared unknowns and those of each recording, by which one shot begins near its least squares; undefined where recordings
 * are too short to be cut, or a piece breaks off.
 */
export function* tied(
  question: Question,
  motions: readonly Explained[],
  start: Float64Array,
  signal: AbortSignal | undefined,
): Stepwise<Float64Array | undefined> {
  const count = countOf(question, motions, question.fitting.shots ?? usualShots);
  if (count < 2) return undefined;
  const pieces = yield* piecesOf(question, motions, count);
  try {
    return yield* joined({ question, pieces, start, signal }, count);
  } finally {
    for (const piece of pieces.motions.flat()) piece.finish();
  }
}

/** A search over pieces. */
interface Joining {
  readonly question: Question;
  readonly pieces: Pieces;
  readonly start: Float64Array;
  readonly signal: AbortSignal | undefined;
}

function* joined(joining: Joining, count: number): Stepwise<Float64Array | undefined> {
  const { question, pieces, start, signal } = joining;
  let x = start;
  let at: Tied | undefined;
  for (let k = 1; k <= count; k++) {
    // one more piece begins where the last one ends
    if (at !== undefined) x = withNodes(question, x, at.ends);
    const found = yield* lowest(joining, { x, active: k, lengths: lengthsOf(pieces, at), tie: loose });
    if (found === undefined || signal?.aborted) return undefined;
    ({ x, at } = found);
  }
  const lengths = lengthsOf(pieces, at);
  for (const tie of ties) {
    const found = yield* lowest(joining, { x, active: count, lengths, tie });
    if (found === undefined || signal?.aborted) return undefined;
    ({ x } = found);
  }
  return withoutNodes(question, x);
}

/** The unknowns with the end of the last piece of every recording as the start of another one. */
function withNodes({ shared, each }: Question, x: Float64Array, ends: Tied["ends"]): Float64Array {
  const width = (x.length - shared.length) / ends.length;
  const own = ends.flatMap((states, r) => {
    const from = shared.length + r * width;
    return [...x.subarray(from, from + Math.max(each.length, width)), ...states[states.length - 1]];
  });
  return Float64Array.from([...x.subarray(0, shared.length), ...own]);
}

/** How far every state goes from piece to piece. */
function lengthsOf({ scales }: Pieces, at: Tied | undefined): number[] {
  const all = at?.ends.flat() ?? [];
  return scales.map((scale, s) => {
    const values = all.map((state) => state[s]);
    return Math.max(least * scale, ...values.map(Math.abs));
  });
}

/** One round: so many pieces, and how much they are tied. */
interface Round {
  readonly x: Float64Array;
  readonly active: number;
  readonly lengths: readonly number[];
  readonly tie: number;
}

function* lowest(joining: Joining, round: Round): Stepwise<{ x: Float64Array; at: Tied } | undefined> {
  const { question, pieces, signal } = joining;
  const first = yield* tiedAt(joining, round, round.x);
  if (first === undefined) return undefined;
  const nodes = (round.active - 1) * pieces.states;
  const open = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  const ranges = [
    ...question.shared,
    ...pieces.motions.flatMap(() => [...question.each, ...new Array<typeof open>(nodes).fill(open)]),
  ];
  const here: Descent<Tied> = { x: round.x, at: first, lambda: firstDamping };
  const downhill: Downhill<Tied> = {
    ranges,
    slopes: ({ normal: { gs, blocks } }) => [...gs.to1DArray(), ...blocks.flatMap(({ ge }) => ge.to1DArray())],
    step: ({ normal }, lambda, held) => step(normal, lambda, held),
    *attempt(next, { cost }) {
      const there = yield* tiedAt(joining, round, next);
      return there !== undefined && there.cost < cost ? there : undefined;
    },
  };
  for (let k = 0; k < steps; k++) {
    const before = here.at.cost;
    if (!(yield* descend(downhill, here, flat * before, signal)) || before - here.at.cost < flat * before) break;
  }
  return { x: here.x, at: here.at };
}

/** Squares of measurements, ties and guesses, and their normal equations; undefined where a piece breaks off. */
function* tiedAt(joining: Joining, round: Round, x: Float64Array): Stepwise<Tied | undefined> {
  const { question, pieces, start } = joining;
  const { shared, each } = question;
  const width = each.length + (round.active - 1) * pieces.states;
  const ends: Float64Array[][] = [];
  const blocks: Rows[] = [];
  let cost = priorCost(question, withoutNodes(question, x));
  for (const r of pieces.motions.keys()) {
    const own = x.subarray(shared.length + r * width, shared.length + (r + 1) * width);
    const block = yield* blockOf(joining, round, r, { shared: x.subarray(0, shared.length), own });
    if (block === undefined) return undefined;
    cost += block.cost;
    blocks.push(block.rows);
    ends.push(block.ends);
  }
  const normal = arrow(blocks, shared.length, width);
  addPriors(shared, x, normal.Hss, normal.gs);
  cost += held(shared, { x, from: start }, normal.Hss, normal.gs);
  for (const [r, { Hee, ge }] of normal.blocks.entries()) {
    const own = x.subarray(shared.length + r * width);
    addPriors(each, own, Hee, ge);
    cost += held(each, { x: own, from: start.subarray(shared.length + r * each.length) }, Hee, ge);
  }
  return { cost, normal, ends };
}

/** The unknowns of one shot: shared ones, and of every recording its own. */
function withoutNodes({ shared, each, recordings }: Question, x: Float64Array): Float64Array {
  const width = (x.length - shared.length) / recordings.length;
  const own = recordings.flatMap((_, r) => [...x.subarray(shared.length + r * width).subarray(0, each.length)]);
  return Float64Array.from([...x.subarray(0, shared.length), ...own]);
}

/**
 * Adds to equations that unknowns are near where the search begins, a range away as one measurement is a deviation: of some nothing
 * else is known yet. Answers what that costs.
 */
function held(
  wanted: readonly Wanted[],
  { x, from }: { readonly x: Float64Array; readonly from: Float64Array },
  H: Arrow["Hss"],
  g: Arrow["gs"],
): number {
  let cost = 0;
  wanted.forEach(({ min, max }, i) => {
    const length = Number.isFinite(max - min) && max > min ? max - min : Math.max(1, Math.abs(from[i]));
    const away = (x[i] - from[i]) / length;
    cost += 0.5 * away * away;
    H.set(i, i, H.get(i, i) + 1 / (length * length));
    g.set(i, 0, g.get(i, 0) + away / length);
  });
  return cost;
}

/** The unknowns of one recording: shared ones, and its own with the starts of its pieces. */
interface Parts {
  readonly shared: Float64Array;
  readonly own: Float64Array;
}

/** The rows of one recording: what is left of its measurements, and of the ties of its pieces. */
function* blockOf(
  { question, pieces }: Joining,
  { active, lengths, tie }: Round,
  r: number,
  { shared, own }: Parts,
): Stepwise<{ cost: number; rows: Rows; ends: Float64Array[] } | undefined> {
  const { states, columns } = pieces;
  const plain = question.each.length;
  const n = shared.length + own.length;
  const known = shared.length + plain;
  const [values, weights, slopes, ends]: [number[], number[], Float64Array[], Float64Array[]] = [[], [], [], []];
  let cost = 0;
  for (let k = 0; k < active; k++) {
    const node = plain + (k - 1) * states;
    const begun = k === 0 ? [] : own.subarray(node, node + states);
    const rest = yield* pieces.motions[r][k].rest(
      Float64Array.from([...shared, ...own.subarray(0, plain), ...begun]),
      true,
    );
    if (rest === undefined) return undefined;
    const m = columns + states;
    const width = known + begun.length;
    const count = rest.values.length / m;
    /** A row of this piece among all unknowns of the recording. */
    const spread = (row: number, times: number): Float64Array => {
      const all = new Float64Array(n);
      const part = rest.slopes.subarray(row * width, (row + 1) * width);
      for (let i = 0; i < known; i++) all[i] = times * part[i];
      for (let s = 0; s < begun.length; s++) all[shared.length + node + s] = times * part[known + s];
      return all;
    };
    for (let i = 0; i < count; i++)
      for (let c = 0; c < columns; c++) {
        values.push(rest.values[i * m + c]);
        slopes.push(spread(i * m + c, 1));
      }
    const end = Float64Array.from({ length: states }, (_, s) => -rest.values[(count - 1) * m + columns + s]);
    ends.push(end);
    const weighed = weightsOf(Float64Array.from(values.slice(weights.length)), question.fitting);
    cost += weighed.cost;
    weights.push(...weighed.weights);
    if (k + 1 === active) break;
    for (let s = 0; s < states; s++) {
      const by = 1 / (tie * lengths[s]);
      const next = plain + k * states + s;
      const row = spread((count - 1) * m + columns + s, by);
      row[shared.length + next] += by;
      values.push(by * (own[next] - end[s]));
      slopes.push(row);
      weights.push(1);
      cost += 0.5 * values[values.length - 1] ** 2;
    }
  }
  const all = new Float64Array(slopes.length * n);
  for (const [i, row] of slopes.entries()) all.set(row, i * n);
  return { cost, ends, rows: { values: Float64Array.from(values), slopes: all, weights: Float64Array.from(weights) } };
}
