import { Matrix } from "ml-matrix";
import { log } from "../../algebra/elementary/elementary.js";
import { folded } from "../../checks/words.js";
import type { Arrow } from "./arrow.js";
import { knownBy } from "./known.js";
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
/** Parts of its terms, and of a deviation, below which what an unknown moves by is none. */
const [following, faint] = [1e-2, 1e-2];

/**
 * Covariance (J'J)⁻¹ of all unknowns, of the shared ones by the Schur complement. Where residuals are larger than the
 * noise that was declared, deviations are wider by the root of χ² over its degrees.
 */
export function statistics(question: Question, { x, at }: Found): Statistics {
  const { shared } = question;
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
  const { shares, variances, notes: open } = variancesOf(question, at.normal, x);
  const estimates = wanted.map(({ unit, min, max }, i): Estimate => {
    const deviation = Math.sqrt(excess * variances[i]);
    const cut = (end: number): number => Math.min(max, Math.max(min, end));
    const interval = [cut(x[i] - normal * deviation), cut(x[i] + normal * deviation)] as const;
    return { value: x[i], unit, deviation, interval };
  });
  const matrix = shared.map((_, i) => shared.map((__, j) => shares.get(i, j) / Math.sqrt(variances[i] * variances[j])));
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

/** Variances of all unknowns, the covariance of the shared ones, and sentences on what the recordings do not determine: NaN. */
interface Variances {
  readonly shares: Matrix;
  readonly variances: readonly number[];
  readonly notes: readonly string[];
}

/** (Hss − Σ Hse Hee⁻¹ Hes)⁻¹ of the shared ones, and of each block its own Hee⁻¹ and what the shared ones add. */
function variancesOf({ shared, each, recordings }: Question, { Hss, blocks }: Arrow, x: Float64Array): Variances {
  const names = { shared: shared.map(({ name }) => name), each: each.map(({ name }) => name) };
  const H = Hss.clone();
  const owns = blocks.map(({ Hse, Hee }, r) => {
    const from = shared.length + r * each.length;
    const own = knownBy(Hee, x.subarray(from, from + each.length));
    const along = own.covariance.mmul(Hse.transpose());
    if (each.length > 0) H.sub(Hse.mmul(along));
    return { own, along };
  });
  const { covariance: shares, loose, directions } = knownBy(H, x.subarray(0, shared.length));
  const open = owns.map(({ own, along }) =>
    each.flatMap((_, j) => {
      const [row, deviation] = [shared.map((_, i) => along.get(j, i)), Math.sqrt(own.covariance.get(j, j))];
      return own.loose.includes(j) || directions.some((by) => follows(row, by, deviation)) ? [j] : [];
    }),
  );
  const variances = [
    ...shares.diagonal().map((v, i) => (loose.includes(i) ? Number.NaN : v)),
    ...owns.flatMap(({ own, along }, r) => {
      const whole = Matrix.add(own.covariance, along.mmul(shares).mmul(along.transpose()));
      return whole.diagonal().map((v, j) => (open[r].includes(j) ? Number.NaN : v));
    }),
  ];
  const opened = open.findIndex((own) => own.length > 0);
  const more = open.filter((own) => own.length > 0).length - 1;
  const notes = [
    ...(loose.length > 0
      ? [
          `The recordings do not determine ${folded(
            loose.map((i) => names.shared[i]),
            4,
          )}.`,
        ]
      : []),
    ...(opened >= 0
      ? [
          `${recordings[opened].name}${more > 0 ? ` and ${more} more do` : " does"} not determine ${folded(
            open[opened].map((j) => names.each[j]),
            4,
          )} of ${more > 0 ? "their" : "its"} own.`,
        ]
      : []),
  ];
  return { shares, variances, notes };
}

/** True of an unknown that moves with a change of shared ones of which nothing is known, by more than rounding and its own deviation say. */
function follows(along: readonly number[], by: Float64Array, deviation: number): boolean {
  const terms = along.map((a, i) => a * by[i]);
  const size = terms.reduce((sum, term) => sum + Math.abs(term), 0);
  return Math.abs(terms.reduce((sum, term) => sum + term, 0)) > Math.max(following * size, faint * deviation);
}
