import { expect, it, vi } from "vitest";
import { add, mul, select, sin, sub } from "../../../src/expr/expr.js";
import { last } from "../../../src/mechanics/model.js";
import { design } from "../../../src/motion/design.js";
import { placed, tooth } from "./placed.js";

it("a design that begins on a plateau, where nothing moves its constraints, is found from elsewhere in the box", async () => {
  const found = await design(placed(tooth(sub(last("x"), 0.873), 0.02), tooth(sub(last("y"), 0.132), 0.3)));
  expect(found.status).toBe("solved");
  expect(found.values["design.x"]).toBeCloseTo(0.873, 8);
  expect(found.values["design.y"]).toBeCloseTo(0.132, 8);
});

it("no design is called infeasible before the box is looked over, and one is where all of it says so; the closest of it is told", async () => {
  const far = add(tooth(sub(0.873, last("x")), 0.02), 3);
  const { status, message, values } = await design(placed(far, sub(last("y"), 0.132)));
  expect(status).toBe("infeasible");
  expect(values["design.x"]).toBeGreaterThanOrEqual(0.893);
  expect(message).toContain("the closest misses one by 2.00, and none of 200 designs over the whole box led to one");
});

it("a design that hardly misses is infeasible where it leads to one just beyond the box, which is told", async () => {
  const { status, message } = await design(placed(sub(last("x"), 0.873), sub(last("y"), 1.001)));
  expect(status, message).toBe("infeasible");
  expect(message).toContain(
    "misses one by 0.00100; it leads to one beyond the box, at x = 0.873000 and y = 1.00100, and",
  );
});

it("constraints that oppose each other point nowhere: where many places seem to lead to a design that meets them, none is looked for there", async () => {
  const wave = mul(0.1, sin(mul(60, last("x"))), sin(mul(50, last("y"))));
  const { status, message } = await design(placed(add(wave, 0.15), sub(wave, 0.15)));
  expect(status, message).toBe("infeasible");
  expect(message).toContain("none of 200 designs over the whole box led to one");
});

/** No place of the box meets both: the first search ends at once, and nearly all of the time is the spread's. */
const nowhere = placed(add(tooth(sub(0.873, last("x")), 0.02), 3), sub(last("y"), 0.132));

it("a design is cancelled wherever its spread over the box is aborted, and claims nothing of what it did not see", async () => {
  let reports = 0;
  await design(nowhere, { onIteration: () => reports++ });
  expect(reports).toBeGreaterThan(200);
  for (let k = 1; k <= reports; k += k > reports - 3 ? 1 : 29) {
    const stop = new AbortController();
    let told = 0;
    const onIteration = (): void => {
      if (++told === k) stop.abort();
    };
    const { status, message } = await design(nowhere, { signal: stop.signal, onIteration });
    expect(status, `aborted at report ${k}`).toBe("cancelled");
    expect(message, `aborted at report ${k}`).not.toContain("over the whole box");
    expect(told, `aborted at report ${k}`).toBeLessThanOrEqual(k + 1);
  }
});

it("a design is cancelled where a turn of the event loop aborts its spread", async () => {
  let late = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    late += 1000;
    return late;
  });
  try {
    for (const turns of [100, 300, 900]) {
      const stop = new AbortController();
      let left = turns;
      const wait = (): void => {
        if (left-- === 0) stop.abort();
        else setImmediate(wait);
      };
      wait();
      const { status } = await design(nowhere, { signal: stop.signal });
      expect(stop.signal.aborted).toBe(true);
      expect(status).toBe("cancelled");
    }
  } finally {
    vi.restoreAllMocks();
  }
});

it("a design that meets its constraints to rounding is taken, though no step brings it nearer", async () => {
  // a plateau at 5e-9, within what counts as met, right of .9; none of the searches begins there
  const low = select(sub(last("x"), 0.9), 5e-9, 1);
  const { status, message, values } = await design(placed(low, low));
  expect(values["design.x"], message).toBeGreaterThan(0.9);
  expect(status, message).toBe("solved");
});
