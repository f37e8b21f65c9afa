import type { BenchRow } from "../lu.js";
import { benchKills } from "./kills.js";
import { benchMemory } from "./memory.js";
import { benchPlan } from "./plan.js";
import { benchRate } from "./rate.js";
import { benchIshigami, benchYield } from "./statistics.js";

/** Parts of the bench of studies, and their usual size. */
const parts: Readonly<
  Record<string, readonly [usual: number, bench: (size: number, first: number) => Promise<BenchRow[]>]>
> = {
  rate: [20_000, benchRate],
  kills: [5000, benchKills],
  plan: [10_000, benchPlan],
  memory: [100_000, benchMemory],
  yield: [10_000, (samples) => benchYield(samples, 100)],
  ishigami: [2 ** 14, benchIshigami],
};

/** Studies beside their musts: all parts, or one of them with a size of its own. */
export async function benchStudies(only?: string, size?: string, first = "1"): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, [usual, bench]] of Object.entries(parts))
    if (only === undefined || only === name) rows.push(...(await bench(Number(size ?? usual), Number(first))));
  return rows;
}
