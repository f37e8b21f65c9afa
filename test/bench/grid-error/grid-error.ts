import type { BenchRow } from "../lu.js";
import { claimOf, measured } from "./true-error.js";

/** Claimed grid errors beside true ones, by steps of a twentieth, over the packaged problems whose names begin so. */
export async function benchGridError(beginning = ""): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, { problem, expected }] of measured) {
    if (!name.startsWith(beginning) || expected.verb === "design") continue;
    try {
      const { claimed, truth, status } = await claimOf(problem, expected.verb);
      if (status !== "solved" || !(truth > 1e-10)) {
        console.log(`${name}: ${status}, claimed ${claimed.toExponential(1)}, true ${truth.toExponential(1)}`);
        continue;
      }
      const value = `${(claimed / truth).toFixed(2)} (${claimed.toExponential(1)}, true ${truth.toExponential(1)})`;
      console.log(`${name}: ${value}`);
      rows.push({ name: `grid error claimed / true, ${name}`, must: ".3 to 10", value });
    } catch (error) {
      console.log(`${name}: ${String(error).slice(0, 120)}`);
    }
  }
  return rows;
}
