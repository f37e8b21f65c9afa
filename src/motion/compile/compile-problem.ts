import { once } from "../../algebra/once.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { has } from "../../checks/fields.js";
import { unknownName } from "../../checks/words.js";
import { compile, compileRows, type Kernel, type RowKernel } from "../../expr/compile.js";
import { add, constant, type Expr, isExpr, leaves, type Scalar, substituteAll } from "../../expr/expr.js";
import { ofAllContacts } from "../../mechanics/assembly.js";
import { first, frame, last, type Model, now, parameter } from "../../mechanics/model.js";
import { atRest } from "../../mechanics/scene.js";
import { checkNames, checkValues } from "../problem/check-names.js";
import { checkModel } from "../problem/check-problem.js";
import { type ConditionRow, conditionRows, equationsFirst, freedBy, isLimited } from "../problem/condition.js";
import { end, inputLeaves } from "../problem/inputs.js";
import type { VariedRows } from "../problem/objective.js";
import { dependentFormulas, type Settings } from "../problem/parameters.js";
import { BadInput, type BoundaryCondition, type Control, type Problem } from "../problem/problem.js";
import { observedNames } from "./check-stage.js";
import { hasSlopes, resolveDefinitions, type StepKernels, stepKernels } from "./step.js";

/** A problem compiled for a choice of forms and freed parameters; values of parameters may still change. */
export interface Compiled {
  readonly problem: Problem;
  readonly model: Model;
  readonly parameters: readonly string[];
  /** Indices into `parameters` of what the boundary conditions free, in their order. */
  readonly freed: readonly number[];
  readonly boundary: readonly BoundaryCondition[];
  /** The rows of these conditions. */
  readonly conditions: readonly ConditionRow[];
  readonly kernels: StepKernels;
  readonly formulas: ProblemKernels;
}

/** The formulas of a problem around its steps. */
export interface ProblemKernels {
  /** Start values from parameters, differentiated by the freed ones. */
  readonly start: RowKernel;
  /** Υ, a row for each of `conditions`, from [first, last, parameters], differentiated by first, last and the freed parameters. */
  readonly conditions: RowKernel;
  /** Those of them that a shot is to meet: all, but limits. */
  readonly aims: RowKernel;
  /** Requirements of the model, on [start values, parameters]. */
  readonly requirements: Kernel;
  /** Inputs from [step, t, parameters]. */
  readonly inputs: () => Kernel;
}

/** The form of a compilation: condensed or not, and of which rows where those are not the boundary conditions. */
interface Form {
  readonly condense: boolean;
  readonly rows: VariedRows | undefined;
  /** True on a grid whose duration may be found. */
  readonly isGrid: boolean;
}

/** The parameter that is the duration of a motion, where a problem has one. */
export const durationName = "time";

const cache = new WeakMap<Problem, Map<string, Compiled>>();

/** The problem compiled, once for each form, choice and set of parameters that follow varied ones. */
export function* compiledFor(
  problem: Problem,
  set: Settings,
  choices: Readonly<Record<string, string>>,
  form: Form,
): Stepwise<Compiled> {
  const vary = form.rows?.vary ?? freedBy(problem);
  const formulas = dependentFormulas(problem, set, vary);
  const isFound = form.isGrid && [...vary, ...formulas.keys()].includes(durationName);
  const key = JSON.stringify([
    Object.values(choices),
    [...formulas.keys()],
    form.condense,
    form.rows !== undefined,
    isFound,
    typeof problem.model !== "function" && problem.model.views?.scene?.rows !== undefined && form.isGrid,
  ]);
  const compiledOf = cache.get(problem) ?? new Map<string, Compiled>();
  cache.set(problem, compiledOf);
  const known = compiledOf.get(key);
  if (known !== undefined) return known;
  const made = yield* withModel(problem, choices, form.isGrid, vary.length > 0);
  yield;
  const compiled = yield* compileProblem(made, formulas, { ...form, isGrid: isFound });
  compiledOf.set(key, compiled);
  return compiled;
}

/** A problem and its model, made for choices. */
interface Made {
  readonly problem: Problem;
  readonly model: Model;
}

/**
 * The problem and its model, with rows for all contacts, where what is asked needs them: in steps without rows no events are met, and contacts
 * have no columns of their own. Where values are found a few solids have rows, too, which a whole horizon can stack, unless a value is of
 * all contacts together.
 */
function* withModel(
  problem: Problem,
  choices: Readonly<Record<string, string>>,
  isGrid: boolean,
  isVaried: boolean,
): Stepwise<Made> {
  const made = typeof problem.model === "function" ? problem.model((name) => choiceOf(choices, name)) : problem.model;
  yield;
  checkModel(made);
  const rows = made.views?.scene?.rows;
  if (rows === undefined) return { problem, model: made };
  const stage = made.step(frame);
  const states = new Set(made.state.map(({ name }) => name));
  const known = new Set([...states, ...observedNames(stage)]);
  const isKnown = ({ of }: Problem["values"][string]): boolean =>
    isExpr(of)
      ? leaves([of]).every(({ name }) => !name.startsWith("last.") || known.has(name.slice("last.".length)))
      : "timeOf" in of || known.has(of.column);
  const isSeen = ({ residual, when }: BoundaryCondition): boolean =>
    !has("touch", when) &&
    (!isExpr(residual) ||
      leaves([residual]).every(({ name }) => !/^(first|last)\./.test(name) || states.has(name.replace(/^\w+\./, ""))));
  const ofAll = Object.entries(problem.values).find(
    ([, { of }]) => !isExpr(of) && "column" in of && ofAllContacts.some((column) => column === of.column),
  );
  const isStacked = isVaried && stage.assembly?.solids !== undefined && ofAll === undefined;
  const isEnough = isGrid && !isStacked && (problem.boundary ?? []).every(isSeen);
  if (isEnough && Object.values(problem.values).every(isKnown)) return { problem, model: made };
  // rows of hundreds of pairs take a second, and have no such column
  if (ofAll !== undefined)
    throw new BadInput(
      `values.${ofAll[0]}`,
      `values.${ofAll[0]} is of all contacts together, which is told only of motions on a grid of which nothing is asked of one contact alone.`,
    );
  const model: unknown = rows();
  checkModel(model);
  return { problem: { ...problem, model, start: { ...atRest(model), ...problem.start } }, model };
}

function* compileProblem(
  { problem, model: made }: Made,
  formulas: ReadonlyMap<string, Expr>,
  { condense, rows: asked, isGrid: isFound }: Form,
): Stepwise<Compiled> {
  const vary = asked?.vary ?? freedBy(problem);
  const model = withObjectiveInputs(made, problem);
  const parameters = Object.keys(problem.parameters).filter((name) => problem.parameters[name].choices === undefined);
  const { inputs = {} } = problem;
  const boundary = asked === undefined ? equationsFirst(problem.boundary ?? []) : [];
  yield* checkNames(problem, model, parameters);
  const conditions = conditionRows(boundary, model);
  const rows = asked?.rows ?? conditions.map(({ residual }) => residual);
  const written = resolveDefinitions(new Map([...formulas].map(([name, e]) => [parameter(name), e] as const)));
  const put = (es: readonly Expr[]): Expr[] => substituteAll(es, written);
  const parameterLeaves = parameters.map(parameter);
  const freedLeaves = vary.map(parameter);
  const kernels = stepKernels(model, {
    parameters,
    varied: vary,
    formulas: new Map([...written, ...following(problem, model, put, [...freedLeaves, ...(isFound ? [end] : [])])]),
    condense,
    ...(isFound && { duration: parameter(durationName) }),
  });
  yield;
  if (asked === undefined && vary.length > 0 && !hasSlopes(kernels))
    throw new BadInput(
      "boundary",
      `The steps of the model ${model.name} have no derivatives, so nothing can be freed.`,
    );
  checkValues(problem, model, kernels.observed.names, parameters);
  const states = model.state.map(({ name }) => name);
  const starts = states.map((name) => asExpr(problem.start[name]));
  const ends = [...states.map(first), ...states.map(last)];
  const slopes = [...ends, ...freedLeaves];
  const all = compileRows([...ends, ...parameterLeaves], slopes, put(rows));
  const equations = isLimited({ boundary }) ? rows.slice(0, vary.length) : rows;
  const hasLimits = asked === undefined && equations.length < rows.length;
  return {
    problem,
    model,
    parameters,
    freed: vary.map((name) => parameters.indexOf(name)),
    boundary,
    conditions,
    kernels,
    formulas: {
      start: compileRows(parameterLeaves, freedLeaves, put(starts)),
      conditions: all,
      aims: hasLimits ? compileRows([...ends, ...parameterLeaves], slopes, put(equations)) : all,
      requirements: compile(
        [...states.map(now), ...parameterLeaves],
        (model.requires ?? []).map(({ holds }) => holds),
      ),
      inputs: once(() =>
        compile([...inputLeaves, ...parameterLeaves], put(model.inputs.map((name) => inputFormula(inputs[name])))),
      ),
    },
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
 * Formulas of inputs that follow a varied parameter, or the time where that is a part of one, in the frame of a step, whose end is t + h: written into its rows,
 * they are differentiated with them.
 */
function following(
  { inputs = {} }: Problem,
  model: Model,
  put: (es: readonly Expr[]) => Expr[],
  vary: readonly Expr[],
): Map<Expr, Expr> {
  const varied = new Set(vary);
  const inFrame = new Map([[end, add(frame.t, frame.h)]]);
  const found = new Map<Expr, Expr>();
  for (const name of model.inputs) {
    const [formula] = put([inputFormula(inputs[name])]);
    if (leaves([formula]).some((leaf) => varied.has(leaf)))
      found.set(frame.inputs(name), substituteAll([formula], inFrame)[0]);
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

/** The number that a leaf `parameters.<name>` stands for. */
export function parameterAt({ parameters: names }: Compiled, parameters: Float64Array): (leaf: string) => number {
  return (leaf) => parameters[names.indexOf(leaf.slice("parameters.".length))];
}

/** Start values of all states for given parameters, into `state`. */
export function startState(compiled: Compiled, parameters: Float64Array, state: Float64Array): void {
  compiled.formulas.start.residual(parameters, state);
}

/** S₀ = ∂(start values)/∂(freed parameters) (states × freed, by column). */
export function startSlopes({ formulas: { start }, kernels, freed }: Compiled, parameters: Float64Array): Float64Array {
  const { states } = kernels.layout;
  const values = new Float64Array(states);
  const entries = new Float64Array(start.pattern.row.length);
  start.jacobian(parameters, values, entries);
  const s = new Float64Array(states * freed.length);
  for (let p = 0; p < entries.length; p++) s[start.pattern.col[p] * states + start.pattern.row[p]] = entries[p];
  return s;
}
