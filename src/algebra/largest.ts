/** The largest of the values, and `least` where there is no larger one. Arguments of Math.max end at some hundred thousand. */
export function largestOf(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let largest = least;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}
