/** How the numbers of a column are distributed; those that do not exist are counted apart. */
export interface Distributed {
  readonly count: number;
  readonly missing: number;
  readonly mean: number;
  /** Standard deviation, by n − 1; NaN of a single number. */
  readonly deviation: number;
  /** Smallest and largest number, and the rows that have them: the extreme cases. */
  readonly least: Extreme;
  readonly most: Extreme;
  /** Quantiles at 5, 25, 50, 75 and 95 %, on lines between the sorted numbers. */
  readonly quantiles: readonly [p5: number, p25: number, p50: number, p75: number, p95: number];
}

/** A number and the row that has it. */
export interface Extreme {
  readonly value: number;
  readonly row: number;
}

const nothing: Extreme = { value: Number.NaN, row: -1 };

/** Mean, spread, quantiles and extreme rows of a column; NaN stands for what does not exist. */
export function distributed(column: ArrayLike<number>): Distributed {
  const sorted = Float64Array.from(Array.from(column).filter((x) => !Number.isNaN(x))).sort();
  const count = sorted.length;
  const mean = meanOf(sorted);
  const squares = sorted.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  let [least, most] = [nothing, nothing];
  for (let row = 0; row < column.length; row++) {
    const value = column[row];
    if (Number.isNaN(value)) continue;
    if (!(value >= least.value)) least = { value, row };
    if (!(value <= most.value)) most = { value, row };
  }
  const at = (p: number): number => between(sorted, p);
  return {
    count,
    missing: column.length - count,
    mean,
    deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : Number.NaN,
    least,
    most,
    quantiles: [at(0.05), at(0.25), at(0.5), at(0.75), at(0.95)],
  };
}

/** Mean of numbers, summed from their first so that a constant has its own mean; NaN of none. */
export function meanOf(numbers: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] - numbers[0];
  return numbers.length === 0 ? Number.NaN : numbers[0] + sum / numbers.length;
}

function between(sorted: Float64Array, p: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = p * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}
