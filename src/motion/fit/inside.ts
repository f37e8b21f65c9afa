import { evaluate } from "../../expr/expr.js";
import { parameterAt, startState } from "../compile/compile-problem.js";
import type { Setup } from "../compile/setup.js";
import { BadInput } from "../problem/problem.js";

/** Noise and weight press surfaces into each other by less than this part of a body's size. */
const deepest = 0.05;

/**
 * Refuses a recording whose first row has a body inside of what it is to touch: its motion would be a shot out of there.
 * @throws {BadInput} naming the recording, the body and the contact.
 */
export function checkBegin(setup: Setup, recording: string): void {
  const { compiled, parameters } = setup;
  const { model } = compiled;
  const state = new Float64Array(model.state.length);
  startState(compiled, parameters, state);
  const places = new Map(model.state.map(({ name }, i) => [`next.${name}`, i]));
  const ofParameters = parameterAt(compiled, parameters);
  const value = (leaf: string): number => {
    const at = places.get(leaf) ?? -1;
    return at < 0 ? ofParameters(leaf) : state[at];
  };
  for (const { name, body = "a body", core } of model.views?.contacts ?? []) {
    if (core === undefined) continue;
    const gap = typeof core.gap === "function" ? core.gap(value) : evaluate(core.gap, value);
    if (!(-gap > deepest * evaluate(core.reach, value))) continue;
    throw new BadInput(
      "data",
      `${recording} begins with ${body} ${(-gap).toPrecision(3)} inside ${core.against ?? "the world"} (${name}): where it is must be told from outside, in the units and axes of the problem.`,
    );
  }
}
