import { describe, expect, it } from "vitest";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { analyse, type Factors, factor, factoring, refactor, refactoring } from "../../../src/algebra/lu/lu.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { fullPattern } from "../../../src/algebra/sparse.js";
import { finish } from "../../../src/algebra/stepwise.js";
import { stack } from "../../../src/motion/boundary/horizon/stack.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { newton } from "../../../src/solve/newton/newton.js";

/** Compared number by number, the matcher takes seconds for so many. */
const bytes = ({ triangles: { lower, upper, pivot } }: Factors): string =>
  [lower.val, upper.val, pivot].map((x) => Buffer.from(x.buffer).toString("base64")).join();

describe("in parts", () => {
  it("the Newton takes the same way, bit by bit, also where it restarts", () => {
    for (const target of [1, 50]) {
      const { mcp } = stack(setUp(place, { "target.x": target }));
      const solver = newton({ maxIterations: 40 });
      const start = new Float64Array(mcp.lower.length);
      const whole = solver.init(mcp, start);
      const parts = finish(solver.parts.init(mcp, start));
      for (;;) {
        expect(Buffer.compare(Buffer.from(parts.iterate.z.buffer), Buffer.from(whole.iterate.z.buffer))).toBe(0);
        expect(parts.iterate.merit).toBe(whole.iterate.merit);
        expect(solver.done(parts)).toBe(solver.done(whole));
        if (solver.done(whole) !== undefined) break;
        solver.step(whole);
        finish(solver.parts.step(parts));
      }
      expect(finish(solver.parts.solution(parts))).toEqual(solver.solution(whole));
    }
  });

  it("a factorisation with much fill pauses, and gives the same factors", () => {
    const random = randomNumbers(5);
    const full = fullPattern(300);
    const values = full.values.map(() => random() - 0.5);
    const a = { ...full, values };
    const analysis = analyse(a);
    const steps = factoring(analysis, a);
    let pauses = 0;
    let next = steps.next();
    for (; !next.done; next = steps.next()) pauses++;
    expect(pauses).toBeGreaterThan(5);
    const whole = factor(analysis, a);
    expect(bytes(next.value) === bytes(whole)).toBe(true);
    expect(next.value.growth).toBe(whole.growth);
    const other = { ...a, values: values.map((x) => x * 1.01 + 1e-3) };
    const again = [...refactoring(next.value, other)];
    expect(again.length).toBeGreaterThan(5);
    expect(refactor(whole, other)).toBe(true);
    expect(bytes(next.value) === bytes(whole)).toBe(true);
  });
});
