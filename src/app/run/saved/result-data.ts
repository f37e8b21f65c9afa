import {
  admit,
  anything,
  anyValue,
  type Check,
  fields,
  holding,
  listOf,
  must,
  recordOf,
  text,
} from "../../../checks/fields.js";
import { BadInput, type Problem } from "../../../motion/problem/problem.js";
import type { Result } from "../../../motion/result.js";
import { damage, definitionOf, problemOf } from "./definition.js";
import { decode, encode } from "./formulas.js";

/** The version of the keys. */
const format = 1;

/**
 * A result as plain data: it survives JSON, `structuredClone` and the way between threads, with every bit of its numbers.
 * `resultOf` makes a result of it again; who wants to read numbers from it takes that.
 */
export interface ResultData {
  readonly bankshot: number;
  /** The problem, as in `toJson`; of one of several solutions left out where it is the same. */
  readonly problem?: { readonly model: unknown; readonly rest: unknown };
  readonly result: unknown;
  readonly solutions?: readonly ResultData[];
}

/**
 * The plain form of a result.
 * @throws {BadInput} naming what of its problem is no data, such as a function that no formula can say.
 */
export function resultData(result: Result): ResultData {
  return dataOf(result, undefined);
}

function dataOf({ problem, model: _, solutions, ...rest }: Result, around: Problem | undefined): ResultData {
  return {
    bankshot: format,
    ...(problem !== around && { problem: definitionOf(problem) }),
    result: encode(rest),
    ...(solutions && { solutions: solutions.map((one) => dataOf(one, problem)) }),
  };
}

const numbers = must<Float64Array>("an array of doubles", (x) => x instanceof Float64Array);
const number = must<number>("a number", (x) => typeof x === "number");
const settings = recordOf(must("a number or a text", (x) => typeof x === "number" || typeof x === "string"));

/** The fields on which everybody who reads a result relies. */
const shape = holding({
  status: text,
  message: text,
  values: recordOf(must("a number or null", (x) => x === null || typeof x === "number")),
  solution: holding({ status: text, z: numbers, residual: number, iterations: number, message: text }),
  trajectory: holding({
    t: numbers,
    columns: recordOf(numbers),
    status: text,
    certificate: recordOf(holding({ value: number, step: number, row: text })),
  }),
  counts: holding({ iterations: number, shots: number, unknowns: number, seconds: number }),
  run: holding({ settings, parameters: settings, history: listOf(anything) }),
});

const data: Check<ResultData> = fields(
  {
    bankshot: must<number>(`${format}, the version of results that is read here`, (x) => x === format),
    result: anything,
  },
  {
    // looked at where it is read
    problem: anyValue<NonNullable<ResultData["problem"]>>(),
    solutions: listOf<ResultData>((given, at) => data(given, at)),
  },
);

/**
 * The result that `resultData` wrote, with its problem and its model made again.
 * @throws {BadInput} saying in one sentence what is wrong with the data.
 */
export function resultOf(given: ResultData): Result {
  return resultIn(admit(data, given, "result"), undefined);
}

function resultIn({ problem: told, result, solutions }: ResultData, around: Problem | undefined): Result {
  const problem = told === undefined ? around : problemOf(told, "The problem of the result");
  if (problem === undefined) throw new BadInput("result.problem", "result.problem must be a record, it is missing.");
  const rest = restOf(result);
  const { model } = problem;
  return {
    ...rest,
    problem,
    model: typeof model === "function" ? model((name) => String(rest.run.parameters[name])) : model,
    ...(solutions && { solutions: solutions.map((one) => resultIn(one, problem)) }),
  };
}

type Rest = Omit<Result, "problem" | "model" | "solutions">;

function restOf(given: unknown): Rest {
  try {
    const rest = decode(given);
    shape(rest, "result");
    return rest as Rest;
  } catch (error) {
    throw new BadInput("result", `The result cannot be read: ${damage(error)}`);
  }
}
