import type { Stepwise } from "../../algebra/stepwise.js";
import { compiled, type Kernel } from "../../expr/compile.js";
import { add, constant, div, type Expr, mul, pow, sub, substituteAll, variable } from "../../expr/expr.js";
import { first, frame, last, parameter } from "../../mechanics/model.js";
import type { Compiled } from "../compile/compile-problem.js";
import { type Part, part } from "./parts.js";
import { before, meanStep } from "./smooth-step.js";
import { givenInputs, type OptimalTask } from "./task.js";

/** The formulas of an optimal motion, compiled once for grids of any number of steps. */
export interface OptimalForms {
  /** A step: [now, unknowns, controls before | parameters, inputs that are no controls, t, h, number of steps]. */
  readonly step: Part;
  /** The ends: [first, last, slacks of conditions | parameters]. */
  readonly ends: Part;
  /** First guesses of a step's unknowns from its other leaves. */
  readonly guesses: Kernel;
}

/** Weight of (h/h₀ − 1)² in the cost of a free step; it is no part of the cost that is reported. */
export const evenness = 1e-6;

/** N, where the time is varied. */
const stepCount = variable("steps.count");

/** Writes and compiles the formulas, in parts. */
export function* optimalForms({ model, parameters: names }: Compiled, task: OptimalTask): Stepwise<OptimalForms> {
  const { step, varied, ends, time, freeSteps } = task;
  const { stage, cost, start } = task.formulas;
  const controls = Object.keys(task.controls);
  const variedLeaves = varied.map(({ name }) => parameter(name));
  const ofStep = [
    ...model.state.map(({ name }) => frame.now(name)),
    ...step.unknowns.map(({ leaf }) => leaf),
    ...controls.map(before),
  ];
  const stepInputs = [
    ...ofStep,
    ...names.map(parameter),
    ...givenInputs(task, model).map(frame.inputs),
    frame.t,
    freeSteps ? meanStep : frame.h,
    stepCount,
  ];
  // where the motion does not say how long steps are, they are alike
  const evenly = freeSteps ? mul(evenness, pow(sub(div(frame.h, meanStep), 1), 2)) : constant(0);
  const grid = timeFormulas(time, freeSteps);
  const write = (es: readonly Expr[]): Expr[] => task.formulas.write(substituteAll(es, grid));

  const endStates = [...model.state.map(({ name }) => first(name)), ...model.state.map(({ name }) => last(name))];
  const slacked = ends.filter(({ must }) => must === "not-exceed-zero");
  // by their places: a condition and a constraint may have one name
  const slackLeaf = (end: (typeof ends)[number]): Expr => variable(`slack.${slacked.indexOf(end)}`);
  const ofEnds = [...endStates, ...slacked.map(slackLeaf)];
  const endRows = ends.map((end) => (end.must === "be-zero" ? end.residual : add(end.residual, slackLeaf(end))));
  const startRows = model.state.map(({ name }, i) => sub(first(name), start[i]));
  return {
    step: yield* part(
      stepInputs,
      [...ofStep, ...variedLeaves],
      write(step.rows.map(({ residual }) => residual)),
      write([add(stage, evenly)])[0],
    ),
    ends: yield* part(
      [...ofEnds, ...names.map(parameter)],
      [...ofEnds, ...variedLeaves],
      task.formulas.write([...startRows, ...endRows]),
      task.formulas.write([cost])[0],
    ),
    guesses: yield* compiled(stepInputs, write(step.unknowns.map(({ guess, leaf }) => guess ?? leaf))),
  };
}

/** h = time/N and t = k h, where the time is varied; t then stands for k/N in the frame. */
function timeFormulas(time: string | undefined, freeSteps: boolean): Map<Expr, Expr> {
  if (time === undefined || freeSteps) return new Map();
  return new Map([
    [frame.h, div(parameter(time), stepCount)],
    [frame.t, mul(parameter(time), frame.t)],
  ]);
}
