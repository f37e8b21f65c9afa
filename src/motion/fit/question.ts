import { admit } from "../../checks/fields.js";
import { inWords, unknownName } from "../../checks/words.js";
import type { Model } from "../../mechanics/model.js";
import { resolveParameters, type Settings } from "../problem/parameters.js";
import { BadInput, type Problem } from "../problem/problem.js";
import { withClock } from "./clock.js";
import { checkFormulas, type Factors, factorsOf, inUnits, noiseInUnits, usedColumns } from "./columns/columns.js";
import { withObserved } from "./columns/mapping.js";
import { type Fitting, fitting, type Recording } from "./fitting.js";

/** An unknown parameter, with what is declared and known of it. */
export interface Wanted {
  readonly name: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly guess: number | string;
  readonly prior: { readonly mean: number; readonly deviation: number } | undefined;
}

/** A question that has passed the door. */
export interface Question {
  readonly problem: Problem;
  readonly fitting: Fitting;
  readonly shared: readonly Wanted[];
  readonly each: readonly Wanted[];
  /** In the units of the problem. */
  readonly recordings: readonly Recording[];
  /** Of columns with units: what the recordings were multiplied by. */
  readonly factors: Factors;
  /** Rows of first contacts by the names of recordings, where another model tells them: so that all are asked for the same rows. */
  readonly touches?: ReadonlyMap<string, number | undefined> | undefined;
  /** The rows that count in what is told of each recording, where they are not those that are asked: see `rowsAfterTouch`. */
  readonly judged?: Fitting["rowsAfterTouch"];
}

/**
 * Checks a question against its problem and recordings.
 * @throws {BadInput} naming the field that is wrong.
 */
export function questionOf(
  declaredProblem: Problem,
  given: unknown,
  recordings: readonly Recording[],
  set: Settings,
): Question {
  const { asked, factors, problem } = mapped(declaredProblem, admit(fitting, given, "fit"), set);
  checkFormulas(asked, problem, modelOf(problem, set));
  const wanted = (of: Fitting["shared"], where: string): Wanted[] =>
    Object.entries(of).flatMap(([parameter, { guess, prior, when = {}, ...bounds }]): Wanted[] => {
      if (!isAsked(problem, when, set, `${where}.${parameter}.when`)) return [];
      const { unit, min, max, above, value } = declared(problem, parameter, where);
      const told = typeof set[parameter] === "number" ? Number(set[parameter]) : undefined;
      const [low, high] = narrowed(
        [min ?? above ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY],
        bounds,
        `${where}.${parameter}`,
      );
      const from = guess ?? told ?? numberOf(value, parameter);
      return [{ name: parameter, unit, min: low, max: high, guess: from, prior }];
    });
  const question = {
    problem,
    fitting: asked,
    shared: wanted(asked.shared, "fit.shared"),
    each: wanted(asked.each ?? {}, "fit.each"),
    recordings: recordings.map((one) => inUnits(one, factors)),
    factors,
  };
  checkColumns(question);
  checkCount(question);
  return question;
}

/** Questions with formulas for all columns, by what is asked: motions are compiled once for each. */
const known = new WeakMap<Fitting, WeakMap<Problem, Map<string, Mapped>>>();

interface Mapped extends Pick<Question, "factors" | "problem"> {
  readonly asked: Fitting;
}

function mapped(problem: Problem, asked: Fitting, set: Settings): Mapped {
  const clocked = withClock(problem, [...Object.keys(asked.shared), ...Object.keys(asked.each ?? {})]);
  if (asked.observed === undefined && asked.units === undefined && clocked === problem)
    return { asked, factors: {}, problem };
  const { choices } = resolveParameters(clocked, set);
  const model = modelOf(problem, set);
  const key = JSON.stringify(choices);
  const ofProblems = known.get(asked) ?? new WeakMap<Problem, Map<string, Mapped>>();
  known.set(asked, ofProblems);
  const of = ofProblems.get(problem) ?? new Map<string, Mapped>();
  ofProblems.set(problem, of);
  const found = of.get(key);
  if (found !== undefined) return found;
  const whole = withObserved(asked, model);
  const factors = factorsOf(whole, clocked, model);
  const made = { asked: noiseInUnits(whole, factors), factors, problem: clocked };
  of.set(key, made);
  return made;
}

function modelOf(problem: Problem, set: Settings): Model {
  if (typeof problem.model !== "function") return problem.model;
  const { choices } = resolveParameters(problem, set);
  return problem.model((one) => choices[one]);
}

/** The part of a declared range in which a fit looks. */
function narrowed(
  [low, high]: readonly [number, number],
  { min = low, max = high }: { readonly min?: number; readonly max?: number },
  at: string,
): readonly [number, number] {
  if (min < low)
    throw new BadInput(`${at}.min`, `${at}.min ${inWords(min)} is below the declared range, from ${inWords(low)}.`);
  if (max > high)
    throw new BadInput(`${at}.max`, `${at}.max ${inWords(max)} is above the declared range, to ${inWords(high)}.`);
  if (!(min < max)) throw new BadInput(`${at}.min`, `${at}: min ${inWords(min)} must be below max ${inWords(max)}.`);
  return [min, max];
}

/** True where every named parameter has one of its named choices. */
function isAsked(
  { parameters }: Problem,
  when: Readonly<Record<string, readonly string[]>>,
  set: Settings,
  where: string,
): boolean {
  return Object.entries(when).every(([name, among]) => {
    const { choices, value } = (Object.hasOwn(parameters, name) ? parameters[name] : undefined) ?? {};
    if (choices === undefined) {
      const known = Object.keys(parameters).filter((one) => parameters[one].choices !== undefined);
      throw new BadInput(where, `${where}: ${unknownName("parameter with choices", name, known)}`);
    }
    for (const one of among)
      if (!choices.includes(one)) throw new BadInput(where, `${where}.${name}: ${unknownName("choice", one, choices)}`);
    return among.includes(String(set[name] ?? value));
  });
}

function declared({ parameters }: Problem, wanted: string, where: string) {
  const found = Object.hasOwn(parameters, wanted) ? parameters[wanted] : undefined;
  if (found !== undefined && found.choices === undefined) return found;
  const numeric = Object.keys(parameters).filter((one) => parameters[one].choices === undefined);
  throw new BadInput(where, `${where}: ${unknownName("numeric parameter", wanted, numeric)}`);
}

function numberOf(value: unknown, parameter: string): number {
  if (typeof value === "number") return value;
  throw new BadInput("fit", `The default of ${parameter} is a formula: give the fit a guess of it.`);
}

function checkColumns({ problem, fitting: asked, shared, each, recordings }: Question): void {
  if (recordings.length === 0) throw new BadInput("data", "A fit needs at least one recording.");
  const twice = each.find(({ name: one }) => shared.some((other) => other.name === one));
  if (twice !== undefined)
    throw new BadInput("fit.each", `fit.each: ${twice.name} is shared by all recordings already.`);
  const { given = {}, misses = {}, measured: columns, units = {}, time = "t" } = asked;
  for (const [miss, { columns: parts }] of Object.entries(misses))
    for (const part of parts)
      if (!Object.hasOwn(columns, part))
        throw new BadInput(
          `fit.misses.${miss}`,
          `fit.misses.${miss}: ${unknownName("measured column", part, Object.keys(columns))}`,
        );
  for (const parameter of Object.keys(given)) declared(problem, parameter, "fit.given");
  const used = usedColumns({ ...asked, shared: {}, each: {} });
  const guesses = [...shared, ...each].flatMap(({ guess }) => (typeof guess === "string" ? [guess] : []));
  for (const { name: one, t, columns: found } of recordings) {
    for (const column of [...used, ...guesses]) {
      if (!Object.hasOwn(found, column))
        throw new BadInput("data", `${one}: ${unknownName("column", column, Object.keys(found))}`);
      const bad = found[column].findIndex((x) => !Number.isFinite(x));
      if (bad >= 0) throw new BadInput("data", `${one}: row ${bad + 1} of column ${column} is no finite number.`);
    }
    const odd = Object.keys(units).find((column) => column !== time && !Object.hasOwn(found, column));
    if (odd !== undefined)
      throw new BadInput(`fit.units.${odd}`, `fit.units, ${one}: ${unknownName("column", odd, Object.keys(found))}`);
    if (t.length < 2) throw new BadInput("data", `${one}: a recording needs at least two rows.`);
    const late = t.findIndex((time, i) => i > 0 && !(time > t[i - 1]));
    if (late >= 0) throw new BadInput("data", `${one}: the time of row ${late + 1} is not after that of row ${late}.`);
  }
}

function checkCount({ shared, each }: Question): void {
  if (shared.length + each.length === 0)
    throw new BadInput("fit.shared", "A fit needs at least one unknown parameter.");
}
