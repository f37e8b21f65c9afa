import { emptyPath } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { borrow, giveBack } from "../march/workspace.js";
import { uniform } from "../problem/grid.js";
import { type Shooting, shoot } from "./shoot.js";
import type { Range } from "./shot.js";

/** Coarsening of the grids, one after the other; each answer is the next one's guess. */
const factors = [8, 4, 2, 1];
/** Fewer steps than this are no picture of the motion. */
const fewest = 5;

/**
 * Grid sequencing: shoots on a coarse grid, where fewer switches between slip and stick make the map from launch to
 * end less jagged, and refines from its answer. `failed` is what shooting left; it is returned where this fails too, or
 * where no coarser grid has an answer: there is nothing to refine.
 */
export function* sequenceGrids(
  range: Range,
  parameters: Float64Array,
  failed: Shooting,
): Generator<undefined, Shooting> {
  const { setup } = range;
  const count = setup.steps.h.length;
  const aim = new Float64Array(setup.compiled.formulas.conditions.rows);
  const guess = setup.parameters.slice();
  let shots = failed.shots;
  let last = failed;
  for (const factor of factors) {
    const steps = Math.ceil(count / factor);
    if (steps < fewest) continue;
    if (factor === 1 && last.status !== "solved") break;
    const shooting = yield* factor === 1 ? shoot(range, guess, aim) : shootOn(coarser(setup, steps), range, guess, aim);
    shots += shooting.shots;
    last = shooting;
    if (shooting.status === "cancelled") return { ...shooting, shots };
  }
  if (last.status !== "solved") return { ...failed, shots };
  parameters.set(guess);
  return { ...last, shots };
}

/** The same motion in fewer equal steps. */
function coarser(setup: Setup, steps: number): Setup {
  return withSteps(setup, uniform(steps, setup.steps.t[setup.steps.h.length] / steps));
}

function* shootOn(
  setup: Setup,
  { signal, onShot }: Range,
  guess: Float64Array,
  aim: Float64Array,
): Generator<undefined, Shooting> {
  const workspace = borrow(setup);
  const path = emptyPath(setup.compiled.kernels, setup.steps.h.length);
  const shooting = yield* shoot({ setup, marcher: workspace.marcher, path, signal, onShot }, guess, aim);
  giveBack(setup, workspace);
  return shooting;
}
