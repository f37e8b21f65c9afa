import type { Stepwise } from "../../algebra/stepwise.js";
import type { Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { inWords, judging } from "./laws.js";
import { trajectoryOf } from "./trajectory.js";

/**
 * The laws that the first `count` steps of a march break, in words; its conditions are for others to judge, and so is how near it is to
 * a finer computation.
 */
export function* brokenIn(setup: Setup, parameters: Float64Array, path: Path, count: number): Stepwise<string[]> {
  const { compiled, choices } = setup;
  const outcome = { count, status: "solved", iterations: 0 } as const;
  const trajectory = yield* trajectoryOf(setup, parameters, path, outcome);
  const numbers = Object.fromEntries(compiled.parameters.map((name, i) => [name, parameters[i]]));
  const result = { model: compiled.model, trajectory, run: { parameters: { ...choices, ...numbers } }, problem: {} };
  return inWords((yield* judging({ result, verb: "simulate" })).filter(({ law: { key } }) => key !== "gridError"));
}
