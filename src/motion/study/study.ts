/**
 * One question asked of many motions: what is varied and how, which items that makes, from whose answer each item
 * starts, and what counts as passed. All of it follows from the study alone, so that the same items come out whoever
 * computes them, in whatever order; nothing here runs a motion or knows of files and threads. A new distribution is a
 * line in `distributions.ts`, a new sequence of points one in `points.ts`; both may be touched without reading the rest.
 *
 * @module motion/study
 */
import {
  admit,
  type Check,
  type Checked,
  count,
  either,
  fields,
  flag,
  has,
  listOf,
  must,
  oneOf,
  recordOf,
  text,
} from "../../checks/fields.js";
import { unknownName } from "../../checks/words.js";
import { launchSearch } from "../problem/check-options.js";
import { type Distribution, distributions } from "../problem/distribution.js";
import { isOptimal, objectiveOf } from "../problem/objective.js";
import { checkNumber, gridDeclarations, gridMethod, gridSettings, resolveParameters } from "../problem/parameters.js";
import { BadInput, type Expected, type Problem } from "../problem/problem.js";
import { parseAsks } from "./asks.js";

const finite = must<number>("a finite number", (given) => Number.isFinite(given));
const range = fields({ from: finite, to: finite }, { count });
const level = must<number | string>(
  "a finite number or a name",
  (given) => Number.isFinite(given) || (typeof given === "string" && given !== ""),
);
const column = fields({ column: listOf(finite) });
const kinds = { ...distributions, column };

/** A record is known by its first word, so that a refusal is about what was meant. */
const ofKind: Check<Checked<(typeof kinds)[keyof typeof kinds]> | Checked<typeof range>> = (given, at) => {
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[]).find((word) => has(word, given));
  (kind === undefined ? range : kinds[kind])(given, at);
};

/** The check of how a parameter varies. */
export const spread = either(Array.isArray, listOf(level), ofKind);

/**
 * How a parameter varies: a range with `count` values, ends included, or, without a count, one that is sampled evenly; a
 * list of numbers or choices; a normal distribution by mean and standard deviation, a uniform or a triangular one; or a
 * column of a table, whose rows go together with those of all other columns.
 */
export type Spread = Checked<typeof spread>;

export type { Distribution };

const design = oneOf(["grid", "lhs", "sobol", "halton", "random", "saltelli"]);

/**
 * How sampled parameters are spread over their distributions: a full grid of what is counted (then nothing is sampled),
 * Latin hypercube, Sobol' or Halton sequence, independent random numbers, or Saltelli's scheme, which makes k + 2 items of
 * every sample of k parameters and tells their Sobol' indices.
 */
export type StudyDesign = Checked<typeof design>;

const verb = oneOf(["solve", "simulate", "design"]);

const study = fields(
  { over: recordOf(spread) },
  {
    verb,
    set: recordOf(must<number | string>("a number or a text", (x) => typeof x === "number" || typeof x === "string")),
    design,
    samples: count,
    seed: must<number>("a whole number from 0", (x) => Number.isSafeInteger(x) && (x as number) >= 0),
    where: listOf(text),
    trajectories: flag,
    gridError: flag,
    search: fields({}, launchSearch),
  },
);

/** A study as people ask for it. */
export type StudyQuestion = Checked<typeof study>;

/** How items are searched for launches, as `solve` is. */
export type LaunchSearch = NonNullable<StudyQuestion["search"]>;

/** More items than this are a slip: ten million solves take a machine of two cores some hours at the least. */
const mostItems = 1e7;

/** The findings that a study has beyond its rows, where they are asked for. */
export interface StudyExtras {
  /** The motion of every item is kept beside its row. */
  readonly trajectories?: true;
  /** The error of the grid of every item is estimated, by a second motion. */
  readonly gridError?: true;
  /** Items are searched for every launch, or for one of a branch: the one that passes is theirs, or else the first. */
  readonly search?: LaunchSearch;
}

/** The value that tells how many launches a search for all of them found. */
export const launchCount = "launches";

/** Names of numbers that items have besides those of their problem. */
export const namesBeside = (search: LaunchSearch | undefined): string[] => (search?.all ? [launchCount] : []);

/** A study with everything said: the same text means the same study. */
export interface Study extends StudyExtras {
  readonly verb: Expected["verb"];
  readonly set: Readonly<Record<string, number | string>>;
  readonly over: Readonly<Record<string, Spread>>;
  readonly design: StudyDesign;
  /** Samples of what is sampled; 1 where nothing is. */
  readonly samples: number;
  readonly seed: number;
  /** Formulas of values that a solved item must hold within bounds to pass. */
  readonly where: readonly string[];
}

/** True of values that are listed. */
export const isList = (spread: Spread): spread is readonly (number | string)[] => Array.isArray(spread);

/** True of what is drawn from a distribution, a range without a count among it. */
export const isSampled = (spread: Spread): boolean => distributionOf(spread) !== undefined;

/** The distribution that a parameter is drawn from; undefined where its values are counted. */
export function distributionOf(spread: Spread): Distribution | undefined {
  if ("normal" in spread || "uniform" in spread || "triangular" in spread) return spread;
  return "from" in spread && spread.count === undefined ? { uniform: [spread.from, spread.to] } : undefined;
}

/**
 * A question with everything said.
 * @throws {BadInput} naming the field or the parameter, in one sentence, before anything is computed.
 */
export function checkStudy(problem: Problem, question: StudyQuestion): Study {
  const {
    verb = "solve",
    set = {},
    over,
    seed = 1,
    where = [],
    trajectories,
    gridError,
    search,
    ...given
  } = admit(study, question);
  resolveParameters(problem, set);
  gridSettings(problem, set);
  gridMethod(problem, set);
  if (verb === "design") objectiveOf(problem);
  if (Object.keys(over).length === 0) throw new BadInput("over", "A study varies something: it has nothing to vary.");
  for (const [name, spread] of Object.entries(over)) {
    checkName(problem, { verb, set }, name);
    checkSpread(problem, name, spread);
  }
  if (search !== undefined) checkSearch(problem, verb, search);
  parseAsks(where, problem, namesBeside(search));
  const made: Study = {
    verb,
    set,
    over,
    ...samplingOf(over, given),
    seed,
    where,
    ...(trajectories && { trajectories }),
    ...(gridError && { gridError }),
    ...(search && { search }),
  };
  checkSize(made);
  return made;
}

/** A search in itself; its names and numbers are checked where one begins. */
function checkSearch(problem: Problem, verb: Study["verb"], { all, branch }: LaunchSearch): void {
  if (verb !== "solve") throw new BadInput("search", `Launches are searched by solve, and here items ${verb}.`);
  if (isOptimal(problem)) throw new BadInput("search", `${problem.name} is an optimal motion, which has no launches.`);
  if (all !== true && branch === undefined)
    throw new BadInput("search", "scan and samples say how to search: give all or branch beside them.");
  if (Object.hasOwn(problem.values, launchCount) || Object.hasOwn(problem.parameters, launchCount))
    throw new BadInput("search", `${problem.name} has ${launchCount} of its own, which is the count of a search.`);
}

function checkName(problem: Problem, { verb, set }: Pick<Study, "verb" | "set">, name: string): void {
  const known = [...Object.keys(problem.parameters), ...Object.keys(gridDeclarations(problem))];
  if (!known.includes(name)) throw new BadInput(name, unknownName("parameter", name, known));
  if (Object.hasOwn(set, name)) throw new BadInput(name, `${name} is set and varied: leave one of them out.`);
  const condition = problem.boundary?.find(({ frees }) => frees === name);
  if (verb === "solve" && condition !== undefined)
    throw new BadInput(
      name,
      `${name} is found by every item, since condition ${condition.name} frees it: vary others.`,
    );
  if (verb === "design" && problem.objective?.vary.includes(name))
    throw new BadInput(name, `${name} is found by every item, since the objective varies it: vary others.`);
}

function checkSpread(problem: Problem, name: string, spread: Spread): void {
  for (const value of extremes(name, spread)) checkValue(problem, name, value);
}

/** The values by which a spread is judged: its ends, or all that it lists. */
function extremes(name: string, spread: Spread): readonly (number | string)[] {
  if (isList(spread) || "column" in spread) {
    const values = isList(spread) ? spread : spread.column;
    if (values.length === 0) throw new BadInput(name, `${name} has no values to take.`);
    return values;
  }
  if ("normal" in spread) {
    const [mean, deviation] = spread.normal;
    if (!(deviation > 0))
      throw new BadInput(name, `The standard deviation of ${name} must be above 0, it is ${deviation}.`);
    return [mean];
  }
  const ends =
    "uniform" in spread ? spread.uniform : "triangular" in spread ? spread.triangular : [spread.from, spread.to];
  const [from, to] = [ends[0], ends[ends.length - 1]];
  if ("count" in spread && spread.count === 1 && from === to) return [from];
  if (!(from < to)) throw new BadInput(name, `${name} goes from ${from} to ${to}: the smaller number comes first.`);
  if ("count" in spread && spread.count === 1)
    throw new BadInput(name, `${name} takes one value between ${from} and ${to}: two or more have both ends.`);
  const mode = ends.length === 3 ? ends[1] : from;
  if (mode < from || mode > to) throw new BadInput(name, `The mode ${mode} of ${name} must lie from ${from} to ${to}.`);
  return ends;
}

function checkValue(problem: Problem, name: string, value: number | string): void {
  const declared = Object.hasOwn(problem.parameters, name) ? problem.parameters[name] : gridDeclarations(problem)[name];
  if (declared.choices !== undefined) resolveParameters(problem, { [name]: value });
  else if (name === "grid.method") gridMethod(problem, { [name]: value });
  else checkNumber(name, value, declared);
}

function samplingOf(
  over: Study["over"],
  { design, samples }: Pick<StudyQuestion, "design" | "samples">,
): Pick<Study, "design" | "samples"> {
  const sampled = Object.keys(over).filter((name) => isSampled(over[name]));
  if (sampled.length === 0) {
    if (samples !== undefined || (design !== undefined && design !== "grid"))
      throw new BadInput(
        samples === undefined ? "design" : "samples",
        "Nothing is sampled: a range without a count is, or a distribution such as mass~normal(.2,.01).",
      );
    return { design: "grid", samples: 1 };
  }
  if (design === "grid")
    throw new BadInput("design", `A grid counts its values, and ${sampled[0]} has no count: ${sampled[0]}=a..b:n.`);
  if (samples === undefined)
    throw new BadInput("samples", `${sampled[0]} is sampled: say how often by samples, or count a range: name=a..b:n.`);
  return { design: design ?? "random", samples };
}

/** Points in the space of what is sampled: as many as samples, but for Saltelli's scheme. */
export function pointsOfSamples({ over, design, samples }: Study): number {
  const sampled = Object.values(over).filter(isSampled).length;
  return design === "saltelli" ? samples * (sampled + 2) : samples;
}

function checkSize(study: Study): void {
  const { over } = study;
  const columns = Object.entries(over).flatMap(([name, spread]) =>
    "column" in spread ? [{ name, of: spread.column.length }] : [],
  );
  const other = columns.find(({ of }) => of !== columns[0].of);
  if (other !== undefined)
    throw new BadInput(
      other.name,
      `The columns of a table go together: ${columns[0].name} has ${columns[0].of} rows, ${other.name} ${other.of}.`,
    );
  const counted = Object.values(over).map((spread) =>
    isList(spread) ? spread.length : "count" in spread ? (spread.count ?? 1) : 1,
  );
  const items = counted.reduce((a, b) => a * b, pointsOfSamples(study) * (columns[0]?.of ?? 1));
  if (items > mostItems) throw new BadInput("over", `These are ${items} items, and a study has at most ${mostItems}.`);
}
