import { problem } from "../../problems/patch/curling.js";
import { randomNumbers } from "../../src/algebra/random.js";
import { simulate, solve } from "../../src/motion/solve.js";
import type { BenchRow } from "./lu.js";

/** A pose that a random launch comes to rest at. */
async function reachable(random: () => number): Promise<Record<string, number>> {
  const between = (low: number, high: number): number => low + (high - low) * random();
  const set = {
    friction: between(0.15, 0.6),
    height: between(0.02, 0.08),
    "frictionAxes.r": between(0.05, 0.15),
    "grid.steps": 200,
  };
  const launch = { "launch.vx": between(-1.5, 1.5), "launch.vy": between(-1.5, 1.5), "launch.wz": between(-8, 8) };
  const { values } = await simulate(problem, { set: { ...set, ...launch } });
  return { ...set, "target.x": values["end.x"]!, "target.y": values["end.y"]!, "target.theta": values["end.theta"]! };
}

/** Launches a block to rest at poses that a random launch reaches; misses are printed. */
export async function benchPoses(count: number, seed: number): Promise<BenchRow[]> {
  const random = randomNumbers(seed);
  const seconds: number[] = [];
  let met = 0;
  for (let i = 0; i < count; i++) {
    const set = await reachable(random);
    const { status, values, counts } = await solve(problem, { set });
    seconds.push(counts.seconds);
    const miss = Math.hypot(
      values["end.x"]! - set["target.x"],
      values["end.y"]! - set["target.y"],
      values["end.theta"]! - set["target.theta"],
    );
    if (status === "solved" && miss < 1e-6) met++;
    else console.log(`pose ${i + 1} of seed ${seed}: ${status}, missed by ${miss}: ${JSON.stringify(set)}`);
  }
  // the first solves compile
  const warm = seconds.slice(10).sort((a, b) => a - b);
  const value = `${met} met (${((100 * met) / count).toFixed(1)} %), median ${(1e3 * warm[warm.length >> 1]).toFixed(0)} ms, worst ${(1e3 * warm.at(-1)!).toFixed(0)} ms`;
  return [{ name: `${count} random poses of patch/curling`, must: "≥ 99 % met, each ≤ 50 ms", value }];
}
