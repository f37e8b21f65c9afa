import { readFileSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { problems } from "../../../problems/index.js";
import type { Settings } from "../../motion/parameters.js";
import { BadInput, type Problem } from "../../motion/problem.js";
import type { Search, Strategy } from "../../motion/result.js";
import type { Found } from "../find.js";
import type { Verb } from "../io.js";
import { version } from "../version.js";
import { type Definition, problemOf } from "./definition.js";

/** What a saved result needs to be solved again. */
export interface Replay {
  readonly version: string;
  readonly verb: Verb;
  readonly set: Settings;
  readonly start: string;
  readonly strategy: Strategy;
  /** How all launches, or one of a branch, were searched. */
  readonly search?: Search;
  /** Searches of a design from different starts. */
  readonly starts?: number;
  /** A problem of this package, or a user's file relative to the saved result. */
  readonly source?: { readonly name: string } | { readonly file: string };
  /** The whole problem as data, where it can be written down. */
  readonly definition?: Definition;
  /** A cancelled march that can be resumed, as data. */
  readonly unfinished?: unknown;
}

/**
 * The problem of a saved result: the package's own where the version is the same, else the data in the result, else the
 * file it came from.
 * @throws {BadInput} where the file is no saved result.
 */
export async function replayed(path: string, shown: string): Promise<Found> {
  const saved = readReplay(path, shown);
  const { source, definition } = saved;
  if (source !== undefined && "name" in source && saved.version === version) {
    const known = problems[source.name];
    if (known !== undefined) return { ...known, source, saved };
  }
  if (definition !== undefined) return { problem: defined(definition, shown), source: { data: path }, saved };
  if (source !== undefined && "file" in source && !isAbsolute(source.file)) {
    const file = resolve(dirname(path), source.file);
    const { userProblem } = await import("../user-file.js");
    return { ...(await userProblem(file, source.file)), source: { file }, saved };
  }
  throw new BadInput("problem", `${shown} holds neither its problem nor a name of one that this version knows.`);
}

function readReplay(path: string, shown: string): Replay {
  let replay: Partial<Replay> | undefined;
  try {
    replay = (JSON.parse(readFileSync(path, "utf8")) as { replay?: Partial<Replay> } | null)?.replay;
  } catch (error) {
    throw new BadInput("problem", `${shown} cannot be read as JSON: ${(error as Error).message.split("\n")[0]}.`);
  }
  const { set, start, strategy, verb, search = {}, starts = 1 } = replay ?? {};
  const settable =
    typeof set === "object" &&
    set !== null &&
    Object.values(set).every((x) => typeof x === "number" || typeof x === "string");
  if (
    !settable ||
    typeof start !== "string" ||
    typeof search !== "object" ||
    search === null ||
    !Number.isInteger(starts) ||
    !["auto", "global"].includes(strategy!) ||
    !["solve", "simulate", "design"].includes(verb!)
  )
    throw new BadInput("problem", `${shown} is not a result that bankshot saved.`);
  return replay as Replay;
}

function defined(definition: Definition, shown: string): Problem {
  try {
    return problemOf(definition);
  } catch (error) {
    throw new BadInput(
      "problem",
      `The problem in ${shown} cannot be read: ${(error as Error).message.replace(/\.$/, "")}.`,
    );
  }
}
