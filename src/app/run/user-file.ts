import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { createJiti } from "jiti";
import { registry } from "../../../problems/registry.js";
import { isRecord } from "../../checks/fields.js";
import { checkFitting, type Fitting } from "../../motion/fit/fitting.js";
import { checkProblem } from "../../motion/problem/check-problem.js";
import { BadInput, checkExpected, type Expected, type Problem } from "../../motion/problem/problem.js";
import { checkUnits } from "./check-units.js";

interface UserProblem {
  readonly problem: Problem;
  readonly expected?: Expected;
  readonly fit?: Fitting;
}

/**
 * The exports of a user's file: `problem` (or the default export), and optionally `expected` and `fit`. It may import "bankshot",
 * its other doors and "bankshot/problems" wherever it lies: all are this very program, so that formulas made there are
 * known here.
 * @throws {BadInput} saying in one sentence, with file and line, what is wrong.
 */
export async function userProblem(path: string, shown: string): Promise<UserProblem> {
  const exports = await load(path, shown);
  const problem = requireProblem(exports.problem ?? exports.default ?? problemOfStudy(exports.study), shown);
  inFile(shown, () => checkUnits(problem));
  const { expected, fit } = exports;
  if (expected !== undefined) inFile(shown, () => checkExpected(expected));
  if (fit !== undefined) inFile(shown, () => checkFitting(fit));
  return {
    problem,
    ...(expected !== undefined && { expected: expected as Expected }),
    ...(fit !== undefined && { fit: fit as Fitting }),
  };
}

/**
 * All exports of a user's file, as they are.
 * @throws {BadInput} saying in one sentence, with file and line, why it cannot be read.
 */
export const userExports = (path: string, shown: string): Promise<Record<string, unknown>> => load(path, shown);

async function load(path: string, shown: string): Promise<Record<string, unknown>> {
  let forget = (): void => {};
  try {
    const virtualModules = await doorsFor(path);
    const jiti = createJiti(import.meta.url, { fsCache: false, interopDefault: false, virtualModules });
    const before = new Set(Object.keys(jiti.cache));
    // what was read is forgotten: the next one who asks gets the files as they are then
    forget = () => {
      for (const name of Object.keys(jiti.cache)) if (!before.has(name)) delete jiti.cache[name];
    };
    return (await jiti.import(path)) as Record<string, unknown>;
  } catch (error) {
    throw new BadInput("problem", `${where(error, path, shown)}: ${reason(error)}`);
  } finally {
    forget();
  }
}

/** The modules of this program that a file may import, by the names that users write. */
async function doorsFor(path: string): Promise<Record<string, unknown>> {
  const modules: Record<string, unknown> = {
    bankshot: await import("../../index.js"),
    "bankshot/geometry": await import("../../geometry.js"),
    "bankshot/robots": await import("../../robots.js"),
    "bankshot/data": await import("../../data.js"),
    "bankshot/solvers": await import("../../solvers.js"),
  };
  const asked: Record<string, () => Promise<unknown>> = {
    "bankshot/studies": () => import("../../studies.js"),
    "bankshot/problems": () => import("../../../problems/index.js"),
  };
  for (const [name, read] of Object.entries(registry)) asked[`bankshot/problems/${name}`] = read;
  // problems are built when they are imported, which waits for them; `require` cannot wait, and has them at once
  const waits = !/\brequire\(/.test(readFileSync(path, "utf8"));
  for (const [name, read] of Object.entries(asked)) {
    if (waits) Object.defineProperty(modules, name, { get: read, enumerable: true });
    else modules[name] = await read();
  }
  return modules;
}

function where(error: unknown, path: string, shown: string): string {
  const text = error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : "";
  // the file itself, or a file beside it that it imports
  const places = text.matchAll(/(?:file:\/\/)?([^\s()]+\.[cm]?[jt]s):(\d+):\d+/g);
  for (const [, file, line] of places) {
    if (file === path) return `${shown}:${line}`;
    if (file.startsWith(`${dirname(path)}/`) && !file.includes("node_modules")) return `${basename(file)}:${line}`;
  }
  return shown;
}

function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const first = message.split("\n")[0].trim();
  const plain = first
    .replace(/^(\w*Error): /, "")
    .replace(/\(0 , (\w+)\.(\w+)\) is not a function/, "$2 is not exported by the module it is imported from")
    .replace(/'?(?:\/[^\s']*\/)([^\s'/]+)'?/g, "$1");
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}

/** The problem inside a study that is written down: its motions are opened by its file. */
const problemOfStudy = (study: unknown): unknown =>
  isRecord(study) && isRecord(study.problem) ? study.problem : undefined;

/** A problem of the right shape; what its names mean is checked when it is bound. */
function requireProblem(problem: unknown, shown: string): Problem {
  if (typeof problem !== "object" || problem === null)
    throw new BadInput("problem", `${shown} must export a problem: export const problem: Problem = { … }.`);
  inFile(shown, () => checkProblem(problem));
  return problem as Problem;
}

/** Makes a check name the file that it is about. */
function inFile(shown: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof BadInput) throw new BadInput(error.field, `${shown}: ${error.message}`);
    throw error;
  }
}
