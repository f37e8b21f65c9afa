import { meanOf } from "./distribution.js";

/** How much of the variance of a number is due to a parameter: alone, and with all that it does together with others. */
export interface SobolIndex {
  readonly first: number;
  readonly total: number;
}

/** Sobol' indices of every parameter, and on how many base samples they rest. */
export interface Sensitivity {
  readonly indices: readonly SobolIndex[];
  readonly samples: number;
}

/** Rows of one base sample in a table of Saltelli's scheme for so many parameters: A, B, then A with one column of B each. */
export const rowsOfSample = (parameters: number): number => parameters + 2;

/**
 * Sobol' indices from a table in Saltelli's order, a base sample after the other:
 * Sᵢ = mean(f_B (f_ABᵢ − f_A)) / V (Saltelli and others 2010), T ᵢ = mean((f_A − f_ABᵢ)²) / 2V (Jansen 1999), with f about its
 * mean and V the variance over A and B. Base samples with a number that does not exist are left out; NaN where V = 0.
 * @param values a number for every row, as many as base samples × (parameters + 2).
 */
export function sobolIndices(values: ArrayLike<number>, parameters: number): Sensitivity {
  const size = rowsOfSample(parameters);
  const whole: number[] = [];
  for (let n = 0; n + size <= values.length; n += size) {
    let known = true;
    for (let r = 0; r < size; r++) known &&= !Number.isNaN(values[n + r]);
    if (known) whole.push(n);
  }
  const ends = Float64Array.from(whole.flatMap((n) => [values[n], values[n + 1]]));
  const mean = meanOf(ends);
  const variance = ends.reduce((sum, f) => sum + (f - mean) ** 2, 0) / ends.length;
  const indices = Array.from({ length: parameters }, (_, i) => {
    let [first, total] = [0, 0];
    for (const n of whole) {
      const [a, b, ab] = [values[n], values[n + 1], values[n + 2 + i]];
      first += (b - mean) * (ab - a);
      total += (a - ab) ** 2;
    }
    const scale = variance * whole.length;
    if (!(scale > 0)) return { first: Number.NaN, total: Number.NaN };
    return { first: first / scale, total: total / (2 * scale) };
  });
  return { indices, samples: whole.length };
}
