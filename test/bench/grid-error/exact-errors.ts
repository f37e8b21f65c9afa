import { problems } from "../../../problems/index.js";
import { simulate, solve } from "../../../src/index.js";
import type { BenchRow } from "../lu.js";
import { distance } from "./true-error.js";

const verbs = { solve, simulate };
/** After so long [ms] a motion is cancelled, and told as one. */
const patience = 30_000;
/** Accuracies that are claimed, and the one of the motion that judges them. */
const [accuracies, best] = [[1e-3, 1e-5], 1e-8];

/**
 * Claimed errors of motions by the method exact beside true ones, over the packaged problems whose names begin so: against the
 * same problem at a far finer accuracy. No claim may be below a true error that is above the accuracy asked for.
 */
export async function benchExactErrors(beginning = ""): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, { problem, expected }] of Object.entries(problems)) {
    const { verb } = expected;
    if (!name.startsWith(beginning) || (verb !== "solve" && verb !== "simulate")) continue;
    const at = (accuracy: number) =>
      verbs[verb](problem, {
        set: { "grid.method": "exact", "grid.accuracy": accuracy },
        signal: AbortSignal.timeout(patience),
      });
    try {
      const reference = await at(best);
      if (reference.status !== "solved") {
        console.log(`${name}: ${reference.status} at ${best}`);
        continue;
      }
      for (const accuracy of accuracies) {
        const own = await at(accuracy);
        const truth = distance(own, reference, verb === "solve");
        const claimed = own.trajectory.certificate.gridError?.value ?? Number.NaN;
        const wrong = own.status === "solved" && truth > accuracy ? ", WRONG: true above what was asked" : "";
        const parts = `${claimed.toExponential(1)}, true ${truth.toExponential(1)}, ${own.status}${wrong}`;
        const value = truth > 1e-10 ? `${(claimed / truth).toFixed(2)} (${parts})` : `none (${parts})`;
        console.log(`${name} at ${accuracy}: ${value}`);
        if (truth > 1e-10) rows.push({ name: `exact claimed / true, ${name}, ${accuracy}`, must: ".3 to 10", value });
      }
    } catch (error) {
      console.log(`${name}: ${String(error).slice(0, 100)}`);
    }
  }
  return rows;
}
