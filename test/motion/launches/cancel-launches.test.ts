import { expect, it } from "vitest";
import { problem as bounce } from "../../../problems/impact/ball-bounce-coarse.js";
import type { Search } from "../../../src/motion/launches/launch.js";
import type { ProgressInfo } from "../../../src/motion/march/task.js";
import { solve } from "../../../src/motion/solve.js";

const search: Search = { all: true, scan: { name: "launch.vz", from: -4, to: -3.9 }, samples: 20 };

it("a search that is cancelled keeps the launches that it has found", async () => {
  const whole = await solve(bounce, { search });
  const interruption = new AbortController();
  // the scan is over when the first launch is polished
  const onIteration = ({ phase }: ProgressInfo): void => {
    if (phase !== "scan") interruption.abort();
  };
  const cut = await solve(bounce, { search, signal: interruption.signal, onIteration });
  expect(cut.status).toBe("cancelled");
  expect(cut.message).toMatch(/^Cancelled/);
  // those that there was no time to polish are left out
  const kept = cut.solutions?.map(({ values }) => values) ?? [];
  expect(kept.length).toBeGreaterThan(0);
  expect(whole.solutions?.slice(0, kept.length).map(({ values }) => values)).toEqual(kept);
});

it("a search that is cancelled before it has found anything says so", async () => {
  const cut = await solve(bounce, { search, signal: AbortSignal.abort() });
  expect(cut).toMatchObject({ status: "cancelled", solutions: [] });
});

it("a scan of very many samples is left at once", async () => {
  const began = performance.now();
  const cut = await solve(bounce, { search: { ...search, samples: 1e6 }, signal: AbortSignal.abort() });
  expect(cut.status).toBe("cancelled");
  expect(performance.now() - began).toBeLessThan(5000);
});
