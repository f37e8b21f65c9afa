/**
 * `npm run fuzz -- TARGET --seconds N --seed S`: random input at the doors, each answer judged by arithmetic of its own. A
 * target is one of words, saved, urdf, problems, formulas, links, solvers, `all` of these, or page. It prints counts, seed, and for every
 * fault its smallest input; the exit code is 1 where there are any. `npx tsc -p tsconfig.json` comes first.
 */
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import Table from "cli-table3";
import fc from "fast-check";
import { add, emptyTally, type Finding, seedOf, shown, type Tally } from "./run.js";
import { type TargetName, targetNamed, targetNames } from "./targets.js";
import type { Orders } from "./worker.js";

/** How often a worker is looked at [ms]. */
const look = 250;
/** Heap of a worker [MB]: what needs more allocates out of proportion. */
const heap = 1500;
/** Time to load a target [s]. */
const loading = 60;
/** A case has so many times its limit before its worker is ended: shorter overruns are found by the judge. */
const patience = 3;
/** A clock may show so many times that: a case may wait for something that never comes, or for a processor. */
const idle = 10;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } },
});
const [asked = "all"] = positionals;
const chosen = asked === "all" ? targetNames : targetNames.filter((name) => name === asked);
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if ((chosen.length === 0 && asked !== "page") || !(seconds > 0) || !Number.isSafeInteger(seed)) {
  console.error(`npm run fuzz -- all|page|${targetNames.join("|")} --seconds N --seed S`);
  process.exit(2);
}

/** Runs one worker to its end; the batch to go on with where it had to be ended. */
async function oneWorker(orders: Orders, limit: number, tally: Tally): Promise<number | undefined> {
  const place = new Float64Array(orders.at);
  const began = Date.now();
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    workerData: orders,
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  const at = async (): Promise<Finding> => {
    const [batch, k] = place;
    const { cases } = await targetNamed(orders.target);
    const one = fc.sample(cases, { seed: seedOf(orders.seed, batch), numRuns: k + 1 })[k];
    return { fault: "", seed: seedOf(orders.seed, batch), input: shown(one) };
  };
  let told = emptyTally();
  const fault = await new Promise<string | undefined>((resolve) => {
    let seen = { started: 0, used: process.cpuUsage() };
    const watch = setInterval(() => {
      const started = place[2];
      if (started !== seen.started) seen = { started, used: process.cpuUsage() };
      // of processor, as the judge: others may be at work on this machine; one that waits for nothing uses none
      const { user, system } = process.cpuUsage(seen.used);
      const most = started === 0 ? loading : patience * limit;
      const since = started === 0 ? began : started;
      const late = user + system > 1e6 * most || Date.now() - since > 1000 * idle * most;
      if (late) resolve(`a case took more than ${patience * limit} s`);
    }, look);
    worker.on("message", (message: Tally | "done") => {
      if (message === "done") resolve(undefined);
      else told = message;
    });
    worker.once("error", (error) => resolve(`ended its thread: ${error.message}`));
    worker.once("exit", (code) => resolve(`ended its thread with code ${code}`));
    worker.once("exit", () => clearInterval(watch));
  });
  await worker.terminate();
  merge(tally, told);
  if (fault === undefined) return undefined;
  tally.findings.push({ ...(await at()), fault });
  add(tally.known, fault);
  return place[0] + 1;
}

function merge(tally: Tally, { outcomes, known, findings, cases }: Tally): void {
  for (const [key, count] of outcomes) add(tally.outcomes, key, count);
  for (const [key, count] of known) add(tally.known, key, count);
  tally.findings.push(...findings);
  tally.cases += cases;
}

async function fuzz(name: TargetName): Promise<Tally> {
  const { limit } = await targetNamed(name);
  const tally = emptyTally();
  const until = Date.now() + 1000 * seconds;
  for (let first: number | undefined = 0; first !== undefined && Date.now() < until; ) {
    const at = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT);
    first = await oneWorker({ target: name, seed, first, until, at }, limit, tally);
  }
  return tally;
}

const table = new Table({ head: ["target", "cases", "faults", "ends"] });
let findings = 0;
for (const name of chosen) {
  const tally = await fuzz(name);
  const ends = [...tally.outcomes].sort(([, a], [, b]) => b - a).map(([end, count]) => `${count} ${end}`);
  const faulty = [...tally.known.values()].reduce((sum, count) => sum + count, 0);
  table.push([name, tally.cases, faulty, ends.join("\n")]);
  findings += tally.findings.length;
  for (const { fault, seed: at, input } of tally.findings) console.log(`\n${name}, seed ${at}\n${fault}\n${input}`);
}
if (chosen.length > 0) console.log(`\nseed ${seed}, ${seconds} s a target\n${table.toString()}`);
if (asked === "page") findings += await (await import("./page/page.js")).crawlPage(seconds, seed);
process.exitCode = findings > 0 ? 1 : 0;
