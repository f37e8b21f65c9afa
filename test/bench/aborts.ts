import { existsSync, readFileSync } from "node:fs";
import { problem as belt } from "../../problems/drives/belt.js";
import { problems } from "../../problems/index.js";
import { randomNumbers } from "../../src/algebra/random.js";
import { fit as estimate, predict } from "../../src/data.js";
import { BadInput, design, type Problem, settled, simulate, solve } from "../../src/index.js";
import type { Result } from "../../src/motion/result.js";
import { abortable } from "../motion/abortable.js";
import { asked, set, slide } from "../motion/fit/slide.js";
import { runs as declared } from "./answers.js";
import type { BenchRow } from "./lu.js";

/** What is left of a run: its status, and the times of its motion, where a verb gives one. */
interface Left {
  readonly status: string;
  readonly times?: number;
}

type Aborted = (signal: AbortSignal) => Promise<Left>;

/** Longest wait for the moment of an abort, as a power of ten [s]: some runs end in milliseconds, some take a minute. */
const moments = { from: -2.5, to: 0.3 };

/**
 * Runs of every verb, each aborted by a timer at a random moment of it: how long the answer takes then, and how many come
 * back cancelled. A run that ends before its moment counts as answered.
 */
export async function benchAborts(count: number, seed: number): Promise<BenchRow[]> {
  const random = randomNumbers(seed);
  const runs = Object.entries(abortable);
  const lengths: number[] = [];
  for (const [, run] of runs) {
    await run({}); // the first compiles
    const began = performance.now();
    await run({});
    lengths.push(performance.now() - began);
  }
  let cancelled = 0;
  let finished = 0;
  let longest = { name: "", wait: 0 };
  let busiest = { name: "", wait: 0 };
  let late = 0;
  for (let i = 0; i < count; i++) {
    const at = Math.floor(random() * runs.length);
    const [name, run] = runs[at];
    const stop = new AbortController();
    let asked: number | undefined;
    // counted from the moment that was meant: a run that keeps the event loop to itself delays the timer, too
    const delay = random() * lengths[at];
    const meant = performance.now() + delay;
    const timer = setTimeout(() => {
      asked = meant;
      stop.abort();
    }, delay);
    const silences = silencesOf();
    const { status } = await run({ signal: stop.signal });
    clearTimeout(timer);
    const { silent } = silences.end();
    if (asked === undefined) {
      finished++;
      continue;
    }
    if (status === "cancelled") cancelled++;
    const wait = performance.now() - asked;
    if (wait > 200) late++;
    if (wait > longest.wait) longest = { name, wait };
    if (silent > busiest.wait) busiest = { name, wait: silent };
  }
  return [
    { name: `aborted runs that answer cancelled, of ${count - finished}`, must: "all", value: String(cancelled) },
    { name: "answers later than 200 ms after the abort", must: "0", value: String(late) },
    { name: "longest wait for an answer", must: "≤ 200 ms", value: `${longest.wait.toFixed(0)} ms (${longest.name})` },
    {
      name: "longest processor time without a turn of the event loop",
      must: "≤ 100 ms",
      value: `${busiest.wait.toFixed(0)} ms (${busiest.name})`,
    },
  ];
}

/** The first number that a problem declares, scattered by a hundredth of it. */
function spreadOf({ parameters }: Problem): Record<string, { normal: readonly [number, number] }> {
  for (const [name, { value }] of Object.entries(parameters))
    if (typeof value === "number" && value !== 0) return { [name]: { normal: [value, Math.abs(value) / 100] } };
  return {};
}

/** Every verb of every problem, as users type it, and those of recordings and chances. */
function everything(): (readonly [string, Aborted])[] {
  const left = ({ status, trajectory }: Result): Left => ({ status, times: trajectory.t.length });
  const verbs = { solve, simulate, design };
  return [
    ...[...declared("")].map(
      ([name, problem, verb, options]) =>
        [name, async (signal: AbortSignal) => left(await verbs[verb](problem, { ...options, signal }))] as const,
    ),
    ...Object.entries(problems).flatMap(([name, { problem }]) => [
      [`settled ${name}`, (signal: AbortSignal) => settled(problem, { signal })] as const,
      [
        `predict ${name}`,
        (signal: AbortSignal) => predict(problem, { over: spreadOf(problem), signal, samples: 200 }),
      ] as const,
    ]),
    ["fit slides", (signal) => estimate(belt, asked, [slide(1), slide(2), slide(3)], { set, signal })],
  ];
}

/**
 * Random runs of every verb and problem, each for the first time in its life, aborted at a random moment. What ends sooner, or is
 * refused, is another draw.
 */
export async function benchAbortsOfAll(count: number, seed: number): Promise<BenchRow[]> {
  const random = randomNumbers(seed);
  const runs = everything();
  const told = { cancelled: 0, late: 0, byClock: 0, empty: 0, drawn: 0 };
  const longest = { name: "", wait: 0 };
  const busiest = { name: "", wait: 0 };
  for (let i = 0; i < count; ) {
    const [name, run] = runs[Math.floor(random() * runs.length)];
    const delay = 1000 * 10 ** (moments.from + (moments.to - moments.from) * random());
    told.drawn++;
    const stop = new AbortController();
    const meant = performance.now() + delay;
    let isAsked = false;
    const silences = silencesOf();
    const timer = setTimeout(() => {
      isAsked = true;
      silences.mark();
      stop.abort();
    }, delay);
    const found = await run(stop.signal).catch((error: unknown) => {
      if (error instanceof BadInput) return undefined;
      throw error;
    });
    clearTimeout(timer);
    const wait = performance.now() - meant;
    const { silent, after } = silences.end();
    if (!isAsked || found === undefined) continue;
    i++;
    if (found.status === "cancelled") told.cancelled++;
    else console.log(`${name} answers ${found.status} after ${delay.toFixed(0)} ms`);
    if (found.times === 0) told.empty++;
    if (after > 200 || silent > 100)
      console.log(
        `${name}: ${after.toFixed(0)} ms (${wait.toFixed(0)} by the clock) after ${delay.toFixed(0)} ms, ${silent.toFixed(0)} ms without a turn`,
      );
    if (wait > 200) told.byClock++;
    if (after > 200) told.late++;
    if (after > longest.wait) Object.assign(longest, { name, wait: after });
    if (silent > busiest.wait) Object.assign(busiest, { name, wait: silent });
  }
  return [
    {
      name: `of ${told.drawn} runs of all verbs, ${count} aborted: cancelled`,
      must: "all",
      value: String(told.cancelled),
    },
    {
      name: "answers later than 200 ms of processor time after the abort (by the clock of a machine that others use)",
      must: "0",
      value: `${told.late} (${told.byClock})`,
    },
    { name: "motions without their start", must: "0", value: String(told.empty) },
    { name: "longest wait for an answer", must: "≤ 200 ms", value: `${longest.wait.toFixed(0)} ms (${longest.name})` },
    {
      name: "longest processor time without a turn of the event loop",
      must: "≤ 100 ms",
      value: `${busiest.wait.toFixed(0)} ms (${busiest.name})`,
    },
  ];
}

/** Time of processor that the thread of an event loop took, by Linux [ns]. */
const ofThread = "/proc/thread-self/schedstat";

/**
 * Processor time of this thread [ms], which is what its event loop waits for. Compiler and collector work beside it in threads of their
 * own, and keep nobody waiting: counted with them a silence may be twice as long as anybody hears. Where the system does not tell of
 * threads, that of all of them.
 */
const busy = existsSync(ofThread)
  ? (): number => Number(readFileSync(ofThread, "utf8").split(" ")[0]) / 1e6
  : (): number => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };

/**
 * Processor time of this thread between two turns of the event loop, the longest [ms], and from the last turn before a mark to the end:
 * neither depends on who else is at work.
 */
function silencesOf(): { mark(): void; end(): { silent: number; after: number } } {
  let [longest, before, isOn] = [0, busy(), true];
  let marked = Number.NaN;
  const tick = (): void => {
    const now = busy();
    longest = Math.max(longest, now - before);
    before = now;
    if (isOn) setImmediate(tick);
  };
  setImmediate(tick);
  return {
    mark() {
      marked = before;
    },
    end() {
      isOn = false;
      const now = busy();
      return { silent: Math.max(longest, now - before), after: now - marked };
    },
  };
}
