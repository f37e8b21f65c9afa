import { problem } from "../../problems/impact/ball-bounce-coarse.js";
import { randomNumbers } from "../../src/algebra/random.js";
import { simulate, solve } from "../../src/motion/solve.js";
import type { BenchRow } from "./lu.js";

/** Grid of the throws: h = C/(10K) at the smallest damping, so that contacts are damped by at most a tenth too much. */
const h = 4e-4;

/**
 * Random throws with one or two impacts, `count` of them from the throw numbered `first` on: the true launch must be in
 * the list that a scan of ± 1 m/s about it returns. Every miss is printed with its number and seed, and every 50 throws
 * where a run may be taken up again.
 */
export async function benchThrows(seed: number, count: number, first: number): Promise<BenchRow[]> {
  const random = randomNumbers(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const impacts = [0, 0, 0];
  let found = 0;
  let drawn = 0;
  for (let i = 0; i < count; ) {
    drawn++;
    const set = {
      damping: between(40, 80),
      friction: between(0.05, 0.6),
      "spin.y": between(-20, 20),
      "start.z": between(0.2, 0.8),
      "grid.h": h,
      "grid.steps": Math.round(between(0.4, 0.9) / h),
    };
    const launch = { "launch.vx": between(-2, 2), "launch.vz": between(-4, 0) };
    if (drawn < first) continue;
    const truth = await simulate(problem, { set: { ...set, ...launch } });
    const met = truth.values.impacts ?? 0;
    // a ball that is on the table at the end is there whatever its launch: its height determines nothing
    if (met < 1 || met > 2 || truth.trajectory.columns["table.normalForce"].at(-1)! > 0) continue;
    i++;
    impacts[met]++;
    const target = { "target.x": truth.values["end.x"]!, "target.z": truth.values["end.z"]! };
    const scan = { name: "launch.vz", from: launch["launch.vz"] - 1, to: Math.min(0, launch["launch.vz"] + 1) };
    const { solutions } = await solve(problem, {
      set: { ...set, ...target },
      search: { all: true, scan, samples: 100 },
    });
    const miss = Math.min(
      ...solutions!.map(({ values }) =>
        Math.hypot(values["launch.vx"]! - launch["launch.vx"], values["launch.vz"]! - launch["launch.vz"]),
      ),
    );
    if (miss < 1e-6) found++;
    else
      console.log(
        `throw ${drawn} of seed ${seed}: nearest launch ${miss.toExponential(1)} m/s away, ${JSON.stringify({ ...set, ...launch })}`,
      );
    if (i % 50 === 0) console.log(`${found} of ${i} found, up to throw ${drawn}`);
  }
  const value = `${found} found (${((100 * found) / count).toFixed(1)} %), ${impacts[1]} with one impact, ${impacts[2]} with two`;
  return [
    {
      name: `${count} random throws (${first} to ${drawn} of seed ${seed}), scan ± 1 m/s`,
      must: "≥ 99 % found",
      value,
    },
  ];
}
