import { randomNumbers } from "../../src/algebra/random.js";
import { abortable } from "../motion/abortable.js";
import type { BenchRow } from "./lu.js";

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
    const silent = silences.end();
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

/** Processor time of this process between two turns of the event loop, the longest [ms]: it does not depend on who else is at work. */
function silencesOf(): { end(): number } {
  const busy = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let [longest, before, isOn] = [0, busy(), true];
  const tick = (): void => {
    const now = busy();
    longest = Math.max(longest, now - before);
    before = now;
    if (isOn) setImmediate(tick);
  };
  setImmediate(tick);
  return {
    end() {
      isOn = false;
      return Math.max(longest, busy() - before);
    },
  };
}
