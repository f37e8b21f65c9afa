import { expect, it } from "vitest";
import { nloptMemory } from "../../../src/solve/minimise/nlopt-memory.js";

/** A small memory that holds exceptions: at each address a pointer to its text behind one to its functions. */
function memoryWith(text: string) {
  const bytes = new Uint8Array(1024);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(`${text}\0more`), 500);
  view.setUint32(68, 500, true);
  // the last address that has room for both
  view.setUint32(1020, 500, true);
  return nloptMemory({ HEAPF64: new Float64Array(bytes.buffer), GC: { flush: () => 0 } });
}

it("the reason of an exception is the text that it points to, wherever it lies", () => {
  const memory = memoryWith("nlopt roundoff-limited");
  for (const address of [64, "64", 1016]) expect(memory.reasonOf(address)).toBe("nlopt roundoff-limited");
  const none = "its library failed without a reason";
  for (const address of [1017, -8, 1e9, Number.NaN]) expect(memory.reasonOf(address)).toBe(none);
  expect(memoryWith("\u0001\u0002").reasonOf(64)).toBe(none);
  expect(memoryWith("x".repeat(400)).reasonOf(64)).toBe("x".repeat(200));
  expect(memory.reasonOf(new Error("ours"))).toBeUndefined();
});

it("what a run leaves in the memory is gone after it", () => {
  const heap = new Float64Array([1, 2, 0, 0, 0]);
  let flushed = 0;
  const memory = nloptMemory({ HEAPF64: heap, GC: { flush: () => ++flushed } });
  heap.set([5, 6, 7, 8, 9]);
  memory.rewind();
  expect([...heap]).toEqual([1, 2, 0, 0, 0]);
  expect(flushed).toBe(1);
});
