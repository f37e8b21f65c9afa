/**
 * A run of a problem, whoever asks for it: finding the problem, performing one verb, comparing with expected values,
 * and saying the result as plain data. It knows neither terminal nor page nor report. `perform` is the only way to run;
 * how results are written (`csv.ts`, `result-json.ts`) may be touched without reading the rest, but keys of what is
 * written stay.
 *
 * @module app/run
 */
import type { DesignOptions } from "../../motion/design/search.js";
import type { Expected } from "../../motion/problem/problem.js";
import type { RunOptions } from "../../motion/session.js";
import { simulate, solve } from "../../motion/solve.js";
import type { RunChoice, Verb } from "./choice.js";
import { compare } from "./expected.js";
import type { Found } from "./found.js";
import type { Run } from "./run.js";
import { isDefault } from "./settings.js";

/** How a run is watched and stopped, and what does the pieces of its search elsewhere than in this thread. */
export interface Watch extends Pick<RunOptions, "signal" | "onIteration" | "gridError"> {
  readonly threads?: {
    /** Searches the starts of a design, */
    readonly run?: NonNullable<DesignOptions["search"]>["run"];
    /** or looks over the parts of a search for all launches. */
    readonly survey?: NonNullable<RunOptions["search"]>["survey"];
  };
}

/**
 * Solves, simulates or designs, and compares with the expected values where nothing was changed: the one way to run a
 * problem, of the command line and of the page.
 */
export async function perform(verb: Verb, found: Found, choice: RunChoice, watch: Watch = {}): Promise<Run> {
  const { problem, expected } = found;
  const { set, guess, strategy, search, starts = 1, resume } = choice;
  const { threads: { run: starting, survey } = {}, ...others } = watch;
  // people are told the error of the grid with every answer but previews
  const watched = { gridError: true, ...others };
  const march = { ...watched, ...(resume && { resume }) };
  const run = {
    solve: () =>
      solve(problem, {
        set,
        guess,
        strategy,
        ...searchOf(search && { ...search, ...(survey && { survey }) }, starts),
        ...march,
      }),
    simulate: () => simulate(problem, { set, ...march }),
    design: async () => {
      const { design } = await import("../../motion/design.js");
      // a design that nobody gives a number of starts looks over its whole box before it gives up
      return design(problem, {
        set,
        ...(starts > 1 && { search: { starts, ...(starting && { run: starting }) } }),
        ...watched,
      });
    },
  };
  const result = await run[verb]();
  const speaks =
    expected !== undefined &&
    result.status !== "cancelled" &&
    search === undefined &&
    appliesTo(verb, found, expected) &&
    isDefault(problem, set);
  return { verb, found, choice, result, ...(speaks && { expected: compare(expected, result) }) };
}

const searchOf = (search: RunChoice["search"], starts: number) =>
  search === undefined && starts === 1 ? {} : { search: { ...search, ...(starts > 1 && { starts }) } };

// without conditions and without a design all verbs find the same motion
function appliesTo(verb: Verb, { problem }: Found, expected: Expected): boolean {
  const designs = verb === "design" || expected.verb === "design";
  return expected.verb === verb || (!designs && (problem.boundary ?? []).length === 0);
}
