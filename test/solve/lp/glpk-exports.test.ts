import { expect, it } from "vitest";
import { captureExports } from "../../../src/solve/lp/glpk-exports.js";

const { Instance } = WebAssembly;
const { log, error } = console;
/** The least module there is: it exports nothing. */
const empty = () => new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

it("lets other modules be made meanwhile, and takes none of them for glpk.js", async () => {
  const { result, exports } = await captureExports(async () => {
    expect(console.log).toBe(log);
    expect(console.error).toBe(error);
    return new WebAssembly.Instance(empty());
  });
  expect(result).toBeInstanceOf(Instance);
  expect(Object.keys(result.exports)).toEqual([]);
  expect(exports).toBeUndefined();
  expect(WebAssembly.Instance).toBe(Instance);
});

it("puts back what it replaced where loading fails", async () => {
  await expect(captureExports(() => Promise.reject(new Error("not installed")))).rejects.toThrow("not installed");
  expect(WebAssembly.Instance).toBe(Instance);
});

it("finds the functions of the pinned build", async () => {
  const { exports } = await captureExports(async () => (await import("glpk.js/node")).default());
  expect(exports?.createProblem()).toBeGreaterThan(0);
  expect(exports?.memory.buffer.byteLength).toBeGreaterThan(0);
});
