import { pow } from "../../algebra/elementary/elementary.js";
import { randomNumbers } from "../../algebra/random.js";
import type { Mcp } from "../mcp.js";
import { complementarityFunctions } from "../newton/complementarity.js";
import { equilibrate } from "../newton/scaling.js";
import { semismooth } from "../newton/semismooth.js";
import {
  boxed,
  followPath,
  isProvenInfeasible,
  type LinearMcp,
  linearMcp,
  type PathLimits,
  type Place,
  placesNear,
  proximal,
  scaled,
  withCouplingsAnswered,
} from "../pivots/pivots.js";
import { byLinearisations } from "./linearised.js";

/** A point that a path ended at, and Newton iterations that it is worth: none where it should be a solution itself. */
export interface Candidate {
  readonly z: Float64Array;
  readonly iterations: number;
}

/** Points that paths lead to, to be tried one after the other. */
export interface PivotRoutes {
  readonly isLinear: boolean;
  /** From the bounds, where the problem is linear. */
  cold(): Iterable<Candidate>;
  /** From the basis of a point at which a Newton got stuck. */
  near(z: Float64Array): Iterable<Candidate>;
  /** No solution exists. */
  isProvenInfeasible(): boolean;
}

/** Free unknowns are held this near to zero, in scales; the far box is for answers that the near one cuts off. */
const reaches = { near: 1, far: 1e4 };
/** Pivots of a path, in numbers of unknowns: walls of masonry need 1 to 7. */
const pivotsPerUnknown = 30;
/** Newton iterations for the answer of a relative of the problem: 50 where it leads to a solution, or never. */
const polishing = 60;
/** Newton iterations from a point that is a solution but for rounding. */
export const touchUp = 10;

/** Limits of the paths of a problem. */
export function pathLimits(mcp: Mcp, seed: number, stopped: () => boolean): PathLimits {
  return { random: randomNumbers(seed), pivots: pivotsPerUnknown * mcp.lower.length, stopped };
}

/** The routes by pivots, where all rows are linear. */
export function pivotRoutes(mcp: Mcp, limits: PathLimits): PivotRoutes | undefined {
  const { random } = limits;
  const problem = linearMcp(mcp, random);
  if (problem === undefined) return undefined;
  const n = mcp.lower.length;
  const { row, column } = equilibrationOf(mcp, problem);
  const inUnits = (relative: LinearMcp): LinearMcp => scaled(relative, row, column);
  const own = inUnits(problem);
  const zero = new Float64Array(n);

  function* along(relative: LinearMcp, places: readonly Place[], iterations: number): Generator<Candidate> {
    const { z } = followPath(relative, places, limits);
    if (z?.every(Number.isFinite)) yield { z: z.map((v, j) => v * column[j]), iterations };
  }
  const atBounds = ({ lower }: LinearMcp): Place[] =>
    Array.from(lower, (low) => (low > Number.NEGATIVE_INFINITY ? "lower" : "upper"));
  function* cold(): Generator<Candidate> {
    const coupled = withCouplingsAnswered(problem as LinearMcp);
    for (const reach of [reaches.near, reaches.far]) {
      if (coupled === undefined) break;
      const box = boxed(inUnits(coupled), zero, reach);
      yield* along(box, atBounds(box), polishing);
    }
    const box = boxed(own, zero, reaches.far);
    yield* along(box, atBounds(box), 0);
    const soft = proximal(box, zero, 1);
    yield* along(soft, atBounds(box), polishing);
  }
  function* near(z: Float64Array): Generator<Candidate> {
    const point = z.map((v, j) => v / column[j]);
    const places = placesNear(own, point);
    yield* along(own, places, 0);
    yield* along(proximal(own, point, pow(10, -3 * random())), places, polishing / 2);
  }
  return {
    isLinear: true,
    cold,
    near,
    isProvenInfeasible: () => isProvenInfeasible(own, { ...limits, pivots: 2 * limits.pivots }),
  };
}

/** The routes by linearisations, where rows are curved. */
export function curvedRoutes(mcp: Mcp, tolerance: number, limits: PathLimits): PivotRoutes {
  function* near(from: Float64Array): Generator<Candidate> {
    const z = byLinearisations(mcp, from, tolerance, limits);
    if (z !== undefined) yield { z, iterations: touchUp };
  }
  return { isLinear: false, cold: () => [], near, isProvenInfeasible: () => false };
}

/** Factors of rows and unknowns that make the matrix's entries of order one. */
function equilibrationOf(mcp: Mcp, { matrix }: LinearMcp): { row: Float64Array; column: Float64Array } {
  const system = semismooth(mcp, complementarityFunctions.fischer);
  system.jacobian.set(matrix.values);
  equilibrate(system);
  return system.scale;
}
