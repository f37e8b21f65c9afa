import fc from "fast-check";
import { expect, test } from "vitest";
import * as E from "../../src/expr/expr.js";
import { constant, variable } from "../../src/expr/expr.js";
import { anyPoint, dags, inputs, names } from "./formulas.js";

const [x, y, z] = inputs as [E.Expr, E.Expr, E.Expr];

test("structurally equal expressions are the same object", () => {
  expect(variable("x")).toBe(x);
  expect(E.add(E.mul(x, 2), E.sin(y))).toBe(E.add(E.mul(x, 2), E.sin(y)));
  expect(constant(0)).not.toBe(constant(-0));
  expect(E.sub(x, y)).not.toBe(E.sub(y, x));
  expect(E.norm(x, y)).not.toBe(E.norm(x, y, z));
});

test("isExpr tells expressions from numbers and from copies", () => {
  expect(E.isExpr(x)).toBe(true);
  expect(E.isExpr(3)).toBe(false);
  expect(E.isExpr({ ...x })).toBe(false);
});

test("neutral elements vanish and constants fold", () => {
  expect(E.add(0, x)).toBe(x);
  expect(E.add(x, -0)).toBe(x);
  expect(E.add()).toBe(constant(0));
  expect(E.mul(1, x)).toBe(x);
  expect(E.mul(0, x)).toBe(constant(0));
  expect(E.mul()).toBe(constant(1));
  expect(E.sub(x, 0)).toBe(x);
  expect(E.sub(x, x)).toBe(constant(0));
  expect(E.sub(0, x)).toBe(E.neg(x));
  expect(E.neg(E.neg(x))).toBe(x);
  expect(E.div(x, 1)).toBe(x);
  expect(E.div(0, x)).toBe(constant(0));
  expect(E.pow(x, 2)).toBe(E.mul(x, x));
  expect(E.pow(x, 0.5)).toBe(E.sqrt(x));
  expect(E.pow(x, 1)).toBe(x);
  expect(E.add(2, E.mul(3, 4))).toBe(constant(14));
  expect(E.max(1, 3, 2)).toBe(constant(3));
  expect(E.norm(3, 4)).toBe(constant(5));
  expect(E.norm(3, 0, x)).toBe(E.norm(3, x));
  expect(E.select(-1, x, y)).toBe(y);
  expect(E.select(-0, x, y)).toBe(x);
});

test("signs move outwards", () => {
  expect(E.mul(E.neg(x), y)).toBe(E.neg(E.mul(x, y)));
  expect(E.sub(x, E.neg(y))).toBe(E.add(x, y));
  expect(E.neg(E.sub(x, y))).toBe(E.sub(y, x));
  expect(E.sin(E.neg(x))).toBe(E.neg(E.sin(x)));
  expect(E.cos(E.neg(x))).toBe(E.cos(x));
});

test("kinks stay, also where they could only matter at one point", () => {
  expect(E.max(x, 0).op).toBe("max");
  expect(E.abs(x).op).toBe("abs");
  expect(E.norm(x).op).toBe("norm");
});

test("what is not a formula is refused", () => {
  expect(() => constant(Number.NaN)).toThrow("NaN");
  expect(() => E.add(x, Number.NaN)).toThrow("NaN");
  expect(() => variable("")).toThrow("name");
  expect(() => E.max()).toThrow("at least one");
  expect(() => E.add(x, undefined as unknown as number)).toThrow("not a missing value");
});

test("a branch that would fold to NaN may stand in a select", () => {
  const e = E.select(x, 1, E.sqrt(-1));
  expect(E.evaluate(e, () => 1)).toBe(1);
  expect(E.evaluate(e, () => -1)).toBeNaN();
});

test("evaluate follows the definitions of min, max and select", () => {
  const at = (values: Record<string, number>) => (name: string) => values[name];
  expect(E.evaluate(E.select(x, 1, 2), at({ x: -0 }))).toBe(1);
  expect(E.evaluate(E.select(x, 1, 2), at({ x: Number.NaN }))).toBe(2);
  expect(E.evaluate(E.max(x, 0), at({ x: Number.NaN }))).toBeNaN();
  expect(E.evaluate(E.max(0, x), at({ x: Number.NaN }))).toBeNaN();
  expect(E.evaluate(E.min(x, y, z), at({ x: 3, y: -1, z: 2 }))).toBe(-1);
  expect(E.evaluate(E.norm(x, y), at({ x: 3, y: -4 }))).toBe(5);
});

test("leaves come in order of first appearance", () => {
  expect(E.leaves([E.sub(y, E.mul(x, y)), z])).toEqual([y, x, z]);
});

test("substitute replaces variables and whole parts, and keeps what does not change", () => {
  const e = E.add(E.mul(x, y), E.sin(z));
  expect(E.substitute(e, new Map([[x, constant(1)]]))).toBe(E.add(y, E.sin(z)));
  expect(E.substitute(e, new Map([[E.sin(z), x]]))).toBe(E.add(E.mul(x, y), x));
  expect(E.substitute(e, new Map())).toBe(e);
  // What is put in is not searched again: a swap swaps.
  const swap = new Map([
    [x, y],
    [y, x],
  ]);
  expect(E.substituteAll([E.sub(x, y), x], swap)).toEqual([E.sub(y, x), y]);
});

test("substituting values and evaluating agree", () => {
  fc.assert(
    fc.property(dags(30, 1), anyPoint, ([e], point) => {
      fc.pre(point.every((value) => Number.isFinite(value) && !Object.is(value, -0)));
      const value = E.evaluate(e, (name) => point[names.indexOf(name as "x")]);
      const folded = E.substitute(e, new Map(inputs.map((leaf, k) => [leaf, constant(point[k])])));
      // Folding may turn 0·∞ into 0 and the sign of zero around, nothing else.
      if (Number.isFinite(value) && folded.op === "constant") expect(folded.value).toBeCloseTo(value, 12);
    }),
  );
});

test("chains 100 000 nodes deep overflow no stack", () => {
  let e: E.Expr = x;
  for (let k = 0; k < 50_000; k++) e = E.sin(E.add(e, y));
  expect(E.leaves([e])).toEqual([x, y]);
  expect(E.evaluate(e, () => 0)).toBe(0);
  expect(E.format(e).length).toBeGreaterThan(100_000);
  expect(E.evaluate(E.substitute(e, new Map([[y, constant(1)]])), () => 1)).toBeLessThan(1);
});

test("a factor zero hides nothing that may be no number", () => {
  const never = E.log(-1);
  for (const e of [
    E.mul(0, E.sqrt(-1)),
    E.mul(0, never),
    E.div(0, never),
    E.div(0, 0),
    E.mul(0, E.div(0, 0)),
    E.sub(never, never),
    E.mul(0, Infinity),
  ])
    expect(E.evaluate(e, () => 1)).toBeNaN();
  for (const root of [E.log(x), E.pow(x, 1.5), E.mul(y, E.log(x)), E.add(x, E.log(x))]) {
    expect(E.evaluate(E.mul(0, root), () => -1)).toBeNaN();
    expect(E.evaluate(E.div(0, root), () => -1)).toBeNaN();
    expect(E.evaluate(E.sub(root, root), () => -1)).toBeNaN();
    expect(E.evaluate(E.mul(0, root), () => 2)).toBe(0);
  }
  expect(E.mul(0, E.div(x, y))).toBe(constant(0)); // divisors and roots are taken at their word
  expect(E.mul(0, E.norm(x, y), E.sin(z))).toBe(constant(0));
});
