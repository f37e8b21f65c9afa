import { once } from "../../algebra/once.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { lookUp } from "../../checks/look-up.js";
import { compile, compiled, compiledRows, compileRows, type Kernel, type RowKernel } from "../../expr/compile.js";
import { type Expr, leaves, mul, sub, substituteAll, variable } from "../../expr/expr.js";
import type { Assembly } from "../../mechanics/assembly.js";
import { frame, type Model, type Row, type Stage, type StepGuess, type Unknown } from "../../mechanics/model.js";
import type { StepProgram } from "../../mechanics/program.js";
import { unlessAborted } from "../../solve/drive.js";
import { declaredStep, type Steps } from "../problem/grid.js";
import { step as stepNumber } from "../problem/inputs.js";
import { checkStage, observedNames } from "./check-stage.js";

/** The place of each leaf of the frame in the one input array of all kernels of a step. */
export interface Layout {
  readonly leaves: readonly Expr[];
  /** How many there are of them; states at the start come first. */
  readonly states: number;
  readonly insides: number;
  /** Places of the first next state, inside, parameter and input. */
  readonly next: number;
  readonly inside: number;
  readonly parameters: number;
  readonly inputs: number;
  /** Place of the time t; h and the 1-based number of the declared step, for formulas of inputs, stand behind it. */
  readonly time: number;
}

/** A model's step as kernels on one layout; each is compiled when it is first asked for. */
export interface StepKernels {
  readonly model: Model;
  readonly layout: Layout;
  /** The unknowns that a march must solve for, with first guesses in the order in which to try them. */
  readonly implicit: Rows & Implicit;
  /** The explicitly defined states and insides. */
  readonly defined: { readonly at: Int32Array; readonly kernel: () => Kernel };
  /**
   * The unknowns of one step in the whole horizon: all states, and insides that are not condensed. Their rows are
   * differentiated by states at the start, block unknowns, and `varied` parameters.
   */
  readonly block: Rows & { readonly formulas: () => readonly Expr[] };
  readonly whole: WholeStep;
  readonly observed: Observations;
  /** Answers the insides that have neither row nor definition. */
  readonly program?: ProgramKernel;
}

/** How a step is begun, and what tells of a root that is far away from there: above zero it is refused. */
interface Implicit {
  readonly guesses: readonly (() => GuessKernel)[];
  readonly leap?: () => Kernel;
}

/** Unknowns, their places in the layout, and the rows that they answer. */
export interface Rows {
  readonly unknowns: readonly Unknown[];
  readonly at: Int32Array;
  readonly rows: Lazy<RowKernel>;
}

/** Rows of the implicit unknowns, then definitions, with every definition written in. */
interface WholeStep {
  /** Differentiated by implicit unknowns, states at the start, `varied` parameters, inputs. */
  readonly sensitivity: Lazy<RowKernel>;
  /** Each by what it answers. */
  readonly formulas: () => readonly Formula[];
  /** Instead of all rows: finds all next states, contact by contact. */
  readonly assembly?: AssemblyKernel;
}

/** A pair by its name, and the contact whose normal pair it is. */
export interface NamedPair {
  readonly name: string;
  readonly contact: string | undefined;
}

/** Observations by name, then both sides of every pair. */
interface Observations {
  readonly names: readonly string[];
  readonly pairs: readonly NamedPair[];
  readonly kernel: Lazy<Kernel>;
  /** The forces a of the pairs that are of a contact: which contacts push. */
  readonly pushes: () => Kernel;
}

/** A step's program made ready: the numbers it is told, and where its answer and what it may settle stand. */
export interface ProgramKernel {
  readonly data: Lazy<Kernel>;
  readonly drift: Lazy<Kernel>;
  readonly answerAt: Int32Array;
  /** Among the states. */
  readonly positionsAt: Int32Array;
  readonly open: StepProgram["open"];
}

/** True of steps that are rows, which a whole horizon stacks and an adjoint goes back over: neither programs nor many bodies. */
export const hasRows = ({ program, whole: { assembly } }: StepKernels): boolean =>
  program === undefined && assembly === undefined;

/** Unknowns of a step: of many bodies their velocities. */
export const unknownsOf = ({ implicit, whole: { assembly } }: StepKernels): number =>
  Math.max(1, implicit.unknowns.length, 6 * (assembly?.assembly.bodies.length ?? 0));

/** True of steps that have derivatives: all but programs. */
export const hasSlopes = ({ program }: StepKernels): boolean => program === undefined;

/** An assembly made ready: its numbers from the parameters of the problem. */
export interface AssemblyKernel {
  readonly assembly: Assembly;
  readonly numbers: () => Kernel;
  /** The numbers by the varied parameters. */
  readonly slopes: () => RowKernel;
}

/** The formula that decides an unknown of a step. */
export interface Formula {
  readonly unknown: string;
  readonly of: Expr;
}

/** A first guess: its values, and where they go. */
export interface GuessKernel {
  readonly kernel: Kernel;
  readonly at: Int32Array;
}

/** Choices of variation: parameters that are unknowns, formulas that follow them, and whether to condense. */
export interface StepChoice {
  readonly parameters: readonly string[];
  readonly varied: readonly string[];
  /** Formulas to be written in place of leaves, of parameters or inputs, because they follow a varied parameter. */
  readonly formulas: ReadonlyMap<Expr, Expr>;
  /** True where insides that are defined explicitly leave the whole-horizon problem. */
  readonly condense: boolean;
  /** The duration, where it is found: times of steps are then parts of it. */
  readonly duration?: Expr;
}

/**
 * Compiles a model's step. March rows have every definition written into them, so only implicit unknowns remain;
 * block rows keep the states, which the next step refers to, and write in only what lives inside the step.
 * @throws {BadInput} where a formula uses what is no leaf of the frame.
 * @throws {RangeError} where an unknown has no row and no definition, or more than one, or definitions go in a circle.
 */
export function stepKernels(model: Model, choice: StepChoice): StepKernels {
  const stage = model.step(frame);
  const { duration } = choice;
  const { joints } = model.views ?? {};
  const written = resolveDefinitions(new Map([...choice.formulas, ...timesOf(duration)]));
  const put = (es: readonly Expr[]): Expr[] => (written.size === 0 ? [...es] : substituteAll(es, written));
  const layout = layoutOf(model, choice.parameters, duration !== undefined);
  checkStage(model, stage, [...layout.leaves, frame.t, frame.h]);
  const definitions = stage.defines ?? {};
  const isState = new Set(model.state.map(({ name }) => name));
  const leafOf = (name: string): Expr => (isState.has(name) ? frame.next(name) : frame.inside(name));
  const unknowns = [...model.state, ...model.inside];
  const answered = new Set(stage.assembly === undefined ? stage.program?.unknowns : isState);
  const rowOf = matchRows(unknowns, stage.rows, definitions, answered);

  const definedNames = unknowns.filter(({ name }) => definitions[name] !== undefined).map(({ name }) => name);
  const definedExprs = put(definedNames.map((name) => definitions[name]));
  const all = new Map(definedNames.map((name, i) => [leafOf(name), definedExprs[i]] as const));
  const resolved = resolveDefinitions(all);
  const insideOnly = new Map([...all].filter(([leaf]) => leaf.name.startsWith("inside.")));
  const condensed = choice.condense ? resolveDefinitions(insideOnly) : new Map<Expr, Expr>();

  const at = new Map(layout.leaves.map((leaf, i) => [leaf, i] as const));
  const positions = (es: readonly Expr[]): Int32Array => Int32Array.from(es, (e) => lookUp(at, e));
  const implicit = unknowns.filter(({ name }) => definitions[name] === undefined && !answered.has(name));
  const implicitLeaves = implicit.map(({ name }) => leafOf(name));
  const block = unknowns.filter(({ name }) => !condensed.has(leafOf(name)) && !answered.has(name));
  const blockLeaves = block.map(({ name }) => leafOf(name));
  const starts = model.state.map(({ name }) => frame.now(name));
  const varied = choice.varied.map(frame.parameters);

  const implicitRows = (): Expr[] =>
    substituteAll(put(implicit.map(({ name }) => lookUp(rowOf, name).residual)), resolved);
  const definedRows = (): Expr[] => definedNames.map((name) => lookUp(resolved, leafOf(name)));
  const blockRow = ({ name }: Unknown): Expr =>
    definitions[name] === undefined ? lookUp(rowOf, name).residual : sub(leafOf(name), definitions[name]);
  const blockFormulas = once(() => substituteAll(put(block.map(blockRow)), condensed));
  // the formulas of a guess see each other and the definitions: a force that is guessed from a guessed velocity
  const guessKernel = (guess: StepGuess): GuessKernel => {
    const leavesOf = Object.keys(guess).map(leafOf);
    const own = put(Object.values(guess));
    const seen = resolveDefinitions(new Map([...all, ...leavesOf.map((leaf, i) => [leaf, own[i]] as const)]));
    return {
      kernel: compile(
        layout.leaves,
        leavesOf.map((leaf) => lookUp(seen, leaf)),
      ),
      at: positions(leavesOf),
    };
  };
  return {
    model,
    layout,
    implicit: {
      unknowns: implicit,
      at: positions(implicitLeaves),
      rows: inParts(() => compiledRows(layout.leaves, implicitLeaves, implicitRows())),
      guesses: (stage.guesses ?? []).map((guess) => once(() => guessKernel(guess()))),
      ...(joints && { leap: once(() => compile(layout.leaves, substituteAll(put([joints.leap]), resolved))) }),
    },
    defined: {
      at: positions(definedNames.map(leafOf)),
      kernel: once(() => compile(layout.leaves, definedRows())),
    },
    block: {
      unknowns: block,
      at: positions(blockLeaves),
      rows: inParts(() => compiledRows(layout.leaves, [...starts, ...blockLeaves, ...varied], blockFormulas())),
      formulas: blockFormulas,
    },
    whole: {
      sensitivity: inParts(() =>
        compiledRows(
          layout.leaves,
          [...implicitLeaves, ...starts, ...varied, ...model.inputs.map(frame.inputs)],
          [...implicitRows(), ...definedRows()],
        ),
      ),
      formulas: once(() => [
        ...implicitRows().map((of, i) => ({ unknown: implicit[i].name, of })),
        ...definedRows().map((of, i) => ({ unknown: definedNames[i], of })),
      ]),
      ...(stage.assembly && { assembly: assemblyKernel(stage.assembly, choice, put) }),
    },
    observed: observations(stage, layout, put),
    ...(stage.program && { program: programKernel(stage.program) }),
  };

  function programKernel({ unknowns: answers, data, drift, positions: movable, open }: StepProgram): ProgramKernel {
    return {
      data: inParts(() => compiled(layout.leaves, put(data))),
      drift: inParts(() => compiled(layout.leaves, put(drift))),
      answerAt: positions(answers.map(leafOf)),
      positionsAt: Int32Array.from(movable, (name) => model.state.findIndex((state) => state.name === name)),
      open,
    };
  }
}

function assemblyKernel(assembly: Assembly, choice: StepChoice, put: (es: readonly Expr[]) => Expr[]): AssemblyKernel {
  const numbers = put(assembly.numbers);
  const inputs = choice.parameters.map(frame.parameters);
  return {
    assembly,
    numbers: once(() => compile(inputs, numbers)),
    slopes: once(() => compileRows(inputs, choice.varied.map(frame.parameters), numbers)),
  };
}

/** Kernels of what a stage observes, of its pairs, and of the contacts among them. */
function observations(stage: Stage, { leaves }: Layout, put: (es: readonly Expr[]) => Expr[]): Observations {
  const { observe, pairs } = stage;
  return {
    names: observedNames(stage),
    pairs: pairs.map(({ name, contact }) => ({ name, contact })),
    kernel: inParts(() => compiled(leaves, put([...Object.values(observe), ...pairs.flatMap(({ a, b }) => [a, b])]))),
    pushes: once(() => compile(leaves, put(pairs.filter(({ contact }) => contact !== undefined).map(({ a }) => a)))),
  };
}

/** A value that is made when it is first asked for, at once or in parts. */
export interface Lazy<T> {
  (): T;
  readonly parts: () => Stepwise<T>;
}

/** The value that `make` gives, kept. */
export function inParts<T>(make: () => Stepwise<T>): Lazy<T> {
  let made: { value: T } | undefined;
  function* parts(): Stepwise<T> {
    made ??= { value: yield* make() };
    return made.value;
  }
  return Object.assign(() => (made === undefined ? finish(parts()) : made.value), { parts });
}

/** Compiles in parts the kernels that every motion of a model asks for; none once a signal is aborted: then nothing is marched. */
export function* preparedKernels(
  { implicit, observed, whole }: StepKernels,
  isFreed: boolean,
  signal?: AbortSignal,
): Stepwise<void> {
  for (const part of [implicit.rows, observed.kernel, ...(isFreed ? [whole.sensitivity] : [])])
    if (!signal?.aborted) yield* unlessAborted<unknown>(part.parts(), signal);
}

/** The start and the length of a step, in parts of a duration that is found. */
const parts = { t: variable("part.t"), h: variable("part.h") };

/**
 * t and h as parts of a duration T that is found: t = (t/T) T, h = (h/T) T. Steps keep their parts, so that every slope by T
 * is that of its formula.
 */
const timesOf = (duration: Expr | undefined): [Expr, Expr][] =>
  duration === undefined
    ? []
    : [
        [frame.t, mul(parts.t, duration)],
        [frame.h, mul(parts.h, duration)],
      ];

function layoutOf(model: Model, parameters: readonly string[], inParts: boolean): Layout {
  const states = model.state.length;
  const insides = model.inside.length;
  const inside = 2 * states;
  const parametersAt = inside + insides;
  const inputs = parametersAt + parameters.length;
  return {
    leaves: [
      ...model.state.map(({ name }) => frame.now(name)),
      ...model.state.map(({ name }) => frame.next(name)),
      ...model.inside.map(({ name }) => frame.inside(name)),
      ...parameters.map(frame.parameters),
      ...model.inputs.map(frame.inputs),
      inParts ? parts.t : frame.t,
      inParts ? parts.h : frame.h,
      stepNumber,
    ],
    states,
    insides,
    next: states,
    inside,
    parameters: parametersAt,
    inputs,
    time: inputs + model.inputs.length,
  };
}

/** True where times of steps are parts of a duration that is found. */
export const isInParts = (layout: Layout): boolean => layout.leaves[layout.time] === parts.t;

/** Writes when and which step k is. */
export function loadTime(layout: Layout, steps: Steps, k: number, into: Float64Array): void {
  const { t, h } = steps;
  const whole = isInParts(layout) ? t[h.length] : 1;
  into[layout.time] = t[k] / whole;
  into[layout.time + 1] = h[k] / whole;
  into[layout.time + 2] = declaredStep(steps, k);
}

/** Every unknown answers exactly one row: pairs rows with unknowns and refuses what is left over. */
function matchRows(
  unknowns: readonly Unknown[],
  rows: readonly Row[],
  defines: Readonly<Record<string, Expr>>,
  answered: ReadonlySet<string>,
): Map<string, Row> {
  const rowOf = new Map<string, Row>();
  const known = new Set(unknowns.map(({ name }) => name));
  for (const row of rows) {
    if (!known.has(row.unknown))
      throw new RangeError(`a row answers "${row.unknown}", which the model does not declare`);
    if (rowOf.has(row.unknown) || defines[row.unknown] !== undefined)
      throw new RangeError(`"${row.unknown}" answers more than one row or definition`);
    rowOf.set(row.unknown, row);
  }
  for (const name of Object.keys(defines))
    if (!known.has(name)) throw new RangeError(`a definition gives "${name}", which the model does not declare`);
  for (const name of known)
    if (!rowOf.has(name) && defines[name] === undefined && !answered.has(name))
      throw new RangeError(`"${name}" has no row and no definition`);
  return rowOf;
}

/** Writes definitions into each other until none refers to another. */
export function resolveDefinitions(definitions: ReadonlyMap<Expr, Expr>): Map<Expr, Expr> {
  const resolved = new Map<Expr, Expr>();
  const open = new Set<Expr>();
  const resolve = (leaf: Expr): Expr => {
    const done = resolved.get(leaf);
    if (done !== undefined) return done;
    if (open.has(leaf)) throw new RangeError(`the definition of "${leaf.name}" refers to itself`);
    open.add(leaf);
    const formula = lookUp(definitions, leaf);
    const inner = leaves([formula]).filter((other) => definitions.has(other));
    const value =
      inner.length === 0 ? formula : substituteAll([formula], new Map(inner.map((e) => [e, resolve(e)])))[0];
    open.delete(leaf);
    resolved.set(leaf, value);
    return value;
  };
  for (const leaf of definitions.keys()) resolve(leaf);
  return resolved;
}
