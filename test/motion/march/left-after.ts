import type { Model } from "../../../src/mechanics/model.js";
import type { StepSolver } from "../../../src/mechanics/program.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import type { RunOptions } from "../../../src/motion/session.js";
import { simulate } from "../../../src/motion/solve.js";

/** Simulates with a signal that is aborted when so many steps are answered, before the next is, or in the middle of that. */
export async function leftAfter(problem: Problem, answered: number, options: RunOptions = {}): Promise<Result> {
  const stop = new AbortController();
  let begun = 0;
  const within = (solver: StepSolver): StepSolver => ({
    ...solver,
    *solving(data, answer, signal) {
      const parts = solver.solving?.(data, answer, signal) ?? at(solver.solve(data, answer));
      const isLast = begun++ === answered;
      for (let k = 0; ; k++) {
        if (isLast && k === 1) stop.abort();
        const part = parts.next();
        if (part.done) {
          if (isLast) stop.abort();
          return part.value;
        }
        yield;
      }
    },
  });
  const stepOf = (model: Model): Model => ({
    ...model,
    step(frame) {
      const stage = model.step(frame);
      const { program } = stage;
      if (program === undefined) return stage;
      const open = async () => {
        const make = await program.open();
        return () => within(make());
      };
      return { ...stage, program: { ...program, open } };
    },
  });
  const { model } = problem;
  return simulate(
    { ...problem, model: typeof model === "function" ? (choice) => stepOf(model(choice)) : stepOf(model) },
    { ...options, signal: stop.signal },
  );
}

/** A computation of one part. */
function* at<T>(value: T): Generator<undefined, T> {
  yield;
  return value;
}
