import fc from "fast-check";
import { expect, test } from "vitest";
import * as E from "../../src/expr/expr.js";
import { dags, inputs } from "./formulas.js";

const [x, y] = inputs as [E.Expr, E.Expr];
const roundTrip = (e: E.Expr) => E.fromJson(JSON.parse(JSON.stringify(E.toJson(e))));

test("formulas are small nested lists", () => {
  expect(E.toJson(E.sub(E.variable("last.x"), 3))).toEqual(["sub", "last.x", 3]);
  expect(E.toJson(x)).toBe("x");
  expect(E.toJson(E.constant(2.5))).toBe(2.5);
});

test("shared parts are written once", () => {
  const shared = E.sin(x);
  expect(E.toJson(E.mul(shared, E.add(shared, 1)))).toEqual([
    "let",
    [["sin", "x"]],
    ["mul", ["ref", 0], ["add", ["ref", 0], 1]],
  ]);
  let e: E.Expr = x;
  for (let k = 0; k < 1000; k++) e = E.mul(e, E.sin(e));
  expect(JSON.stringify(E.toJson(e)).length).toBeLessThan(100_000);
  expect(roundTrip(e)).toBe(e);
});

test("reading back gives the same object", () => {
  fc.assert(
    fc.property(dags(40, 1), ([e]) => {
      expect(roundTrip(e)).toBe(e);
    }),
  );
});

test("infinities, the negative zero and deep chains survive", () => {
  expect(roundTrip(E.constant(-0))).toBe(E.constant(-0));
  expect(roundTrip(E.min(x, Infinity))).toBe(E.min(x, Infinity));
  let e: E.Expr = x;
  for (let k = 0; k < 50_000; k++) e = E.sin(E.add(e, y));
  expect(roundTrip(e)).toBe(e);
});

test("hand-written sums take any number of terms", () => {
  expect(E.fromJson(["add", "x", "y", 1])).toBe(E.add(x, y, 1));
});

test.each([
  [["plus", 1, 2], '"plus"'],
  [["toString", 1], '"toString"'],
  [["sub", 1], '"sub" takes 2 arguments, not 1'],
  [["sqrt", 1, 2], '"sqrt" takes 1 argument, not 2'],
  [["add"], '"add" takes at least 1 argument, not 0'],
  [["add", "x", null], "null"],
  [["add", "x", { y: 1 }], "an object"],
  [["ref", 0], '["ref", 0]'],
  [["let", [["sin", ["ref", 0]]], ["ref", 0]], '["ref", 0]'],
  [["let", "x"], "shared parts"],
  [["constant", "NaN"], '["constant", "NaN"]'],
  [[], "[]"],
])("%j is refused", (json, named) => {
  expect(() => E.fromJson(json)).toThrow(named);
});
