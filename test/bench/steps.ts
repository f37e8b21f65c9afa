import { randomNumbers } from "../../src/algebra/random.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";
import { hullProblem, radiusOf, randomBody, randomStep } from "../models/patch/random-hulls.js";
import type { BenchRow } from "./lu.js";

/** Steps tried with one random hull before the next. */
const perHull = 50;

/** How often a step was halved, along the deepest of its halves. */
export function halvingsOf({ trajectory: { t } }: Result): number {
  const h = t.slice(1).map((end, k) => end - t[k]);
  return Math.round(Math.log2(t.at(-1)! / Math.min(...h)));
}

/** Random steps of random hulls, fifty of each; those that fail or penetrate are printed with all that replays them. */
export async function benchSteps(count: number, seed: number): Promise<BenchRow[]> {
  const random = randomNumbers(seed);
  const after = [0, 0, 0, 0];
  let failed = 0;
  let deepest = 0;
  for (let i = 0; i < count; ) {
    const hull = Math.floor(random() * 2 ** 31);
    const body = randomBody(randomNumbers(hull));
    const problem = hullProblem(body);
    for (let k = 0; k < perHull && i < count; k++, i++) {
      const set = randomStep(random, body);
      const result = await simulate(problem, { set });
      const { penetration } = result.trajectory.certificate;
      deepest = Math.max(deepest, penetration.value / radiusOf(body));
      if (result.status === "solved") after[halvingsOf(result)]++;
      else failed++;
      if (result.status !== "solved" || penetration.value > 1e-10)
        console.log(
          `step ${i + 1} of hull ${hull}: ${result.status}, penetration ${penetration.value}: ${JSON.stringify(set)}`,
        );
    }
  }
  const [once, ...halved] = after;
  return [
    {
      name: `${count} random steps of ${Math.ceil(count / perHull)} random hulls`,
      must: "all solved, ≤ 3 halvings",
      value: `${once} at once, ${halved.join(", ")} after 1, 2, 3 halvings, ${failed} failed`,
    },
    { name: "deepest penetration / radius", must: "none", value: deepest.toExponential(1) },
  ];
}
