import { add, div, type Expr, exp, log, max, min, mul, neg, pow, type Scalar, select, sub } from "../../expr/expr.js";

/** Hunt and Crossley's contact along its normal: stiffness K [N/mⁿ], exponent n, dissipation a [s/m]. */
export interface HuntCrossley {
  readonly stiffness: Scalar;
  readonly exponent?: Scalar | undefined;
  readonly dissipation: Scalar;
}

/** The square of a depth without meaning [m²]: the power of none has a slope, and a trial a rounding above the surface is a number. */
const shallow = 1e-40;

/** dⁿ, odd in d. */
const power = (d: Expr, n: Scalar): Expr => mul(d, pow(add(mul(d, d), shallow), mul(0.5, sub(n, 1))));

/**
 * λ_n = K δⁿ (1 + a δ̇), never below zero, by backward Euler (Hunt and Crossley 1975, with a = 3/2 c): in touch δ⁺ = −Ψ_n(q⁺);
 * a surface that its partner leaves faster than 1/a is left behind without force, and swells at that speed.
 */
export function huntCrossley(
  { stiffness: K, exponent, dissipation: a }: HuntCrossley,
  h: Expr,
  gap: Expr,
  delta: Expr,
): { force: Expr; after: Expr } {
  const depth = max(0, neg(gap));
  const rise = add(1, div(mul(a, sub(depth, delta)), h));
  const spring = mul(K, exponent === undefined ? depth : power(depth, exponent));
  return {
    force: mul(spring, max(0, rise)),
    after: select(rise, depth, sub(delta, div(h, a))),
  };
}

/** K δⁿ⁺¹/(n + 1) [J]. */
export function energyOf({ stiffness: K, exponent = 1 }: HuntCrossley, delta: Expr): Expr {
  const more = add(exponent, 1);
  return div(mul(K, power(delta, more)), more);
}

const newtonSteps = 9;

/**
 * The dissipation a [s/m] that gives back the restitution e of a speed v. Work along the path, m v dv = −K δⁿ (1 + a v) dδ,
 * holds for every K, n and mass: a v − ln(1 + a v) is the same before and after, so that d = a v solves
 *
 *     d (1 + e) = ln((1 + d)/(1 − e d)),   0 < d < 1/e.
 */
export function dissipationOf(restitution: Scalar, speed: Scalar): Expr {
  const e = restitution;
  // z = −ln(1 − e d): rows are convex from this start down to the root
  let z: Expr = mul(div(add(1, e), e), min(1, mul(2, sub(1, e))));
  for (let i = 0; i < newtonSteps; i++) {
    const q = exp(neg(z));
    const d = div(sub(1, q), e);
    const row = sub(add(log(add(1, d)), z), mul(add(1, e), d));
    const slope = add(div(div(q, e), add(1, d)), sub(1, mul(div(add(1, e), e), q)));
    z = sub(z, div(row, slope));
  }
  return div(sub(1, exp(neg(z))), mul(e, speed));
}
