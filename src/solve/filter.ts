/**
 * The filter of a line search (Wächter, Biegler, Math. Programming 106, 2006): pairs of infeasibility θ = |c|₁ and
 * barrier function φ that no later iterate may be worse than in both. Unlike the weight of a merit function it never
 * holds the iterates to the rows more closely than their solution needs.
 */
export interface Filter {
  readonly theta: number[];
  readonly phi: number[];
  /** Infeasibility above which nothing is accepted, and below which the barrier function alone may decide. */
  most: number;
  least: number;
}

/** Sufficient decrease: of θ, of φ by a share of θ, and of φ along its slope. */
const gainTheta = 1e-5;
const gainPhi = 1e-8;
const armijo = 1e-4;
/** The slope decides where α (−slope)^2.3 > θ^1.1. */
const slopePower = 2.3;
const thetaPower = 1.1;
/** Safety in the smallest step that is worth a trial. */
const safety = 0.05;

export const emptyFilter = (): Filter => ({ theta: [], phi: [], most: 0, least: 0 });

/** Forgets all pairs: another barrier parameter is another φ. */
export function clear(filter: Filter, theta: number): void {
  filter.theta.length = 0;
  filter.phi.length = 0;
  filter.most = 1e4 * Math.max(1, theta);
  filter.least = 1e-4 * Math.max(1, theta);
}

export function admits({ theta, phi, most }: Filter, t: number, p: number): boolean {
  if (!(t <= most)) return false;
  for (let k = 0; k < theta.length; k++) if (t >= theta[k]! && p >= phi[k]!) return false;
  return true;
}

/** Where an iterate stands, and what its step promises: the slope of φ along it. */
export interface Standing {
  readonly theta: number;
  readonly phi: number;
  readonly slope: number;
}

const promises = ({ least }: Filter, { theta, slope }: Standing, alpha: number): boolean =>
  theta <= least && slope < 0 && alpha * (-slope) ** slopePower > theta ** thetaPower;

/** Whether a trial at α is good enough; differences of rounding do not count. */
export function accepts(filter: Filter, here: Standing, alpha: number, t: number, p: number): boolean {
  if (!Number.isFinite(p) || !admits(filter, t, p)) return false;
  const rounding = 10 * Number.EPSILON * Math.abs(here.phi);
  if (promises(filter, here, alpha)) return p <= here.phi + armijo * alpha * here.slope + rounding;
  return t <= (1 - gainTheta) * here.theta || p <= here.phi - gainPhi * here.theta + rounding;
}

/** Notes what an accepted step leaves behind, unless φ fell as its slope promised. */
export function leave(filter: Filter, here: Standing, alpha: number, p: number): void {
  if (promises(filter, here, alpha) && p <= here.phi + armijo * alpha * here.slope) return;
  filter.theta.push((1 - gainTheta) * here.theta);
  filter.phi.push(here.phi - gainPhi * here.theta);
}

/** The shortest step that is worth a trial. */
export function shortest({ least }: Filter, { theta, slope }: Standing): number {
  if (slope >= 0) return safety * gainTheta;
  const byPhi = (gainPhi * theta) / -slope;
  const bySwitch = theta <= least ? theta ** thetaPower / (-slope) ** slopePower : Number.POSITIVE_INFINITY;
  return safety * Math.min(gainTheta, byPhi, bySwitch);
}
