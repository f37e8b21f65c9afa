import { basename, dirname } from "node:path";
import { createJiti } from "jiti";
import { isExpr } from "../expr/expr.js";
import { BadInput, type Expected, type Problem } from "../motion/problem.js";

/**
 * What a user's file exports: `problem` (or the default export), and optionally `expected`. It may import "bankshot"
 * and "bankshot/problems" wherever it lies: both are this very program, so that formulas made there are known here.
 * @throws {BadInput} saying in one sentence, with file and line, what is wrong.
 */
export async function userProblem(path: string, shown: string): Promise<{ problem: Problem; expected?: Expected }> {
  const exports = await load(path, shown);
  const problem = exports.problem ?? exports.default;
  checkProblem(problem, shown);
  const expected = exports.expected as Expected | undefined;
  if (expected === undefined) return { problem };
  if (!["solve", "simulate", "design"].includes(expected?.verb) || !Array.isArray(expected.values))
    throw new BadInput(
      "expected",
      `${shown}: expected must be { verb: "solve", "simulate" or "design", values: [ … ] }.`,
    );
  return { problem, expected };
}

async function load(path: string, shown: string): Promise<Record<string, unknown>> {
  const virtualModules = {
    bankshot: await import("../index.js"),
    "bankshot/problems": await import("../../problems/index.js"),
  };
  const jiti = createJiti(import.meta.url, { fsCache: false, interopDefault: false, virtualModules });
  const before = new Set(Object.keys(jiti.cache));
  try {
    return (await jiti.import(path)) as Record<string, unknown>;
  } catch (error) {
    throw new BadInput("problem", `${where(error, path, shown)}: ${reason(error)}`);
  } finally {
    // what was read is forgotten: the next one who asks gets the files as they are then
    for (const name of Object.keys(jiti.cache)) if (!before.has(name)) delete jiti.cache[name];
  }
}

function where(error: unknown, path: string, shown: string): string {
  const text = error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : "";
  // the file itself, or a file beside it that it imports
  const places = text.matchAll(/(?:file:\/\/)?([^\s()]+\.[cm]?[jt]s):(\d+):\d+/g);
  for (const [, file, line] of places) {
    if (file === path) return `${shown}:${line}`;
    if (file!.startsWith(`${dirname(path)}/`) && !file!.includes("node_modules")) return `${basename(file!)}:${line}`;
  }
  return shown;
}

function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const first = message.split("\n")[0]!.trim();
  const plain = first
    .replace(/^(\w*Error): /, "")
    .replace(/\(0 , (\w+)\.(\w+)\) is not a function/, "$2 is not exported by the module it is imported from")
    .replace(/'?(?:\/[^\s']*\/)([^\s'/]+)'?/g, "$1");
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}

/** The shape that every later step relies on; values and ranges are checked when the problem is bound. */
function checkProblem(problem: unknown, shown: string): asserts problem is Problem {
  if (typeof problem !== "object" || problem === null)
    throw new BadInput("problem", `${shown} must export a problem: export const problem: Problem = { … }.`);
  const fields = problem as Record<string, unknown>;
  const need = (field: string, good: boolean, what: string): void => {
    if (!good) throw new BadInput(field, `${shown}: the problem's ${field} must be ${what}.`);
  };
  const record = (x: unknown): boolean => typeof x === "object" && x !== null && !Array.isArray(x);
  need("name", typeof fields.name === "string" && fields.name !== "", "a text");
  need("title", typeof fields.title === "string", "a text");
  need("model", typeof fields.model === "function" || record(fields.model), "a model, or a function that makes one");
  need("parameters", record(fields.parameters), "a record of parameters");
  need("start", record(fields.start), "a record with a start value for each state");
  const grid = fields.grid as { steps?: unknown; h?: unknown } | undefined;
  const steps = Number(grid?.steps);
  need(
    "grid",
    Number.isInteger(steps) && steps >= 1 && Number(grid?.h) > 0 && Number.isFinite(grid?.h),
    "{ steps, h } with whole steps and h above 0",
  );
  need("values", record(fields.values), "a record of values");
  need("boundary", fields.boundary === undefined || Array.isArray(fields.boundary), "a list of conditions");
  checkFormulas(problem as Problem, shown);
}

// formulas of a second copy of this library look the same and are not
function checkFormulas({ boundary, values, start }: Problem, shown: string): void {
  const formulas = [
    ...(boundary ?? []).map((condition) => condition?.residual),
    ...Object.values(values).map((value) => value?.of),
    ...Object.values(start),
  ];
  for (const formula of formulas as unknown[])
    if (typeof formula === "object" && formula !== null && "op" in formula && !isExpr(formula))
      throw new BadInput(
        "problem",
        `${shown} uses a second copy of the library: import from "bankshot" only; a problem of the package runs by its name once built.`,
      );
}
