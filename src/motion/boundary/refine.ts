import { emptyPath, type Path } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { contactGrid, type StepLengths } from "../march/contact-grid.js";
import { type Found, marchOutcome } from "../march/outcome.js";
import type { Task } from "../march/task.js";
import { borrow, giveBack } from "../march/workspace.js";
import { boundaryValue } from "./boundary-value.js";
import { leastNorm } from "./bounded-step.js";
import type { BoundaryTask } from "./guess.js";
import { openMotion } from "./horizon/horizon.js";
import { replay } from "./replay.js";
import { type Shooting, shoot } from "./shoot.js";
import { emptyMemory, type Range, type Shot, settle } from "./shot.js";

/** How much shorter steps are where contacts meet, at first: an impact is about a hundredth of a flight. */
const ratio = 64;
/** Halvings at most: a million times finer than declared is no grid any more. */
const mostLevels = 14;
/** Grids made anew on one level, because the impact moved with the launch. */
const regrids = 4;

/** Steps of a level: the declared step in flight, a 64th of it in contact, both halved with every level. */
export function lengthsOf(setup: Setup, level: number): StepLengths {
  const flight = setup.steps.h[0] / 2 ** level;
  return { flight, contact: flight / ratio };
}

/** A launch on the grid of one level: the problem on that grid, its path, and how it was shot. */
interface OnLevel {
  readonly setup: Setup;
  readonly path: Path;
  readonly shooting: Shooting;
}

/**
 * Solves a boundary problem on a grid that is refined around impacts: on every level the grid follows the launch and is
 * frozen while it is solved; levels are halved until the freed values move by less than the tolerance and the launch,
 * replayed on steps of a tenth, meets its conditions within it. That two levels agree is not enough: on coarse grids
 * they may by chance.
 */
export function* refineGrid(task: BoundaryTask, tolerance: number): Generator<undefined, Found> {
  const { setup } = task;
  const { freed } = setup.compiled;
  const parameters = setup.parameters.slice();
  if (typeof task.guess !== "string")
    task.guess.forEach((x, j) => {
      parameters[freed[j]] = x;
    });
  let before: number[] | undefined;
  let last: OnLevel | undefined;
  let lasts = false;
  for (let level = 0; level < mostLevels && !lasts && !task.signal?.aborted; level++) {
    const on = yield* solveLevel(task, parameters, level, tolerance);
    if (on?.shooting.status !== "solved") {
      last ??= on;
      break;
    }
    last = on;
    const values = freed.map((index) => parameters[index]);
    if (before !== undefined && largestChange(before, values) <= tolerance) {
      const missed = yield* replay(task, parameters, lengthsOf(setup, level));
      lasts = missed !== undefined && meets(on.shooting.last, values, missed, tolerance);
    }
    before = values;
  }
  if (last === undefined) return yield* boundaryValue(task);
  const own = borrow(last.setup);
  const found = yield* answerOn({ ...task, setup: last.setup, workspace: own }, last, parameters, lasts);
  giveBack(last.setup, own);
  return found;
}

/** The answer on the grid of the last level: solved only where the launch lasts on finer ones. */
function* answerOn(
  task: BoundaryTask,
  { setup, path, shooting }: OnLevel,
  parameters: Float64Array,
  lasts: boolean,
): Generator<undefined, Found> {
  if (shooting.status !== "solved") {
    const { last, status } = shooting;
    if (status === "cancelled") return marchOutcome(setup, { parameters: last.parameters, path }, last.march);
    const motion = { parameters, path };
    const message = `No launch was found on grids that follow its impacts; the closest leaves ${shooting.residual.toExponential(1)} of a condition.`;
    return yield* openMotion(setup, motion, { status: "no-progress", message });
  }
  const guess = setup.compiled.freed.map((index) => parameters[index]);
  const found = yield* boundaryValue({ ...task, guess });
  if (lasts || found.status !== "solved") return found;
  const message = `No launch was found that lasts on finer grids: this one meets its conditions on its ${setup.steps.h.length} steps only.`;
  return { ...found, status: "no-progress", message };
}

/** True where what a replay leaves of the conditions, and the change of the freed values that would mend it, are within a tolerance. */
function meets({ jacobian }: Shot, values: readonly number[], missed: Float64Array, tolerance: number): boolean {
  const mending = leastNorm(jacobian, missed);
  return (
    missed.every((x) => Math.abs(x) <= tolerance) &&
    mending.every((x, j) => Math.abs(x) <= tolerance * Math.max(1, Math.abs(values[j])))
  );
}

/**
 * Solves one level, its grid made anew while the launch moves by more than a tenth of the tolerance; undefined where no
 * grid can be made.
 */
function* solveLevel(
  { setup, workspace, signal, report }: Task,
  parameters: Float64Array,
  level: number,
  tolerance: number,
): Generator<undefined, OnLevel | undefined> {
  const { freed, boundary, kernels } = setup.compiled;
  const { marcher } = workspace;
  const aim = new Float64Array(boundary.length);
  let on: OnLevel | undefined;
  for (let k = 0; k < regrids; k++) {
    const steps = yield* contactGrid({ setup, marcher, signal }, parameters, lengthsOf(setup, level));
    if (steps === undefined) return undefined;
    const before = freed.map((index) => parameters[index]);
    const onShot: Range["onShot"] = (residual, stepLength) =>
      report({
        phase: "shoot",
        iteration: level,
        residual,
        merit: 0.5 * residual * residual,
        stepLength,
        stepKind: "newton",
      });
    const range: Range = {
      setup: withSteps(setup, steps),
      marcher,
      path: emptyPath(kernels, steps.h.length),
      signal,
      onShot,
      memory: emptyMemory(),
    };
    const shot = yield* shoot(range, parameters, aim);
    const settled = shot.status === "cancelled" ? shot.last.march : yield* settle(range, parameters);
    const isHeard = settled.status === "cancelled";
    const shooting: Shooting = isHeard
      ? { ...shot, status: "cancelled", last: { ...shot.last, march: settled } }
      : shot;
    on = { setup: range.setup, path: range.path, shooting };
    if (shooting.status !== "solved") return on;
    const values = freed.map((index) => parameters[index]);
    if (largestChange(before, values) <= 0.1 * tolerance) break;
  }
  return on;
}

/** max |Δp| relative to values above one. */
function largestChange(before: readonly number[], after: readonly number[]): number {
  return Math.max(...after.map((x, j) => Math.abs(x - before[j]) / Math.max(1, Math.abs(x))));
}
