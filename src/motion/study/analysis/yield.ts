/** A share of a whole, and between which shares it lies by a level of confidence. */
export interface Share {
  readonly passed: number;
  readonly of: number;
  readonly share: number;
  readonly interval: readonly [low: number, high: number];
}

/**
 * The share p̂ = passed/of with the score interval of E. Wilson (1927), (p̂ + z²/2n ± z √(p̂(1 − p̂)/n + z²/4n²)) / (1 + z²/n),
 * which stays within 0 and 1 and is right for few and for rare ones; `z` = 1.96 is of 95 %. NaN of nothing.
 */
export function wilson(passed: number, of: number, z = 1.959963984540054): Share {
  const share = passed / of;
  const middle = share + (z * z) / (2 * of);
  const reach = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return {
    passed,
    of,
    share,
    interval: [passed === 0 ? 0 : (middle - reach) / scale, passed === of ? 1 : (middle + reach) / scale],
  };
}
