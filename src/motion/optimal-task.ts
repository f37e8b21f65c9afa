import { compile } from "../expr/compile.js";
import { constant, type Expr, isExpr, leaves, type Scalar, substituteAll } from "../expr/expr.js";
import { frame, parameter } from "../mechanics/model.js";
import type { Bound } from "./bind.js";
import { type Steps, uniform } from "./grid.js";
import { type Varied, variedOf, written } from "./objective.js";
import { dependentFormulas } from "./parameters.js";
import { BadInput, type Control, type DesignConstraint, type Parameter, type Problem } from "./problem.js";
import { meanStep, type SmoothStep, smoothStep } from "./smooth-step.js";
import { fillInputs } from "./stack.js";
import { resolveDefinitions } from "./step.js";

/** An optimal motion that has passed the door: what is varied, its rows and cost as formulas. */
export interface OptimalTask {
  readonly controls: Readonly<Record<string, Control>>;
  readonly varied: readonly Varied[];
  readonly step: SmoothStep;
  /** Whether the lengths of the steps are unknowns. */
  readonly freeSteps: boolean;
  /** Conditions on first.*, last.* and parameters.*. */
  readonly ends: readonly DesignConstraint[];
  readonly stage: Expr;
  readonly cost: Expr;
  /** Start values of the states. */
  readonly start: readonly Expr[];
  /** The parameter that is the duration, where it is varied. */
  readonly time: string | undefined;
  /** Formulas with those of parameters that follow varied ones written in. */
  written(es: readonly Expr[]): Expr[];
  boundsOf(bound: Bound): { lower: Float64Array; upper: Float64Array };
  /** Inputs that are no controls, row by row. */
  fixedInputs(bound: Bound): Float64Array;
  /** The grid of a solution: its time may have been found, or the lengths of its steps. */
  stepsOf(bound: Bound, parameters: Float64Array, lengths?: Float64Array): Steps;
}

const isControl = (given: Expr | Control | undefined): given is Control => given !== undefined && !isExpr(given);

/** Whether a problem asks for an optimal motion: its objective has a cost of every step, or varies a control. */
export function isOptimal({ objective, inputs = {} }: Problem): boolean {
  return objective?.stage !== undefined || objective?.vary.some((name) => isControl(inputs[name])) === true;
}

/** A parameter that problems may declare under this name: whether step lengths are fixed, or unknowns. */
export const switching = "grid.switching";
export const switchingParameter: Parameter = {
  value: "fixed",
  choices: ["fixed", "free"],
  unit: "",
  meaning: "whether step lengths are free, so that contacts change on grid points only",
};

const duration = "time";

/** The parameters that an optimal motion varies: those of the objective, and those that boundary conditions free. */
const variedNames = ({ inputs = {}, objective, boundary = [] }: Problem): string[] => [
  ...objective!.vary.filter((name) => !isControl(inputs[name])),
  ...boundary.map(({ frees }) => frees),
];

/** What the formulas of a problem's optimal motion depend on besides its `Compiled`: which parameters follow others. */
export function formsOf({ compiled: { problem }, settings }: Bound): string {
  return JSON.stringify([...dependentFormulas(problem, settings, variedNames(problem)).keys()]);
}

/**
 * The optimal motion that a problem asks for.
 * @throws {BadInput} naming the field that is wrong.
 */
export function optimalTask(bound: Bound): OptimalTask {
  const { problem, model, parameters: names } = bound.compiled;
  const { inputs = {}, objective, boundary = [], start } = problem;
  const { vary, cost, stage, constraints = [], path = [] } = objective!;
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
    if (objective![field] !== undefined)
      throw new BadInput(`objective.${field}`, `objective.${field} is for designs, and this is an optimal motion.`);
  const twice = boundary.find(({ frees }) => vary.includes(frees));
  if (twice !== undefined)
    throw new BadInput("objective.vary", `objective.vary names ${twice.frees}, which condition ${twice.name} frees.`);
  const varied = variedNames(problem).map((name) => variedOf(problem, name));
  const free = varied.map(({ name }) => name);
  const formulas = dependentFormulas(problem, bound.settings, free);
  const definitions = resolveDefinitions(new Map([...formulas].map(([name, e]) => [parameter(name), e] as const)));
  const ends = [
    ...boundary.map(({ name, unit, residual }): DesignConstraint => ({ name, unit, residual, must: "be-zero" })),
    ...constraints,
  ];
  const rows = written(problem, [cost ?? constant(0), ...ends.map(({ residual }) => residual)]);
  const freeSteps = bound.choices[switching] === "free";
  const step = smoothStep(model, controls, path, freeSteps);
  const timed = leaves([...step.rows.map(({ residual }) => residual), ...(stage === undefined ? [] : [stage])]);
  if (freeSteps && timed.includes(frame.t))
    throw new BadInput(switching, "Free step lengths need rows that do not depend on the time t.");
  const limits = compile(
    [...names.map(parameter), meanStep],
    step.unknowns.flatMap(({ lower, upper }) => [lower, upper]),
  );
  return {
    controls,
    varied,
    step,
    freeSteps,
    ends: ends.map((end, i) => ({ ...end, residual: rows[i + 1]! })),
    stage: stage ?? constant(0),
    cost: rows[0]!,
    start: model.state.map(({ name }) => asExpr(start[name]!)),
    time: free.includes(duration) ? duration : undefined,
    written: (es) => substituteAll([...es], definitions),
    boundsOf({ parameters, steps }) {
      const values = new Float64Array(limits.outputs);
      limits.run(Float64Array.of(...parameters, steps.t.at(-1)! / steps.h.length), values);
      const lower = values.filter((_, i) => i % 2 === 0);
      const upper = values.filter((_, i) => i % 2 === 1);
      const wrong = lower.findIndex((low, i) => !(low < upper[i]!));
      if (wrong >= 0)
        throw new BadInput(
          "inputs",
          `The bounds of ${step.unknowns[wrong]!.name} leave no room: ${lower[wrong]} to ${upper[wrong]}.`,
        );
      return { lower, upper };
    },
    fixedInputs({ compiled, parameters, steps }) {
      const width = model.inputs.length;
      const all = new Float64Array(steps.h.length * width);
      fillInputs(compiled, parameters, steps, all);
      return all.filter((_, at) => !Object.hasOwn(controls, model.inputs[at % width]!));
    },
    stepsOf({ steps }, parameters, lengths) {
      if (lengths !== undefined) {
        const t = new Float64Array(lengths.length + 1);
        for (let k = 0; k < lengths.length; k++) t[k + 1] = t[k]! + lengths[k]!;
        return { t, h: lengths };
      }
      if (!free.includes(duration)) return steps;
      return uniform(steps.h.length, parameters[names.indexOf(duration)]! / steps.h.length);
    },
  };
}

const asExpr = (x: Scalar): Expr => (typeof x === "number" ? constant(x) : x);
