/**
 * From a problem to numbers and kernels: a step becomes compiled rows on one layout, a problem with settings a `Setup`,
 * and paths of states are read through it. A kernel is compiled once for each form of a problem; whoever adds one to
 * `step.ts` touches nothing else.
 *
 * @module motion/compile
 */

import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { unknownName } from "../../checks/words.js";
import { evaluate, isExpr, leaves, sub } from "../../expr/expr.js";
import { frame, type Model } from "../../mechanics/model.js";
import { checkProblem } from "../problem/check-problem.js";
import { isLimited, isSquare, momentOf } from "../problem/condition.js";
import { declaredSteps, type ExactGrid, resolveGrid, type Steps, uniform } from "../problem/grid.js";
import { isOptimal, type VariedRows } from "../problem/objective.js";
import {
  dependentFormulas,
  gridMethod,
  gridSettings,
  resolveParameters,
  type Settings,
} from "../problem/parameters.js";
import { heldGridOf } from "../problem/pieces.js";
import { BadInput, type Problem, type TimeGrid } from "../problem/problem.js";
import { checkApart, checkOverlaps, overlapTold } from "./check-overlaps.js";
import { type Compiled, compiledFor, durationName, parameterAt } from "./compile-problem.js";
import { isInParts } from "./step.js";

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
  /** Of a motion on a grid: the error beyond which it is coarse, where that is asked for. */
  readonly accuracy?: number;
}

/**
 * Takes a problem and what a user set, checks everything at the door, and compiles (once for each form of the rows).
 * @throws {BadInput} naming the field that is wrong.
 */
export function setUp(...given: Parameters<typeof settingUp>): Setup {
  return finish(settingUp(...given));
}

/** `setUp` in parts: of long formulas the model, its step and the conditions one by one. */
export function* settingUp(problem: Problem, set: Settings = {}, condense = true, asked?: VariedRows): Stepwise<Setup> {
  checkProblem(problem);
  const { numbers, choices } = resolveParameters(problem, set);
  const gridSet = gridSettings(problem, set);
  const held = heldGridOf(problem, gridSet, gridMethod(problem, set), numbers.time);
  const exact = held?.exact;
  const grid =
    held === undefined
      ? resolveGrid(problem.grid, gridSet, numbers.time)
      : heldGrid(held.declared, held.exact, numbers.time);
  checkBoundary(problem, set, exact !== undefined);
  const isGrid = exact === undefined && !isOptimal(problem);
  const compiled = yield* compiledFor(problem, set, choices, { condense, rows: asked, isGrid });
  const parameters = Float64Array.from(compiled.parameters, (name) => numbers[name]);
  checkRequirements(compiled, parameters);
  checkBands(problem, compiled, parameters);
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
    ...(exact === undefined && gridSet["grid.accuracy"] !== undefined && { accuracy: gridSet["grid.accuracy"] }),
    ...(problem.grid.refine &&
      exact === undefined && { tolerance: gridSet["grid.tolerance"] ?? problem.grid.refine.tolerance }),
  };
}

/** The declared steps until the end, in which inputs are held; elements have their own. */
function heldGrid(declared: TimeGrid, { end }: ExactGrid, time?: number): { steps: number; h: number } {
  const { steps, h } = declaredSteps(declared);
  const length = time === undefined ? h : end / steps;
  return { steps: Math.max(1, Math.ceil(end / length - 1e-9)), h: length };
}

/**
 * A problem whose steps are as long as parameters have found its duration to be; the same one where the duration is not found.
 */
export function withDuration(setup: Setup, parameters: Float64Array): Setup {
  const { compiled, steps } = setup;
  const at = compiled.parameters.indexOf(durationName);
  const whole = steps.t[steps.h.length];
  if (!isInParts(compiled.kernels.layout) || whole === parameters[at]) return setup;
  const scale = (x: number): number => (x === whole ? parameters[at] : (x / whole) * parameters[at]);
  return withSteps(setup, { ...steps, t: steps.t.map(scale), h: steps.h.map(scale) });
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

function checkExact(compiled: Compiled): void {
  const why = exactRefusal(compiled);
  if (why !== undefined) throw new BadInput("grid.method", `grid.method = exact ${why}: use euler.`);
}

/** The same form of a problem whose steps have lengths of their own, where those of a grid are parts of what is found. */
export function inTime({ compiled, settings, choices }: Setup): Compiled {
  if (!isInParts(compiled.kernels.layout)) return compiled;
  return finish(compiledFor(compiled.problem, settings, choices, { condense: true, rows: undefined, isGrid: false }));
}

/** Why the method exact is not of these steps: they must be smooth but for switches, and contacts compliant or impacts. */
export function exactRefusal({ model, kernels, freed, parameters }: Compiled): string | undefined {
  if (kernels.whole.assembly !== undefined) return `needs rows, and the model ${model.name} of many bodies has none`;
  if (kernels.program !== undefined) return `solves no programs, and the steps of the model ${model.name} are some`;
  // a force that complements a gap is an impulse where the gap closes, of which a law of impacts must be known
  const rigid = kernels.block.unknowns.find(({ lower }) => lower !== undefined);
  const lawless = rigid === undefined || model.views?.restitution !== undefined ? undefined : rigidContact(model);
  if (lawless !== undefined)
    return `needs forces that follow from deformations, or a restitution, and ${lawless} has neither`;
  // elements of other lengths have other impulses, and polynomials know nothing of that
  const impulsive = model.views?.contacts?.find(({ unit }) => unit === "N s");
  if (impulsive !== undefined) return `needs forces, and those of ${impulsive.name} are impulses of a step`;
  if (model.inputs.length > 0 && freed.includes(parameters.indexOf("time")))
    return "knows no inputs where time is free";
  return undefined;
}

/** The normal force of a contact that complements a gap; limits of joints, which strike and give nothing back, are none. */
function rigidContact({ inside, step }: Model): string | undefined {
  const normals = new Set(step(frame).pairs.flatMap(({ contact, a }) => (contact === undefined ? [] : [a])));
  return inside.find(({ name, lower }) => lower !== undefined && normals.has(frame.inside(name)))?.name;
}

/** Restitution is of impacts, which steps of backward Euler do not have. */
function checkRestitution(compiled: Compiled, parameters: Float64Array): void {
  const at = parameterAt(compiled, parameters);
  for (const [name, { coefficient: restitution }] of Object.entries(compiled.model.views?.restitution ?? {}))
    if (evaluate(restitution, at) !== 0)
      throw new BadInput("grid.method", `The restitution of ${name} needs grid.method = exact: euler has no impacts.`);
}

/** Refuses bands that end below where they begin; those that follow states, or what is to be found, may yet be no such. */
function checkBands({ boundary = [] }: Problem, compiled: Compiled, parameters: Float64Array): void {
  const known = parameters.map((x, i) => (compiled.freed.includes(i) ? Number.NaN : x));
  boundary.forEach(({ within }, i) => {
    const at = `boundary[${i}].within`;
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = within ?? {};
    if (evaluate(sub(from, to), parameterAt(compiled, known)) > 0)
      throw new BadInput(at, `${at} must say from and to in this order.`);
  });
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
  checkOverlaps(model, startLeaves(compiled, parameters));
}

/** The values of the leaves of formulas at the start: states, at both ends of a step that does not move, and parameters. */
function startLeaves({ model, formulas: { start }, ...compiled }: Compiled, parameters: Float64Array) {
  const numbers = new Float64Array(model.state.length);
  start.residual(parameters, numbers);
  const at = new Map<string, number>([
    ...model.state.flatMap(({ name }, i) => [
      [`now.${name}`, numbers[i]] as const,
      [`next.${name}`, numbers[i]] as const,
    ]),
    ...compiled.parameters.map((name, i) => [`parameters.${name}`, parameters[i]] as const),
  ]);
  return (leaf: string): number => at.get(leaf) ?? Number.NaN;
}

/** A change of a freed value, in parts of it or of one, by which those that it parts or presses more are told. */
const changed = 1e-2;

/**
 * Refuses a motion that begins with two in each other, where nothing that is freed changes that: what is freed begins as a guess.
 * @throws {BadInput} naming the two.
 */
export function checkStart({ compiled, parameters, exact }: Setup): void {
  const { model, freed } = compiled;
  const told = (at: Float64Array) => overlapTold(model, startLeaves(compiled, at), exact !== undefined)?.told;
  const here = told(parameters);
  if (here === undefined) return;
  const isFixed = freed.every((k) => {
    const other = parameters.slice();
    other[k] += changed * Math.max(1, Math.abs(other[k]));
    return told(other) === here;
  });
  if (isFixed) checkApart(model, startLeaves(compiled, parameters), exact !== undefined);
}

/** The two that begin in each other, of a motion that is computed in continuous time. */
export const startsInside = ({ compiled }: Setup, parameters: Float64Array): string | undefined =>
  overlapTold(compiled.model, startLeaves(compiled, parameters), true)?.told;

/** Conditions of all kinds are met on the grid that is declared, at times that are known before. */
function checkKinds(problem: Problem, isExact: boolean, found: readonly string[]): void {
  if (isSquare(problem) || (isExact && isLimited(problem))) return;
  const kinds = "conditions of other kinds than as many equations at the end as values are freed";
  if (!isExact && problem.grid.refine !== undefined)
    throw new BadInput("grid.refine", `grid.refine knows no ${kinds}: leave it out, and set grid.steps.`);
  for (const condition of problem.boundary ?? []) {
    const { from, to } = momentOf(condition);
    const used = leaves([from, to].filter(isExpr)).map(({ name }) => name.replace(/^parameters\./, ""));
    const unknown = used.find((name) => found.includes(name));
    if (unknown !== undefined)
      throw new BadInput("boundary", `Condition ${condition.name}: its time follows ${unknown}, which is to be found.`);
  }
}

function checkBoundary(problem: Problem, set: Settings, isExact: boolean): void {
  const freed = new Set<string>();
  const all = (problem.boundary ?? []).flatMap(({ name, frees = [] }) => [frees].flat().map((one) => [name, one]));
  for (const [name, frees] of all) {
    if (!Object.hasOwn(problem.parameters, frees) || problem.parameters[frees].choices !== undefined)
      throw new BadInput(
        "boundary",
        `Condition ${name} frees "${frees}": ${unknownName("numeric parameter", frees, Object.keys(problem.parameters))}`,
      );
    if (freed.has(frees))
      throw new BadInput("boundary", `Two boundary conditions free ${frees}: each must free another one.`);
    freed.add(frees);
  }
  if (isOptimal(problem)) return;
  checkKinds(problem, isExact, [...freed, ...dependentFormulas(problem, set, [...freed]).keys()]);
  if (problem.parameters.time === undefined) return;
  if (dependentFormulas(problem, set, [...freed]).has("time"))
    throw new BadInput("boundary", "The duration time follows what a condition frees: free time itself instead.");
  if (freed.has("time") && !isExact && problem.grid.refine !== undefined)
    throw new BadInput("grid.refine", "grid.refine knows no duration that is found: leave it out, and set grid.steps.");
}
