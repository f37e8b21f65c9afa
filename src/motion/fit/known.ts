import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { factorOf, sizeOf, unknown } from "./arrow.js";

/** Least eigenvalue of scaled normal equations that rounding leaves. */
const singular = 1e-10;
/** A share of a direction that counts as taking part in it. */
const share = 0.1;

/** Normal equations as they know their unknowns. */
export interface Known {
  /** (J'J)⁻¹ of the unknowns that are determined, whatever the others are held at; what it has of these means nothing. */
  readonly covariance: Matrix;
  /** Unknowns that are not determined. */
  readonly loose: readonly number[];
  /** Changes of all unknowns of which the equations say nothing. */
  readonly directions: readonly Float64Array[];
}

/**
 * Unknowns that take part in directions in which the equations vanish: beside their own curvatures, which tells what moves together, or
 * beside what a change by their own size would have to say. The covariance of the others is that of any generalised inverse:
 * one unknown of each such direction is held.
 */
export function knownBy(H: Matrix, x: ArrayLike<number>): Known {
  const all = Array.from({ length: H.rows }, (_, i) => i);
  const silent = silentIn(H, x, all);
  let free = all;
  for (let left = silent; left.length > 0; left = silentIn(H, x, free)) {
    const [{ parts }] = left;
    const most = free.reduce((most, i) => (Math.abs(parts[i]) > Math.abs(parts[most]) ? i : most));
    free = free.filter((i) => i !== most);
  }
  const inverse = free.length > 0 ? factorOf(H.selection(free, free))?.solve(Matrix.eye(free.length)) : undefined;
  const covariance = Matrix.zeros(H.rows, H.rows);
  free.forEach((i, a) => {
    free.forEach((j, b) => {
      covariance.set(i, j, inverse?.get(a, b) ?? Number.NaN);
    });
  });
  return {
    covariance,
    loose: all.filter((i) => silent.some(({ parts }) => Math.abs(parts[i]) > share)),
    directions: silent.map(({ by }) => by),
  };
}

/** A direction in which equations vanish: the parts that unknowns take in it, and their changes. */
interface Silent {
  readonly parts: Float64Array;
  readonly by: Float64Array;
}

function silentIn(H: Matrix, x: ArrayLike<number>, among: readonly number[]): Silent[] {
  const lengths = H.diagonal().map((d) => Math.sqrt(Math.max(0, d)));
  const still = among.filter((i) => lengths[i] * sizeOf(x[i]) < Math.sqrt(unknown));
  const others = among.filter((i) => !still.includes(i));
  const alone = still.map((i): Silent => {
    const by = new Float64Array(H.rows);
    by[i] = sizeOf(x[i]);
    return { parts: by.map(Math.sign), by };
  });
  return [
    ...alone,
    ...vanishing(H, others, (i) => 1 / lengths[i], singular),
    ...vanishing(H, others, (i) => sizeOf(x[i]), unknown),
  ];
}

/** Directions of some unknowns in which scaled equations are below a limit. */
function vanishing(H: Matrix, among: readonly number[], scale: (i: number) => number, limit: number): Silent[] {
  if (among.length === 0) return [];
  const scaled = Matrix.zeros(among.length, among.length);
  among.forEach((i, a) => {
    among.forEach((j, b) => {
      scaled.set(a, b, H.get(i, j) * scale(i) * scale(j));
    });
  });
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(scaled, { assumeSymmetric: true });
  return realEigenvalues.flatMap((value, k) => {
    if (!(value <= limit)) return [];
    const parts = new Float64Array(H.rows);
    among.forEach((i, a) => {
      parts[i] = eigenvectorMatrix.get(a, k);
    });
    return [{ parts, by: parts.map((part, i) => part && part * scale(i)) }];
  });
}
