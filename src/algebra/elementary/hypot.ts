/** √(Σ x_i²) without overflow, its sum compensated (Kahan), so that it errs by about one unit in the last place. */
export const hypot = (...values: readonly number[]): number => hypotOf(values);

/** `hypot` of numbers in an array. */
export function hypotOf(values: ArrayLike<number>): number {
  let largest = 0;
  let hasNaN = false;
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    const size = Math.abs(x);
    if (size === Number.POSITIVE_INFINITY) return size;
    if (Number.isNaN(size)) hasNaN = true;
    else if (size > largest) largest = size;
  }
  if (hasNaN) return Number.NaN;
  if (largest === 0) return 0;
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const n = Math.abs(values[i]) / largest;
    const term = n * n - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
  }
  return Math.sqrt(sum) * largest;
}
