import { randomNumbers } from "../../algebra/random.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { drive } from "../../solve/drive.js";
import { minimise } from "../../solve/minimise/minimise.js";
import { rangesOf } from "../boundary/ranges.js";
import { exactly } from "../trajectory/misses.js";
import type { Sight } from "../trajectory/sights.js";
import { worth } from "./beyond.js";
import { noShift } from "./goal.js";
import { type Ended, leastSquares, lengthsOf } from "./least.js";
import { glance } from "./look.js";
import type { Met } from "./met.js";
import { holds, type Question, steps } from "./question.js";

/** Motions over the declared ranges that are looked at, and of them those from which searches begin for each weight of a miss. */
const [looks, ofEach] = [200, 3];
/** Weights of misses beside changes: places near the guess, and places that nearly meet the conditions. */
const weights = [1, 10, 100, 1000];
/** Conditions need only be nearly met [parts of what misses are over the ranges]: least squares meet them afterwards. */
const nearlyMet = 1e-6;
/** The last search, which meets them by itself. */
const last = { part: 1e-3, tolerance: 1e-9, most: 400, within: 1e-10 };
/** Steps below this part of the ranges are rounding: searches go round in them. */
const shortest = 1e-12;
/** Parts of the ranges to which searches around a kink keep, one after the other, and how many of them there are at most. */
const [close, again] = [[1e-3, 1e-4, 1e-5, 1e-6], 40];

/** A number that is to be as low as rows that are held allow. */
export interface Wanted {
  readonly question: Question;
  readonly costOf: (x: Float64Array, sights: readonly Sight[]) => number;
  /** 0 of a row that is not held, else how much it counts in least squares that lead back to all of them. */
  readonly held: (sight: Pick<Sight, "row">) => number;
}

/** The same with what is known of its rows: by how much each is missed over the ranges. */
export interface Scaled extends Wanted {
  readonly scales: readonly number[];
}

/** Freed values that nearly meet the conditions, and what they cost. */
export interface Near {
  readonly x: Float64Array;
  readonly cost: number;
}

/** By how much each row is missed over the ranges, and the places of these from which it is worth to search. */
export function* startsOf(wanted: Wanted): Stepwise<{ scaled: Scaled; starts: Float64Array[] }> {
  const { ground, guess } = wanted.question;
  const ranges = rangesOf(ground.setup);
  const draw = randomNumbers(1);
  const seen: { x: Float64Array; cost: number; misses: number[] }[] = [];
  for (let k = 0; k < looks && !ground.signal?.aborted; k++) {
    const x = guess.map((value, j) => {
      const { min, max } = ranges[j];
      return Number.isFinite(max - min) ? min + draw() * (max - min) : value;
    });
    const there = yield* rowsAt(wanted, x);
    if (there === undefined) continue;
    const misses = there.rows.map(({ kind, value }) => (kind === "equality" ? value : Math.max(0, value)));
    seen.push({ x, cost: there.cost, misses });
  }
  const count = seen[0]?.misses.length ?? 0;
  const squares = (of: (misses: readonly number[]) => number): number =>
    seen.reduce((sum, { misses }) => sum + of(misses) ** 2, 0) / seen.length;
  const scales = Array.from({ length: count }, (_, i) => Math.sqrt(squares((misses) => misses[i])) || 1);
  const missOf = (misses: readonly number[]): number => misses.reduce((sum, v, i) => sum + (v / scales[i]) ** 2, 0);
  const starts = weights.flatMap((weight) => {
    const worths = seen.map(({ x, cost, misses }) => ({ x, worth: cost + weight * missOf(misses) }));
    return worths
      .sort((a, b) => a.worth - b.worth)
      .slice(0, ofEach)
      .map(({ x }) => x);
  });
  return { scaled: { ...wanted, scales }, starts: [...new Set(starts)] };
}

/** A row of a condition as a constraint: where it is looked at in several places, the worst of them. */
interface Row {
  readonly kind: "equality" | "inequality";
  readonly value: number;
}

/** The rows of a place, and what it costs. */
interface Place {
  readonly rows: readonly Row[];
  readonly cost: number;
}

/** Places that were looked at, by what is wanted there: searches begin and end where others did. */
const known = new WeakMap<Wanted["costOf"], Map<string, Place | undefined>>();

/** The rows that are held at freed values, and what these cost; undefined where the motion breaks off. */
function* rowsAt(wanted: Wanted, x: Float64Array): Stepwise<Place | undefined> {
  const { costOf, question } = wanted;
  const places = known.get(costOf) ?? new Map<string, Place | undefined>();
  known.set(costOf, places);
  const key = x.join(" ");
  if (places.has(key)) return places.get(key);
  const place = yield* placeAt(wanted, x);
  if (question.ground.signal?.aborted !== true) places.set(key, place);
  return place;
}

function* placeAt({ question: { ground }, costOf, held }: Wanted, x: Float64Array): Stepwise<Place | undefined> {
  const sights = yield* glance(ground, x);
  if (sights === undefined) return undefined;
  const { conditions } = ground.setup.compiled;
  const rows = conditions.flatMap(({ must }, row): Row[] => {
    if (held({ row }) === 0) return [];
    const own = sights.flatMap((sight) => (sight.row === row ? [sight.value] : []));
    if (must === "not-exceed-zero") return [{ kind: "inequality", value: Math.max(...own) }];
    // an equation at many times is one of the worst of them, which is no lower than zero
    return [
      own.length === 1
        ? { kind: "equality", value: own[0] }
        : { kind: "inequality", value: Math.max(...own.map(Math.abs)) - exactly },
    ];
  });
  return { rows, cost: costOf(x, sights) };
}

interface Searching {
  readonly from: Float64Array;
  /** The part of the ranges around where it begins in which it stays. */
  readonly part: number;
  readonly tolerance: number;
  readonly most: number;
  /** Misses that count as none. */
  readonly within?: number;
}

/** The least cost that a search without slopes finds where rows are nearly met; undefined where it finds none. */
export async function searched(
  wanted: Scaled,
  { from, part, tolerance, most: maxEvaluations, within: feasibility = nearlyMet }: Searching,
): Promise<Near | undefined> {
  const { question, scales } = wanted;
  const { setup, signal } = question.ground;
  const ranges = rangesOf(setup);
  const lengths = lengthsOf(setup);
  const kinds = (await drive(rowsAt(wanted, from)))?.rows.map(({ kind }) => kind);
  if (kinds === undefined || signal?.aborted) return undefined;
  const end = (side: -1 | 1): Float64Array =>
    from.map((x, j) => {
      const { min, max } = ranges[j];
      const by = part < 1 ? part * lengths[j] : Math.max(10 * lengths[j], 10 * Math.abs(x));
      return Math.min(max, Math.max(min, x + side * by));
    });
  function* evaluating(x: Float64Array, into: Float64Array): Stepwise<boolean> {
    const there = yield* rowsAt(wanted, x);
    if (there === undefined) return false;
    into[0] = there.cost;
    into.set(
      there.rows.map(({ value }, i) => value / scales[i]),
      1,
    );
    return true;
  }
  const task = {
    lower: end(-1),
    upper: end(1),
    constraints: kinds,
    evaluate: (x: Float64Array, into: Float64Array) => finish(evaluating(x, into)),
    evaluating,
  };
  const how = { method: "COBYLA", feasibility, tolerance, maxEvaluations, signal } as const;
  const { x, cost, violation } = await minimise(task, from, how);
  return violation <= feasibility ? { x, cost } : undefined;
}

/** Searches closer and closer around a kink, and again from where one came to, until none finds a motion of less cost. */
export async function closest(wanted: Scaled, met: Met): Promise<Met> {
  const { question } = wanted;
  const costOf = ({ x, at }: Ended): number => wanted.costOf(x, at.look.sights);
  let { ended } = met;
  let since = 0;
  for (let k = 0; k < again && ended.status === "no-progress" && !question.ground.signal?.aborted; k++) {
    const part = close[k % close.length];
    const tolerance = Math.max(last.tolerance, shortest / part);
    const found = await searched(wanted, { ...last, part, tolerance, from: ended.x });
    const there = found && (await back(wanted, found.x));
    const isLower = there !== undefined && costOf(there) < costOf(ended) * (1 - worth);
    if (isLower) ended = { ...there, status: "no-progress" };
    since = isLower ? 0 : since + 1;
    if (since === close.length) return { ...met, ended: { ...ended, status: "stationary" } };
  }
  return { ...met, ended };
}

/** From freed values that nearly meet rows that are held to some that do; undefined where there is no way. */
export async function back(wanted: Scaled, x: Float64Array): Promise<Ended | undefined> {
  const { ground } = wanted.question;
  const all = { weight: wanted.held, shift: noShift };
  const straight = await drive(leastSquares(ground, all, x, steps));
  if (straight !== undefined && holds(straight)) return straight;
  // at a kink only a search without slopes comes back
  const found = await searched(wanted, { ...last, from: x });
  const exact = found && (await drive(leastSquares(ground, all, found.x, 0)));
  return exact !== undefined && holds(exact) ? exact : undefined;
}
