import { readdirSync, readFileSync } from "node:fs";
import { fit as cubeFit, problem as cubeProblem } from "../../../problems/data/cube-fit.js";
import { fit as launchFit, problem as launchProblem } from "../../../problems/data/cube-launch.js";
import { fit as predictFit, problem as predictProblem } from "../../../problems/data/cube-predict.js";
import { problem as belt } from "../../../problems/drives/belt.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { recordingOf } from "../../../src/app/cli/recordings/read.js";
import { fit as estimate } from "../../../src/motion/fit/fit.js";
import type { Fitting, Recording } from "../../../src/motion/fit/fitting.js";
import type { FitResult } from "../../../src/motion/fit/result.js";
import { asked, set, slide } from "../../motion/fit/slide.js";
import type { BenchRow } from "../lu.js";

/** Friction from noisy slides, the cube from half of its tosses and the other half from it, and launches behind an impact. */
export async function benchData(slides: number): Promise<BenchRow[]> {
  const tosses = cubeTosses();
  const { row, estimates } = await cube(tosses.filter((_, i) => i % 2 === 0));
  return [
    await covered(slides),
    row,
    ...(await predictions(
      tosses.filter((_, i) => i % 2 === 1),
      estimates,
    )),
    ...(await launches(tosses, estimates)),
  ];
}

function cubeTosses(): Recording[] {
  const folder = new URL("../../../../problems/data/cube-tosses/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".csv"));
  return files.sort().map((file) => recordingOf(file, readFileSync(new URL(file, folder), "utf8"), { rate: 148 }));
}

/** How often the 95 % interval of a friction holds the true one. */
async function covered(count: number): Promise<BenchRow> {
  let inside = 0;
  for (let seed = 1; seed <= count; seed++) {
    const { status, estimates } = await estimate(belt, asked, [slide(seed)], { set });
    const [low, high] = estimates.friction.interval;
    if (status === "solved" && low <= 0.45 && 0.45 <= high) inside++;
  }
  return {
    name: `friction from one noisy slide, ${count} recordings: 95 % intervals that hold it`,
    must: "93–97 %",
    value: `${((100 * inside) / count).toFixed(1)} %`,
  };
}

type Estimates = Readonly<Record<string, number>>;

async function cube(tosses: readonly Recording[]): Promise<{ row: BenchRow; estimates: Estimates }> {
  const { status, estimates, counts } = await estimate(cubeProblem, cubeFit, tosses);
  const values = Object.fromEntries(Object.entries(estimates).map(([name, { value }]) => [name, value]));
  const told = Object.entries(values).map(([name, value]) => `${name} ${value.toPrecision(4)}`);
  return {
    row: {
      name: `the cube from ${tosses.length} tosses`,
      must: "com.z .09–.13, inertia .95–1.10, ≤ 20 s, solved",
      value: `${status}, ${counts.seconds.toFixed(1)} s; ${told.join(", ")}`,
    },
    estimates: values,
  };
}

async function predictions(tosses: readonly Recording[], known: Estimates): Promise<BenchRow[]> {
  const { status, predictions: found } = await estimate(predictProblem, predictFit, tosses, { set: known });
  return found.map(({ rowsAfterTouch, misses: { position, turn } }) => ({
    name: `the other ${tosses.length} forward from their flight, ${rowsAfterTouch} frames after the touch, medians`,
    must: rowsAfterTouch === 5 ? "≤ 1.5 mm and 2°" : "≤ 4.8 mm and 5.2°",
    value: `${status}, ${position.median.toFixed(2)} mm and ${turn.median.toFixed(2)}°`,
  }));
}

/** A recording whose first row says wrong velocities: off by .9 u/s and .44 rad/s in some direction. */
function perturbed(recording: Recording, random: () => number): Recording {
  const columns: Record<string, Float64Array> = { ...recording.columns };
  for (const [names, size] of [
    [["vx", "vy", "vz"], 0.9],
    [["wx", "wy", "wz"], 0.44],
  ] as const) {
    const away = names.map(() => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
    const length = Math.hypot(...away);
    names.forEach((name, i) => {
      columns[name] = columns[name].slice();
      columns[name][0] += (size * away[i]) / length;
    });
  }
  return { ...recording, columns };
}

/** Half the sum of squares of what is left, from its root of the mean square. */
const costOf = ({ recordings: [{ residual }] }: FitResult): number => residual * residual;

async function launches(tosses: readonly Recording[], known: Estimates): Promise<BenchRow[]> {
  const random = randomNumbers(1);
  let [reached, longest] = [0, 0];
  const within = new Map([
    [5, 0],
    [10, 0],
  ]);
  for (const toss of tosses) {
    const off = perturbed(toss, random);
    const three = await estimate(launchProblem, launchFit, [off], { set: known });
    // priors that leave nothing to find: the cost of the measured launch at the same rows
    const held = Object.fromEntries(
      Object.entries(launchFit.each ?? {}).map(([name, one]) => [
        name,
        { ...one, prior: { mean: toss.columns[String(one.guess)][0], deviation: 1e-9 } },
      ]),
    );
    const measured = await estimate(launchProblem, { ...launchFit, each: held }, [toss], { set: known });
    longest = Math.max(longest, three.counts.seconds);
    if (costOf(three) <= 1.1 * costOf(measured)) reached++;
    else console.log(`${toss.name}: ${three.status}, cost ${costOf(three)} beside ${costOf(measured)}`);
    for (const after of within.keys()) {
      const two: Fitting = { ...launchFit, rowsAfterTouch: [after], predicts: [after] };
      const [found] = (await estimate(launchProblem, two, [off], { set: known })).predictions;
      const isMet = found.misses.position.largest <= 3 && found.misses.turn.largest <= 3;
      if (isMet) within.set(after, (within.get(after) ?? 0) + 1);
    }
  }
  return [
    {
      name: "launch from three poses after the impact, start off by .9 u/s and .44 rad/s",
      must: "≥ 21 of 23 at the cost of the measured launch × 1.1, ≤ 2 s each",
      value: `${reached} of ${tosses.length}, longest ${longest.toFixed(1)} s`,
    },
    ...[...within].map(([after, met]) => ({
      name: `launch to a pose ${after} frames after the touch`,
      must: `≥ ${after === 5 ? 22 : 19} of 23 within 3 mm and 3°`,
      value: `${met} of ${tosses.length}`,
    })),
  ];
}
