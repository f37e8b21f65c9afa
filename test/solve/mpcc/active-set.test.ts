import { expect, it } from "vitest";
import { finish } from "../../../src/algebra/stepwise.js";
import { type Expr, mul, sub } from "../../../src/expr/expr.js";
import { polish } from "../../../src/solve/mpcc/active-set.js";
import { mpccSolver } from "../../../src/solve/mpcc/mpcc.js";
import { programOf } from "./programs.js";

const inf = Number.POSITIVE_INFINITY;

/** The polish of min x² under rows that say where x is, from x = 0. */
const under = (rows: (x: Expr) => Expr[]) => {
  const program = programOf({
    n: 1,
    lower: [-inf],
    upper: [inf],
    pairs: [],
    cost: ([x]) => mul(x, x),
    rows: ([x]) => rows(x),
  });
  const { kkt, barrier } = mpccSolver().init(program, Float64Array.of(0));
  kkt.penalise(barrier.rho);
  return finish(polish(kkt.mcp, barrier.system, new Float64Array(1 + barrier.point.y.length)));
};

it("a polish says which rows nearly repeat each other, and nothing of rows that contradict each other or are met", () => {
  for (const [apart, repeated] of [
    [0, 0],
    [1e-7, 2],
    [1, 0],
  ]) {
    const found = under((x) => [sub(x, 2), sub(x, 2 + apart)]);
    expect(found.repeated.length, `${apart} apart`).toBe(repeated);
  }
});
