import fc from "fast-check";
import { expect, test } from "vitest";
import { differentiated, gradient, hessian, jacobian, twiceDifferentiated } from "../../src/expr/derivative.js";
import * as E from "../../src/expr/expr.js";
import { real } from "../arbitraries.js";
import { forward } from "./dual.js";
import { dags, inputs, names, tameConstants, tamePoint } from "./formulas.js";

const [x, y, z] = inputs as [E.Expr, E.Expr, E.Expr];
const lookup = (point: readonly number[]) => (name: string) => point[names.indexOf(name as "x")];
const slope = (e: E.Expr, along: E.Expr, ...point: number[]) =>
  E.evaluate(gradient(e, [along]).get(along) ?? E.constant(0), lookup(point)) + 0; // so that −0 is 0

const smooth: Record<string, E.Expr> = {
  add: E.add(x, y),
  sub: E.sub(x, y),
  mul: E.mul(x, y),
  div: E.div(x, y),
  neg: E.neg(E.mul(x, x)),
  "power of a constant": E.pow(2.5, x),
  "constant power": E.pow(x, 1.7),
  pow: E.pow(x, y),
  sqrt: E.sqrt(x),
  exp: E.exp(x),
  log: E.log(x),
  sin: E.sin(x),
  cos: E.cos(x),
  tan: E.tan(E.mul(0.3, x)),
  atan2: E.atan2(E.sub(x, 3), E.sub(y, 3)),
  abs: E.abs(E.sub(x, 10)),
  min: E.min(E.mul(x, y), E.add(x, 20)),
  max: E.max(E.mul(x, y), E.add(x, 20)),
  select: E.select(E.sub(x, 10), y, E.mul(x, y)),
  norm: E.norm(x, E.mul(2, y), 3),
};

test.each(Object.keys(smooth))("%s: slope and curvature against central differences", (name) => {
  const e = smooth[name];
  const wrt = [x, y];
  const within = real(0.5, 2.5);
  fc.assert(
    fc.property(fc.tuple(within, within), (point) => {
      const step = 1e-5;
      for (const [k, along] of wrt.entries()) {
        const shifted = (s: number) => lookup(point.map((value, j) => (j === k ? value + s * step : value)));
        const difference = (f: E.Expr) => (E.evaluate(f, shifted(1)) - E.evaluate(f, shifted(-1))) / (2 * step);
        const scale = 1 + Math.abs(difference(e));
        expect(Math.abs(slope(e, along, ...point) - difference(e))).toBeLessThan(1e-7 * scale);
        for (const first of gradient(e, wrt).values()) {
          const bound = 1e-7 * (1 + Math.abs(difference(first)));
          expect(Math.abs(slope(first, along, ...point) - difference(first))).toBeLessThan(bound);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test("the gradient of any formula is what forward dual numbers give, kinks and untaken branches included", () => {
  fc.assert(
    fc.property(dags(25, 1, tameConstants), tamePoint, ([e], point) => {
      const slopes = gradient(e, inputs);
      for (const [k, leaf] of inputs.entries()) {
        const { v, d } = forward(e, lookup(point), names[k]);
        if (!Number.isFinite(v) || !Number.isFinite(d) || Math.abs(d) > 1e6) continue;
        const found = E.evaluate(slopes.get(leaf) ?? E.constant(0), lookup(point));
        expect(Math.abs(found - d)).toBeLessThan(1e-6 * (1 + Math.abs(d)));
      }
    }),
    { numRuns: 2000 },
  );
});

test("at its kinks the derivative is the documented element", () => {
  expect(slope(E.max(x, y), x, 1, 1)).toBe(1);
  expect(slope(E.max(x, y), y, 1, 1)).toBe(0);
  expect(slope(E.min(x, y), x, 1, 1)).toBe(1);
  expect(slope(E.min(x, y), y, 1, 1)).toBe(0);
  expect(slope(E.max(x, x), x, 1)).toBe(1);
  expect(slope(E.abs(x), x, 0)).toBe(1);
  expect(slope(E.abs(x), x, -0)).toBe(1);
  expect(slope(E.norm(x, y), x, 0, 0)).toBe(0);
  expect(slope(E.sqrt(x), x, 0)).toBe(0);
  expect(slope(E.atan2(y, x), x, 0, 0)).toBe(0);
  expect(slope(E.select(x, y, z), y, 0)).toBe(1);
  expect(slope(E.select(x, y, z), x, 0, 1, 2)).toBe(0);
  expect(slope(E.pow(x, y), y, 0, 2)).toBe(0);
});

test("curvature is zero where norm and root have slope zero", () => {
  for (const { value } of hessian(E.add(E.norm(x, y), E.sqrt(z)), [x, y, z])) {
    expect(Math.abs(E.evaluate(value, lookup([0, 0, 0])))).toBe(0);
  }
});

test("the undefined slope of a branch not taken does not count", () => {
  expect(slope(E.select(x, E.sqrt(x), 0), x, -1)).toBe(0);
  expect(slope(E.select(x, E.mul(2, E.log(E.mul(y, x))), E.mul(3, x)), x, -1, 1)).toBe(3);
  const root = E.sqrt(x);
  const nested = E.select(y, E.select(x, root, 0), E.max(z, E.select(x, E.mul(3, root), x)));
  expect(slope(nested, x, 4, 1, 0)).toBe(0.25);
  expect(slope(nested, x, -4, 1, 0)).toBe(0);
  expect(slope(nested, x, 4, -1, 0)).toBe(0.75);
  expect(slope(nested, x, -4, -1, -9)).toBe(1);
  expect(slope(nested, x, -4, -1, 0)).toBe(0);
});

test("slopes at zero of norms of roots stay finite", () => {
  expect(slope(E.norm(E.pow(x, 0.3), y), x, 0, 0)).toBe(0);
});

test("gradient lists only what is not identically zero, in the given order", () => {
  expect([...gradient(E.mul(z, E.sin(x)), [x, y, z]).keys()]).toEqual([x, z]);
  expect(gradient(E.sub(E.mul(x, y), E.mul(x, y)), [x, y]).size).toBe(0);
});

test("a part of a formula may stand for an unknown", () => {
  const part = E.mul(x, y);
  expect(gradient(E.add(E.pow(part, 2), x), [part]).get(part)).toBe(E.mul(2, part));
});

test("jacobian entries come column by column, rows ascending", () => {
  const entries = jacobian([E.add(x, z), E.mul(y, z), E.sin(x)], [x, y, z]);
  expect(entries.map(({ row, col }) => [row, col])).toEqual([
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [1, 2],
  ]);
  expect(entries[1].value).toBe(E.cos(x));
});

test("hessian is the lower triangle", () => {
  const entries = hessian(E.mul(x, y, E.sin(z)), [x, y, z]);
  expect(entries.map(({ row, col }) => [row, col])).toEqual([
    [1, 0],
    [2, 0],
    [2, 1],
    [2, 2],
  ]);
  expect(E.evaluate(entries[0].value, lookup([2, 3, 0.5]))).toBeCloseTo(Math.sin(0.5), 15);
});

test("a maximum over many faces has a derivative of proportional size", () => {
  const size = (count: number) => {
    const faces = Array.from({ length: count }, (_, k) => E.add(E.mul(Math.cos(k), x), E.mul(Math.sin(k), y), k));
    const seen = new Set<E.Expr>();
    const walk = (e: E.Expr) => {
      if (seen.has(e)) return;
      seen.add(e);
      e.args.forEach(walk);
    };
    for (const value of gradient(E.max(...faces), [x, y]).values()) walk(value);
    return seen.size;
  };
  expect(size(200)).toBeLessThan(2.2 * size(100));
});

test("deep chains overflow no stack", () => {
  let e: E.Expr = x;
  for (let k = 0; k < 40_000; k++) e = E.sin(e);
  expect(slope(e, x, 0)).toBe(1);
});

test("one long row is differentiated in parts", () => {
  let row: E.Expr = x;
  for (let k = 0; k < 2000; k++) row = E.sin(E.add(row, y));
  const pausesOf = (parts: Generator): number => {
    let pauses = 0;
    while (!parts.next().done) pauses++;
    return pauses;
  };
  const once = pausesOf(differentiated([row], [x]));
  expect(once).toBeGreaterThan(5);
  // of the row, and of its slope
  const slope = gradient(row, [x]).get(x) as E.Expr;
  expect(pausesOf(twiceDifferentiated(row, [x]))).toBeGreaterThanOrEqual(once + pausesOf(differentiated([slope], [x])));
});
