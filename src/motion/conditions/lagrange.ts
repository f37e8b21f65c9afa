import type { Stepwise } from "../../algebra/stepwise.js";
import type { Sight } from "../trajectory/sights.js";
import { type Goal, missed, noShift } from "./goal.js";
import { type Ended, leastSquares, type Squares, squaresAt } from "./least.js";
import type { Ground } from "./look.js";

/** The penalty of a constraint at first, beside the curvature of the cost. */
const firstPenalty = 100;
/** Multipliers that move by no more than this have settled [own units]. */
const settled = 1e-10;
const rounds = 40;
const stepsARound = 60;
/** Rounds one after the other whose squares find no way on: a kink. */
const patience = 4;

/** A cost, and the rows that must hold whatever it is: by how much each counts. */
export interface Constrained {
  readonly cost: Goal;
  readonly hard: (sight: Sight) => number;
  /** Steps of each round. */
  readonly most?: number | undefined;
}

/**
 * The least cost of squares among the motions that meet constraints: augmented Lagrangians (Rockafellar 1973), whose every
 * round is a least squares with constraints shifted by their multipliers,
 *
 *     min ½ Σ r² + ½ ρ Σ dist(g + y)²,   then y ← (g + y) − its set.
 *
 * Begins at freed values that meet the constraints. Ends `stationary` where multipliers settle, else with what it has.
 */
export function* constrained(
  ground: Ground,
  { cost, hard, most = stepsARound }: Constrained,
  from: Ended["x"],
): Stepwise<Ended | undefined> {
  const { setup } = ground;
  const opening = yield* squaresAt(ground, cost, from);
  if (opening === undefined) return undefined;
  const { sights } = opening.look;
  let shifts = new Float64Array(sights.length);
  let rho = penaltyOf(ground, opening, hard);
  let [x, last] = [from, Number.POSITIVE_INFINITY];
  let [isSettled, stalled] = [false, 0];
  for (let k = 0; k < rounds && !isSettled && stalled < patience; k++) {
    const [kept, weight] = [shifts, Math.sqrt(rho)];
    const goal: Goal = {
      ...cost,
      weight: (sight) => (hard(sight) > 0 ? weight * hard(sight) : cost.weight(sight)),
      shift: (i) => kept[i],
    };
    const found = yield* leastSquares(ground, goal, x, most);
    if (found === undefined || found.status === "cancelled") return found;
    x = found.x;
    const next = Float64Array.from(found.at.look.sights, (sight, i) =>
      hard(sight) > 0 ? missed(setup, sight, kept[i]) : 0,
    );
    const moved = next.reduce((most, y, i) => Math.max(most, Math.abs(y - kept[i])), 0);
    stalled = found.status === "no-progress" ? stalled + 1 : 0;
    isSettled = moved <= settled && found.status !== "no-progress";
    shifts = next;
    if (moved > 0.25 * last) {
      rho *= 10;
      shifts = shifts.map((y) => y / 10);
    }
    last = moved;
  }
  // what multipliers leave of constraints is rounding: the nearest motion without it
  const exact = yield* leastSquares(ground, { weight: hard, shift: noShift }, x, stepsARound);
  return (
    exact && { ...exact, status: isSettled ? "stationary" : exact.status === "cancelled" ? "cancelled" : "no-progress" }
  );
}

/** The first penalty of constraints: beside it the largest curvature of the cost is small, both by what is freed in its own lengths. */
export function penaltyOf({ setup }: Ground, { look, rows }: Squares, hard: Constrained["hard"]): number {
  const n = setup.compiled.freed.length;
  const curvature = (squares: (j: number) => number): number =>
    Math.max(...Array.from({ length: n }, (_, j) => squares(j)));
  const all = (D: Float64Array, counts: (i: number) => number) => (j: number) => {
    let sum = 0;
    for (let i = 0; i * n < D.length; i++) sum += (counts(i) * D[i * n + j]) ** 2;
    return sum;
  };
  const ofCost = curvature(all(rows.slopes, () => 1));
  const ofHard = curvature(all(look.slopes, (i) => hard(look.sights[i]) * look.sights[i].share));
  return firstPenalty * (ofCost > 0 && ofHard > 0 ? ofCost / ofHard : 1);
}
