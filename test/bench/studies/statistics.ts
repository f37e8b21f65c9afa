import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { problem as disk } from "../../../problems/rolling/disk.js";
import { itemRunner } from "../../../src/app/studies/item.js";
import { sweepOf } from "../../../src/app/studies/sweep.js";
import { distributed } from "../../../src/motion/study/analysis/distribution.js";
import { wilson } from "../../../src/motion/study/analysis/yield.js";
import { itemsOf } from "../../../src/motion/study/items.js";
import { checkStudy } from "../../../src/motion/study/study.js";
import type { BenchRow } from "../lu.js";
import { indices, ishigami } from "./ishigami.js";

/** Half of a 99 % interval, in deviations. */
const z = 2.5758293035489;
/** Friction so low that the disk slips to the end: then x_n = n h v − μ g h² n (n + 1)/2 by backward Euler. */
const [low, high, limit] = [0.5, 1.5, 0.0201];
const [n, h, v, g] = [22, 0.001, 1, 9.81];
const endOf = (friction: number): number => n * h * v - (friction * g * h * h * n * (n + 1)) / 2;

/** Yield and mean of the disk's end with friction uniform, against their closed forms, for so many seeds. */
export async function benchYield(samples: number, seeds: number): Promise<BenchRow[]> {
  const mean = endOf((low + high) / 2);
  const share = ((n * h * v - limit) / ((g * h * h * n * (n + 1)) / 2) - low) / (high - low);
  let [inside, meanInside] = [0, 0];
  for (let seed = 1; seed <= seeds; seed++) {
    const over = { friction: { uniform: [low, high] as const } };
    const question = { verb: "simulate", over, samples, seed, where: [`end.x in ${limit}..`] } as const;
    const study = checkStudy(disk, question);
    const items = itemsOf(study);
    const run = itemRunner(disk, study);
    const ends = new Float64Array(samples);
    let passed = 0;
    for (let item = 0; item < samples; item++) {
      const row = await run({ item, set: items.settings(item) });
      ends[item] = row.values["end.x"] ?? Number.NaN;
      passed += Number(row.passed);
    }
    const { interval } = wilson(passed, samples, z);
    const found = distributed(ends);
    if (share >= interval[0] && share <= interval[1]) inside++;
    if (Math.abs(found.mean - mean) <= (z * found.deviation) / Math.sqrt(samples)) meanInside++;
  }
  return [
    {
      name: `yield of ${samples} disks with friction uniform, closed form within the 99 % interval`,
      must: "≥ 96 of 100 seeds",
      value: `${inside} of ${seeds}`,
    },
    { name: "their mean end likewise", must: "≥ 96 of 100 seeds", value: `${meanInside} of ${seeds}` },
  ];
}

/** Sobol' indices of the Ishigami function by a study in Saltelli's scheme, against their closed forms. */
export async function benchIshigami(samples: number): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
  const range = { from: -Math.PI, to: Math.PI };
  const question = { verb: "simulate", over: { a: range, b: range, c: range }, design: "saltelli", samples } as const;
  const { analysis, seconds } = await sweepOf({ problem: ishigami }, question, { out: folder, threads: 2 });
  rmSync(folder, { recursive: true });
  const found = analysis.sensitivity?.f.of ?? {};
  const worst = Math.max(
    ...Object.entries(indices).flatMap(([name, { first, total }]) => [
      Math.abs(found[name].first - first),
      Math.abs(found[name].total - total),
    ]),
  );
  return [
    {
      name: `Sobol' indices of the Ishigami function at ${samples} samples (${seconds.toFixed(0)} s)`,
      must: "within .02",
      value: `within ${worst.toFixed(4)}`,
    },
  ];
}
