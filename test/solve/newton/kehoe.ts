import { add, div, type Expr, mul, neg, type Scalar, sub } from "../../../src/expr/expr.js";
import type { Published } from "./collection.js";

/*
 * Kehoe's economy with three equilibria: prices p of four goods, activities y of two sectors, four consumers who spend
 * fixed shares of the value of what they own (Cobb–Douglas). Supply covers demand ⟂ p, no sector profits ⟂ y. The first
 * price is one.
 */
const activities = [
  [6, -1, -4, -1],
  [-1, 3, -1, -1],
];
/** Shares of the four goods in what each consumer spends. */
const shares = [
  [0.52, 0.4, 0.04, 0.04],
  [0.86, 0.1, 0.02, 0.02],
  [0.5, 0.2, 0.2975, 0.0025],
  [0.06, 0.25, 0.0025, 0.6875],
];
/** Consumer k owns so much of good k, and nothing else. */
const endowments = [5, 5, 40, 40];

function rows(z: readonly Expr[]): Scalar[] {
  const p = z.slice(0, 4);
  const y = z.slice(4);
  const market = p.map((price, g) => {
    const spent = add(...shares.map((share, k) => mul(share[g] * endowments[k], p[k])));
    return sub(add(endowments[g], ...activities.map((a, s) => mul(a[g], y[s]))), div(spent, price));
  });
  return [...market, ...activities.map((a) => neg(add(...a.map((x, g) => mul(x, p[g])))))];
}

/** The published starts of the prices; activities begin at nothing, at one and at more than any equilibrium has. */
const prices = [
  [1, 1, 1, 0.2],
  [1, 1, 0.2, 1],
  [1, 0.8, 0.7, 1],
];

export const kehoe: Published = {
  name: "Kehoe's three equilibria",
  source:
    "Kehoe, A numerical investigation of the multiplicity of equilibria, Math. Programming Study 23 (1985) 240; GAMS model library 149, kehomge, with its three starts",
  lower: [1, 1e-4, 1e-4, 1e-4, 0, 0],
  upper: [1, ...new Array<number>(5).fill(Number.POSITIVE_INFINITY)],
  rows,
  starts: prices.flatMap((p) => [0, 1, 10].map((y) => [...p, y, y])),
  solutions: [
    [1, 1, 1, 1, 5.2, 6.9],
    [1, 0.90864, 1.12181, 0.60411, 5.31801, 6.51482],
    [1, 1.56816, 0.242448, 3.46205, 4.27013, 8.1198],
  ],
};
