import { randomNumbers } from "../../algebra/random.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { drive } from "../../solve/drive.js";
import { minimise } from "../../solve/minimise/minimise.js";
import { rangesOf } from "../boundary/ranges.js";
import { exactly } from "../trajectory/misses.js";
import type { Sight } from "../trajectory/sights.js";
import { placesAround, worth } from "./beyond.js";
import { noShift } from "./goal.js";
import { type Ended, leastSquares, lengthsOf } from "./least.js";
import { glance } from "./look.js";
import type { Met } from "./met.js";
import { changeFrom, holds, nearest, type Question, steps } from "./question.js";

/** Motions over the declared ranges that are looked at, and of them those from which searches begin for each weight of a miss. */
const [looks, ofEach] = [200, 3];
/** Weights of misses beside changes: places near the guess, and places that nearly meet the conditions. */
const weights = [1, 10, 100, 1000];
/** Last steps of a search over the ranges, in parts of them, and its motions for each freed value. */
const rough = { tolerance: 1e-4, each: 40 };
/** Parts of the ranges to which searches around a place keep, and the last steps of these in parts of that, and their motions. */
const fine = { parts: [0.1, 0.01, 0.001], tolerance: 1e-7, most: 200 };
/** Last steps of a search around another place beside the best, and its motions for each freed value. */
const beside = { tolerance: 1e-5, each: 20 };
/** Searches beside the best without a gain that end all, and in all; the part of a change that is a gain. */
const [patience, most, gain] = [20, 120, 1e-5];
/** How far around the best they look, in parts of its change. */
const far = 3;
/** Conditions need only be nearly met [parts of what misses are over the ranges]: least squares meet them afterwards. */
const nearlyMet = 1e-6;
/** The last search, which meets them by itself. */
const last = { part: 1e-3, tolerance: 1e-9, most: 400, within: 1e-10 };
/** Places on the way to the least change from which ways back to the conditions are tried. */
const tries = 6;
/** Steps below this part of the ranges are rounding: searches go round in them. */
const shortest = 1e-12;
/** Parts of the ranges to which searches around a kink keep, one after the other, and how many of them there are at most. */
const [close, again] = [[1e-3, 1e-4, 1e-5, 1e-6], 40];
/** Steps of a round of multipliers that begins where searches ended. */
const stepsThere = 10;

/** Freed values that nearly meet the conditions, and the square of their change from the guess. */
interface Near {
  readonly x: Float64Array;
  readonly change: number;
}

/**
 * A motion of less change than one that multipliers came to, beyond the kinks at which they stop: by searches without slopes
 * from the guess and from places over the ranges, then around the best, then back to the conditions.
 */
export async function nearer(question: Question, met: Met): Promise<Met> {
  const { ground, guess } = question;
  const change = changeFrom(question);
  const { scales, starts } = await drive(startsOf(question));
  let best: Near = { x: met.ended.x, change: change(met.ended.x) };

  const path: Near[] = [];

  async function tried(from: Float64Array, part: number, how: { tolerance: number; most: number }): Promise<boolean> {
    const found = await searched(question, scales, { from, part, ...how });
    const isGain = found !== undefined && found.change < best.change * (1 - gain);
    if (found !== undefined && found.change < best.change) {
      best = found;
      path.push(best);
    }
    return isGain;
  }

  for (const x of [guess, met.ended.x, ...starts])
    await tried(x, 1, { tolerance: rough.tolerance, most: rough.each * guess.length });
  const aside = placesAround(ground.setup);
  for (let [k, since] = [0, 0]; k < most && since < patience; k++) {
    // no further than the guess is
    const scale = Math.min(1, far * Math.sqrt(best.change));
    const around = aside(best.x);
    const [x, part] = [best.x.map((v, j) => v + scale * (around.x[j] - v)), scale * around.part];
    // from around it nearer to the guess, straight nearer, and with one value as in the guess
    const towards = (from: Float64Array): Float64Array => from.map((v, j) => v + around.part * (guess[j] - v));
    const one = best.x.map((v, j) => (j === Math.floor(k / 3) % guess.length ? guess[j] : v));
    const start = [towards(x), towards(best.x), one][k % 3];
    since = (await tried(start, part, { tolerance: beside.tolerance, most: beside.each * guess.length }))
      ? 0
      : since + 1;
  }
  for (const part of fine.parts) await tried(best.x, Math.min(1, far * Math.sqrt(best.change)) * part, fine);
  if (ground.signal?.aborted) return met;
  for (const { x } of path.slice(-tries).reverse()) {
    const ended = await back(question, scales, x);
    const isNearer = ended !== undefined && change(ended.x) < change(met.ended.x) * (1 - worth);
    if (isNearer) return closest(question, scales, await drive(nearest(question, ended, stepsThere)));
  }
  return closest(question, scales, await drive(nearest(question, met.ended)));
}

/** The nearest motion where multipliers did not settle: at a kink only searches without slopes come nearer. */
export async function atKink(question: Question, met: Met): Promise<Met> {
  if (met.ended.status !== "no-progress") return met;
  const { scales } = await drive(startsOf(question));
  return closest(question, scales, met);
}

/** Searches closer and closer around a kink, and again from where one came to, until none finds a motion that is nearer. */
async function closest(question: Question, scales: readonly number[], met: Met): Promise<Met> {
  const change = changeFrom(question);
  let { ended } = met;
  let since = 0;
  for (let k = 0; k < again && ended.status === "no-progress" && !question.ground.signal?.aborted; k++) {
    const part = close[k % close.length];
    const tolerance = Math.max(last.tolerance, shortest / part);
    const found = await searched(question, scales, { ...last, part, tolerance, from: ended.x });
    const there = found && (await back(question, scales, found.x));
    const isNearer = there !== undefined && change(there.x) < change(ended.x) * (1 - worth);
    if (isNearer) ended = { ...there, status: "no-progress" };
    since = isNearer ? 0 : since + 1;
    if (since === close.length) return { ...met, ended: { ...ended, status: "stationary" } };
  }
  return { ...met, ended };
}

/** From freed values that nearly meet the conditions to some that do; undefined where there is no way. */
async function back(question: Question, scales: readonly number[], x: Float64Array): Promise<Ended | undefined> {
  const { ground, hard, soft } = question;
  const all = { weight: (sight: Sight) => hard(sight) + soft(sight), shift: noShift };
  const straight = await drive(leastSquares(ground, all, x, steps));
  if (straight !== undefined && holds(straight)) return straight;
  // at a kink only a search without slopes comes back
  const found = await searched(question, scales, { ...last, from: x });
  const exact = found && (await drive(leastSquares(ground, all, found.x, 0)));
  return exact !== undefined && holds(exact) ? exact : undefined;
}

/** By how much each row is missed over the ranges, and the places of these from which it is worth to search. */
function* startsOf(question: Question): Stepwise<{ scales: number[]; starts: Float64Array[] }> {
  const { ground, guess } = question;
  const change = changeFrom(question);
  const ranges = rangesOf(ground.setup);
  const draw = randomNumbers(1);
  const seen: { x: Float64Array; change: number; misses: number[] }[] = [];
  for (let k = 0; k < looks && !ground.signal?.aborted; k++) {
    const x = guess.map((value, j) => {
      const { min, max } = ranges[j];
      return Number.isFinite(max - min) ? min + draw() * (max - min) : value;
    });
    const rows = yield* rowsAt(question, x);
    if (rows === undefined) continue;
    const misses = rows.map(({ kind, value }) => (kind === "equality" ? value : Math.max(0, value)));
    seen.push({ x, change: change(x), misses });
  }
  const count = seen[0]?.misses.length ?? 0;
  const squares = (of: (misses: readonly number[]) => number): number =>
    seen.reduce((sum, { misses }) => sum + of(misses) ** 2, 0) / seen.length;
  const scales = Array.from({ length: count }, (_, i) => Math.sqrt(squares((misses) => misses[i])) || 1);
  const missOf = (misses: readonly number[]): number => misses.reduce((sum, v, i) => sum + (v / scales[i]) ** 2, 0);
  const starts = weights.flatMap((weight) => {
    const worth = seen.map(({ x, change: own, misses }) => ({ x, worth: own + weight * missOf(misses) }));
    return worth
      .sort((a, b) => a.worth - b.worth)
      .slice(0, ofEach)
      .map(({ x }) => x);
  });
  return { scales, starts: [...new Set(starts)] };
}

/** A row of a condition as a constraint: where it is looked at in several places, the worst of them. */
interface Row {
  readonly kind: "equality" | "inequality";
  readonly value: number;
}

/** The rows of all conditions at freed values; undefined where the motion breaks off. */
function* rowsAt({ ground }: Question, x: Float64Array): Stepwise<Row[] | undefined> {
  const sights = yield* glance(ground, x);
  if (sights === undefined) return undefined;
  const { conditions } = ground.setup.compiled;
  return conditions.map(({ must }, row) => {
    const own = sights.flatMap((sight) => (sight.row === row ? [sight.value] : []));
    if (must === "not-exceed-zero") return { kind: "inequality", value: Math.max(...own) };
    // an equation at many times is one of the worst of them, which is no lower than zero
    return own.length === 1
      ? { kind: "equality", value: own[0] }
      : { kind: "inequality", value: Math.max(...own.map(Math.abs)) - exactly };
  });
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

/** The least change that a search without slopes finds where conditions are nearly met; undefined where it finds none. */
async function searched(
  question: Question,
  scales: readonly number[],
  { from, part, tolerance, most: maxEvaluations, within: feasibility = nearlyMet }: Searching,
): Promise<Near | undefined> {
  const { setup, signal } = question.ground;
  const change = changeFrom(question);
  const ranges = rangesOf(setup);
  const lengths = lengthsOf(setup);
  const kinds = (await drive(rowsAt(question, from)))?.map(({ kind }) => kind);
  if (kinds === undefined || signal?.aborted) return undefined;
  const end = (side: -1 | 1): Float64Array =>
    from.map((x, j) => {
      const { min, max } = ranges[j];
      const by = part < 1 ? part * lengths[j] : Math.max(10 * lengths[j], 10 * Math.abs(x));
      return Math.min(max, Math.max(min, x + side * by));
    });
  function* evaluating(x: Float64Array, into: Float64Array): Stepwise<boolean> {
    const rows = yield* rowsAt(question, x);
    if (rows === undefined) return false;
    into[0] = change(x);
    into.set(
      rows.map(({ value }, i) => value / scales[i]),
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
  return violation <= feasibility ? { x, change: cost } : undefined;
}
