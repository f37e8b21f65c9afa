import { isOptimal } from "../motion/optimal-task.js";
import type { Settings } from "../motion/parameters.js";
import { BadInput } from "../motion/problem.js";
import type { Guess, Search, Strategy } from "../motion/result.js";
import type { Unfinished } from "../motion/unfinished.js";
import type { Found } from "./find.js";
import type { Verb } from "./io.js";
import { parseSearch, type SearchWords } from "./search.js";
import { parseSettings } from "./settings.js";
import { parseStart } from "./start.js";

export const strategies: readonly Strategy[] = ["auto", "global"];

/** What the command line says of a run, as text. */
export interface RunWords extends SearchWords {
  readonly set: readonly string[];
  readonly start?: string;
  readonly strategy?: Strategy;
  readonly starts?: string;
}

/** The same for the solver, and `start` as text to be saved. */
export interface RunChoice {
  readonly set: Settings;
  readonly guess: Guess;
  readonly start: string;
  readonly strategy: Strategy;
  readonly search?: Search;
  /** Searches of a design or of an optimal motion from different starts. */
  readonly starts?: number;
  /** The cancelled march of a saved result, to go on with. */
  readonly resume?: Unfinished;
}

/** What the user says now, over what a saved result says. */
export function chooseRun(verb: Verb, found: Found, words: RunWords): RunChoice {
  const { problem, saved } = found;
  const set = { ...saved?.set, ...parseSettings(words.set) };
  const strategy = words.strategy ?? saved?.strategy ?? "auto";
  const start = words.start ?? (verb === "solve" ? saved?.start : undefined) ?? "auto";
  const guess = parseStart(start, problem);
  const search = parseSearch(words) ?? saved?.search;
  const starts = words.starts === undefined ? saved?.starts : startsOf(words.starts);
  if (verb === "solve") {
    if (words.starts !== undefined && !isOptimal(problem))
      throw new BadInput("--starts", "--starts is for problems whose objective varies controls, and for design.");
    return { set, guess, start, strategy, ...(search && { search }), ...(starts !== undefined && { starts }) };
  }
  if (verb === "design" && words.start !== undefined)
    throw new BadInput(
      "--start",
      "design starts from the declared design: change it by --set, or try several by --starts.",
    );
  if (guess === "line" || guess === "zeros")
    throw new BadInput(
      "--start",
      `--start ${guess} is a first guess for solve; simulate starts from the start values.`,
    );
  return {
    set: guess === "auto" ? set : { ...set, ...launched(problem.boundary ?? [], guess) },
    guess: "auto",
    start: "auto",
    strategy,
    ...(verb === "design" && starts !== undefined && { starts }),
  };
}

function startsOf(text: string): number {
  const starts = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isInteger(starts) || starts < 1)
    throw new BadInput("--starts", `--starts takes a whole number from 1, and "${text}" is none.`);
  return starts;
}

// a simulation has no guess: launch values are start values, as if they were set
function launched(boundary: readonly { frees: string }[], values: readonly number[]): Settings {
  return Object.fromEntries(boundary.map(({ frees }, i) => [frees, values[i]!]));
}
