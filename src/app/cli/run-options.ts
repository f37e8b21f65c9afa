import type { Strategy } from "../../motion/problem/check-options.js";
import { freedBy } from "../../motion/problem/condition.js";
import { isOptimal } from "../../motion/problem/objective.js";
import type { Settings } from "../../motion/problem/parameters.js";
import { BadInput } from "../../motion/problem/problem.js";
import { mostStarts, type RunChoice, type Verb } from "../run/choice.js";
import type { Found } from "../run/found.js";
import { parseSearch, type SearchWords } from "./search.js";
import { parseSettings } from "./settings.js";
import { parseStart } from "./start.js";

export const strategies: readonly Strategy[] = ["auto", "shoot", "global"];

/** A run in the words of the command line. */
export interface RunWords extends SearchWords {
  readonly set: readonly string[];
  readonly start?: string;
  readonly strategy?: Strategy;
  readonly starts?: string;
}

/** The choice of a run: the user's words of now over those of a saved result. */
export function chooseRun(verb: Verb, found: Found, words: RunWords): RunChoice {
  const { problem, saved } = found;
  const set = { ...saved?.set, ...parseSettings(words.set) };
  const strategy = words.strategy ?? saved?.strategy ?? "auto";
  const start = words.start ?? (verb === "solve" ? saved?.start : undefined) ?? "auto";
  const guess = parseStart(start, problem);
  const search = parseSearch(words) ?? saved?.search;
  const starts = startsOf(words.starts ?? (saved?.starts === undefined ? undefined : String(saved.starts)));
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
    set: guess === "auto" ? set : { ...set, ...launchSettings(freedBy(problem), guess) },
    guess: "auto",
    start: "auto",
    strategy,
    ...(verb === "design" && starts !== undefined && { starts }),
  };
}

function startsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const starts = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isInteger(starts) || starts < 1 || starts > mostStarts)
    throw new BadInput("--starts", `--starts takes a whole number from 1 to ${mostStarts}, and "${text}" is none.`);
  return starts;
}

// a simulation has no guess: launch values are start values, as if they were set
function launchSettings(freed: readonly string[], values: readonly number[]): Settings {
  return Object.fromEntries(freed.map((name, i) => [name, values[i]]));
}
