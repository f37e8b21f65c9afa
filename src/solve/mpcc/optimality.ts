import type { Stepwise } from "../../algebra/stepwise.js";
import { leastShift } from "./inertia.js";
import { fillKkt } from "./kkt.js";
import { addPenalty, type Mpcc } from "./problem.js";
import type { MpccState } from "./state.js";

/** A minimum by the second-order conditions, or a point of which only the first-order ones are known. */
export type Order = "second" | "stationary";

/** The conditions that a solution meets beyond the first-order ones of the penalised program. */
export interface Optimality {
  readonly order: Order;
  /** Pairs with both members at zero. */
  readonly biactive: readonly number[];
  /** No choice of branches at the biactive pairs makes the cost smaller to first order. */
  readonly bStationary: boolean;
}

/** Members of pairs, rooms to bounds and slopes below this count as zero once the barrier is gone. */
const zero = 1e-9;
/** By how much a multiplier of a biactive pair may be negative, in units of 1 + ρ. */
const dualTolerance = 1e-7;

/**
 * Second order: with every unknown fixed that a bound holds, the KKT matrix has exactly m negative and no zero pivots.
 * The members of a biactive pair can only grow, so that the penalty on their product curves no way down: it is left out.
 * B-stationarity: at a biactive pair both multipliers ∂f/∂z + Jᵀy without the penalty must not be negative.
 */
export function* judge({ barrier, kkt }: MpccState, zy: Float64Array): Stepwise<Optimality> {
  const { problem, system, rho } = barrier;
  const { first, second } = problem.pairs;
  const n = problem.lower.length;
  const z = zy.slice(0, n);
  const residual = new Float64Array(zy.length);
  kkt.mcp.evaluate(zy, residual);
  const biactive = biactivePairs(problem, zy);
  fillCurvature(barrier, zy, biactive);
  const { values, colPtr, rowIdx } = system.pattern.matrix;
  const held = new Uint8Array(zy.length);
  for (let i = 0; i < n; i++) {
    const atBound = z[i] <= problem.lower[i] + zero || z[i] >= problem.upper[i] - zero;
    if (atBound && Math.abs(residual[i]) > zero) held[i] = 1;
  }
  for (let j = 0; j < zy.length; j++)
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++)
      if (held[j] === 1 || held[rowIdx[p]] === 1) values[p] = rowIdx[p] === j ? 1 : 0;
  const isMinimum = (yield* system.negativePivots(leastShift, leastShift)) === zy.length - n;
  const partner = new Float64Array(n);
  addPenalty(problem, z, rho, partner);
  const bStationary = biactive.every((k) =>
    [first[k], second[k]].every((i) => residual[i] - partner[i] >= -dualTolerance * (1 + rho)),
  );
  return { order: isMinimum ? "second" : "stationary", biactive, bStationary };
}

/** The pairs with both members at zero. */
export const biactivePairs = ({ pairs: { first, second } }: Mpcc, z: Float64Array): number[] =>
  [...first.keys()].filter((k) => z[first[k]] < zero && z[second[k]] < zero);

/** Fills [[W + ρP, Jᵀ], [J, 0]] at a point, P without the pairs given. */
function fillCurvature(
  { problem, system, rho }: MpccState["barrier"],
  zy: Float64Array,
  without: readonly number[],
): void {
  const { patterns } = problem;
  const n = problem.lower.length;
  const z = zy.slice(0, n);
  const hessian = new Float64Array(patterns.hessian.rowIdx.length);
  const jacobian = new Float64Array(patterns.jacobian.rowIdx.length);
  problem.slopes(z, new Float64Array(n), jacobian);
  problem.curvature(z, zy.slice(n), hessian);
  fillKkt(system.pattern, hessian, jacobian, rho);
  for (const places of system.pattern.pairsAt) for (const k of without) system.pattern.matrix.values[places[k]] -= rho;
}
