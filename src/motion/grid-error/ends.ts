import { compile } from "../../expr/compile.js";
import { add, div, type Expr, evaluate, leaves, mul, sub, substituteAll } from "../../expr/expr.js";
import { frame, type Model } from "../../mechanics/model.js";
import type { Compiled } from "../compile/compile-problem.js";
import type { Motion } from "../compile/path.js";
import { stepReader } from "../compile/read-step.js";
import type { Setup } from "../compile/setup.js";
import { costOf, endConstraints } from "../problem/demands.js";
import { objectiveOf, writeValues } from "../problem/objective.js";

/** Cost at the end, and constraints in their own units. */
export interface EndNumbers {
  readonly cost: number;
  /** Equations by their value, inequalities by how much they are violated. */
  readonly rows: readonly { readonly name: string; readonly value: number }[];
}

/** The number of a leaf `first.*`, `last.*` or `parameters.*`, from [first, last, parameters]. */
export function leafAt({ model, parameters, kernels }: Compiled, ends: Float64Array): (leaf: string) => number {
  const { states } = kernels.layout;
  const names = model.state.map(({ name }) => name);
  return (leaf) => {
    const dot = leaf.indexOf(".");
    const [kind, name] = [leaf.slice(0, dot), leaf.slice(dot + 1)];
    if (kind === "parameters") return ends[2 * states + parameters.indexOf(name)];
    const at = names.indexOf(name);
    return at < 0 ? Number.NaN : ends[(kind === "first" ? 0 : states) + at];
  };
}

/** States with orientations of length one: backward Euler shrinks them, and nothing but their direction means anything. */
export function normalise({ state, views }: Model, values: Float64Array): Float64Array {
  for (const { orientation } of views?.bodies ?? []) {
    if (orientation === undefined || typeof orientation === "string") continue;
    const at = orientation.map((name) => state.findIndex((one) => one.name === name));
    if (at.some((k) => k < 0)) continue;
    const length = Math.sqrt(at.reduce((sum, k) => sum + values[k] * values[k], 0));
    for (const k of at) values[k] /= length;
  }
  return values;
}

/** Cost and constraints of an optimal motion at [first, last, parameters]. */
export function objectiveAt({ compiled }: Setup, ends: Float64Array): EndNumbers {
  const { problem } = compiled;
  const objective = objectiveOf(problem);
  const { constraints = [] } = objective;
  const cost = costOf(problem, objective) ?? 0;
  const equations = endConstraints(problem, compiled.model);
  const all = [...equations, ...constraints];
  const formulas = writeValues(problem, [cost, ...all.map(({ residual }) => residual)]);
  const at = leafAt(compiled, ends);
  const [own, ...rows] = formulas.map((formula) => evaluate(formula, at));
  return {
    cost: own,
    rows: all.map(({ name, must }, i) => ({ name, value: must === "be-zero" ? rows[i] : Math.max(0, rows[i]) })),
  };
}

/** A step so short that its start is its end but for rounding, in parts of the step of an element. */
const short = 2 ** -20;

/**
 * The cost of a step as a stage of an element has it. That is a step of the whole element, which ends at the stage and begins on the
 * tangent there: where its start costs, too, or its time, the cost of a short step at its end counts, as many times as that is shorter.
 */
export function stageOfElement(stage: Expr, states: readonly (readonly [now: Expr, next: Expr])[]): Expr {
  const early = new Map<Expr, Expr>(states.map(([now, next]) => [now, sub(next, mul(short, sub(next, now)))]));
  if (!leaves([stage]).some((leaf) => leaf === frame.t || early.has(leaf))) return stage;
  early.set(frame.t, add(frame.t, mul(1 - short, frame.h))).set(frame.h, mul(short, frame.h));
  return div(substituteAll([stage], early)[0], short);
}

/** The cost of a step, or of a stage of an element, as a function of a frame: 0 where only the end costs. */
export function stageCost(
  { problem, model, kernels }: Compiled,
  of: "step" | "element",
): (frame: Float64Array) => number {
  const stage = problem.objective?.stage;
  if (stage === undefined) return () => 0;
  const states = model.state.map(({ name }) => [frame.now(name), frame.next(name)] as const);
  const kernel = compile(kernels.layout.leaves, [of === "step" ? stage : stageOfElement(stage, states)]);
  const value = new Float64Array(1);
  return (numbers) => {
    kernel.run(numbers, value);
    return value[0];
  };
}

/** The cost of all steps of a path. */
export function stepCosts(setup: Setup, motion: Motion): number {
  const { layout } = setup.compiled.kernels;
  const cost = stageCost(setup.compiled, "step");
  const read = stepReader(setup.compiled);
  const numbers = new Float64Array(layout.leaves.length);
  numbers.set(motion.parameters, layout.parameters);
  let sum = 0;
  for (let k = 0; k < setup.steps.h.length; k++) {
    read(setup, motion, k, numbers);
    sum += cost(numbers);
  }
  return sum;
}
