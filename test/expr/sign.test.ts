import fc from "fast-check";
import { expect, test } from "vitest";
import * as E from "../../src/expr/expr.js";
import { constant, type Expr, variable } from "../../src/expr/expr.js";
import { isNonnegative } from "../../src/expr/sign.js";
import { anyPoint, dags, names } from "./formulas.js";

const x = variable("x");

test("what is said to be nowhere below zero is not, at any point", () => {
  let said = 0;
  fc.assert(
    fc.property(dags(12, 4), anyPoint, (formulas, point) => {
      for (const e of formulas.filter(isNonnegative)) {
        said++;
        expect(E.evaluate(e, (name) => point[names.indexOf(name as "x")]) < 0).toBe(false);
      }
    }),
    { numRuns: 1000 },
  );
  expect(said).toBeGreaterThan(100);
});

test("sums of squares, lengths and worst cases are known by their form, differences are not", () => {
  for (const e of [E.add(E.pow(x, 2), E.abs(x)), E.mul(x, x), E.max(x, 0), E.sqrt(x), E.norm(x, 1), constant(0)])
    expect(isNonnegative(e)).toBe(true);
  for (const e of [x, E.sub(E.pow(x, 2), 1), E.pow(x, 3), E.min(x, 1), constant(-1), E.neg(E.abs(x))])
    expect(isNonnegative(e)).toBe(false);
  let deep: Expr = E.abs(x);
  for (let k = 0; k < 20_000; k++) deep = E.add(E.sqrt(deep), deep);
  expect(isNonnegative(deep)).toBe(true);
});
