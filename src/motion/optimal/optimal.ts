/**
 * Motions of least cost: a problem as a smooth program over all its steps with complementarity pairs, first guesses for
 * it, and the solver of `solve/mpcc` on ever finer grids. Guesses and searches can be changed without reading the
 * program; its order of unknowns and rows decides the bits of every answer.
 *
 * @module motion/optimal
 */
import { randomNumbers } from "../../algebra/random.js";
import type { Check, Fields } from "../../checks/fields.js";
import { unlessAborted } from "../../solve/drive.js";
import { type MpccState, mpccSolver } from "../../solve/mpcc/mpcc.js";
import { pointIn, solutionFrom } from "../../solve/mpcc/units.js";
import { type Setup, setUp, withSteps } from "../compile/setup.js";
import type { Found } from "../march/outcome.js";
import type { ProgressInfo, Task } from "../march/task.js";
import { borrow, giveBack } from "../march/workspace.js";
import type { optimalSearch } from "../problem/check-options.js";
import { recordedInputs } from "../problem/grid.js";
import { type GuessedMotion, marchGuess, type RecordedMotion, recordingOf, resample } from "./guesses.js";
import { alike, cheaper, distinctOnes, type OptimalMotion } from "./minima.js";
import { changesOf, neighbours } from "./neighbours.js";
import { ownUnits, programOf } from "./own-units.js";
import { reducedGuess } from "./reduced-guess.js";
import { coarserSpace, type Drive, type Level, marchOf, type OptimalSpace, optimalSpace, saysMotion } from "./space.js";
import { type OptimalTask, switching } from "./task.js";

/** Options of a search for optimal motions. */
export interface OptimalSearch extends Fields<Record<never, Check>, typeof optimalSearch> {}

/** The barrier of a start that is nearly a solution: on a coarser grid, or with contacts a step elsewhere. */
export const warmMu = 1e-3;

/**
 * Unknowns of a program whose neighbours are tried even where nobody says how many starts: some six to twenty more
 * searches, which take tenths of a second then, and several seconds for programs of twice that size.
 */
const small = 1000;

const isSmall = ({ program: { program } }: Level): boolean => program.lower.length <= small;

/** Iterations that a neighbour has in any case: the motion beside it may have come from a coarser grid in a few. */
const ofNeighbour = 60;

/**
 * Local minima of the motion that a problem asks for, the cheapest first: from each first guess the barrier Newton on a
 * coarse grid, then on grids of twice as many steps from the solution before. None, where it is aborted before the first guess.
 */
export async function optimalMotions(task: Task, search: OptimalSearch, drive: Drive): Promise<OptimalMotion[]> {
  const space = await drive(unlessAborted(optimalSpace(task.workspace, task.setup), task.signal));
  return space === undefined ? [] : motionsOn(task, space, search, drive);
}

/** The same on the grids of a space. */
async function motionsOn(
  task: Task,
  space: OptimalSpace,
  search: OptimalSearch,
  drive: Drive,
): Promise<OptimalMotion[]> {
  const last = space.levels[space.levels.length - 1];
  const near = (start: RecordedMotion): Promise<OptimalMotion> =>
    drive(minimise(task, last, last.program.pack(onGrid(start, last, space.asked)), warmMu));
  if (search.from !== undefined) return [unclaimed(await near(recordingOf(search.from, last.setup)))];
  const found = await searchCoarser(task, space, search, drive);
  if (space.levels.length > 1 && !found.some(isEnded)) found.push(...(await searchOnGrid(task, space, found, drive)));
  for (const start of await onOtherSteps(task, space, search, drive))
    found.push(space.asked.freeSteps ? await raise(task, space, start, drive) : await near(start));
  if (search.starts === undefined ? isSmall(last) : search.starts > 1)
    found.push(...(await improve(task, space, found, drive)));
  if (!found.some(isEnded)) found.push(...(await elsewhere(task, space, { failed: found, search }, drive)));
  // starts whose search was not let end say nothing
  const agreed = found.length > 1 && found.every(({ optimum: { status } }) => status !== "iteration-limit");
  const best = distinctOnes(found.sort(cheaper)).map((motion) => (agreed ? motion : unclaimed(motion)));
  const asked: OptimalMotion[] = [];
  for (const motion of best) asked.push(isOn(motion, last) ? motion : await drive(onLevel(task, space, last, motion)));
  return asked.sort(cheaper);
}

/** True for a motion that needs no further search: found, or stopped. */
const isEnded = ({ optimum: { status } }: OptimalMotion): boolean => status === "solved" || status === "cancelled";

/** A motion that was not found, without the claim that there is none: another start does not agree, or none was tried. */
function unclaimed({ found, optimum, costs }: OptimalMotion): OptimalMotion {
  if (optimum.status !== "infeasible") return { found, optimum, costs };
  const told = { status: "no-progress", message: `${optimum.message} Other starts may find it.` } as const;
  return { found: { ...found, ...told }, optimum: { ...optimum, ...told }, costs };
}

/**
 * A second route where no guess led to a motion: random controls, and where metres and seconds are none of the motion's own
 * lengths and times, the declared ones in units that are.
 */
async function elsewhere(
  task: Task,
  { asked, levels }: OptimalSpace,
  { failed, search: { starts = 1, seed = 1 } }: { failed: readonly OptimalMotion[]; search: OptimalSearch },
  drive: Drive,
): Promise<OptimalMotion[]> {
  const own = ownUnits(
    levels[levels.length - 1],
    failed.filter((motion) => isOn(motion, levels[levels.length - 1])).map(({ optimum }) => optimum.z),
  );
  const scaled = own === undefined ? levels : levels.map((level) => ({ ...level, own, memory: undefined }));
  const draws = [...(own === undefined ? [] : [undefined]), ...(starts > 1 ? [] : [randomNumbers(seed)])];
  const found: OptimalMotion[] = [];
  for (const random of draws) {
    if (task.signal?.aborted === true || found.some(isEnded)) break;
    const guess = await drive(marchGuess(levels[0].setup, asked, random));
    const coarse = await drive(minimise(task, scaled[0], scaled[0].program.pack(guess), undefined));
    found.push(await drive(climb(task, scaled, asked, coarse)));
  }
  return found;
}

/** True for a motion on the grid of a level. */
const isOn = ({ found: { setup: own } }: OptimalMotion, { setup }: Level) =>
  own.steps.h.length === setup.steps.h.length;

/** A motion of another grid as a start on this one. */
function onLevel(
  task: Task,
  { asked }: OptimalSpace,
  level: Level,
  motion: OptimalMotion,
): Generator<undefined, OptimalMotion> {
  return minimise(task, level, level.program.pack(onGrid(recording(motion), level, asked)), warmMu);
}

/**
 * The asked grid itself, where the coarser ones that were to help gave nothing: from what gradients make of the declared
 * controls there, from these themselves, and from where the coarser grids ended.
 */
async function searchOnGrid(
  task: Task,
  space: OptimalSpace,
  failed: readonly OptimalMotion[],
  drive: Drive,
): Promise<OptimalMotion[]> {
  const alone: OptimalSpace = { ...space, levels: space.levels.slice(-1), march: undefined };
  const found = await searchGuesses(task, alone, {}, drive);
  for (const motion of failed) {
    if (found.some(isEnded)) break;
    found.push(await drive(onLevel(task, space, alone.levels[0], motion)));
  }
  return found;
}

/** The cheapest motion of the coarsest grid alone, from guesses of its own. */
export async function coarseMotion(task: Task, space: OptimalSpace, drive: Drive): Promise<OptimalMotion> {
  return (await motionsOn(task, { ...space, levels: space.levels.slice(0, 1), march: undefined }, {}, drive))[0];
}

/** A motion near another one, on the grid that is asked for. */
export function nearMotion(
  task: Task,
  space: OptimalSpace,
  motion: OptimalMotion,
): Generator<undefined, OptimalMotion> {
  return onLevel(task, space, space.levels[space.levels.length - 1], motion);
}

/** A start on the coarsest grid, and on from there. */
async function raise(task: Task, { asked, levels }: OptimalSpace, start: RecordedMotion, drive: Drive) {
  const coarse = levels[0];
  const motion = await drive(minimise(task, coarse, coarse.program.pack(onGrid(start, coarse, asked)), warmMu));
  return drive(climb(task, levels, asked, motion));
}

/** A motion as a guess on a level's grid. Where step lengths are free it keeps its own, or halves of them. */
function onGrid(motion: RecordedMotion, { setup }: Level, { freeSteps }: OptimalTask): GuessedMotion {
  const parts = setup.steps.h.length / (motion.t.length - 1);
  if (!freeSteps || (parts !== 1 && parts !== 2)) return resample(motion, setup);
  const h = Float64Array.from(setup.steps.h, (_, k) => {
    const j = Math.floor(k / parts);
    return (motion.t[j + 1] - motion.t[j]) / parts;
  });
  return resample(motion, withSteps(setup, { t: timesOf(h), h }));
}

/** The ends of steps of given lengths. */
function timesOf(h: Float64Array): Float64Array {
  const t = new Float64Array(h.length + 1);
  for (let k = 0; k < h.length; k++) t[k + 1] = t[k] + h[k];
  return t;
}

/**
 * Motions from the coarsest grid of a space, or where it has none from ever coarser ones: fewer steps have fewer ways to
 * touch, so that fewer local minima of the penalty leave pairs open, and doubled their motions are starts near minima.
 */
async function searchCoarser(task: Task, space: OptimalSpace, search: OptimalSearch, drive: Drive) {
  const found = await searchGuesses(task, space, search, drive);
  for (let on = coarserSpace(space); on !== undefined; on = coarserSpace(on)) {
    if (found.some(isEnded)) break;
    found.push(...(await searchGuesses(task, on, search, drive)).filter(({ optimum }) => optimum.status === "solved"));
  }
  return found;
}

/** Motions from guesses: what gradients make of the declared controls, these themselves, and random ones. */
async function searchGuesses(
  task: Task,
  space: OptimalSpace,
  search: OptimalSearch,
  drive: Drive,
): Promise<OptimalMotion[]> {
  const { asked, levels } = space;
  const found: OptimalMotion[] = [];
  const coarsest: OptimalMotion[] = [];
  const first = levels[0].setup;
  const random = randomNumbers(search.seed ?? 1);
  const declared = await drive(marchGuess(first, asked));
  const isMotion = saysMotion(asked);
  // one after the other, each made when its turn comes: people may ask for more starts than a list can hold
  async function* guesses(): AsyncGenerator<GuessedMotion> {
    if (isMotion) yield declared;
    if (isMotion && found.some(isEnded) && search.starts === undefined) return;
    const reduced =
      Object.keys(asked.controls).length > 0
        ? await reducedGuess(first, asked, marchOf(space), { inputs: declared.inputs, signal: task.signal })
        : undefined;
    if (reduced !== undefined) yield reduced;
    if (!isMotion) yield declared;
    // random starts stay what they are: the search by gradients would lead them all to one motion
    for (let k = 1; k < (search.starts ?? 1); k++) yield await drive(marchGuess(first, asked, random));
  }
  for await (const guess of guesses()) {
    const coarse = await drive(minimise(task, levels[0], levels[0].program.pack(guess), undefined));
    // finer grids for what is new on the coarsest
    if (coarsest.some((other) => alike(other, coarse))) continue;
    coarsest.push(coarse);
    // a change of contacts that a coarse grid puts elsewhere stays there on finer ones
    const near = isMotion && isSmall(levels[0]) && !isSmall(levels[levels.length - 1]) && search.starts === undefined;
    const better = near ? await improve(task, { ...space, levels: levels.slice(0, 1) }, [coarse], drive) : [];
    const [start] = [coarse, ...better].sort(cheaper);
    const motion = await drive(climb(task, levels, asked, start));
    found.push(motion);
    if (motion.optimum.status === "cancelled") break;
  }
  return found;
}

/**
 * Fixed and free step lengths, where a problem offers both: each is a start for the other: on fixed steps the slopes of a
 * motion by what it depends on jump wherever a contact changes, and every jump is a local minimum; on free ones contacts
 * must be guessed.
 */
async function onOtherSteps(
  task: Task,
  { asked, levels }: OptimalSpace,
  search: OptimalSearch,
  drive: Drive,
): Promise<RecordedMotion[]> {
  const { setup } = task;
  const { problem } = setup.compiled;
  if (!Object.hasOwn(problem.parameters, switching)) return [];
  const other = setUp(problem, {
    ...setup.settings,
    [switching]: asked.freeSteps ? "fixed" : "free",
    "grid.steps": levels[0].setup.steps.h.length,
  });
  const workspace = borrow(other);
  const beside: Task = { ...task, setup: other, workspace };
  const motions = asked.freeSteps
    ? await searchCoarser(beside, await drive(optimalSpace(workspace, other)), search, drive)
    : await optimalMotions(beside, search, drive);
  giveBack(other, workspace);
  return motions.filter(({ optimum }) => optimum.status === "solved").map(recording);
}

/** A motion as a start for others. */
export function recording({ found: { setup, path, parameters } }: OptimalMotion): RecordedMotion {
  return { t: setup.steps.t, inputs: recordedInputs(setup.steps), path, parameters };
}

/**
 * Ever cheaper neighbours of the cheapest motion, as long as there are any, and the others that were tried. A neighbour
 * that takes more iterations than the cheapest motion itself did is on its way to nowhere.
 */
async function improve(
  task: Task,
  { asked, levels }: OptimalSpace,
  motions: readonly OptimalMotion[],
  drive: Drive,
): Promise<OptimalMotion[]> {
  const tried: OptimalMotion[] = [];
  const last = levels[levels.length - 1];
  let best = [...motions].sort(cheaper)[0];
  const patience = Math.max(best.optimum.iterations, ofNeighbour);
  const level: Level = { ...last, maxIterations: Math.min(last.maxIterations, patience) };
  for (let better = best.optimum.status === "solved"; better; ) {
    const { setup, path, parameters } = best.found;
    const before = best;
    for (const start of neighbours(recording(best), changesOf(setup, parameters, path))) {
      const motion = await drive(minimise(task, level, level.program.pack(onGrid(start, level, asked)), warmMu));
      tried.push(motion);
      if (motion.optimum.status === "cancelled") return tried;
      if (cheaper(motion, best) < 0 && !alike(motion, best)) best = motion;
    }
    better = best !== before;
  }
  return tried;
}

/** A problem with the controls, step lengths and parameters of a motion. */
const withMotion = (setup: Setup, { inputs, parameters, h }: GuessedMotion): Setup =>
  withSteps({ ...setup, parameters }, { t: timesOf(h), h, inputs });

/**
 * The motion on each finer grid, from the solution on the one before: its states on straight lines, and where these miss
 * stiff contacts by so much that no minimum is found, marched with its controls.
 */
export function* climb(
  task: Task,
  levels: readonly Level[],
  asked: OptimalTask,
  coarsest: OptimalMotion,
): Generator<undefined, OptimalMotion> {
  let motion = coarsest;
  for (let i = 1; i < levels.length && motion.optimum.status === "solved"; i++) {
    const { found, optimum } = motion;
    const { setup, program } = levels[i];
    const guess = onGrid(recording(motion), levels[i], asked);
    const y = levels[i - 1].program.finer(optimum.z.subarray(found.counts.unknowns), setup.steps.h.length);
    const from = (guess: GuessedMotion) =>
      minimise(task, levels[i], Float64Array.of(...program.pack(guess), ...y), warmMu);
    motion = yield* from(guess);
    const { status } = motion.optimum;
    if (status === "solved" || status === "cancelled") continue;
    const remarched = yield* from(yield* marchGuess(withMotion(setup, guess), asked));
    if (remarched.optimum.status === "solved") motion = remarched;
  }
  return motion;
}

/** The minimum to which the barrier leads on one grid. */
export function* minimise(
  { signal, report }: Task,
  level: Level,
  start: Float64Array,
  mu: number | undefined,
): Generator<undefined, OptimalMotion> {
  const { setup } = level;
  const { unpack } = level.program;
  const { maxIterations } = level;
  const solver = mpccSolver(mu === undefined ? { maxIterations } : { maxIterations, mu });
  const { program, units } = programOf(level, start);
  const state = solver.init(program, units ? pointIn(units, start) : start, level.memory);
  level.memory = state;
  while (solver.done(state) === undefined) {
    if (signal?.aborted !== true) yield* unlessAborted(solver.stepping(state), signal);
    // also a step that was left in the middle
    if (signal?.aborted && state.status === undefined) state.status = "cancelled";
    report(progressOf(state));
    yield;
  }
  const ended = yield* solver.concluding(state);
  const optimum = units ? solutionFrom(units, ended) : ended;
  const made = unpack(optimum.z);
  const { status, message } = optimum;
  const found: Found = {
    setup: withSteps(setup, made.steps),
    status,
    message,
    parameters: made.parameters,
    path: made.path,
    solution: optimum,
    counts: { steps: setup.steps.h.length, unknowns: program.lower.length, iterations: optimum.iterations },
  };
  return { found, optimum, costs: level.program.costs(optimum.z) };
}

function progressOf({ iteration, barrier }: MpccState): ProgressInfo {
  const { linear, point } = barrier;
  const residual = linear.rows.reduce((most, row) => Math.max(most, Math.abs(row)), 0);
  return {
    phase: "optimise",
    iteration,
    residual,
    merit: linear.cost,
    stepLength: point.stepLength,
    stepKind: "newton",
  };
}
