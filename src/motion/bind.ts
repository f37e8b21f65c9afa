import { compile, compileRows, type Kernel, type RowKernel } from "../expr/compile.js";
import { add, constant, type Expr, isExpr, leaves, type Scalar, substituteAll } from "../expr/expr.js";
import { first, frame, last, type Model, now, parameter } from "../mechanics/model.js";
import { unknownName } from "../mechanics/words.js";
import { checkNames, checkValues } from "./check-names.js";
import { checkModel, checkProblem } from "./check-problem.js";
import { resolveGrid, type Steps, uniform } from "./grid.js";
import { end, inputLeaves } from "./inputs.js";
import { dependentFormulas, gridSettings, resolveParameters, type Settings } from "./parameters.js";
import { BadInput, type BoundaryCondition, type Control, type Problem } from "./problem.js";
import { once, resolveDefinitions, type StepKernels, stepKernels } from "./step.js";

/** A problem compiled for a choice of forms and freed parameters; values of parameters may still change. */
export interface Compiled {
  readonly problem: Problem;
  readonly model: Model;
  readonly parameters: readonly string[];
  /** Indices into `parameters` of what the boundary conditions free, in their order. */
  readonly freed: readonly number[];
  readonly boundary: readonly BoundaryCondition[];
  readonly kernels: StepKernels;
  /** Start values from parameters, differentiated by the freed ones. */
  readonly start: RowKernel;
  /** Υ from [first, last, parameters], differentiated by first, last and the freed parameters. */
  readonly conditions: RowKernel;
  /** What must hold of [start values, parameters]: the model's requirements. */
  readonly requirements: Kernel;
  /** Inputs from [step, t, parameters]. */
  readonly inputs: () => Kernel;
}

/** A compiled problem with numbers: what every solver of motions is given. */
export interface Bound {
  readonly compiled: Compiled;
  readonly settings: Settings;
  readonly choices: Readonly<Record<string, string>>;
  readonly parameters: Float64Array;
  readonly steps: Steps;
  /** Where the grid is to be refined: the change of freed values at which that stops. */
  readonly tolerance?: number;
}

/** What is differentiated by what, where it is not the boundary conditions by what they free: the rows of a design. */
export interface Asked {
  readonly vary: readonly string[];
  /** Formulas of first.*, last.* and parameters.*. */
  readonly rows: readonly Expr[];
}

const boundaryOf = ({ boundary = [] }: Problem): Asked => ({
  vary: boundary.map(({ frees }) => frees),
  rows: boundary.map(({ residual }) => residual),
});

const cache = new WeakMap<Problem, Map<string, Compiled>>();

/**
 * Takes a problem and what a user set, checks everything at the door, and compiles (once for each form of the rows).
 * @throws {BadInput} naming the field that is wrong.
 */
export function bind(problem: Problem, set: Settings = {}, condense = true, asked?: Asked): Bound {
  checkProblem(problem);
  const { numbers, choices } = resolveParameters(problem, set);
  const gridSet = gridSettings(problem, set);
  const grid = resolveGrid(problem.grid, gridSet, numbers.time);
  checkBoundary(problem);
  const compiled = compiledFor(problem, set, choices, condense, asked);
  const parameters = Float64Array.from(compiled.parameters, (name) => numbers[name]!);
  checkRequirements(compiled, parameters);
  return {
    compiled,
    settings: set,
    choices,
    parameters,
    steps: uniform(grid.steps, grid.h),
    ...(problem.grid.refine && { tolerance: gridSet["grid.tolerance"] ?? problem.grid.refine.tolerance }),
  };
}

/** A bound problem on other steps: coarser first guesses, refined grids. */
export function withSteps(bound: Bound, steps: Steps): Bound {
  return { ...bound, steps };
}

function compiledFor(
  problem: Problem,
  set: Settings,
  choices: Readonly<Record<string, string>>,
  condense: boolean,
  asked: Asked | undefined,
): Compiled {
  const { vary } = asked ?? boundaryOf(problem);
  const formulas = dependentFormulas(problem, set, vary);
  const key = JSON.stringify([Object.values(choices), [...formulas.keys()], condense, asked !== undefined]);
  const compiledOf = cache.get(problem) ?? new Map<string, Compiled>();
  cache.set(problem, compiledOf);
  const known = compiledOf.get(key);
  if (known !== undefined) return known;
  const compiled = compileProblem(problem, choices, formulas, condense, asked);
  compiledOf.set(key, compiled);
  return compiled;
}

function compileProblem(
  problem: Problem,
  choices: Readonly<Record<string, string>>,
  formulas: ReadonlyMap<string, Expr>,
  condense: boolean,
  asked: Asked | undefined,
): Compiled {
  const { vary, rows } = asked ?? boundaryOf(problem);
  const made = typeof problem.model === "function" ? problem.model((name) => choiceOf(choices, name)) : problem.model;
  checkModel(made);
  const model = withObjectiveInputs(made, problem);
  const parameters = Object.keys(problem.parameters).filter((name) => problem.parameters[name]!.choices === undefined);
  const boundary = asked === undefined ? (problem.boundary ?? []) : [];
  checkNames(problem, model, parameters);
  const written = resolveDefinitions(new Map([...formulas].map(([name, e]) => [parameter(name), e] as const)));
  const put = (es: readonly Expr[]): Expr[] => substituteAll(es, written);
  const parameterLeaves = parameters.map(parameter);
  const freedLeaves = vary.map(parameter);
  const kernels = stepKernels(model, {
    parameters,
    varied: vary,
    formulas: new Map([...written, ...following(problem, model, put, vary)]),
    condense,
  });
  if (asked === undefined && vary.length > 0 && kernels.program !== undefined)
    throw new BadInput(
      "boundary",
      `The steps of the model ${model.name} have no derivatives, so nothing can be freed.`,
    );
  checkValues(problem, model, kernels.observed, parameters);
  const states = model.state.map(({ name }) => name);
  const starts = states.map((name) => asExpr(problem.start[name]!));
  const ends = [...states.map(first), ...states.map(last)];
  return {
    problem,
    model,
    parameters,
    freed: vary.map((name) => parameters.indexOf(name)),
    boundary,
    kernels,
    start: compileRows(parameterLeaves, freedLeaves, put(starts)),
    conditions: compileRows([...ends, ...parameterLeaves], [...ends, ...freedLeaves], put(rows)),
    requirements: compile(
      [...states.map(now), ...parameterLeaves],
      (model.requires ?? []).map(({ holds }) => holds),
    ),
    inputs: once(() =>
      compile(
        [...inputLeaves, ...parameterLeaves],
        put(model.inputs.map((name) => inputFormula(problem.inputs![name]!))),
      ),
    ),
  };
}

/** The model with the inputs that only the objective uses: weights that change in time, and where way points are. */
function withObjectiveInputs(model: Model, { objective }: Problem): Model {
  const { stage, path = [] } = objective ?? {};
  const formulas = [...(stage === undefined ? [] : [stage]), ...path.map(({ residual }) => residual)];
  const used = leaves(formulas).flatMap(({ name }) =>
    name.startsWith("inputs.") ? [name.slice("inputs.".length)] : [],
  );
  const more = used.filter((name) => !model.inputs.includes(name));
  return more.length === 0 ? model : { ...model, inputs: [...model.inputs, ...more] };
}

/**
 * Formulas of inputs that follow a varied parameter, in the frame of a step, whose end is t + h: written into its rows,
 * they are differentiated with them.
 */
function following(
  { inputs = {} }: Problem,
  model: Model,
  put: (es: readonly Expr[]) => Expr[],
  vary: readonly string[],
): Map<Expr, Expr> {
  const varied = new Set(vary.map(parameter));
  const inFrame = new Map([[end, add(frame.t, frame.h)]]);
  const found = new Map<Expr, Expr>();
  for (const name of model.inputs) {
    const [formula] = put([inputFormula(inputs[name]!)]);
    if (leaves([formula!]).some((leaf) => varied.has(leaf)))
      found.set(frame.inputs(name), substituteAll([formula!], inFrame)[0]!);
  }
  return found;
}

/** The formula of an input; a control marches with its first guess. */
const inputFormula = (given: Expr | Control): Expr => (isExpr(given) ? given : asExpr(given.guess ?? 0));

const asExpr = (x: Scalar): Expr => (typeof x === "number" ? constant(x) : x);

function choiceOf(choices: Readonly<Record<string, string>>, name: string): string {
  const choice = choices[name];
  if (choice === undefined) throw new BadInput(name, unknownName("parameter with choices", name, Object.keys(choices)));
  return choice;
}

/** Start values that are numbers, and whatever the model requires of them. */
function checkRequirements(compiled: Compiled, parameters: Float64Array): void {
  const { model, start, requirements } = compiled;
  const states = model.state.length;
  const numbers = new Float64Array(states + parameters.length);
  start.residual(parameters, numbers);
  numbers.set(parameters, states);
  model.state.forEach(({ name }, i) => {
    if (!Number.isFinite(numbers[i]!))
      throw new BadInput(name, `The start value of ${name} must be a finite number, it is ${numbers[i]}.`);
  });
  const holds = new Float64Array(requirements.outputs);
  requirements.run(numbers, holds);
  (model.requires ?? []).forEach(({ field, must, orZero }, i) => {
    if (!(orZero ? holds[i]! >= 0 : holds[i]! > 0)) throw new BadInput(field, `${field} must ${must}.`);
  });
}

function checkBoundary(problem: Problem): void {
  const freed = new Set<string>();
  for (const { name, frees } of problem.boundary ?? []) {
    if (!Object.hasOwn(problem.parameters, frees) || problem.parameters[frees]!.choices !== undefined)
      throw new BadInput(
        "boundary",
        `Condition ${name} frees "${frees}": ${unknownName("numeric parameter", frees, Object.keys(problem.parameters))}`,
      );
    if (freed.has(frees))
      throw new BadInput("boundary", `Two boundary conditions free ${frees}: each must free another one.`);
    freed.add(frees);
  }
}

/** The number that a leaf `parameters.<name>` stands for. */
export function parameterAt({ parameters: names }: Compiled, parameters: Float64Array): (leaf: string) => number {
  return (leaf) => parameters[names.indexOf(leaf.slice("parameters.".length))]!;
}

/** Start values of all states for given parameters, into `state`. */
export function startState(compiled: Compiled, parameters: Float64Array, state: Float64Array): void {
  compiled.start.residual(parameters, state);
}

/** S₀ = ∂(start values)/∂(freed parameters) (states × freed, by column). */
export function startSlopes({ start, kernels, freed }: Compiled, parameters: Float64Array): Float64Array {
  const { states } = kernels.layout;
  const values = new Float64Array(states);
  const entries = new Float64Array(start.pattern.row.length);
  start.jacobian(parameters, values, entries);
  const s = new Float64Array(states * freed.length);
  for (let p = 0; p < entries.length; p++) s[start.pattern.col[p]! * states + start.pattern.row[p]!] = entries[p]!;
  return s;
}
