import { afterEach, describe, expect, it, vi } from "vitest";
import { problem as woodpecker } from "../../problems/exact/woodpecker.js";
import { problem as tbar } from "../../problems/patch/tbar-rock.js";
import { problem as place } from "../../problems/rolling/ball-place.js";
import { randomNumbers } from "../../src/algebra/random.js";
import type { ProgressInfo } from "../../src/motion/march/task.js";
import type { Result } from "../../src/motion/result.js";
import { heard } from "../../src/motion/session.js";
import { simulate, solve } from "../../src/motion/solve.js";
import { abortable, type Run } from "./abortable.js";

/** A run that is aborted when it reports for the k-th time, and how often it has reported then. */
async function aborted(run: Run, k: number): Promise<{ result: Result; reports: number }> {
  const stop = new AbortController();
  const told: ProgressInfo[] = [];
  const result = await run({
    signal: stop.signal,
    onIteration(info) {
      told.push(info);
      if (told.length === k) stop.abort();
    },
  });
  return { result, reports: told.length };
}

describe("a run is cancelled", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(["shots of a ball", "a patch", "a grasp"])(
    "exactly where its signal was aborted before it answered: %s",
    async (name) => {
      const run = abortable[name];
      const cancelled = new Set<boolean>();
      // a clock that is always late: a run of milliseconds gives its turns, too, also where others have compiled it
      let late = performance.now();
      vi.spyOn(performance, "now").mockImplementation(() => {
        late += 1000;
        return late;
      });
      for (let turns = 1; cancelled.size < 2; turns *= 3) {
        // without a turn before the answer no signal is ever heard
        expect(turns).toBeLessThan(1e7);
        const stop = new AbortController();
        let [left, ended] = [turns, false];
        // a turn of the event loop after the other, which no clock can shift
        const wait = (): void => {
          if (ended) return;
          if (left-- === 0) stop.abort();
          else setTimeout(wait, 0);
        };
        wait();
        const { status, trajectory } = await run({ signal: stop.signal });
        ended = true;
        expect(status === "cancelled", `aborted after ${turns} turns: ${status}`).toBe(stop.signal.aborted);
        expect(trajectory.status === "solved").toBe(status === "solved");
        cancelled.add(status === "cancelled");
      }
    },
  );
});

it("a motion in continuous time that is cancelled is told as far as it came, without a march for that", async () => {
  // every look at this clock is a second later than the one before: every element pauses
  let late = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    late += 1000;
    return late;
  });
  const stop = new AbortController();
  let turns = 0;
  const wait = (): void => {
    if (++turns > 120) stop.abort();
    else setTimeout(wait, 0);
  };
  wait();
  const { status, message, trajectory } = await simulate(woodpecker, { signal: stop.signal });
  vi.restoreAllMocks();
  expect(status).toBe("cancelled");
  const [reached] = /(?<=t = )[\d.]+/.exec(message)!;
  expect(trajectory.t.length).toBeGreaterThan(3);
  // cancelled in the finer march, which comes after it, the motion is there as a whole
  expect(trajectory.t.at(-1)).toBeGreaterThan(Number(reached) - 1e-4);
  for (const column of Object.values(trajectory.columns)) expect(column.at(-2)).not.toBeNaN();
});

it("a launch in continuous time is not called coarse where it is cancelled before anything judged it", async () => {
  const judge = async (shots: number) => {
    const stop = new AbortController();
    let count = 0;
    const onIteration = (): void => {
      if (++count === shots) stop.abort();
    };
    const set = { "grid.method": "exact", "grid.accuracy": 1e-8 };
    return solve(place, { set, signal: stop.signal, onIteration });
  };
  const whole = await judge(Number.POSITIVE_INFINITY);
  expect(whole.status).toBe("solved");
  for (let shots = 1; shots <= whole.counts.shots; shots++) {
    const { status, message } = await judge(shots);
    expect(status, `${shots}: ${message}`).toBe("cancelled");
    expect(message).toMatch(/^Cancelled/);
  }
});

describe("a run that is aborted while it is under way", () => {
  const random = randomNumbers(13);

  it.each(Object.entries(abortable))("%s", async (_, run) => {
    const whole = await aborted(run, Number.POSITIVE_INFINITY);
    expect(whole.reports).toBeGreaterThan(2);
    for (const part of [0, 0.4]) {
      const k = 1 + Math.floor((part + 0.3 * random()) * whole.reports);
      const { result, reports } = await aborted(run, k);
      expect(result.status, `aborted at report ${k} of ${whole.reports}`).toBe("cancelled");
      expect(result.message).toMatch(/^Cancelled/);
      expect(reports).toBeLessThan(whole.reports);
      // what there is of the motion is kept
      expect(result.trajectory.t[0]).toBe(0);
      expect(Object.values(result.trajectory.columns)[0]).toHaveLength(result.trajectory.t.length);
    }
  });

  it("a march that reports only its end", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 0);
    const { status, trajectory } = await solve(tbar, { set: { "grid.steps": 20_000 }, signal: stop.signal });
    expect(status).toBe("cancelled");
    expect(trajectory.t.length).toBeLessThan(20_001);
  });
});

it("a cancelled run tells what was found in one sentence that people read", async () => {
  const found = await solve(tbar, { set: { "grid.steps": 1 } });
  const long = { ...found, message: `Step 1 was not solved: ${"a word of many ".repeat(20)}` };
  const { status, message } = heard(long, AbortSignal.abort());
  expect(status).toBe("cancelled");
  expect(message).toMatch(/^Cancelled; what was found so far: Step 1/);
  expect(message.length).toBeLessThanOrEqual(300);
});
