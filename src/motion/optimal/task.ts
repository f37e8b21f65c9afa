import { compile, type Kernel } from "../../expr/compile.js";
import { constant, type Expr, leaves, type Scalar, substituteAll } from "../../expr/expr.js";
import { frame, type Model, parameter } from "../../mechanics/model.js";
import { durationName } from "../compile/compile-problem.js";
import { fillInputs } from "../compile/inputs.js";
import type { Setup } from "../compile/setup.js";
import { resolveDefinitions } from "../compile/step.js";
import { freedBy } from "../problem/condition.js";
import { costOf, endConstraints } from "../problem/demands.js";
import { type Steps, uniform } from "../problem/grid.js";
import { isControl, objectiveOf, type Varied, variedOf, writeValues } from "../problem/objective.js";
import { dependentFormulas } from "../problem/parameters.js";
import {
  BadInput,
  type Control,
  type DesignConstraint,
  type Objective,
  type Parameter,
  type Problem,
} from "../problem/problem.js";
import { meanStep, type SmoothStep, smoothStep } from "./smooth-step.js";
import { type Visits, visitsOf } from "./visits.js";

/** An optimal motion that has passed the door: what is varied, its rows and cost as formulas. */
export interface OptimalTask {
  readonly controls: Readonly<Record<string, Control>>;
  readonly varied: readonly Varied[];
  readonly step: SmoothStep;
  /** Conditions on first.*, last.* and parameters.*. */
  readonly ends: readonly DesignConstraint[];
  /** True where the lengths of the steps are unknowns. */
  readonly freeSteps: boolean;
  /** The parameter that is the duration, where it is varied. */
  readonly time: string | undefined;
  readonly formulas: {
    readonly stage: Expr;
    readonly cost: Expr;
    /** Start values of the states. */
    readonly start: readonly Expr[];
    /** Formulas with those of parameters that follow varied ones written in. */
    write(es: readonly Expr[]): Expr[];
    /** Lower and upper bound of every unknown of a step, in turns. */
    readonly limits: Kernel;
  };
  /** Conditions that are looked at before the end. */
  readonly visits: Visits;
}

/** A parameter that problems may declare under this name: whether step lengths are fixed, or unknowns. */
export const switching = "grid.switching";
export const switchingParameter: Parameter = {
  value: "fixed",
  choices: ["fixed", "free"],
  unit: "",
  meaning: "whether step lengths are free, so that contacts change on grid points only",
};

/** The parameters that an optimal motion varies: those of the objective, and those that boundary conditions free. */
const variedNames = (problem: Problem, objective: Objective): string[] => [
  ...objective.vary.filter((name) => !isControl(problem.inputs?.[name])),
  ...freedBy(problem),
];

/** The parameters that follow others: the formulas of an optimal motion depend on them besides the `Compiled`. */
export function formsOf({ compiled: { problem }, settings }: Setup): string {
  return JSON.stringify([...dependentFormulas(problem, settings, variedNames(problem, objectiveOf(problem))).keys()]);
}

/**
 * The optimal motion that a problem asks for, on steps, or such that elements may be made of these.
 * @throws {BadInput} naming the field that is wrong.
 */
export function optimalTask(setup: Setup, isCurved = false): OptimalTask {
  const { problem, model, parameters: names } = setup.compiled;
  const { inputs = {}, start } = problem;
  const objective = objectiveOf(problem);
  const { vary, stage, constraints = [], path = [] } = objective;
  const cost = costOf(problem, objective);
  const controls = Object.fromEntries(
    vary.filter((name) => isControl(inputs[name])).map((name) => [name, inputs[name] as Control]),
  );
  for (const [name, given] of Object.entries(inputs))
    if (isControl(given) && !Object.hasOwn(controls, name))
      throw new BadInput(
        "objective.vary",
        `The control ${name} is in no objective.vary: name it there, or give a formula.`,
      );
  if (cost === undefined && stage === undefined)
    throw new BadInput("objective", `${problem.name} has neither an objective.cost nor an objective.stage.`);
  for (const field of ["scenarios", "over", "method"] as const)
    if (objective[field] !== undefined)
      throw new BadInput(`objective.${field}`, `objective.${field} is for designs, and this is an optimal motion.`);
  const twice = freedBy(problem).find((name) => vary.includes(name));
  if (twice !== undefined)
    throw new BadInput("objective.vary", `objective.vary names ${twice}, which a condition frees.`);
  const varied = variedNames(problem, objective).map((name) => variedOf(problem, name));
  const free = varied.map(({ name }) => name);
  const formulas = dependentFormulas(problem, setup.settings, free);
  const definitions = resolveDefinitions(new Map([...formulas].map(([name, e]) => [parameter(name), e] as const)));
  const visits = visitsOf(setup, free, { isSwitching: Object.hasOwn(problem.parameters, switching), isCurved });
  const ends = [...endConstraints(problem, model), ...visits.starts, ...constraints];
  const rows = writeValues(problem, [cost ?? constant(0), ...ends.map(({ residual }) => residual)]);
  const freeSteps = setup.choices[switching] === "free";
  const step = smoothStep(model, controls, [...path, ...visits.rows], freeSteps);
  const timed = leaves([...step.rows.map(({ residual }) => residual), ...(stage === undefined ? [] : [stage])]);
  if (freeSteps && timed.includes(frame.t))
    throw new BadInput(switching, "Free step lengths need rows that do not depend on the time t.");
  const limits = limitsOf(names, step);
  return {
    controls,
    varied,
    step,
    freeSteps,
    ends: ends.map((end, i) => ({ ...end, residual: rows[i + 1] })),
    time: free.includes(durationName) ? durationName : undefined,
    formulas: {
      stage: stage ?? constant(0),
      cost: rows[0],
      start: model.state.map(({ name }) => asExpr(start[name])),
      write: (es) => substituteAll([...es], definitions),
      limits,
    },
    visits,
  };
}

/** Lower and upper bound of every unknown of a step, in turns, from parameters and the mean step. */
export function limitsOf(parameters: readonly string[], { unknowns }: SmoothStep): Kernel {
  return compile(
    [...parameters.map(parameter), meanStep],
    unknowns.flatMap(({ lower, upper }) => [lower, upper]),
  );
}

/**
 * The bounds of the unknowns of a step.
 * @throws {BadInput} where they leave no room.
 */
export function boundsOf(
  { formulas: { limits }, step }: OptimalTask,
  { parameters, steps }: Setup,
): { lower: Float64Array; upper: Float64Array } {
  const values = new Float64Array(limits.outputs);
  const count = steps.h.length;
  limits.run(Float64Array.of(...parameters, steps.t[count] / count), values);
  const lower = values.filter((_, i) => i % 2 === 0);
  const upper = values.filter((_, i) => i % 2 === 1);
  const wrong = lower.findIndex((low, i) => !(low < upper[i]));
  if (wrong >= 0)
    throw new BadInput(
      "inputs",
      `The bounds of ${step.unknowns[wrong].name} leave no room: ${lower[wrong]} to ${upper[wrong]}.`,
    );
  return { lower, upper };
}

/** The inputs of a step that are given: those that are no controls, and which conditions are looked at in it. */
export const givenInputs = ({ controls, visits }: OptimalTask, { inputs }: Model): string[] => [
  ...inputs.filter((name) => !Object.hasOwn(controls, name)),
  ...visits.inputs,
];

/** Inputs that are given, row by row. */
export function otherInputs({ controls, visits }: OptimalTask, setup: Setup): Float64Array {
  const { compiled, parameters, steps } = setup;
  const { inputs } = compiled.model;
  const all = new Float64Array(steps.h.length * inputs.length);
  fillInputs(compiled, parameters, steps, all);
  const own = all.filter((_, at) => !Object.hasOwn(controls, inputs[at % inputs.length]));
  const more = visits.inputs.length;
  if (more === 0) return own;
  const looked = visits.numbers(setup);
  const width = own.length / steps.h.length;
  const both = new Float64Array(own.length + looked.length);
  for (let k = 0; k < steps.h.length; k++) {
    both.set(own.subarray(k * width, (k + 1) * width), k * (width + more));
    both.set(looked.subarray(k * more, (k + 1) * more), k * (width + more) + width);
  }
  return both;
}

/** The grid of a solution: its time may have been found, or the lengths of its steps. */
export function stepsOf(
  { time }: OptimalTask,
  { compiled, steps }: Setup,
  parameters: Float64Array,
  lengths?: Float64Array,
): Steps {
  if (lengths !== undefined) {
    const t = new Float64Array(lengths.length + 1);
    for (let k = 0; k < lengths.length; k++) t[k + 1] = t[k] + lengths[k];
    return { t, h: lengths };
  }
  if (time === undefined) return steps;
  return uniform(steps.h.length, parameters[compiled.parameters.indexOf(time)] / steps.h.length);
}

const asExpr = (x: Scalar): Expr => (typeof x === "number" ? constant(x) : x);
