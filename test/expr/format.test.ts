import { expect, test } from "vitest";
import { abs, add, div, type Expr, format, max, mul, neg, pow, select, sub, variable } from "../../src/expr/expr.js";

const [radius, mass, gravity, stiffness] = ["radius", "mass", "gravity", "stiffness"].map(variable) as [
  Expr,
  Expr,
  Expr,
  Expr,
];
const [a, b, c] = ["a", "b", "c"].map(variable) as [Expr, Expr, Expr];

test.each([
  [sub(radius, div(mul(mass, gravity), stiffness)), "radius - mass*gravity/stiffness"],
  [mul(2 / 5, mass, pow(radius, 2)), "0.4*mass*radius*radius"],
  [mul(add(a, b), c), "(a + b)*c"],
  [add(a, add(b, c)), "a + b + c"],
  [sub(a, add(b, c)), "a - (b + c)"],
  [sub(a, sub(b, c)), "a - (b - c)"],
  [div(a, mul(b, c)), "a/(b*c)"],
  [div(div(a, b), c), "a/b/c"],
  [neg(add(a, b)), "-(a + b)"],
  [neg(mul(a, b)), "-a*b"],
  [add(a, -2), "a - 2"],
  [sub(a, -2), "a + 2"],
  [add(a, mul(-2, b)), "a - 2*b"],
  [pow(add(a, 1), b), "(a + 1)^b"],
  [pow(-2, a), "(-2)^a"],
  [div(a, -2), "a/(-2)"],
  [max(a, b, c), "max(a, b, c)"],
  [max(a, max(b, c)), "max(a, max(b, c))"],
  [select(a, abs(b), neg(c)), "select(a, abs(b), -c)"],
])("%#: %s reads %s", (e, text) => {
  expect(format(e)).toBe(text);
});
