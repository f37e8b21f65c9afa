import {
  admit,
  type Checked,
  count,
  either,
  fields,
  formula,
  limit,
  listOf,
  must,
  name,
  positive,
  recordOf,
} from "../../checks/fields.js";
import { unknownName } from "../../checks/words.js";
import { isExpr, leaves, toExpr } from "../../expr/expr.js";
import { gridMethod, type Settings } from "../problem/parameters.js";
import { BadInput, type Problem } from "../problem/problem.js";

/** A measurement of a column: a formula of `last.*` and `parameters.*`, and the standard deviation of one measurement. */
const measured = fields({ of: formula, noise: positive }, { unitsPerMeasured: positive });

const unknown = fields(
  {},
  {
    /** The search begins here: a number, or the column whose first measurement it is; the parameter's default where left out. */
    guess: either((given) => typeof given === "string", name, limit),
    /** Knowledge from before: a mean and its standard deviation. */
    prior: fields({ mean: limit, deviation: positive }),
  },
);

const row = must<number>("a whole number", Number.isInteger);

const loss = fields({
  kind: must<"huber" | "cauchy">("huber or cauchy", (x) => x === "huber" || x === "cauchy"),
  width: positive,
});

/** The fields of a question to recordings. */
export const fitting = fields(
  {
    measured: recordOf(measured),
    /** Parameters that are the same in all recordings. */
    shared: recordOf(unknown),
  },
  {
    /** Parameters that every recording has for itself, such as those of its launch. */
    each: recordOf(unknown),
    /** Parameters that are known from the first measurement of a column. */
    given: recordOf(name),
    /** Columns that change their sign together without a meaning: the entries of a quaternion. */
    signs: listOf(listOf(name)),
    /** Rows a second of recordings that have no times. */
    rate: positive,
    /**
     * Rows are asked until so many after that of the first contact, as the first guess has it (below zero: before it), or
     * only those of a list: one contact after another forgets the launch.
     */
    rowsAfterTouch: either(Array.isArray, listOf(row), row),
    /** Rows after that of the first contact at which the fitted motion is compared with the recording, asked or not. */
    predicts: listOf(count),
    /** Misses by name: the length of the differences of some columns, times a factor that gives its unit. */
    misses: recordOf(fields({ columns: listOf(name), unit: name }, { times: positive })),
    /** Residuals beyond `width` standard deviations count less: linearly, or as those of a Cauchy distribution. */
    loss,
  },
);

/**
 * The question to recordings: which formula of the motion each of their columns measures and how well, which parameters are
 * unknown for all of them, and which for each.
 */
export interface Fitting extends Checked<typeof fitting> {}

/**
 * The check of what a file asks of recordings.
 * @throws {BadInput} naming the field.
 */
export function checkFitting(given: unknown): asserts given is Fitting {
  fitting(given, "fit");
}

/** One recorded motion: the times of its rows [s], growing, and columns of numbers as long. */
export interface Recording {
  readonly name: string;
  readonly t: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

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
  readonly recordings: readonly Recording[];
}

/**
 * Checks a question against its problem and recordings.
 * @throws {BadInput} naming the field that is wrong.
 */
export function questionOf(
  problem: Problem,
  given: unknown,
  recordings: readonly Recording[],
  set: Settings,
): Question {
  const asked = admit(fitting, given, "fit");
  const wanted = (of: Fitting["shared"], where: string): Wanted[] =>
    Object.entries(of).map(([parameter, { guess, prior }]) => {
      const { unit, min, max, above, value } = declared(problem, parameter, where);
      return {
        name: parameter,
        unit,
        min: min ?? above ?? Number.NEGATIVE_INFINITY,
        max: max ?? Number.POSITIVE_INFINITY,
        guess: guess ?? (typeof set[parameter] === "number" ? Number(set[parameter]) : numberOf(value, parameter)),
        prior,
      };
    });
  const question = {
    problem,
    fitting: asked,
    shared: wanted(asked.shared, "fit.shared"),
    each: wanted(asked.each ?? {}, "fit.each"),
    recordings,
  };
  checkColumns(question);
  checkCount(question);
  if (gridMethod(problem, set) === "exact")
    throw new BadInput("grid.method", "A fit marches from row to row of its recordings: grid.method must be euler.");
  return question;
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
  const { given = {}, signs = [], misses = {}, measured: columns } = asked;
  for (const [miss, { columns: parts }] of Object.entries(misses))
    for (const part of parts)
      if (!Object.hasOwn(columns, part))
        throw new BadInput(
          `fit.misses.${miss}`,
          `fit.misses.${miss}: ${unknownName("measured column", part, Object.keys(columns))}`,
        );
  for (const parameter of Object.keys(given)) declared(problem, parameter, "fit.given");
  const used = [
    ...Object.keys(columns),
    ...Object.values(given),
    ...signs.flat(),
    ...[...shared, ...each].flatMap(({ guess }) => (typeof guess === "string" ? [guess] : [])),
  ];
  for (const { name: one, t, columns: found } of recordings) {
    for (const column of used) {
      if (!Object.hasOwn(found, column))
        throw new BadInput("data", `${one}: ${unknownName("column", column, Object.keys(found))}`);
      const bad = found[column].findIndex((x) => !Number.isFinite(x));
      if (bad >= 0) throw new BadInput("data", `${one}: row ${bad + 1} of column ${column} is no finite number.`);
    }
    if (t.length < 2) throw new BadInput("data", `${one}: a recording needs at least two rows.`);
    const late = t.findIndex((time, i) => i > 0 && !(time > t[i - 1]));
    if (late >= 0) throw new BadInput("data", `${one}: the time of row ${late + 1} is not after that of row ${late}.`);
  }
  for (const [column, { of }] of Object.entries(columns))
    if (
      isExpr(of) &&
      leaves([toExpr(of)]).some(({ name: leaf }) => leaf.startsWith("first.") || leaf.startsWith("values."))
    )
      throw new BadInput(
        `fit.measured.${column}`,
        `fit.measured.${column} must be a formula of last.* and parameters.*.`,
      );
}

function checkCount({ shared, each }: Question): void {
  if (shared.length + each.length === 0)
    throw new BadInput("fit.shared", "A fit needs at least one unknown parameter.");
}
