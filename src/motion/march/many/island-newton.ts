import type { Stepwise } from "../../../algebra/stepwise.js";
import {
  balance,
  followStep,
  type IslandSystem,
  loadIsland,
  lookAlong,
  merit as meritOf,
  mostFactored,
  move,
  readScales,
  solveStep,
} from "./island-system.js";
import type { Island } from "./islands.js";
import type { Manner } from "./linearise.js";
import { moveAlong } from "./move-along.js";
import { sweep } from "./sweeps.js";

/** How an island was solved: false where even the last resort stopped above what a step may leave. */
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
/** Steps of the last resort, and its shortest part of a step. */
const mostCareful = 80;
const shortest = 1e-6;
/** Slopes of turning axes enter where the residual is below this part of a weight, or of the largest force. */
const nearWeight = 0.5;
const nearForce = 1e-3;

/** A ball between a few others feels the whole of a friction force, one in a pile shares it with many. */
const recoil = { few: 3.5, pile: 1.5 };
const exact: Manner = { primal: true, turning: true, steepest: Infinity, recoil: 0 };
const mannerOf = (turning: boolean, recoil: number): Manner => ({ primal: false, turning, steepest: 2, recoil });
const few = { far: mannerOf(false, recoil.few), near: mannerOf(true, recoil.few) };
const pile = { far: mannerOf(false, recoil.pile), near: mannerOf(true, recoil.pile) };
/** Contacts open and close in turns: a step after one that made things worse goes half the way, once the first have passed. */
const half = 0.5;
const firstWhole = 3;

/** Sweeps before the Newton of an island whose guess is far from balance, and before further attempts where it fails. */
const sweepsOf = { few: [4, 16, 64], pile: [0, 16, 64] };

/** The part of the last step that was taken, and the residual behind it [N]. */
const moved = { part: 1, residual: 0 };

/** The best velocities of an island, and how it was solved. */
interface Memory {
  readonly best: Float64Array;
  readonly verdict: IslandVerdict;
}

/** Solves the balance of one island from the velocities as they stand, or else from where sweeps lead. */
export function* solveIsland(system: IslandSystem, island: Island, memory: Memory): Stepwise<void> {
  const { verdict } = memory;
  loadIsland(system, island);
  verdict.iterations = 0;
  const sweeps = sweepsOf[island.to - island.from > mostFactored ? "pile" : "few"];
  for (let k = 0; k < sweeps.length; k++) {
    if (k > 0) sweep(system, island, sweeps[k]);
    yield* attempt(system, island, memory, k === 0 ? sweeps[k] : 0);
    if (verdict.solved) return;
  }
}

/**
 * Primal–dual steps, behind `sweeps` where the velocities are far from balance, whose slopes leave out the
 * turning of normals until they are close, because with λ_n h²/length > m it makes the balance indefinite; then, where they
 * do not settle, the exact Newton with Armijo's rule on ½ΣrᵀM⁻¹r.
 */
function* attempt(system: IslandSystem, island: Island, memory: Memory, sweeps: number): Stepwise<void> {
  const { best, verdict } = memory;
  const { world } = system;
  const { v } = system.velocities;
  const isPile = island.to - island.from > mostFactored;
  const manner = isPile ? pile : few;
  let weight = 0;
  for (let p = island.from; p < island.to; p++)
    weight = Math.max(weight, world.mass[island.bodies[p]] * sizeOf(world.gravity));
  let least = Infinity;
  let before = Infinity;
  let forcing = looseness;
  let since = 0;
  let { aim } = system.scales;
  verdict.solved = true;
  let isSwept = sweeps === 0;
  let residual = balance(system);
  for (let k = 0; k <= mostFull; k++) {
    readScales(system);
    const { noise, force } = system.scales;
    aim = Math.max(system.scales.aim, roundings * noise);
    verdict.residual = residual;
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
      keep(island, v, best);
    } else since++;
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
  restore(island, v, best);
  yield* careful(system, island, { aim, ...memory });
}

/** The exact Newton with Armijo's rule. */
function* careful(
  system: IslandSystem,
  island: Island,
  { aim, best, verdict }: Memory & { readonly aim: number },
): Stepwise<void> {
  const { v } = system.velocities;
  verdict.residual = balance(system);
  for (let k = 0; k < mostCareful && verdict.residual > aim; k++) {
    const merit = meritOf(system);
    keep(island, v, best);
    verdict.iterations++;
    yield;
    if (!solveStep(system, exact, 1e-6)) break;
    let part = 1;
    for (; part > shortest; part /= 2) {
      move(system, part);
      verdict.residual = balance(system);
      if (meritOf(system) <= (1 - 2e-4 * part) * merit) break;
      restore(island, v, best);
    }
    if (part <= shortest) {
      verdict.residual = balance(system);
      break;
    }
  }
  verdict.solved = verdict.residual <= attainable * aim;
}

const sizeOf = (x: Float64Array): number => Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);

function keep(island: Island, from: Float64Array, into: Float64Array): void {
  for (let p = island.from; p < island.to; p++)
    for (let i = 0; i < 6; i++) into[6 * island.bodies[p] + i] = from[6 * island.bodies[p] + i];
}

function restore(island: Island, into: Float64Array, from: Float64Array): void {
  keep(island, from, into);
}
