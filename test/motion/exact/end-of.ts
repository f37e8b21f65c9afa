import { expect } from "vitest";
import type { Scene } from "../../../src/mechanics/scene.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { type RigidContact, rigid } from "../../../src/models/rigid.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate } from "../../../src/motion/solve.js";

/** The end of a rigid scene that begins so, computed to 1e-6. */
export async function endOf(scene: Scene<RigidContact>, start: Readonly<Record<string, number>>, end: number) {
  const model = rigid(scene);
  const problem: Problem = {
    name: "test/rigid",
    title: "A rigid scene",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { end, accuracy: 1e-6 },
    values: {},
  };
  const { status, message, trajectory } = await simulate(problem);
  expect([status, message]).toEqual(["solved", expect.any(String)]);
  return (name: string): number => trajectory.columns[name].at(-1) ?? Number.NaN;
}
