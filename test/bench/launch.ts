import { problem as bounce } from "../../problems/impact/ball-bounce.js";
import { problem as place } from "../../problems/rolling/ball-place.js";
import { problem as roll } from "../../problems/rolling/ball-roll.js";
import { randomNumbers } from "../../src/algebra/random.js";
import { stack } from "../../src/motion/boundary/horizon/stack.js";
import { emptyPath } from "../../src/motion/compile/path.js";
import { setUp } from "../../src/motion/compile/setup.js";
import { marcher } from "../../src/motion/march/march.js";
import type { Guess } from "../../src/motion/problem/check-options.js";
import { simulate, solve } from "../../src/motion/solve.js";
import type { BenchRow } from "./lu.js";
import { benchLu } from "./lu.js";
import { median, milliseconds } from "./median.js";

/** The launch that the whole solves start from: near enough to be a drag of the target, far enough to need work. */
const guess = [1.1, 0.45];

/** Median time of whole solves of ball-place on finer and finer grids. */
export async function benchWholeSolve(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [steps, most, repeats] of [
    [101, "5 ms", 101],
    [1010, "45 ms", 31],
    [10100, "600 ms", 9],
  ] as const) {
    const set = { "grid.steps": steps, "grid.h": 1.01 / steps };
    let last = await solve(place, { set, guess });
    const time = await median(repeats, async () => {
      last = await solve(place, { set, guess });
    });
    const { shots, iterations, unknowns } = last.counts;
    const value = `${milliseconds(time)}, ${shots} shots, ${iterations} global iterations, ${unknowns} unknowns, ${last.status}`;
    rows.push({ name: `ball-place, ${steps} steps, whole solve`, must: `≤ ${most}, ≤ 3 iterations`, value });
  }
  const peak = process.resourceUsage().maxRSS / 1024;
  rows.push({ name: "peak memory so far", must: "≤ 1024 MB", value: `${peak.toFixed(0)} MB` });
  return rows;
}

/** Launches of the motion itself, without a guess: how far from the limits of ever finer grids, which other programs integrate, and in what time. */
export async function benchExactSolve(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { problem, set, truth, musts, repeats } of [
    {
      problem: place,
      set: { "grid.accuracy": 1e-8 },
      truth: { "launch.vx": 1.53058018182, "launch.vy": 0.41727062144 },
      musts: "≤ 1e-7, ≤ 30 ms",
      repeats: 101,
    },
    {
      problem: bounce,
      set: { "grid.accuracy": 1e-5 },
      truth: { "launch.vx": 1.0228865851, "launch.vz": -1.6996090663 },
      musts: "≤ 1e-5, ≤ 0.1 s",
      repeats: 31,
    },
    {
      problem: bounce,
      set: { damping: 20, "grid.accuracy": 1e-5 },
      truth: { "launch.vx": 1.1064202533, "launch.vz": -3.7217060161 },
      musts: "≤ 1e-5, ≤ 0.1 s",
      repeats: 31,
    },
  ]) {
    const asked = { "grid.method": "exact", ...set };
    let last = await solve(problem, { set: asked });
    const time = await median(repeats, async () => {
      last = await solve(problem, { set: asked });
    });
    const off = Math.max(...Object.entries(truth).map(([name, x]) => Math.abs(last.values[name]! - x)));
    const of = Object.entries(set).map(([name, x]) => `${name} = ${x}`);
    const value = `${off.toExponential(1)}, ${milliseconds(time)}, ${last.status}`;
    rows.push({ name: `${problem.name} by exact, ${of.join(", ")}`, must: musts, value });
  }
  return rows;
}

/** The global Newton without shooting, from five starts to two targets. */
export async function benchGlobalNewton(): Promise<BenchRow[]> {
  const targets = [
    [1, -0.1],
    [0.5633156389878068, -0.05335545126523986],
  ] as const;
  const starts: Guess[] = ["line", "zeros", [0, 0], [3, -2], [1.2, 0.3]];
  const iterations: (number | string)[] = [];
  for (const [x, y] of targets)
    for (const start of starts) {
      const set = { "target.x": x, "target.y": y };
      const { status, counts } = await solve(place, { set, guess: start, strategy: "global" });
      iterations.push(status === "solved" ? counts.iterations : status);
    }
  const solved = iterations.filter((count) => typeof count === "number").length;
  const value = `${solved} of ${iterations.length}, iterations ${iterations.join(" ")}`;
  return [{ name: "global Newton alone", must: "10 of 10, ≤ 40 each", value }];
}

/** Random reachable launches: each target is where a simulation ended, and the launch must come back. */
export async function benchRandomLaunches(count: number, seed: number): Promise<BenchRow[]> {
  const random = randomNumbers(seed);
  const failures: string[] = [];
  let solved = 0;
  let recovered = 0;
  let worst = 0;
  for (let i = 0; i < count; i++) {
    const { set, launch } = randomLaunch(random);
    const shot = await simulate(roll, { set: { ...set, ...launch } });
    const target = { "target.x": shot.values["end.x"]!, "target.y": shot.values["end.y"]! };
    const { status, message, values, solution } = await solve(place, { set: { ...set, ...target } });
    if (status !== "solved" || solution.residual > 1e-9) {
      failures.push(`launch ${i} of seed ${seed}: ${message}`);
      continue;
    }
    solved++;
    worst = Math.max(worst, solution.residual);
    const miss = Math.hypot(values["launch.vx"]! - launch["launch.vx"], values["launch.vy"]! - launch["launch.vy"]);
    if (miss <= 1e-6) recovered++;
    else failures.push(`launch ${i} of seed ${seed}: a second valid launch, ${miss.toExponential(1)} m/s away`);
  }
  for (const failure of failures) console.log(failure);
  const value = `${solved} solved, ${recovered} recovered to 1e-6, worst residual ${worst.toExponential(1)}`;
  return [{ name: `${count} random launches (seed ${seed})`, must: "all solved, ≤ 1e-9", value }];
}

/** Speed ≤ 3 m/s, spin ≤ 60 rad/s in any direction, μ in 0.05 … 1, T in 0.3 … 2 s. */
function randomLaunch(random: () => number) {
  const [speed, heading] = [3 * random(), 2 * Math.PI * random()];
  const [spin, azimuth, height] = [60 * random(), 2 * Math.PI * random(), 2 * random() - 1];
  const level = Math.sqrt(1 - height * height);
  return {
    set: {
      friction: 0.05 + 0.95 * random(),
      "grid.steps": Math.round((0.3 + 1.7 * random()) / 0.01),
      "spin.x": spin * level * Math.cos(azimuth),
      "spin.y": spin * level * Math.sin(azimuth),
      "spin.z": spin * height,
    },
    launch: { "launch.vx": speed * Math.cos(heading), "launch.vy": speed * Math.sin(heading) },
  };
}

/** Time of a ball step in `march`, without and with sensitivities. */
export async function benchMarch(): Promise<BenchRow[]> {
  const setup = setUp(place);
  const count = setup.steps.h.length;
  const path = emptyPath(setup.compiled.kernels, count);
  const march = marcher(setup.compiled);
  const rows: BenchRow[] = [];
  for (const sensitivities of [false, true]) {
    const time = await median(301, () => {
      march.begin(setup.parameters, setup.steps, path, sensitivities);
      march.advance(count);
    });
    const name = `ball step in march${sensitivities ? ", with sensitivities" : ""}`;
    rows.push({ name, must: sensitivities ? "" : "≤ 8 µs", value: `${((1000 * time) / count).toFixed(2)} µs` });
  }
  return rows;
}

/** LU of the Newton matrix of ball-place before condensation, beside the sparse LU of mathjs. */
export async function benchLaunchLu(): Promise<BenchRow[]> {
  const setup = setUp(place, {}, false);
  const count = setup.steps.h.length;
  const path = emptyPath(setup.compiled.kernels, count);
  const march = marcher(setup.compiled);
  march.begin(setup.parameters, setup.steps, path, false);
  march.advance(count);
  const { mcp, pack } = stack(setup);
  const z = pack(path, setup.parameters);
  mcp.evaluate(z, new Float64Array(z.length), mcp.pattern.values);
  return benchLu(mcp.pattern);
}
