import { type Bound, withSteps } from "./bind.js";
import { uniform } from "./grid.js";
import { emptyPath } from "./march.js";
import { type Shooting, shoot } from "./shoot.js";
import type { Range } from "./shot.js";
import { borrow, giveBack } from "./workspace.js";

/** Coarsening of the grids, one after the other; each answer is the next one's guess. */
const factors = [8, 4, 2, 1];
/** Fewer steps than this are no picture of the motion. */
const fewest = 5;

/**
 * Grid sequencing: shoots on a coarse grid, where fewer switches between slip and stick make the map from launch to
 * end less jagged, and refines from its answer. `failed` is what shooting left; it is returned where this fails too.
 */
export function* sequenced(range: Range, parameters: Float64Array, failed: Shooting): Generator<undefined, Shooting> {
  const { bound } = range;
  const count = bound.steps.h.length;
  const aim = new Float64Array(bound.compiled.conditions.rows);
  const guess = bound.parameters.slice();
  let shots = failed.shots;
  let last = failed;
  for (const factor of factors) {
    const steps = Math.ceil(count / factor);
    if (steps < fewest) continue;
    const shooting = yield* factor === 1 ? shoot(range, guess, aim) : shootOn(coarser(bound, steps), range, guess, aim);
    shots += shooting.shots;
    last = shooting;
    if (shooting.status === "cancelled") return { ...shooting, shots };
  }
  if (last.status !== "solved") return { ...failed, shots };
  parameters.set(guess);
  return { ...last, shots };
}

/** The same motion in fewer equal steps. */
function coarser(bound: Bound, steps: number): Bound {
  return withSteps(bound, uniform(steps, bound.steps.t[bound.steps.h.length]! / steps));
}

function* shootOn(
  bound: Bound,
  { signal, onShot }: Range,
  guess: Float64Array,
  aim: Float64Array,
): Generator<undefined, Shooting> {
  const workspace = borrow(bound);
  const path = emptyPath(bound.compiled.kernels, bound.steps.h.length);
  const shooting = yield* shoot({ bound, marcher: workspace.marcher, path, signal, onShot }, guess, aim);
  giveBack(bound, workspace);
  return shooting;
}
