/**
 * From a problem to numbers and kernels: a step becomes compiled rows on one layout, a problem with settings a `Setup`,
 * and paths of states are read through it. A kernel is compiled once for each form of a problem; whoever adds one to
 * `step.ts` touches nothing else.
 *
 * @module motion/compile
 */
import { unknownName } from "../../checks/words.js";
import { type Expr, evaluate } from "../../expr/expr.js";
import { checkProblem } from "../problem/check-problem.js";
import { type ExactGrid, resolveExact, resolveGrid, type Steps, uniform } from "../problem/grid.js";
import { isOptimal, type VariedRows } from "../problem/objective.js";
import {
  dependentFormulas,
  gridMethod,
  gridSettings,
  resolveParameters,
  type Settings,
} from "../problem/parameters.js";
import { BadInput, type Problem } from "../problem/problem.js";
import { checkOverlaps } from "./check-overlaps.js";
import { type Compiled, compiledFor, parameterAt } from "./compile-problem.js";

/** A compiled problem with numbers: what every solver of motions is given. */
export interface Setup {
  readonly compiled: Compiled;
  readonly settings: Settings;
  readonly choices: Readonly<Record<string, string>>;
  readonly parameters: Float64Array;
  readonly steps: Steps;
  /** Of a grid that is to be refined: the change of freed values at which that stops. */
  readonly tolerance?: number;
  /** Of a motion that is computed to an accuracy: its steps are then not known yet. */
  readonly exact?: ExactGrid;
}

/**
 * Takes a problem and what a user set, checks everything at the door, and compiles (once for each form of the rows).
 * @throws {BadInput} naming the field that is wrong.
 */
export function setUp(problem: Problem, set: Settings = {}, condense = true, asked?: VariedRows): Setup {
  checkProblem(problem);
  const { numbers, choices } = resolveParameters(problem, set);
  const gridSet = gridSettings(problem, set);
  const exact = resolveExact(problem.grid, gridSet, gridMethod(problem, set), numbers.time);
  const grid = exact === undefined ? resolveGrid(problem.grid, gridSet, numbers.time) : { steps: 1, h: exact.end };
  checkBoundary(problem, set);
  const compiled = compiledFor(problem, set, choices, { condense, rows: asked });
  const parameters = Float64Array.from(compiled.parameters, (name) => numbers[name]);
  checkRequirements(compiled, parameters);
  checkSize(compiled, grid.steps);
  if (exact !== undefined) checkExact(compiled);
  else checkRestitution(compiled, parameters);
  return {
    compiled,
    settings: set,
    choices,
    parameters,
    steps: uniform(grid.steps, grid.h),
    ...(exact && { exact }),
    ...(problem.grid.refine &&
      exact === undefined && { tolerance: gridSet["grid.tolerance"] ?? problem.grid.refine.tolerance }),
  };
}

/** A problem with its numbers on other steps: coarser first guesses, refined grids. */
export function withSteps(setup: Setup, steps: Steps): Setup {
  return { ...setup, steps };
}

/** More numbers of a motion than this fill the memory of one machine: its path, its columns, and a copy of either. */
const mostNumbers = 5e7;

function checkSize({ kernels: { layout, observed } }: Compiled, steps: number): void {
  const perStep = layout.states + layout.insides + observed.names.length;
  if (steps * perStep > mostNumbers)
    throw new BadInput(
      "grid.steps",
      `grid.steps = ${steps} with ${perStep} numbers a step are more than a motion may have: at most ${Math.floor(mostNumbers / perStep)} steps fit.`,
    );
}

/** The method exact is of motions without jumps: what moves them must be smooth, and contacts compliant. */
function checkExact({ model, kernels, freed }: Compiled): void {
  const refuse = (why: string): never => {
    throw new BadInput("grid.method", `grid.method = exact ${why}: use euler.`);
  };
  if (kernels.whole.assembly !== undefined) refuse(`needs rows, and the model ${model.name} of many bodies has none`);
  if (kernels.program !== undefined) refuse(`solves no programs, and the steps of the model ${model.name} are some`);
  if (model.inputs.length > 0) refuse(`knows no inputs yet, and the model ${model.name} has some`);
  // a force that complements a gap is an impulse where the gap closes, of which a law of impacts must be known
  const rigid = kernels.block.unknowns.find(({ lower }) => lower !== undefined);
  const { contacts = [], restitution = {} } = model.views ?? {};
  const laws = new Set<Expr | undefined>(contacts.map(({ name }) => restitution[name]));
  if (rigid !== undefined && (laws.size !== 1 || laws.has(undefined)))
    refuse(
      laws.size > 1
        ? "knows one restitution for all contacts"
        : `needs forces that follow from deformations, or a restitution, and ${rigid.name} has neither`,
    );
  if (rigid !== undefined && freed.length > 0) refuse("cannot free anything through rigid impacts yet");
}

/** Restitution is of impacts, which steps of backward Euler do not have. */
function checkRestitution(compiled: Compiled, parameters: Float64Array): void {
  const at = parameterAt(compiled, parameters);
  for (const [name, restitution] of Object.entries(compiled.model.views?.restitution ?? {}))
    if (evaluate(restitution, at) !== 0)
      throw new BadInput("grid.method", `The restitution of ${name} needs grid.method = exact: euler has no impacts.`);
}

/** Start values that are numbers, and whatever the model requires of them. */
function checkRequirements(compiled: Compiled, parameters: Float64Array): void {
  const {
    model,
    formulas: { start, requirements },
  } = compiled;
  const states = model.state.length;
  const numbers = new Float64Array(states + parameters.length);
  start.residual(parameters, numbers);
  numbers.set(parameters, states);
  model.state.forEach(({ name }, i) => {
    if (!Number.isFinite(numbers[i]))
      throw new BadInput(name, `The start value of ${name} must be a finite number, it is ${numbers[i]}.`);
  });
  const holds = new Float64Array(requirements.outputs);
  requirements.run(numbers, holds);
  (model.requires ?? []).forEach(({ field, must, orZero }, i) => {
    if (!(orZero ? holds[i] >= 0 : holds[i] > 0)) throw new BadInput(field, `${field} must ${must}.`);
  });
  const at = new Map<string, number>([
    ...model.state.flatMap(({ name }, i) => [
      [`now.${name}`, numbers[i]] as const,
      [`next.${name}`, numbers[i]] as const,
    ]),
    ...compiled.parameters.map((name, i) => [`parameters.${name}`, parameters[i]] as const),
  ]);
  checkOverlaps(model, (leaf) => at.get(leaf) ?? Number.NaN);
}

function checkBoundary(problem: Problem, set: Settings): void {
  const freed = new Set<string>();
  for (const { name, frees } of problem.boundary ?? []) {
    if (!Object.hasOwn(problem.parameters, frees) || problem.parameters[frees].choices !== undefined)
      throw new BadInput(
        "boundary",
        `Condition ${name} frees "${frees}": ${unknownName("numeric parameter", frees, Object.keys(problem.parameters))}`,
      );
    if (freed.has(frees))
      throw new BadInput("boundary", `Two boundary conditions free ${frees}: each must free another one.`);
    freed.add(frees);
  }
  // marches and the whole horizon take the lengths of their steps as numbers: optimal motions alone find them
  if (isOptimal(problem)) return;
  const follows = freed.has("time") || dependentFormulas(problem, set, [...freed]).has("time");
  if (follows && problem.parameters.time !== undefined)
    throw new BadInput(
      "boundary",
      "A boundary condition cannot free time, the duration: scan it by hand, or vary it in the objective of an optimal motion.",
    );
}
