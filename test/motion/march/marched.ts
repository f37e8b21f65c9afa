import { expect } from "vitest";
import { emptyPath } from "../../../src/motion/compile/path.js";
import type { Setup } from "../../../src/motion/compile/setup.js";
import { borrow } from "../../../src/motion/march/workspace.js";

/** The end of a motion of many bodies, and its slopes by each freed value; with a change of one parameter only its end. */
export async function marched(setup: Setup, change?: readonly [number, number]) {
  const { marcher, ready } = borrow(setup);
  await ready();
  const parameters = setup.parameters.slice();
  if (change !== undefined) parameters[change[0]] += change[1];
  const count = setup.steps.h.length;
  const path = emptyPath(setup.compiled.kernels, count);
  marcher.begin(parameters, setup.steps, path, change === undefined);
  const { status, halvings } = marcher.advance(count);
  expect(status).toBe("solved");
  const { states } = setup.compiled.kernels.layout;
  const slopes = setup.compiled.freed.map((_, f) => marcher.sensitivity.slice(f * states, (f + 1) * states));
  return { halvings, end: path.states.slice(count * states), slopes };
}
