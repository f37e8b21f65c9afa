import { isOptimal } from "../../../motion/problem/objective.js";
import type { Problem } from "../../../motion/problem/problem.js";
import type { RunChoice } from "../../run/choice.js";
import type { RunRequest } from "../messages.js";

/** A request of the page as the command line would have asked for it. */
export function choiceOf(
  problem: Problem,
  { verb, set, guess, all, starts = 1 }: Omit<RunRequest, "problem">,
): RunChoice {
  const launch = verb === "solve" && guess !== undefined && guess.length > 0 ? guess : undefined;
  const searches = verb === "design" || (verb === "solve" && isOptimal(problem));
  return {
    set,
    guess: launch ?? "auto",
    start: launch === undefined ? "auto" : `launch=${launch.join(",")}`,
    strategy: "auto",
    ...(all === true && { search: { all } }),
    ...(all !== true && searches && starts > 1 && { starts }),
  };
}
