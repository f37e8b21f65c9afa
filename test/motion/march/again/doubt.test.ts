import { expect, it } from "vitest";
import { type Expr, mul, sub } from "../../../../src/expr/expr.js";
import { doubted } from "../../../../src/motion/march/again/doubt.js";
import type { March } from "../../../../src/motion/march/march.js";
import { unclaimed } from "../../../../src/motion/march/unclaimed.js";
import { rowsMcp } from "../../../../src/motion/solve-mcp.js";
import { newton, run } from "../../../../src/solve/newton/newton.js";

/** A march whose only step is a row f(x) = 0 for x from `start`, */
function broken(f: (x: Expr) => Expr, start: number): March {
  const free = { start: [start], lower: [Number.NEGATIVE_INFINITY], upper: [Number.POSITIVE_INFINITY] };
  const mcp = rowsMcp({ ...free, rows: ([x]) => [f(x)] });
  const failure = run(newton({ restarts: 0 }), mcp, Float64Array.of(start));
  const open = { mcp, start: Float64Array.of(start), tolerance: 1e-9 };
  return { status: failure.status, steps: 0, iterations: 1, residual: failure.residual, failure, open };
}

// a cubic with a local minimum above zero at x = 1, and one root at x = −2.1
const elsewhere = (x: Expr): Expr => sub(sub(mul(x, x, x), mul(3, x)), -2.9);
const nowhere = (x: Expr): Expr => sub(mul(x, x), -1);

it("a step is called infeasible only where other starts end there too", () => {
  const far = broken(elsewhere, 1.2);
  expect(far.status).toBe("infeasible");
  const said = doubted(far);
  expect([said.status, said.failure?.status]).toEqual(["no-progress", "no-progress"]);
  expect(said.failure?.message).toMatch(/it has a solution, but none that the step before leads to\.$/);
  const none = broken(nowhere, 3);
  expect(doubted(none)).toBe(none);
  expect(unclaimed(none).status).toBe("no-progress");
});
