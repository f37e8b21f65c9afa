import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { add, mul, variable } from "../../src/expr/expr.js";
import { internedCount } from "../../src/expr/node.js";

test("dropped expressions leave the intern table", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const x = variable("x");
  const y = variable("y");
  const kept = mul(add(x, 7), y);
  // Three nodes each time; the pause ends the job, which holds all that was looked up in it.
  const batches = 8;
  const batch = 15_000;
  for (let k = 0; k < batches * batch; k++) {
    mul(add(x, 7 + k / batch), y);
    if (k % batch > 0) continue;
    await new Promise((resume) => setTimeout(resume));
    collect();
  }
  // What may remain: the nodes held strongly, and the dead since the table last filled up.
  expect(internedCount()).toBeLessThan((3 * batches * batch) / 2);
  expect(mul(add(variable("x"), 7), y)).toBe(kept);
});
