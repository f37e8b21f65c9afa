import { emptyPath } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { contactGrid, type StepLengths } from "../march/contact-grid.js";
import type { Found } from "../march/outcome.js";
import type { Task } from "../march/task.js";
import { borrow, giveBack } from "../march/workspace.js";
import { boundaryValue } from "./boundary-value.js";
import type { BoundaryTask } from "./guess.js";
import { type Shooting, shoot } from "./shoot.js";
import type { Range } from "./shot.js";

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

/**
 * Solves a boundary problem on a grid that is refined around impacts: on every level the grid follows the launch and is
 * frozen while it is solved; levels are halved until the freed values move by less than the tolerance. Backward Euler
 * is of first order, so a halving moves them by as much as is still wrong afterwards.
 */
export function* refineGrid(task: BoundaryTask, tolerance: number): Generator<undefined, Found> {
  const { setup, workspace } = task;
  const { freed } = setup.compiled;
  const parameters = setup.parameters.slice();
  if (typeof task.guess !== "string")
    task.guess.forEach((x, j) => {
      parameters[freed[j]] = x;
    });
  let before: number[] | undefined;
  let solved: Setup | undefined;
  for (let level = 0; level < mostLevels; level++) {
    const on = yield* solveLevel(task, parameters, level, tolerance);
    if (on === undefined) break;
    solved = on;
    const values = freed.map((index) => parameters[index]);
    if (before !== undefined && largestChange(before, values) <= tolerance) break;
    before = values;
    if (task.signal?.aborted) break;
  }
  const final = solved ?? setup;
  const own = solved === undefined ? workspace : borrow(final);
  const guess = freed.map((index) => parameters[index]);
  const found = yield* boundaryValue({ ...task, setup: final, workspace: own, guess });
  if (own !== workspace) giveBack(final, own);
  return found;
}

/** Solves one level, its grid made anew while the launch moves by more than a tenth of the tolerance. */
function* solveLevel(
  { setup, workspace, signal, report }: Task,
  parameters: Float64Array,
  level: number,
  tolerance: number,
): Generator<undefined, Setup | undefined> {
  const { freed, boundary, kernels } = setup.compiled;
  const { marcher } = workspace;
  const aim = new Float64Array(boundary.length);
  let on: Setup | undefined;
  for (let k = 0; k < regrids; k++) {
    const steps = yield* contactGrid(setup, marcher, parameters, lengthsOf(setup, level));
    if (steps === undefined) return undefined;
    on = withSteps(setup, steps);
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
    const range: Range = { setup: on, marcher, path: emptyPath(kernels, steps.h.length), signal, onShot };
    const shooting: Shooting = yield* shoot(range, parameters, aim);
    if (shooting.status !== "solved") return undefined;
    if (
      largestChange(
        before,
        freed.map((index) => parameters[index]),
      ) <=
      0.1 * tolerance
    )
      break;
  }
  return on;
}

/** max |Δp| relative to values above one. */
function largestChange(before: readonly number[], after: readonly number[]): number {
  return Math.max(...after.map((x, j) => Math.abs(x - before[j]) / Math.max(1, Math.abs(x))));
}
