import type { Status } from "../solve/mcp.js";
import { type OptimiserState, type Optimum, optimiser } from "../solve/optimise.js";
import { randomNumbers } from "../solve/rescue.js";
import { type Bound, bind, withSteps } from "./bind.js";
import { type Drawn, marchedGuess, type Recorded, recorded, resampled } from "./drawn.js";
import { neighbours } from "./neighbours.js";
import { coarserSpace, type Level, marchOf, type OptimalSpace, optimalSpace } from "./optimal-space.js";
import { type OptimalTask, switching } from "./optimal-task.js";
import type { Found } from "./outcome.js";
import { phasesOf } from "./phases.js";
import { reducedGuess } from "./reduced-guess.js";
import type { ProgressInfo, Task } from "./task.js";
import type { Trajectory } from "./trajectory.js";
import { borrow, giveBack } from "./workspace.js";

/** What a caller may say of a search for optimal motions. */
export interface OptimalSearch {
  /** Starts from this motion alone: found before, drawn or recorded, on any grid. */
  readonly from?: Pick<Trajectory, "t" | "columns">;
  /** Searches: from the declared guess and from what gradients make of it, then from random controls. */
  readonly starts?: number;
  readonly seed?: number;
}

/** A local minimum: the motion, and what is known of it as a minimum. */
export interface OptimalMotion {
  readonly found: Found;
  readonly optimum: Optimum;
  /** What every step costs, and all of it. */
  readonly costs: { readonly steps: Float64Array; readonly all: number };
}

/** The barrier of a start that is nearly a solution: on a coarser grid, or with contacts a step elsewhere. */
const warmMu = 1e-3;

/** Runs a plan to its end. */
type Drive = <T>(plan: Generator<undefined, T>) => Promise<T>;
/** Costs closer than this, relative to values above one, belong to one minimum. */
const distinct = 1e-6;

/**
 * Local minima of the motion that a problem asks for, the cheapest first: from each first guess the barrier Newton on a
 * coarse grid, then on grids of twice as many steps from the solution before.
 */
export async function optimalMotions(task: Task, search: OptimalSearch, drive: Drive): Promise<OptimalMotion[]> {
  const space = optimalSpace(task.workspace, task.bound);
  const last = space.levels.at(-1)!;
  const near = (start: Recorded): Promise<OptimalMotion> =>
    drive(minimised(task, last, last.program.pack(onGrid(start, last, space.asked)), warmMu));
  if (search.from !== undefined) return [await near(recorded(search.from, last.bound))];
  const found = await searchedFrom(task, space, search, drive);
  for (const start of await onOtherSteps(task, space, search, drive))
    found.push(space.asked.freeSteps ? await raised(task, space, start, drive) : await near(start));
  if ((search.starts ?? 1) > 1) found.push(...(await improved(found, near)));
  return distinctOnes(found.sort(cheaper));
}

/** A start on the coarsest grid, and on from there. */
async function raised(task: Task, { asked, levels }: OptimalSpace, start: Recorded, drive: Drive) {
  const coarse = levels[0]!;
  const motion = await drive(minimised(task, coarse, coarse.program.pack(onGrid(start, coarse, asked)), warmMu));
  return drive(climbed(task, levels, asked, motion));
}

/** A motion as a guess on a level's grid. Where step lengths are free it keeps its own, or halves of them. */
function onGrid(motion: Recorded, { bound }: Level, { freeSteps }: OptimalTask): Drawn {
  const parts = bound.steps.h.length / (motion.t.length - 1);
  if (!freeSteps || (parts !== 1 && parts !== 2)) return resampled(motion, bound);
  const h = Float64Array.from(bound.steps.h, (_, k) => {
    const j = Math.floor(k / parts);
    return (motion.t[j + 1]! - motion.t[j]!) / parts;
  });
  return resampled(motion, withSteps(bound, { t: timesOf(h), h }));
}

/** The ends of steps of given lengths. */
function timesOf(h: Float64Array): Float64Array {
  const t = new Float64Array(h.length + 1);
  for (let k = 0; k < h.length; k++) t[k + 1] = t[k]! + h[k]!;
  return t;
}

/**
 * Motions from the coarsest grid of a space, or where it has none from ever coarser ones: fewer steps have fewer ways to
 * touch, so that fewer local minima of the penalty leave pairs open, and doubled their motions are starts near minima.
 */
async function searchedFrom(task: Task, space: OptimalSpace, search: OptimalSearch, drive: Drive) {
  const found = await searched(task, space, search, drive);
  for (let on = coarserSpace(space); on !== undefined; on = coarserSpace(on)) {
    if (found.some(({ optimum: { status } }) => status === "solved" || status === "cancelled")) break;
    found.push(...(await searched(task, on, search, drive)).filter(({ optimum }) => optimum.status === "solved"));
  }
  return found;
}

/** Motions from guesses: what gradients make of the declared controls, these themselves, and random ones. */
async function searched(
  task: Task,
  space: OptimalSpace,
  search: OptimalSearch,
  drive: Drive,
): Promise<OptimalMotion[]> {
  const { asked, levels } = space;
  const found: OptimalMotion[] = [];
  const coarsest: OptimalMotion[] = [];
  const first = levels[0]!.bound;
  const random = randomNumbers(search.seed ?? 1);
  const declared = marchedGuess(first, asked);
  const controlled = Object.keys(asked.controls).length > 0;
  const reduced = controlled
    ? await reducedGuess(first, asked, marchOf(space), declared.inputs, task.signal)
    : undefined;
  // random starts stay what they are: the search by gradients would lead them all to one motion
  const guesses: (() => Drawn)[] = [
    ...(reduced === undefined ? [] : [() => reduced]),
    () => declared,
    ...Array.from({ length: (search.starts ?? 1) - 1 }, () => () => marchedGuess(first, asked, random)),
  ];
  for (const guess of guesses) {
    const coarse = await drive(minimised(task, levels[0]!, levels[0]!.program.pack(guess()), undefined));
    // finer grids for what is new on the coarsest
    if (coarsest.some((other) => alike(other, coarse))) continue;
    coarsest.push(coarse);
    found.push(await drive(climbed(task, levels, asked, coarse)));
    if (found.at(-1)!.optimum.status === "cancelled") break;
  }
  return found;
}

/**
 * Where a problem offers fixed and free step lengths, each is a start for the other: on fixed steps the slopes of a
 * motion by what it depends on jump wherever a contact changes, and every jump is a local minimum; on free ones contacts
 * must be guessed.
 */
async function onOtherSteps(
  task: Task,
  { asked, levels }: OptimalSpace,
  search: OptimalSearch,
  drive: Drive,
): Promise<Recorded[]> {
  const { bound } = task;
  const { problem } = bound.compiled;
  if (!Object.hasOwn(problem.parameters, switching)) return [];
  const other = bind(problem, {
    ...bound.settings,
    [switching]: asked.freeSteps ? "fixed" : "free",
    "grid.steps": levels[0]!.bound.steps.h.length,
  });
  const workspace = borrow(other);
  const beside: Task = { ...task, bound: other, workspace };
  const motions = asked.freeSteps
    ? await searchedFrom(beside, optimalSpace(workspace, other), search, drive)
    : await optimalMotions(beside, search, drive);
  giveBack(other, workspace);
  return motions.filter(({ optimum }) => optimum.status === "solved").map(recording);
}

function recording({ found: { bound, path, parameters } }: OptimalMotion): Recorded {
  return { t: bound.steps.t, inputs: bound.steps.inputs!, path, parameters };
}

/** Ever cheaper neighbours of the cheapest motion, as long as there are any, and the others that were tried. */
async function improved(
  motions: readonly OptimalMotion[],
  near: (start: Recorded) => Promise<OptimalMotion>,
): Promise<OptimalMotion[]> {
  const tried: OptimalMotion[] = [];
  let best = [...motions].sort(cheaper)[0]!;
  for (let better = best.optimum.status === "solved"; better; ) {
    const { bound, path, parameters } = best.found;
    const before = best;
    for (const start of neighbours(recording(best), phasesOf(bound, parameters, path))) {
      const motion = await near(start);
      tried.push(motion);
      if (motion.optimum.status === "cancelled") return tried;
      if (cheaper(motion, best) < 0 && !alike(motion, best)) best = motion;
    }
    better = best !== before;
  }
  return tried;
}

/** A problem with the controls, step lengths and parameters of a motion. */
function drivenBy(bound: Bound, { inputs, parameters, h }: Drawn): Bound {
  return withSteps({ ...bound, parameters }, { t: timesOf(h), h, inputs });
}

/**
 * The motion on each finer grid, from the solution on the one before: its states on straight lines, and where these miss
 * stiff contacts by so much that no minimum is found, marched with its controls.
 */
function* climbed(
  task: Task,
  levels: readonly Level[],
  asked: OptimalTask,
  coarsest: OptimalMotion,
): Generator<undefined, OptimalMotion> {
  let motion = coarsest;
  for (let i = 1; i < levels.length && motion.optimum.status === "solved"; i++) {
    const { found, optimum } = motion;
    const { bound, program } = levels[i]!;
    const drawn = onGrid(recording(motion), levels[i]!, asked);
    const y = levels[i - 1]!.program.finer(optimum.z.subarray(found.unknowns), bound.steps.h.length);
    const from = (guess: Drawn) => minimised(task, levels[i]!, Float64Array.of(...program.pack(guess), ...y), warmMu);
    motion = yield* from(drawn);
    const { status } = motion.optimum;
    if (status === "solved" || status === "cancelled") continue;
    const driven = yield* from(marchedGuess(drivenBy(bound, drawn), asked));
    if (driven.optimum.status === "solved") motion = driven;
  }
  return motion;
}

function* minimised(
  { signal, report }: Task,
  level: Level,
  start: Float64Array,
  mu: number | undefined,
): Generator<undefined, OptimalMotion> {
  const { bound } = level;
  const { program, unpack } = level.program;
  const { maxIterations } = level;
  const solver = optimiser(mu === undefined ? { maxIterations } : { maxIterations, mu });
  const state = solver.init(program, start, level.memory);
  level.memory = state;
  while (solver.done(state) === undefined) {
    if (signal?.aborted) state.status = "cancelled";
    else solver.step(state);
    report(progressOf(state));
    yield;
  }
  const optimum = solver.solution(state);
  const made = unpack(optimum.z);
  const { status, message } = optimum;
  const found: Found = {
    bound: withSteps(bound, made.steps),
    status,
    message,
    parameters: made.parameters,
    path: made.path,
    count: bound.steps.h.length,
    solution: optimum,
    unknowns: program.lower.length,
    marched: false,
  };
  return { found, optimum, costs: level.program.costs(optimum.z) };
}

function progressOf({ iteration, barrier }: OptimiserState): ProgressInfo {
  const residual = barrier.rows.reduce((most, row) => Math.max(most, Math.abs(row)), 0);
  return {
    phase: "optimise",
    iteration,
    residual,
    merit: barrier.cost,
    stepLength: barrier.stepLength,
    stepKind: "newton",
  };
}

const rank = (status: Status): number => (status === "solved" ? 0 : 1);

function cheaper({ optimum: a }: OptimalMotion, { optimum: b }: OptimalMotion): number {
  return rank(a.status) - rank(b.status) || (a.status === "solved" ? a.cost - b.cost : a.residual - b.residual);
}

const alike = ({ optimum: a }: OptimalMotion, { optimum: b }: OptimalMotion): boolean =>
  a.status === b.status && Math.abs(a.cost - b.cost) <= distinct * Math.max(1, Math.abs(a.cost));

/** One motion of every cost; those that failed only where none was found. */
function distinctOnes(motions: readonly OptimalMotion[]): OptimalMotion[] {
  const kept: OptimalMotion[] = [];
  for (const motion of motions) {
    if (kept.length > 0 && motion.optimum.status !== "solved") break;
    if (!kept.some((other) => alike(other, motion))) kept.push(motion);
  }
  return kept;
}
