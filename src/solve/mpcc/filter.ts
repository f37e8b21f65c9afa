import { pow } from "../../algebra/elementary/elementary.js";
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
  for (let k = 0; k < theta.length; k++) if (t >= theta[k] && p >= phi[k]) return false;
  return true;
}

/** An iterate with its θ and φ, and the promise of its step: the slope of φ along it. */
export interface Standing {
  readonly theta: number;
  readonly phi: number;
  readonly slope: number;
}

/** A point at the share α of a step. */
export interface Trial {
  readonly alpha: number;
  readonly theta: number;
  readonly phi: number;
}

const promises = ({ least }: Filter, { theta, slope }: Standing, alpha: number): boolean =>
  theta <= least && slope < 0 && alpha * pow(-slope, slopePower) > pow(theta, thetaPower);

/** True where a trial is good enough; differences of rounding do not count. */
export function accepts(filter: Filter, here: Standing, { alpha, theta, phi }: Trial): boolean {
  if (!Number.isFinite(phi) || !admits(filter, theta, phi)) return false;
  const phiNoise = 10 * Number.EPSILON * Math.abs(here.phi);
  if (promises(filter, here, alpha)) return phi <= here.phi + armijo * alpha * here.slope + phiNoise;
  return theta <= (1 - gainTheta) * here.theta || phi <= here.phi - gainPhi * here.theta + phiNoise;
}

/** Notes that no later iterate may be as bad as this one in both, unless φ fell as its slope promised. */
export function leave(filter: Filter, here: Standing, alpha: number, phi: number): void {
  if (promises(filter, here, alpha) && phi <= here.phi + armijo * alpha * here.slope) return;
  filter.theta.push((1 - gainTheta) * here.theta);
  filter.phi.push(here.phi - gainPhi * here.theta);
}

/** The shortest step that is worth a trial. */
export function shortest({ least }: Filter, { theta, slope }: Standing): number {
  if (slope >= 0) return safety * gainTheta;
  const byPhi = (gainPhi * theta) / -slope;
  const bySwitch = theta <= least ? pow(theta, thetaPower) / pow(-slope, slopePower) : Number.POSITIVE_INFINITY;
  return safety * Math.min(gainTheta, byPhi, bySwitch);
}
