import {
  add,
  constant,
  cos,
  div,
  type Expr,
  exp,
  log,
  max,
  mul,
  neg,
  type Scalar,
  select,
  sin,
  sqrt,
  sub,
} from "../../expr/expr.js";

/** Stiffness [N/m] and damping [N s/m] of a contact. */
export interface KelvinVoigt {
  readonly stiffness: Expr;
  readonly damping: Expr;
}

/** Steps of Newton's method from an end of the range on a function without inflection: more than any restitution takes. */
const newtonSteps = 7;
/** |w| below which the series is exact to rounding. */
const small = 1e-3;

/**
 * The spring and the damper of a central impact of reduced mass m that gives back the restitution e and lasts for the time T,
 * until its force is over and not its deformation: a contact does not pull. With b = −ln e and x = ωT,
 *
 *     C = 2 m b / T,   K = m (x² + b²) / T²,   x cot(x/2) = b,
 *
 * and x imaginary, y coth(y/2) = b, for a contact that is damped beyond its swing, e < exp(−2) = .135. (Schwager and Pöschel
 * 2007, (20) to (22): e = exp(−βT), T ω = π − arctan(2βω/(ω² − β²)), β = C/2m.)
 */
export function kelvinVoigt(restitution: Scalar, time: Scalar, mass: Scalar): KelvinVoigt {
  const b = neg(log(restitution));
  // w = (x/2)²: 2√w cot √w falls and is concave through w = 0, where x becomes imaginary; both starts are beyond the root
  let w: Expr = select(sub(2, b), sub(3, mul(1.5, b)), sub(1, mul(0.25, b, b)));
  for (let i = 0; i < newtonSteps; i++) {
    const { value, slope } = cotangent(w);
    w = sub(w, div(sub(value, b), slope));
  }
  return {
    stiffness: div(mul(mass, add(mul(4, w), mul(b, b))), mul(time, time)),
    damping: div(mul(2, mass, b), time),
  };
}

/** 2√w cot √w, which is 2√−w coth √−w for w < 0, and its slope. */
function cotangent(w: Expr): { value: Expr; slope: Expr } {
  const isSmall = sub(small, max(w, neg(w)));
  const s = sqrt(max(w, small));
  const [sine, cosine] = [sin(s), cos(s)];
  const y = sqrt(max(neg(w), small));
  const q = exp(mul(-2, y));
  const coth = div(add(1, q), sub(1, q));
  const squared = div(mul(4, q), mul(sub(1, q), sub(1, q)));
  const series = (...terms: readonly number[]): Expr =>
    terms.reduceRight<Expr>((sum, term) => add(term, mul(w, sum)), constant(0));
  return {
    value: select(
      isSmall,
      series(2, -2 / 3, -2 / 45, -4 / 945, -2 / 4725),
      select(w, div(mul(2, s, cosine), sine), mul(2, y, coth)),
    ),
    slope: select(
      isSmall,
      series(-2 / 3, -4 / 45, -4 / 315, -8 / 4725),
      select(w, div(sub(div(cosine, sine), div(s, mul(sine, sine))), s), div(sub(mul(y, squared), coth), y)),
    ),
  };
}
