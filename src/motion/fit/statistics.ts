import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { log } from "../../algebra/elementary/elementary.js";
import { folded } from "../../checks/words.js";
import { type Arrow, factorOf, reduced, sizeOf, unknown } from "./arrow.js";
import type { Question } from "./question.js";
import { type Found, wantedOf } from "./search.js";

/** An estimate and how well it is known. */
export interface Estimate {
  readonly value: number;
  readonly unit: string;
  /** Standard deviation; NaN where the recordings do not determine it. */
  readonly deviation: number;
  /**
   * The 95 % confidence interval of the linearised motions, cut at the declared range; with those of other minima that explain
   * the recordings as well, where a search found such.
   */
  readonly interval: readonly [number, number];
  /** The 95 % interval of the profile likelihood, where it was asked for: true of curved motions too. */
  readonly profile?: readonly [number, number];
}

/** Estimates as the residuals of a fit bound them. */
export interface Statistics {
  /** Estimates in the order of `wantedOf`. */
  readonly estimates: readonly Estimate[];
  /** Correlation of the shared estimates. */
  readonly correlation: { readonly names: readonly string[]; readonly matrix: readonly (readonly number[])[] };
  /**
   * Σ d² over its degrees of freedom: one where noise is all that is left; and n ln(Σ d²/n) + 2k (Akaike): of two models of
   * the same n rows and columns, with k unknowns, the one with the smaller number predicts better.
   */
  readonly chiSquare: { readonly value: number; readonly degrees: number; readonly aic: number };
  /** By which factor the sum of squares exceeds the declared noise: one where it is noise. */
  readonly excess: number;
  /** Sentences on all that the recordings do not tell apart. */
  readonly notes: readonly string[];
}

/** 97.5 % of a normal distribution lie below so many standard deviations. */
const normal = 1.959963984540054;
/** A sum of squares beyond its mean by so many standard deviations is no noise. */
const chance = 3.09;
/** Estimates with more correlation than this move together. */
const together = 0.95;
/** Least eigenvalue of scaled normal equations that rounding leaves. */
const singular = 1e-10;

/**
 * Covariance (J'J)⁻¹ of all unknowns, of the shared ones by the Schur complement. Where residuals are larger than the
 * noise that was declared, deviations are wider by the root of χ² over its degrees.
 */
export function statistics(question: Question, { x, at }: Found): Statistics {
  const { shared, each } = question;
  const wanted = wantedOf(question);
  const priors = wanted.filter(({ prior }) => prior !== undefined).length;
  const count = at.rows.reduce((sum, { values }) => sum + values.length, 0) + priors;
  const value = at.rows.reduce(
    (sum, { values, weights }) => sum + values.reduce((part, d, i) => part + weights[i] * d * d, 0),
    0,
  );
  const aic = count * log(value / count) + 2 * wanted.length;
  const degrees = Math.max(1, count - wanted.length);
  const excess = value / degrees > 1 + chance * Math.sqrt(2 / degrees) ? value / degrees : 1;
  const { shares, owns, notes: open } = covariances(at.normal, shared, x);
  const variances = [
    ...(shares?.diagonal() ?? shared.map(() => Number.NaN)),
    ...owns.flatMap((own) => own?.diagonal() ?? each.map(() => Number.NaN)),
  ];
  const estimates = wanted.map(({ unit, min, max }, i): Estimate => {
    const deviation = Math.sqrt(excess * variances[i]);
    const cut = (end: number): number => Math.min(max, Math.max(min, end));
    const interval = [cut(x[i] - normal * deviation), cut(x[i] + normal * deviation)] as const;
    return { value: x[i], unit, deviation, interval };
  });
  const matrix = shared.map((_, i) =>
    shared.map((__, j) =>
      shares === undefined ? Number.NaN : shares.get(i, j) / Math.sqrt(shares.get(i, i) * shares.get(j, j)),
    ),
  );
  const names = shared.map(({ name }) => name);
  const ends = shared.filter(({ min, max }, i) => x[i] <= min || x[i] >= max).map(({ name }) => name);
  const notes = [
    ...open,
    ...pairsOf(names, matrix),
    ...(ends.length > 0 ? [`${folded(ends)} ended at the end of the declared range.`] : []),
    ...(excess > 1
      ? [`Residuals are ${Math.sqrt(excess).toPrecision(2)} times the declared noise: intervals are wider by as much.`]
      : []),
  ];
  return { estimates, correlation: { names, matrix }, chiSquare: { value, degrees, aic }, excess, notes };
}

/** Sentences about pairs of estimates that move together. */
function pairsOf(names: readonly string[], matrix: readonly (readonly number[])[]): string[] {
  return names.flatMap((one, i) =>
    names.slice(i + 1).flatMap((other, k) => {
      const found = matrix[i][i + 1 + k];
      if (!(Math.abs(found) > together)) return [];
      return [
        `${one} and ${other} move together (correlation ${found.toFixed(2)}): these recordings hardly tell them apart.`,
      ];
    }),
  );
}

/** Covariances of shared unknowns and of those of each block; undefined and named where the recordings do not determine them. */
function covariances(
  given: Arrow,
  shared: Question["shared"],
  x: Float64Array,
): { shares: Matrix | undefined; owns: (Matrix | undefined)[]; notes: string[] } {
  const outer = reduced(given);
  if (outer === undefined)
    return {
      shares: undefined,
      owns: given.blocks.map(() => undefined),
      notes: ["A recording does not determine its own unknowns."],
    };
  const loose = looseIn(outer.H, x).map((i) => shared[i].name);
  const shares = shared.length === 0 ? Matrix.zeros(0, 0) : inverse(outer.H);
  const isLoose = loose.length > 0 || shares === undefined;
  const owns = given.blocks.map(({ Hse, Hee }) => {
    const own = inverse(Hee);
    if (own === undefined || isLoose) return undefined;
    if (shared.length === 0) return own;
    const along = own.mmul(Hse.transpose());
    return Matrix.add(own, along.mmul(shares).mmul(along.transpose()));
  });
  return {
    shares: isLoose ? undefined : shares,
    owns,
    notes: loose.length === 0 ? [] : [`The recordings do not determine ${folded(loose, 4)}.`],
  };
}

function inverse(H: Matrix): Matrix | undefined {
  if (H.rows === 0) return Matrix.zeros(0, 0);
  return factorOf(H)?.solve(Matrix.eye(H.rows));
}

/**
 * Unknowns that take part in directions in which the equations vanish: beside their own curvatures, which tells what moves together, or
 * beside what a change by their own size would have to say.
 */
function looseIn(H: Matrix, x: Float64Array): number[] {
  const all = Array.from({ length: H.rows }, (_, i) => i);
  const lengths = H.diagonal().map((d) => Math.sqrt(Math.max(0, d)));
  const still = all.filter((i) => lengths[i] * sizeOf(x[i]) < Math.sqrt(unknown));
  const found = new Set(still);
  const others = all.filter((i) => !found.has(i));
  for (const i of vanishing(H, others, (i) => 1 / lengths[i], singular)) found.add(i);
  for (const i of vanishing(H, others, (i) => sizeOf(x[i]), unknown)) found.add(i);
  return all.filter((i) => found.has(i));
}

/** Which of some unknowns take part in a direction in which scaled equations are below a limit. */
function vanishing(H: Matrix, among: readonly number[], scale: (i: number) => number, limit: number): number[] {
  if (among.length === 0) return [];
  const scaled = Matrix.zeros(among.length, among.length);
  among.forEach((i, a) => {
    among.forEach((j, b) => {
      scaled.set(a, b, H.get(i, j) * scale(i) * scale(j));
    });
  });
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(scaled, { assumeSymmetric: true });
  return among.filter((_, a) =>
    realEigenvalues.some((value, k) => value <= limit && Math.abs(eigenvectorMatrix.get(a, k)) > 0.1),
  );
}
