import type { Bound } from "./bind.js";
import { emptyPath, type Path } from "./march.js";
import { BadInput } from "./problem.js";
import { straightLine } from "./straight-line.js";

/** Where the first guess comes from: declared start values, a straight line to the target, zeros, or given launch values. */
export type Guess = "auto" | "line" | "zeros" | readonly number[];

/**
 * Writes the guessed launch into `parameters`; returns the path where the guess is one, else a march gives it.
 * @throws {BadInput} where launch values are not as many as the conditions free, or not finite.
 */
export function firstGuess(bound: Bound, guess: Guess, parameters: Float64Array): Path | undefined {
  const { freed, boundary, kernels } = bound.compiled;
  if (guess === "auto") return undefined;
  if (guess === "line") return straightLine(bound, parameters);
  if (guess === "zeros") {
    for (const index of freed) parameters[index] = 0;
    return emptyPath(kernels, bound.steps.h.length);
  }
  if (guess.length !== freed.length) {
    const names = boundary.map(({ frees }) => frees).join(", ") || "nothing is freed";
    throw new BadInput("start", `launch= needs ${freed.length} values (${names}), it has ${guess.length}.`);
  }
  const wrong = guess.find((x) => !Number.isFinite(x));
  if (wrong !== undefined) throw new BadInput("start", `launch= needs finite numbers, not ${wrong}.`);
  guess.forEach((x, j) => {
    parameters[freed[j]!] = x;
  });
  return undefined;
}
