import { add, div, type Expr, mul, neg, pow, type Scalar, sub } from "../../../src/expr/expr.js";
import { rowsMcp } from "../../../src/motion/solve-mcp.js";
import type { Mcp } from "../../../src/solve/mcp.js";
import { uniform } from "../../algebra/matrices.js";

/** Prices stay above this: demand is not defined without them. */
const floor = 1e-6;

/**
 * A random economy of Kehoe's form (Math. Programming Study 23, 1985): prices p of some goods, the first one, and activities
 * y of some sectors; supply covers demand ⟂ p, no sector profits ⟂ y. Consumers spend on goods with constant elasticities
 * of substitution, most of them far from one, so that there may be several equilibria. One exists: at some prices no
 * sector profits, so nothing is made from nothing. But the first good may be free in it, and then no others with p₀ = 1 are any: in the
 * economies 27 and 52 the other prices grow without end while Σ p F = 0 leaves what is too much of the first.
 */
export function economy(seed: number): { readonly mcp: Mcp; readonly goods: number } {
  const random = uniform(seed);
  const upTo = (low: number, many: number): number => low + Math.floor(many * random());
  const list = <T>(length: number, make: (k: number) => T): T[] => Array.from({ length }, (_, k) => make(k));
  const goods = upTo(4, 7);
  const sectors = upTo(2, goods);
  const consumers = upTo(2, goods);
  const breakEven = list(goods, () => 0.2 + random());
  const activities = list<number[]>(sectors, (s) => {
    const out = s % goods;
    const inputs = list<number>(goods, (g) => (g === out || random() < 0.5 ? 0 : 3 * random()));
    if (!inputs.some((v) => v > 0)) inputs[(out + 1) % goods] = 1;
    const cost = inputs.reduce((sum, v, g) => sum + v * breakEven[g], 0);
    const yields = (cost / breakEven[out]) * (random() < 0.5 ? 1 : 0.5 + 0.5 * random());
    return inputs.map((v, g) => (g === out ? yields : -v));
  });
  const endowments = list(consumers, () => list(goods, () => (random() < 0.5 ? 0 : 5 * 10 ** (random() - 0.5))));
  for (let g = 0; g < goods; g++) endowments[g % consumers][g] += 1;
  const shares = list(consumers, () => {
    const weights = list(goods, () => random() ** 4 + 1e-3);
    const sum = weights.reduce((total, w) => total + w, 0);
    return weights.map((w) => w / sum);
  });
  const elasticities = list(consumers, () => [0.1, 0.2, 0.3, 0.5, 0.8, 1.5, 3][Math.floor(7 * random())]);

  function rows(z: readonly Expr[]): Scalar[] {
    const p = z.slice(0, goods);
    const y = z.slice(goods);
    const spending = endowments.map((owned, c) => {
      const income = add(...owned.map((v, g) => mul(v, p[g])));
      return div(income, add(...shares[c].map((w, g) => mul(w, pow(p[g], 1 - elasticities[c])))));
    });
    const market = p.map((price, g) => {
      const supply = add(...endowments.map((owned) => owned[g]), ...activities.map((a, s) => mul(a[g], y[s])));
      return sub(supply, add(...spending.map((v, c) => div(mul(v, shares[c][g]), pow(price, elasticities[c])))));
    });
    return [...market, ...activities.map((a) => neg(add(...a.map((x, g) => mul(x, p[g])))))];
  }
  const mcp = rowsMcp({
    start: list(goods + sectors, () => 1),
    lower: list(goods + sectors, (i) => (i === 0 ? 1 : i < goods ? floor : 0)),
    upper: list(goods + sectors, (i) => (i === 0 ? 1 : Number.POSITIVE_INFINITY)),
    rows,
  });
  return { mcp, goods };
}

/** Start `which` of 0 … 2: nothing made at equal prices; all ones; anything. */
export function economyStart({ mcp, goods }: ReturnType<typeof economy>, seed: number, which: number): Float64Array {
  const random = uniform(1000 + seed);
  return mcp.lower.map((_, i) => {
    if (i === 0 || which === 1) return 1;
    if (which === 0) return i < goods ? 1 : 0;
    return i < goods ? 0.05 + 2 * random() : 5 * random();
  });
}
