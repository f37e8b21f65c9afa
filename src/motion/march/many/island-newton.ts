import type { Stepwise } from "../../../algebra/stepwise.js";
import { mostFactored } from "./island-matrix.js";
import {
  balance,
  followStep,
  type IslandSystem,
  loadIsland,
  lookAlong,
  move,
  readScales,
  solveStep,
} from "./island-system.js";
import type { Island } from "./islands.js";
import { moveAlong } from "./move-along.js";
import { sweep } from "./sweeps.js";

/** How an island was solved: false where the Newton did not settle. */
export interface IslandVerdict {
  solved: boolean;
  /** Largest residual [N]. */
  residual: number;
  iterations: number;
}

/** Residual that is aimed at [N], where rounding lets it be reached and no body is light. */
export const tolerance = 1e-10;
/** Units of rounding of the largest term below which no residual is asked to fall. */
const roundings = 8;
/** Residual that a step may leave where rounding stops the Newton, in units of what was aimed at. */
const attainable = 100;
/** The part of the residual that an iterated solve leaves at first; later a tenth of what the last Newton step left. */
const looseness = 1e-2;
/** Steps without a line search; a best residual must come every few, once the first have passed. */
const mostFull = 40;
const firstFull = 8;
const patience = 4;
/** Slopes of turning axes enter where the residual is below this part of a weight, or of the largest force. */
const nearWeight = 0.5;
const nearForce = 1e-3;

/** A ball between a few others feels the whole of a friction force, one in a pile shares it with many. */
const recoil = { few: 3.5, pile: 1.5 };
const few = { far: { turning: false, recoil: recoil.few }, near: { turning: true, recoil: recoil.few } };
const pile = { far: { turning: false, recoil: recoil.pile }, near: { turning: true, recoil: recoil.pile } };
/** Contacts open and close in turns: a step after one that made things worse goes half the way, once the first have passed. */
const half = 0.5;
const firstWhole = 3;

/** Sweeps before the Newton of an island of a few bodies whose guess is far from balance. */
const sweeps = 4;

/** The part of the last step that was taken, and the residual behind it [N]. */
const moved = { part: 1, residual: 0 };

/**
 * Solves the balance of one island from the velocities as they stand, or where they are far from balance from where sweeps
 * lead, by primal–dual steps whose slopes leave out the turning of normals until they are close, because with
 * λ_n h²/length > m it makes the balance indefinite. Where they do not settle, it is not solved: see `takeStep`.
 */
export function* solveIsland(system: IslandSystem, island: Island, verdict: IslandVerdict): Stepwise<void> {
  const { world } = system;
  loadIsland(system, island);
  verdict.iterations = 0;
  const isPile = island.to - island.from > mostFactored;
  const manner = isPile ? pile : few;
  let weight = 0;
  for (let p = island.from; p < island.to; p++)
    weight = Math.max(weight, world.mass[island.bodies[p]] * sizeOf(world.gravity));
  let least = Infinity;
  let before = Infinity;
  let forcing = looseness;
  let since = 0;
  let isSwept = isPile;
  let residual = balance(system);
  for (let k = 0; k <= mostFull; k++) {
    readScales(system);
    const { noise, force } = system.scales;
    const aim = Math.max(system.scales.aim, roundings * noise);
    verdict.residual = residual;
    verdict.solved = residual <= attainable * aim;
    if (residual <= aim) return;
    const isNear = residual < Math.max(nearWeight * weight, nearForce * force);
    if (!isSwept) {
      isSwept = true;
      if (!isNear) {
        sweep(system, island, sweeps);
        residual = balance(system);
        continue;
      }
    }
    if (residual < least) {
      least = residual;
      since = 0;
    } else if (verdict.solved) return;
    else since++;
    if (k > firstFull && since >= patience) break;
    if (!(residual < Infinity) || k === mostFull) break;
    if (before < Infinity) forcing = Math.max(0.1 * (aim / residual), Math.min(looseness, 0.1 * (residual / before)));
    before = residual;
    if (!solveStep(system, isNear ? manner.near : manner.far, forcing)) break;
    lookAlong(system);
    if (isPile) moveAlong(system, moved);
    else {
      moved.part = since > 0 && k >= firstWhole ? half : 1;
      move(system, moved.part);
      moved.residual = balance(system);
    }
    followStep(system, moved.part);
    ({ residual } = moved);
    verdict.iterations++;
    if (isPile) yield;
  }
}

const sizeOf = (x: Float64Array): number => Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
