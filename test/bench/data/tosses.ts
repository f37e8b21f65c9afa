import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { simulate } from "../../../src/index.js";
import { toss } from "../../models/tossed-cube.js";
import type { BenchRow } from "../lu.js";

/** All recorded tosses of the cube as a rigid body by the method exact, with a restitution: how they end. */
export async function benchTosses(restitution: number): Promise<BenchRow[]> {
  const folder = join(import.meta.dirname, "../../../../problems/data/cube-tosses");
  const files = readdirSync(folder).filter((name) => name.endsWith(".csv"));
  const counts = new Map<string, number>();
  for (const name of files) {
    const recording = readFileSync(join(folder, name), "utf8");
    const frames = recording.trim().split("\n").length - 3;
    const { status, message } = await simulate(toss(recording, { frames, restitution }));
    counts.set(status, (counts.get(status) ?? 0) + 1);
    console.log(`${name}: ${status}, ${message}`);
  }
  const value = [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
  return [{ name: `${files.length} tosses by exact, restitution ${restitution}`, must: "0 no-progress", value }];
}
