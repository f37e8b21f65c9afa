import { randomNumbers } from "../../algebra/random.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { moved } from "../../solve/descent.js";
import { rangesOf } from "../boundary/ranges.js";
import type { Setup } from "../compile/setup.js";
import type { Goal } from "./goal.js";
import { type Ended, leastSquares, lengthsOf } from "./least.js";
import type { Ground } from "./look.js";

/** How far looks go, in parts of the ranges, one after the other. */
const reaches = [0.1, 0.03, 0.3, 0.01, 0.003, 0.001];
/** Steps of least squares from each. */
export const stepsBeyond = 8;
/** Looks without a gain that end a search, and in all. */
export const [patience, mostLooks] = [60, 240];
/** The part by which another place must be better; and by which it is a gain that a search goes on for. */
export const [worth, gain] = [1e-6, 0.01];

/** Places around others, of fixed random numbers; with a part from 0 to 1 of their own. */
export function placesAround(setup: Setup): (x: Float64Array) => { x: Float64Array; part: number } {
  const ranges = rangesOf(setup);
  const lengths = lengthsOf(setup);
  const draw = randomNumbers(1);
  let count = 0;
  return (x) => {
    const part = reaches[count++ % reaches.length];
    const by = x.map((_, j) => part * lengths[j] * (2 * draw() - 1));
    return { x: moved(ranges, x, by), part };
  };
}

/**
 * A place of lower squares in the neighbourhood, where an impact falls into another step or does not happen: each is a valley of its own,
 * which neither slopes nor a search close by leave. Undefined where none was found.
 */
export function* lowerBeyond(ground: Ground, goal: Goal, from: Ended): Stepwise<Ended | undefined> {
  const aside = placesAround(ground.setup);
  let [best, since]: [Ended, number] = [from, 0];
  for (let k = 0; k < mostLooks && since < patience && !ground.signal?.aborted; k++) {
    const found = yield* leastSquares(ground, goal, aside(best.x).x, stepsBeyond);
    const cost = found?.at.cost ?? Number.POSITIVE_INFINITY;
    since = cost < best.at.cost * (1 - gain) ? 0 : since + 1;
    if (found !== undefined && cost < best.at.cost * (1 - worth)) best = found;
  }
  return best === from ? undefined : best;
}
