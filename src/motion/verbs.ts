import type { DesignOptions } from "./design/search.js";
import { design as designed } from "./design.js";
import type { Problem } from "./problem/problem.js";
import type { Result } from "./result.js";
import type { RunOptions } from "./session.js";
import { simulate as simulated, solve as solved } from "./solve.js";

// the verbs as people call them: every answer comes with the error of its grid, which loops inside do without

/**
 * Finds what the boundary conditions free, or the optimal motion, then computes a second motion that says how far the
 * answer is from the continuous one: `certificate.gridError`, left out by `gridError: false`.
 * @throws {BadInput} naming the field, before anything is computed, or where the conditions do not fit the motion.
 */
export const solve = (problem: Problem, options: RunOptions = {}): Promise<Result> => solved(problem, asked(options));

/**
 * Marches from the start values, boundary conditions only reported, then once more and finer: `certificate.gridError`, left
 * out by `gridError: false`.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export const simulate = (problem: Problem, options: RunOptions = {}): Promise<Result> =>
  simulated(problem, asked(options));

/**
 * Minimises the objective over the parameters that it varies, every evaluation a simulation; the motion of the best design
 * comes with the error of its grid, `certificate.gridError`, left out by `gridError: false`.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export const design = (problem: Problem, options: DesignOptions = {}): Promise<Result> =>
  designed(problem, asked(options));

/** Options as they are, but for what is left out. */
function asked<T extends { readonly gridError?: boolean }>(options: T): T {
  return isPlain(options) && options.gridError === undefined ? { ...options, gridError: true } : options;
}

/** Other options are refused by the verb. */
const isPlain = (options: unknown): boolean => typeof options === "object" && options !== null;
