import { add, type Expr, isExpr, leaves, substituteAll } from "../../expr/expr.js";
import { frame } from "../../mechanics/model.js";
import type { Compiled } from "../compile/compile-problem.js";
import { fillInputs } from "../compile/inputs.js";
import type { Setup } from "../compile/setup.js";
import { declaredStep } from "../problem/grid.js";
import { end, step } from "../problem/inputs.js";

/** Inputs that stay as they are until a time [s], and the 1-based number of the declared step that they are of. */
export interface Held {
  readonly until: number;
  readonly inputs: Float64Array;
  readonly step: number;
}

/** Inputs at a time, of what is held then: those that are formulas of the time alone follow it. */
export type InputsAt = (held: Held, t: number, parameters: Float64Array) => Float64Array;

/**
 * The inputs of a motion as its steps hold them, one piece after the other; steps with the same inputs are one piece.
 * Formulas of the time without the number of the step are no steps: elements see them as they are (`timedInputs`).
 */
export function heldInputs({ compiled, steps }: Setup, parameters: Float64Array): Held[] {
  const width = compiled.model.inputs.length;
  const count = steps.h.length;
  if (width === 0) return [unheld(compiled)];
  const all = new Float64Array(count * width);
  fillInputs(compiled, parameters, steps, all);
  const timed = new Set(timedInputs(compiled).keys());
  const own = compiled.model.inputs.flatMap((name, i) => (timed.has(frame.inputs(name)) ? [] : [i]));
  // a formula of the step that follows a freed parameter stands in the rows, and asks which step it is
  const isByStep = compiled.freed.length > 0 && formulasOf(compiled).some(([, of]) => leaves([of]).includes(step));
  const held: Held[] = [];
  for (let k = 0; k < count; k++) {
    const inputs = all.slice(k * width, (k + 1) * width);
    const before = held.at(-1);
    const isSame = before !== undefined && own.every((i) => before.inputs[i] === inputs[i]);
    if (isSame && !isByStep) held.pop();
    held.push({
      until: steps.t[k + 1],
      inputs,
      step: isSame && !isByStep ? before.step : declaredStep(steps, k),
    });
  }
  return held;
}

/** Nothing is held, for as long as there is time. */
export const unheld = ({ model }: Compiled): Held => ({
  until: Number.POSITIVE_INFINITY,
  inputs: new Float64Array(model.inputs.length),
  step: 1,
});

/** Leaves of inputs that are formulas of the time alone, each with its formula in the frame of a step, whose end is t + h. */
export function timedInputs(compiled: Compiled): Map<Expr, Expr> {
  const inFrame = new Map([[end, add(frame.t, frame.h)]]);
  return new Map(
    formulasOf(compiled)
      .filter(([, of]) => leaves([of]).includes(end) && !leaves([of]).includes(step))
      .map(([name, of]) => [frame.inputs(name), substituteAll([of], inFrame)[0]] as const),
  );
}

function formulasOf({ problem: { inputs = {} } }: Compiled): [string, Expr][] {
  return Object.entries(inputs).flatMap(([name, of]): [string, Expr][] => (isExpr(of) ? [[name, of]] : []));
}

/** Reads the inputs of a compiled problem at any time. */
export function inputsAt(compiled: Compiled): InputsAt {
  const timed = timedInputs(compiled);
  const { inputs: names } = compiled.model;
  const at = names.flatMap((name, i) => (timed.has(frame.inputs(name)) ? [i] : []));
  if (at.length === 0) return ({ inputs }) => inputs;
  const values = new Float64Array(names.length);
  return ({ inputs, step: number }, t, parameters) => {
    compiled.formulas.inputs().run(Float64Array.of(number, t, ...parameters), values);
    const own = inputs.slice();
    for (const i of at) own[i] = values[i];
    return own;
  };
}
