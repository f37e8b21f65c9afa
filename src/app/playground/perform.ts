import { design } from "../../motion/design.js";
import { isOptimal } from "../../motion/optimal-task.js";
import { type ProgressInfo, simulate, solve } from "../../motion/result.js";
import { compare } from "../expected.js";
import type { Found } from "../find.js";
import type { Run } from "../run.js";
import { isDefault } from "../settings.js";
import type { RunRequest } from "./messages.js";

/** Runs what a page asks for, in the thread that it is called in. */
export async function perform(
  found: Found,
  { verb, set, guess, all, starts = 1 }: Omit<RunRequest, "problem">,
  signal: AbortSignal,
  onIteration: (info: ProgressInfo) => void,
): Promise<Run> {
  const { problem, expected } = found;
  const watch = { set, signal, onIteration };
  const search = all === true ? { all } : starts > 1 && isOptimal(problem) ? { starts } : undefined;
  const start = guess === undefined || guess.length === 0 ? "auto" : guess;
  const run = {
    solve: () => solve(problem, { ...watch, guess: start, ...(search && { search }) }),
    simulate: () => simulate(problem, watch),
    design: () => design(problem, { ...watch, search: { starts } }),
  };
  const result = await run[verb]();
  const speaks = expected?.verb === verb && search === undefined && isDefault(problem, set);
  return {
    verb,
    found,
    choice: {
      set,
      guess: start,
      start: start === "auto" ? "auto" : `launch=${start.join(",")}`,
      strategy: "auto",
      ...(search && { search }),
      ...(starts > 1 && { starts }),
    },
    result,
    ...(speaks && { expected: compare(expected, result) }),
  };
}
