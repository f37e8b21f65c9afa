import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

/** An intern table of this test alone: the one that all tests share holds what they built. */
const copy = "../../src/expr/node.js?alone";
const { constant, internedCount, node, variable }: typeof import("../../src/expr/node.js") = await import(copy);

test("dropped expressions leave the intern table", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const x = variable("x");
  const y = variable("y");
  const kept = node("mul", [node("add", [x, constant(7)]), y]);
  // Three nodes each time; the pause ends the job, which holds all that was looked up in it.
  const batches = 6;
  const batch = 15_000;
  for (let k = 0; k < batches * batch; k++) {
    node("mul", [node("add", [x, constant(7 + k / batch)]), y]);
    if (k % batch > 0) continue;
    await new Promise((resume) => setTimeout(resume));
    collect();
  }
  // What may remain: the nodes held strongly, and the dead since the table last filled up.
  expect(internedCount()).toBeLessThan((3 * batches * batch) / 2);
  expect(node("mul", [node("add", [variable("x"), constant(7)]), y])).toBe(kept);
});

test("no node makes or looks at many references at once, however many there are", async () => {
  const bare = globalThis.WeakRef;
  let [here, most] = [0, 0];
  globalThis.WeakRef = class<T extends WeakKey> extends bare<T> {
    constructor(target: T) {
      super(target);
      here++;
    }
    override deref(): T | undefined {
      here++;
      return super.deref();
    }
  };
  try {
    const x = variable("x");
    for (let k = 0; k < 60_000; k++) {
      here = 0;
      node("mul", [x, constant(k / 8)]);
      most = Math.max(most, here);
      // the end of a job lets go what it looked up
      if (k % 1000 === 0) await new Promise((resume) => setImmediate(resume));
    }
  } finally {
    globalThis.WeakRef = bare;
  }
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThan(5000);
});
