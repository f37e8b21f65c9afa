import { expect, it } from "vitest";
import { withGrace } from "../../src/motion/grace.js";

const pause = (milliseconds: number): Promise<void> => new Promise((resume) => setTimeout(resume, milliseconds));

it("what runs with grace is aborted a while after its signal, whether that was aborted before or meanwhile", async () => {
  for (const isBefore of [true, false]) {
    const stop = new AbortController();
    if (isBefore) stop.abort();
    const seen = await withGrace(stop.signal, async (late) => {
      if (!isBefore) stop.abort();
      const atOnce = late.aborted;
      await pause(200);
      return [atOnce, late.aborted];
    });
    expect(seen).toEqual([false, true]);
  }
});

it("what ends before is not aborted afterwards", async () => {
  const stop = new AbortController();
  const late = await withGrace(stop.signal, async (signal) => signal);
  stop.abort();
  await pause(100);
  expect(late.aborted).toBe(false);
});
