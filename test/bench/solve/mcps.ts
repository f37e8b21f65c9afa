import { solveMcp } from "../../../src/motion/solve-mcp.js";
import { type Mcp, naturalResidual } from "../../../src/solve/mcp.js";
import { economy, economyStart } from "../../solve/rescue/economy.js";
import { masonryWall, wallStart } from "../../solve/rescue/masonry.js";
import { hardFamilies, lcpFamilies, plantedLcp } from "../../solve/rescue/planted-lcp.js";
import type { BenchRow } from "../lu.js";

/** How many solves ended how, and the longest. */
interface Tally {
  readonly statuses: Record<string, number>;
  wrong: number;
  longest: number;
}

function count(tally: Tally, mcp: Mcp, start: Float64Array): void {
  const begin = performance.now();
  const { status, z, message } = solveMcp({ ...mcp, start });
  tally.longest = Math.max(tally.longest, performance.now() - begin);
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  const row = new Float64Array(z.length);
  mcp.evaluate(z, row);
  const isInside = z.every((v, i) => v >= mcp.lower[i] && v <= mcp.upper[i]) || message.includes("outside its bounds");
  const isSolution = isInside && naturalResidual(mcp, z, row) <= 1e-10;
  // all of these problems have a solution
  if (status === "infeasible" || (status === "solved" && !isSolution)) tally.wrong++;
}

function rowOf(name: string, must: string, { statuses, wrong, longest }: Tally): BenchRow {
  const ends = Object.entries(statuses).map(([status, times]) => `${times} ${status}`);
  return { name, must, value: `${ends.join(", ")}; ${wrong} wrong; longest ${(longest / 1000).toFixed(1)} s` };
}

/** Random walls of masonry and planted linear problems by `solveMcp`: how many are solved, and the longest. */
export async function benchMcps(many: number, unknowns: number): Promise<BenchRow[]> {
  const table: BenchRow[] = [];
  for (const isRubble of [false, true])
    for (const friction of [0.5, 1, 2]) {
      const tally: Tally = { statuses: {}, wrong: 0, longest: 0 };
      for (let seed = 1; seed <= many; seed++) {
        const wall = masonryWall(seed, unknowns, { friction, isRubble });
        for (let which = 0; which < 5; which++) count(tally, wall.mcp, wallStart(wall, seed, which));
      }
      const name = `${many} ${isRubble ? "rubble walls" : "walls in bond"} up to ${unknowns} unknowns, friction × ${friction}, 5 starts`;
      table.push(rowOf(name, "all solved, ≤ 10 s", tally));
      console.log(table.at(-1));
    }
  for (const family of [...lcpFamilies, ...hardFamilies]) {
    const tally: Tally = { statuses: {}, wrong: 0, longest: 0 };
    for (let seed = 1; seed <= many; seed++)
      for (const size of [0, 1, 5]) {
        const { mcp } = plantedLcp(family, seed, 40);
        const start = mcp.lower.map((_, i) => size * ((0.618 * (i + seed)) % 1));
        count(tally, mcp, start);
      }
    const must = lcpFamilies.some((other) => other === family) ? "all solved" : "0 wrong";
    table.push(rowOf(`${many} LCPs of 40 unknowns, ${family}, 3 starts`, must, tally));
    console.log(table.at(-1));
  }
  const tally: Tally = { statuses: {}, wrong: 0, longest: 0 };
  for (let seed = 1; seed <= many; seed++) {
    const found = economy(seed);
    for (let which = 0; which < 3; which++) count(tally, found.mcp, economyStart(found, seed, which));
  }
  table.push(rowOf(`${many} economies of Kehoe's form, 3 starts`, "0 wrong", tally));
  return table;
}
