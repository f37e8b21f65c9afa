import { drive } from "../../solve/drive.js";
import { placesAround, worth } from "./beyond.js";
import type { Met } from "./met.js";
import { changeFrom, nearest, type Question } from "./question.js";
import { back, closest, type Near, searched, startsOf, type Wanted } from "./without-slopes.js";

/** Last steps of a search over the ranges, in parts of them, and its motions for each freed value. */
const rough = { tolerance: 1e-4, each: 40 };
/** Parts of the ranges to which searches around a place keep, and the last steps of these in parts of that, and their motions. */
const fine = { parts: [0.1, 0.01, 0.001], tolerance: 1e-7, most: 200 };
/** Last steps of a search around another place beside the best, and its motions for each freed value. */
const beside = { tolerance: 1e-5, each: 20 };
/** Searches beside the best without a gain that end all, and in all; the part of a change that is a gain. */
const [patience, most, gain] = [20, 120, 1e-5];
/** How far around the best they look, in parts of its change. */
const far = 3;
/** Places on the way to the least change from which ways back to the conditions are tried. */
const tries = 6;
/** Steps of a round of multipliers that begins where searches ended. */
const stepsThere = 10;

/** The least change from the guess on which all conditions hold. */
function leastChange(question: Question): Wanted {
  const { hard, soft } = question;
  return { question, costOf: changeFrom(question), held: (sight) => hard(sight) + soft(sight) };
}

/**
 * A motion of less change than one that multipliers came to, beyond the kinks at which they stop: by searches without slopes
 * from the guess and from places over the ranges, then around the best, then back to the conditions.
 */
export async function nearer(question: Question, met: Met): Promise<Met> {
  const { ground, guess } = question;
  const change = changeFrom(question);
  const { scaled, starts } = await drive(startsOf(leastChange(question)));
  let best: Near = { x: met.ended.x, cost: change(met.ended.x) };

  const path: Near[] = [];

  async function tried(from: Float64Array, part: number, how: { tolerance: number; most: number }): Promise<boolean> {
    const found = await searched(scaled, { from, part, ...how });
    const isGain = found !== undefined && found.cost < best.cost * (1 - gain);
    if (found !== undefined && found.cost < best.cost) {
      best = found;
      path.push(best);
    }
    return isGain;
  }

  for (const x of [guess, met.ended.x, ...starts])
    await tried(x, 1, { tolerance: rough.tolerance, most: rough.each * guess.length });
  const aside = placesAround(ground.setup);
  for (let [k, since] = [0, 0]; k < most && since < patience; k++) {
    // no further than the guess is
    const scale = Math.min(1, far * Math.sqrt(best.cost));
    const around = aside(best.x);
    const [x, part] = [best.x.map((v, j) => v + scale * (around.x[j] - v)), scale * around.part];
    // from around it nearer to the guess, straight nearer, and with one value as in the guess
    const towards = (from: Float64Array): Float64Array => from.map((v, j) => v + around.part * (guess[j] - v));
    const one = best.x.map((v, j) => (j === Math.floor(k / 3) % guess.length ? guess[j] : v));
    const start = [towards(x), towards(best.x), one][k % 3];
    since = (await tried(start, part, { tolerance: beside.tolerance, most: beside.each * guess.length }))
      ? 0
      : since + 1;
  }
  for (const part of fine.parts) await tried(best.x, Math.min(1, far * Math.sqrt(best.cost)) * part, fine);
  if (ground.signal?.aborted) return met;
  for (const { x } of path.slice(-tries).reverse()) {
    const ended = await back(scaled, x);
    const isNearer = ended !== undefined && change(ended.x) < change(met.ended.x) * (1 - worth);
    if (isNearer) return closest(scaled, await drive(nearest(question, ended, stepsThere)));
  }
  return closest(scaled, await drive(nearest(question, met.ended)));
}

/** The nearest motion where multipliers did not settle: at a kink only searches without slopes come nearer. */
export async function atKink(question: Question, met: Met): Promise<Met> {
  if (met.ended.status !== "no-progress") return met;
  const { scaled } = await drive(startsOf(leastChange(question)));
  return closest(scaled, met);
}
