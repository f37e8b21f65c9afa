/**
 * `npm run bench`: every figure of the README, medians of warm runs, all measured in this one run.
 * `npm run bench -- throws`: only the 500 random throws through one or two impacts, about half an hour;
 * `npm run bench -- throws 20 5437`: twenty of them, from the throw numbered 5437 on.
 * `npm run bench -- every-launch 500 1 1000000`: all launches of 500 random throws of a disc among walls and posts, from the seed 1
 * on, against a million shots by formulas each, an hour (the shots take a tenth of it).
 * `npm run bench -- optimal`: only optimal motions; `-- mpc`: closed loops of the disk and the pusher.
 * `npm run bench -- exact`: launches by the method exact, how far off and in what time.
 * `npm run bench -- patch`: only the desk on its contact patches; `-- poses`: only launches to rest at a pose.
 * `npm run bench -- steps`: 10 000 random steps of random hulls on the floor; `-- drops`: 200 of them dropped to rest.
 * `npm run bench -- convex`: nearest points of 100 000 random pairs of convex shapes, and random drops of them, some minutes.
 * `npm run bench -- miqp`: only quasistatic steps; `-- enumerated`: 102 000 programs, some minutes; `-- miqps`: 500 random
 * ones with 8 to 24 pairs, judged by HiGHS; `-- miqps 20 101`: twenty of them, from the one numbered 101 on.
 * `npm run bench -- robots`: accelerations of robots against MuJoCo's, and a step of an arm beside MuJoCo's.
 * `npm run bench -- picks`: 40 picks of a box by an arm, some minutes; `-- picks 3`: three of either kind.
 * `npm run bench -- data`: parameters and launches from recordings, beside their musts, some minutes; `-- data 50`: only 50 slides.
 * `npm run bench -- touch`: only many balls, beside MuJoCo's and Rapier's packages; `-- touch rest`: one part of it
 * (`first`, `break`, `falling`, `rest`, `apart`).
 * `npm run bench -- swept`: 10 000 random fast throws at thin walls under all laws, some minutes; `-- swept 476 pin 12`: of one
 * pair by a part of its name, and another seed. With seed 11 (8 pieces, 9996 throws, 6729 went through) nobody was left untold.
 * `npm run bench -- pot`: every pot of a billiard table against 100 000 shots by formulas, a minute or two.
 * `npm run bench -- grid-error`: claimed grid errors beside true ones, some minutes; `-- grid-error impact/`: only some.
 * `npm run bench -- replays`: every answer of a solve marched again from its launch on steps of a tenth; `-- replays rolling/`: only some.
 * `npm run bench -- exact-errors`: those of the method exact beside motions at a far finer accuracy; `-- exact-errors impact/`.
 * `npm run bench -- answers`: every problem answers with the bits that are stored; `-- answers rolling/`: only some.
 * `npm run bench -- store-answers`: stores them anew, where a change of bits is meant; `-- store-answers rolling/`: only some.
 * `npm run bench -- variations`: every parameter of every problem at half to twice its value, most of an hour;
 * `-- variations impact/`: only some; `-- variations impact/ exact`: by another method; `-- variations feeder/yield "" 120`: each for so many seconds instead of ten. No sentence is longer than people read, and nothing solved is against a law.
 * `npm run bench -- tosses`: how the recorded tosses of the cube end as a rigid body by exact; `-- tosses 0.4`: with a restitution;
 * `-- tosses steps`: in 2 to 64 steps a frame, and what a step takes.
 * `npm run bench -- conditions`: 100 random sets of conditions of four scenes against NLopt, and every launch of two putts, some minutes;
 * `-- conditions 10 30`: ten sets, and 30 by 30 launches; `-- conditions 0 100 golf/green`: of one putt.
 * `npm run bench -- mixed`: 88 random sets of which one condition must hold exactly and the others have a tolerance; `-- mixed 8`.
 * `npm run bench -- chances`: 10 000 launches of the safest putt of each of five seeds against its claimed probability.
 * `npm run bench -- studies`: studies by threads and through Redis, kills, memory, statistics, most of an hour;
 * `-- studies rate 2500`: one part (`rate`, `kills`, `plan`, `memory`, `yield`, `ishigami`) of another size.
 * `npm run bench -- page`: the playground in headless Chromium, after `npm run build`.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import Table from "cli-table3";
import { storeBits } from "../bits/runs.js";
import { benchAborts, benchAbortsOfAll } from "./aborts.js";
import { benchAnswers, storeAnswers } from "./answers.js";
import { benchChances } from "./conditions/chances.js";
import { benchConditions } from "./conditions/conditions.js";
import { benchMixedSets } from "./conditions/sets.js";
import { benchConvexDrops, benchNearestPoints } from "./convex/convex.js";
import { benchData } from "./data/recordings.js";
import { benchTossedSteps, benchTosses } from "./data/tosses.js";
import { benchDense } from "./dense.js";
import { benchDrops } from "./drops.js";
import { benchFeeder } from "./feeder.js";
import { benchExactErrors } from "./grid-error/exact-errors.js";
import { benchGridError } from "./grid-error/grid-error.js";
import { benchReplays } from "./grid-error/replays.js";
import {
  benchExactSolve,
  benchGlobalNewton,
  benchLaunchLu,
  benchMarch,
  benchRandomLaunches,
  benchWholeSolve,
} from "./launch.js";
import { benchEveryLaunch } from "./launches/every-launch.js";
import type { BenchRow } from "./lu.js";
import { benchManyMiqps, benchMiqp } from "./miqp.js";
import { benchPairedMiqps } from "./miqps.js";
import { benchMpc } from "./mpc.js";
import { benchOptimal } from "./optimal.js";
import { benchPage } from "./page.js";
import { benchPatch } from "./patch.js";
import { benchPicks } from "./picks.js";
import { benchPoses } from "./poses.js";
import { benchVariations } from "./problems/variations.js";
import { benchRobots } from "./robots/robots.js";
import { benchMcps } from "./solve/mcps.js";
import { benchSteps } from "./steps.js";
import { benchStudies } from "./studies/studies.js";
import { benchThrows } from "./throws.js";
import { benchPot } from "./touch/pot.js";
import { benchSwept } from "./touch/swept.js";
import { benchTouch } from "./touch/touch.js";

/** From the start of the process to the first line of its result. */
async function benchColdStart(): Promise<BenchRow[]> {
  const cli = join(import.meta.dirname, "../../src/app/cli/cli.js");
  const times: number[] = [];
  for (let k = 0; k < 5; k++) {
    const out = mkdtempSync(join(tmpdir(), "bankshot-"));
    const begin = performance.now();
    const run = spawn(process.execPath, [cli, "solve", "rolling/ball-place", "--out", out]);
    const ended = once(run, "close");
    await Promise.race([once(run.stdout, "data"), ended]);
    times.push(performance.now() - begin);
    const [code] = await ended;
    if (code !== 0) throw new Error(`the command line ended with code ${code}`);
    rmSync(out, { recursive: true });
  }
  const middle = times.sort((a, b) => a - b)[2];
  return [
    { name: "cold `npm start` to first printed result", must: "≤ 2 s", value: `${(middle / 1000).toFixed(2)} s` },
  ];
}

const node = execFileSync(process.execPath, ["--version"], { encoding: "utf8" }).trim();
console.log(`${cpus()[0].model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${node}`);
const table = new Table({ head: ["measure", "must", "measured"] });
const everyday = [
  benchWholeSolve,
  benchGlobalNewton,
  () => benchRandomLaunches(1000, 1),
  benchMarch,
  benchDense,
  benchLaunchLu,
  benchFeeder,
  benchPatch,
  () => benchPoses(200, 1),
  benchMiqp,
  benchColdStart,
];
const [only = "", many, first = "1"] = process.argv.slice(2);
const alone: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  throws: () => benchThrows(2, Number(many ?? 500), Number(first)),
  "every-launch": () => benchEveryLaunch(Number(many ?? 500), Number(first), Number(process.argv[5] ?? 1e6)),
  exact: benchExactSolve,
  patch: benchPatch,
  optimal: benchOptimal,
  mpc: benchMpc,
  poses: () => benchPoses(200, 1),
  steps: () => benchSteps(10_000, 1),
  drops: () => benchDrops(200, 1),
  robots: benchRobots,
  data: () => benchData(Number(many ?? 1000)),
  convex: async () => [...benchNearestPoints(100_000, 1), ...(await benchConvexDrops(50, 1))],
  picks: () => benchPicks(Number(many ?? 20), 1),
  mcps: () => benchMcps(Number(many ?? 50), Number(process.argv[4] ?? 1100)),
  miqp: benchMiqp,
  miqps: () => benchPairedMiqps(Number(many ?? 500), Number(first)),
  enumerated: benchManyMiqps,
  variations: () => benchVariations(many, process.argv[4] || undefined, Number(process.argv[5] ?? 10)),
  aborts: () =>
    many === "all"
      ? benchAbortsOfAll(Number(process.argv[4] ?? 200), Number(process.argv[5] ?? 1))
      : benchAborts(Number(many ?? 200), Number(first)),
  touch: () => benchTouch(many, process.argv[4] === undefined ? undefined : Number(first)),
  swept: () => benchSwept(Number(many ?? 10_000), process.argv[4], Number(process.argv[5] ?? 11)),
  pot: () => benchPot(Number(many ?? 100_000)),
  "exact-errors": () => benchExactErrors(many),
  "grid-error": () => benchGridError(many),
  replays: () => benchReplays(many),
  answers: () => benchAnswers(many),
  "store-answers": async () => {
    if (many === undefined) await storeBits();
    return storeAnswers(many);
  },
  chances: () => benchChances(Number(many ?? 5), Number(process.argv[4] ?? 10_000)),
  mixed: () => benchMixedSets(Number(many ?? 88)),
  conditions: () => benchConditions(Number(many ?? 100), Number(process.argv[4] ?? 100), process.argv[5]),
  tosses: () => (many === "steps" ? benchTossedSteps() : benchTosses(Number(many ?? 0))),
  studies: () => benchStudies(many, process.argv[4], process.argv[5]),
  page: benchPage,
};
const asked = alone[only];
for (const bench of asked === undefined ? everyday : [asked])
  for (const { name, must, value } of await bench()) table.push([name, must ?? "", value]);
console.log(table.toString());
