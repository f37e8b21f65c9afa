import { BadInput } from "../../checks/bad-input.js";
import { isRecord } from "../../checks/fields.js";
import type { Expected } from "../../motion/problem/problem.js";
import type { Draft } from "../drafts/draft.js";
import { type Place, placeOfRun } from "../run/place.js";
import type { Definition } from "../run/saved/definition.js";
import { givenDefinition, isProblemJson } from "../run/saved/problem-json.js";
import { isReplay } from "../run/saved/replay.js";
import { version } from "../run/version.js";

/** A problem that is none of the package: as data, and what a saved result says of its run. */
export interface Given {
  readonly definition?: Definition;
  /** Or as it was drawn. */
  readonly draft?: Draft;
  readonly expected?: Expected;
  readonly run?: Pick<Place, "verb" | "set" | "launch" | "starts">;
}

/** Beginnings of names: of a problem of a file that `bankshot open` serves, and of one that was dropped on the page. */
const served = "file:";
const dropped = "dropped:";
/** The whole of a drawn problem follows, as letters of a link. */
const drawn = "draft:";

export const isDrawn = (problem: string): boolean => problem.startsWith(drawn);

/** The letters of a drawn problem, and the name of one by its letters. */
export const lettersOf = (problem: string): string => problem.slice(drawn.length);
export const nameOfLetters = (letters: string): string => `${drawn}${letters}`;

export const isServed = (problem: string): boolean => problem.startsWith(served);

/** The file of a problem that the server reads; undefined for any other. */
export const fileNamed = (problem: string): string | undefined =>
  isServed(problem) ? problem.slice(served.length) : undefined;

/**
 * A problem that is none of the package, by its name; undefined for one of the package.
 * @throws a sentence where it is not there.
 */
export async function fetchGiven(problem: string): Promise<Given | undefined> {
  if (isServed(problem)) return fromServer(problem.slice(served.length));
  if (isDrawn(problem)) return { draft: (await import("../drafts/link.js")).draftOfLink(lettersOf(problem)) };
  if (!problem.startsWith(dropped)) return undefined;
  const text = sessionStorage.getItem(problem);
  if (text === null)
    throw new Error("The file was dropped on another page: a link does not hold it. Drop it on this page, too.");
  return JSON.parse(text) as Given;
}

async function fromServer(file: string): Promise<Given> {
  const response = await fetch("local.json", { cache: "no-store" }).catch(() => undefined);
  const isJson = response?.headers.get("content-type")?.includes("json") === true;
  if (response?.ok !== true || !isJson)
    throw new Error(`${file} is not served here: run npx bankshot open ${file} beside it.`);
  const told = (await response.json()) as { refusal: string } | Given;
  if ("refusal" in told) throw new Error(told.refusal);
  return told;
}

/**
 * The place that a saved result or a problem as JSON leads to: its problem by name where that is the package's own of this version, else as
 * data, which is kept for as long as the page's tab is open.
 * @throws a sentence where the text is neither.
 */
export function placeOfSaved(file: string, text: string): Place {
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${(error as Error).message}.`);
  }
  if (isProblemJson(saved)) return keep(file, givenDefinition(saved) as Definition, {});
  const { replay, problem: name } = isRecord(saved) ? saved : {};
  if (!isReplay(replay)) throw new Error(`${file} is not a result that bankshot saved.`);
  const run = placeOfRun(replay);
  const { source, definition } = replay;
  if (source !== undefined && "name" in source && replay.version === version) return { problem: source.name, ...run };
  if (definition === undefined) throw new Error(`${file} names its problem, but does not hold it.`);
  return keep(typeof name === "string" ? name : file, definition, run);
}

/**
 * The name under which a problem by `toJson` is kept for as long as the page's tab is open; undefined where it is too large for that.
 * @throws {BadInput} where the text is no such problem.
 */
export function keepProblem(title: string, text: string): string | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new BadInput("problem", "The problem of the study is no whole JSON: export the study again.");
  }
  const definition = givenDefinition(given) as Definition;
  try {
    return keep(title, definition, {}).problem;
  } catch {
    return undefined;
  }
}

/** Keeps a problem for as long as the page's tab is open; returns its place. */
function keep(name: string, definition: Definition, run: Partial<Place>): Place {
  const problem = `${dropped}${name}`;
  try {
    sessionStorage.setItem(problem, JSON.stringify({ definition } satisfies Given));
  } catch {
    throw new Error(`${name} is larger than this page may keep: solve it by the command line.`);
  }
  return { set: {}, ...run, problem };
}
