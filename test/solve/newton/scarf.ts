import { add, div, type Expr, mul, neg, pow, type Scalar, sub } from "../../../src/expr/expr.js";
import type { Published } from "./collection.js";

/*
 * Scarf's activity analysis: prices p of six commodities, activity y of eight sectors, income of five consumers.
 * Supply covers demand ⟂ p, no sector profits ⟂ y, income is the value of the endowment; the first income is fixed.
 */
const commodities = ["capeop", "nondurbl", "durable", "capbop", "skillab", "unsklab"] as const;

/** By consumer, in the order of `commodities`. */
const endowments = [
  [0, 0, 1, 3, 5, 0.1],
  [0, 0, 2, 0.1, 0.1, 7],
  [0, 0, 1.5, 2, 6, 0.1],
  [0, 0, 1, 1, 0.1, 8],
  [0, 0, 2, 6, 0.1, 0.5],
];
const demands = [
  [4, 2, 3.2, 0, 0.2, 0],
  [0.4, 4, 1, 0, 0, 0.6],
  [2, 2, 1.5, 0, 0.5, 0],
  [5, 5, 4.5, 0, 0, 0.2],
  [3, 4, 2, 0, 0, 0.2],
];
const elasticities = [1.2, 1.6, 0.8, 0.5, 0.6];

/** Output less input of every sector, in the order of `commodities`. */
const activities = [
  [4, 0, 4, -5.3, -2, -1],
  [4, 0, 3.5, -5, -1, -6],
  [1.6, 6, 0, -2, -2, -3],
  [1.6, 8, 0, -2, -4, -1],
  [1.6, 7, 0, -2, -1, -8],
  [0.9, 0, 0, -1, 0, 0],
  [7, 0, 0, -4, -3, -1],
  [8, 0, 0, -5, -2, -8],
];

const shares = demands.map((d) => d.map((x) => x / d.reduce((sum, y) => sum + y, 0)));
const wealth = endowments.map((e) => e.reduce((sum, x) => sum + x, 0));

/** Demand of consumer h for commodity c at prices p: income α_c p_c^−σ / Σ α p^(1 − σ). */
function demand(h: number, c: number, p: readonly Expr[], income: Expr): Scalar {
  const sigma = elasticities[h];
  const used = p.flatMap((price, k) => (shares[h][k] > 0 ? [mul(shares[h][k], pow(price, 1 - sigma))] : []));
  return mul(div(income, add(...used)), shares[h][c], pow(div(1, p[c]), sigma));
}

function rows(z: readonly Expr[]): Scalar[] {
  const p = z.slice(0, 6);
  const y = z.slice(6, 14);
  const incomes = z.slice(14);
  const market = commodities.map((_, c) => {
    const supply = add(...activities.map((a, s) => mul(a[c], y[s])), ...endowments.map((e) => e[c]));
    const demanded = incomes.flatMap((income, h) => (shares[h][c] > 0 ? [demand(h, c, p, income)] : []));
    return sub(supply, add(...demanded));
  });
  const profit = activities.map((a) => neg(add(...a.map((x, c) => mul(x, p[c])))));
  const income = incomes.map((i, h) => sub(i, add(...endowments[h].map((e, c) => mul(e, p[c])))));
  return [...market, ...profit, ...income];
}

const demandedAtAll = commodities.map((_, c) => shares.some((share) => share[c] > 0));

export const scarf: Published = {
  name: "Scarf's activity analysis",
  source: "Scarf, Hansen, The computation of economic equilibria, Yale (1973); GAMS model library 132, scarfmcp",
  lower: [...demandedAtAll.map((used) => (used ? 1e-5 : 0)), ...new Array<number>(8).fill(0), wealth[0], 0, 0, 0, 0],
  upper: [...new Array<number>(14).fill(Number.POSITIVE_INFINITY), wealth[0], ...new Array<number>(4).fill(Infinity)],
  rows,
  starts: [[...new Array<number>(14).fill(1), ...wealth]],
  solutions: [],
};
