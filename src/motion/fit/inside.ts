import type { Stepwise } from "../../algebra/stepwise.js";
import { evaluate } from "../../expr/expr.js";
import { parameterAt, startState } from "../compile/compile-problem.js";
import { type Setup, settingUp } from "../compile/setup.js";
import type { VariedRows } from "../problem/objective.js";
import type { Settings } from "../problem/parameters.js";
import { BadInput, type Problem } from "../problem/problem.js";

/** Noise and weight press surfaces into each other by less than this part of a body's size. */
const deepest = 0.05;

/** Settings of all recordings, those of one, and its unknowns. */
interface Beginning {
  readonly set: Settings;
  readonly own: Settings;
  readonly varied: VariedRows;
}

/**
 * The setup of a recording's motion, from its first row.
 * @throws {BadInput} naming the recording where the problem refuses what that says, and not what is declared or set.
 */
export function* beginning(problem: Problem, { set, own, varied }: Beginning, recording: string): Stepwise<Setup> {
  try {
    const setup = yield* settingUp(problem, { ...set, ...own }, true, varied);
    checkBegin(setup, recording);
    return setup;
  } catch (error) {
    if (!(error instanceof BadInput) || error.field === "data" || (yield* isRefused(problem, { set, own: {}, varied })))
      throw error;
    throw new BadInput("data", `${recording} begins where the problem allows no motion: ${error.message}`);
  }
}

function* isRefused(problem: Problem, { set, varied }: Beginning): Stepwise<boolean> {
  try {
    yield* settingUp(problem, set, true, varied);
    return false;
  } catch {
    return true;
  }
}

/**
 * Refuses a recording whose first row has a body inside of what it is to touch: its motion would be a shot out of there.
 * @throws {BadInput} naming the recording, the body and the contact.
 */
function checkBegin(setup: Setup, recording: string): void {
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
