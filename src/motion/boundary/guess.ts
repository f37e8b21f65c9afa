import { emptyPath, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import type { Task } from "../march/task.js";
import type { ListedGuess, Strategy } from "../problem/check-options.js";
import { freedBy } from "../problem/condition.js";
import { BadInput } from "../problem/problem.js";
import { straightLine } from "./straight-line.js";

/** A boundary problem to be solved: from which guess, and how. */
export interface BoundaryTask extends Task {
  readonly guess: ListedGuess;
  readonly strategy: Strategy;
}

/**
 * Writes the guessed launch into `parameters`; returns the path where the guess is one, else a march gives it.
 * @throws {BadInput} where launch values are not as many as the conditions free, or not finite.
 */
export function firstGuess(setup: Setup, guess: ListedGuess, parameters: Float64Array): Path | undefined {
  const { freed, problem, kernels } = setup.compiled;
  if (guess === "auto") return undefined;
  if (guess === "line") return straightLine(setup, parameters);
  if (guess === "zeros") {
    for (const index of freed) parameters[index] = 0;
    return emptyPath(kernels, setup.steps.h.length);
  }
  if (guess.length !== freed.length) {
    const names = freedBy(problem).join(", ") || "nothing is freed";
    throw new BadInput("start", `launch= needs ${freed.length} values (${names}), it has ${guess.length}.`);
  }
  const wrong = guess.find((x) => !Number.isFinite(x));
  if (wrong !== undefined) throw new BadInput("start", `launch= needs finite numbers, not ${wrong}.`);
  guess.forEach((x, j) => {
    parameters[freed[j]] = x;
  });
  return undefined;
}
