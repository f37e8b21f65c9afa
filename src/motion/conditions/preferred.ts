import { Matrix, QrDecomposition } from "ml-matrix";
import type { Stepwise } from "../../algebra/stepwise.js";
import { finish } from "../../algebra/stepwise.js";
import { type Minimum, minimise } from "../../solve/minimise/minimise.js";
import type { Minimisation } from "../../solve/minimise/problem.js";
import { rangesOf } from "../boundary/ranges.js";
import { preferenceOf } from "../problem/condition.js";
import { type Sight, timeOf } from "../trajectory/sights.js";
import { freedIn, lengthsOf, withFreed } from "./least.js";
import { type Ground, type Look, look } from "./look.js";

/** Slopes of a row below this part of the largest, beside those of rows before it, are none. */
const dependent = 1e-7;
/** Parts of time in each of which the worst of a condition that must always hold is one row. */
const spans = 8;
/** Motions of one search. */
const most = 200;
/** How far a search without slopes looks to every side, in parts of the ranges, and its last steps in parts of that. */
const [beside, smallest] = [0.03, 1e-6];
/** At kinks, with which slopes end, conditions need only be nearly met [own units]: least squares meet them afterwards. */
const nearlyMet = 1e-6;

/** A motion that is preferred: its freed values, and by how much. */
export interface Preferred {
  readonly x: Float64Array;
  readonly value: number;
  readonly status: Minimum["status"];
}

/** A search of a preference: its ground, which rows count, and who may stop it. */
export interface Preference {
  readonly ground: Ground;
  readonly counts: (sight: Sight) => boolean;
  readonly signal: AbortSignal | undefined;
  /** True where conditions are as good as can be where the search begins. */
  readonly isMet: boolean;
  /** Set because slopes end at kinks: conditions are met nearly, and by `near` no slopes used, only places near the first. */
  readonly kinks?: "nearly" | "near";
}

/** The preferred number of a motion, as small as it is to be; no number where there is none. */
export const preferenceAt = ({ setup }: Ground, { sights }: Pick<Look, "sights">): number =>
  sights.find(({ row }) => isLeast(setup, row))?.value ?? Number.NaN;

const isLeast = ({ compiled }: Ground["setup"], row: number): boolean => compiled.conditions[row].must === "be-least";

/** True of a problem that prefers something. */
export const hasPreference = ({ setup }: Ground): boolean => preferenceOf(setup.compiled) !== undefined;

/** A constraint of the search: a row by itself, or the worst of one in a span of time. */
interface Asked {
  readonly row: number;
  readonly kind: "equality" | "inequality";
  readonly span: number;
  /** The value that it had where the search begins, which least squares leave of a tolerance. */
  readonly left: number;
}

/**
 * The least value of the preference among the motions on which all rows that count are as where the search begins: by SLSQP,
 * over freed values and the times that conditions choose, with exact slopes, or near it by COBYLA without any.
 */
export async function preferred(
  { ground, counts, signal, isMet, kinks }: Preference,
  from: Float64Array,
  opening: Look,
): Promise<Preferred> {
  const { setup } = ground;
  const labels = [...new Set(opening.sights.map(({ chosen }) => chosen))].filter((label) => label !== "");
  const begun = labels.map((label) => timeAt(opening, label));
  const asked = askedOf(ground, counts, opening, labels).map((one) => (isMet ? one : { ...one, left: 0 }));
  // an event must not leave the motion that it is in where the search begins
  const events = [...opening.arrivals].flatMap(([row, { late }]) => (late <= 0 ? [row] : []));
  const end = setup.steps.t[setup.steps.h.length];
  const ranges = rangesOf(setup);
  const lengths = lengthsOf(setup);
  const n = ranges.length;
  // an open range is looked at so far around where the search begins
  const side = (x: number, j: number, by: number): number =>
    x + by * (kinks === "near" ? beside * lengths[j] : Math.max(10 * lengths[j], 10 * Math.abs(x)));
  const task: Minimisation = {
    lower: Float64Array.from(
      [...from].map((x, j) => Math.max(ranges[j].min, side(x, j, -1))).concat(labels.map(() => 0)),
    ),
    upper: Float64Array.from(
      [...from].map((x, j) => Math.min(ranges[j].max, side(x, j, 1))).concat(labels.map(() => end)),
    ),
    constraints: [...asked.map(({ kind }) => kind), ...events.map(() => "inequality" as const)],
    evaluate: (x, rows, slopes) => finish(evaluating(x, rows, slopes)),
    evaluating,
  };
  const found = await minimise(task, Float64Array.from([...from, ...begun]), {
    ...(kinks && { feasibility: nearlyMet }),
    ...(kinks === "near" && { method: "COBYLA", tolerance: smallest }),
    maxEvaluations: most,
    signal,
  });
  return { x: found.x.slice(0, n), value: found.cost, status: found.status };

  function* evaluating(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean> {
    const times = new Map(labels.map((label, i) => [label, x[n + i]] as const));
    const seen = yield* look(ground, withFreed(ground, x.slice(0, n)), { times });
    if (seen.march.status !== "solved") return false;
    const write = (into: number, at: number, left: number): void => {
      rows[into] = seen.sights[at].value - left;
      if (slopes === undefined) return;
      const width = x.length;
      slopes.fill(0, into * width, (into + 1) * width);
      for (let f = 0; f < n; f++) slopes[into * width + f] = seen.slopes[at * n + f];
      const label = labels.indexOf(seen.sights[at].chosen);
      if (label >= 0) slopes[into * width + n + label] = seen.rates[at];
    };
    const cost = seen.sights.findIndex(({ row }) => isLeast(setup, row));
    if (cost < 0) return false;
    write(0, cost, 0);
    asked.forEach(({ row, span, left }, i) => {
      write(1 + i, worstIn(seen.sights, row, span), left);
    });
    return events.every((row, i) => {
      const arrival = seen.arrivals.get(row);
      if (arrival === undefined) return false;
      const into = 1 + asked.length + i;
      rows[into] = arrival.late;
      slopes?.fill(0, into * x.length, (into + 1) * x.length).set(arrival.slopes, into * x.length);
      return true;
    });
  }
}

/** Independent equations, and all inequalities; those of every step by spans of time. */
function askedOf(ground: Ground, counts: Preference["counts"], seen: Look, labels: readonly string[]): Asked[] {
  const { setup } = ground;
  const { conditions } = setup.compiled;
  const { sights, slopes, rates } = seen;
  const n = freedIn(ground, seen.parameters).length;
  const isCounted = (sight: Sight): boolean => counts(sight) && !isLeast(setup, sight.row);
  const of = (row: number): Sight[] => sights.filter((sight) => sight.row === row);
  const asked: Asked[] = [];
  const known: number[][] = [];
  const rows = [...new Set(sights.filter(isCounted).map(({ row }) => row))];
  for (const row of rows) {
    const own = of(row);
    const several = own.length > 1;
    if (conditions[row].must === "not-exceed-zero" || several) {
      const kind = conditions[row].must === "be-zero" ? "equality" : "inequality";
      for (let span = 0; span < (several ? spans : 1); span++) {
        const value = sights[worstIn(sights, row, span)].value;
        asked.push({ row, kind, span, left: Math.max(0, value) });
      }
      continue;
    }
    const at = sights.indexOf(own[0]);
    const label = labels.indexOf(own[0].chosen);
    const slope = [...slopes.subarray(at * n, (at + 1) * n), ...labels.map((_, i) => (i === label ? rates[at] : 0))];
    if (!isNew(known, slope)) continue;
    known.push(slope);
    asked.push({ row, kind: "equality", span: 0, left: own[0].value });
  }
  return asked;
}

/** True of slopes that are no combination of others. */
function isNew(known: readonly number[][], slope: readonly number[]): boolean {
  const size = (v: readonly number[]): number => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
  const own = size(slope);
  if (!(own > 0) || known.length >= slope.length) return false;
  if (known.length === 0) return true;
  const basis = new QrDecomposition(new Matrix(known.map((row) => row.map((x) => x / size(row)))).transpose());
  const Q = basis.orthogonalMatrix;
  const unit = Matrix.columnVector(slope.map((x) => x / own));
  return size(Matrix.sub(unit, Q.mmul(Q.transpose().mmul(unit))).to1DArray()) > dependent;
}

/** The sight of a row that is worst in a span, counted over all of its sights. */
function worstIn(sights: readonly Sight[], row: number, span: number): number {
  const own = sights.flatMap((sight, i) => (sight.row === row ? [i] : []));
  const width = Math.ceil(own.length / spans);
  const here = own.length === 1 ? own : own.slice(Math.min(span * width, own.length - 1), (span + 1) * width);
  const places = here.length > 0 ? here : own.slice(-1);
  return places.reduce((worst, i) => (sights[i].value > sights[worst].value ? i : worst));
}

/** The time that a motion chose for a label [s]. */
function timeAt({ sights, steps }: Look, label: string): number {
  const sight = sights.find(({ chosen }) => chosen === label);
  return sight === undefined ? 0 : timeOf({ steps }, sight);
}
