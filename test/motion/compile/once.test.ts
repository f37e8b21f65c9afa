import { expect, it } from "vitest";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import type { Model } from "../../../src/mechanics/model.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../src/motion/solve.js";

/** A problem that counts how often its model is made, and how often its step. */
function counting(problem: Problem): { problem: Problem; counts: { models: number; steps: number } } {
  const counts = { models: 0, steps: 0 };
  const model = (choice: (name: string) => string): Model => {
    counts.models++;
    const made = typeof problem.model === "function" ? problem.model(choice) : problem.model;
    return {
      ...made,
      step(frame) {
        counts.steps++;
        return made.step(frame);
      },
    };
  };
  return { problem: { ...problem, model }, counts };
}

it("makes a model and its step once, however often a problem is solved with other numbers", async () => {
  const { problem, counts } = counting(place);
  const solved = await solve(problem, { set: { "grid.steps": 20 } });
  expect(solved.status).toBe("solved");
  expect(counts).toEqual({ models: 1, steps: 1 });
  await solve(problem, { set: { "grid.steps": 20, "target.x": 2.4 } });
  await simulate(problem, { set: { "grid.steps": 20, "target.x": 2.3 } });
  expect(counts).toEqual({ models: 1, steps: 1 });
});
