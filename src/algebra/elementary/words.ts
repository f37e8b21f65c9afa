/** One double and its bits, seen through the same memory; every use writes before it reads. */
const double = new Float64Array(1);
const word = new Uint32Array(double.buffer);
const high = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;
const low = 1 - high;

/** The upper half of the bits of x, as a signed integer: sign, exponent, and twenty bits of the fraction. */
export function highWord(x: number): number {
  double[0] = x;
  return word[high] | 0;
}

/** The lower half of the bits of x. */
export function lowWord(x: number): number {
  double[0] = x;
  return word[low];
}

/** x with another upper half. */
export function withHighWord(x: number, bits: number): number {
  double[0] = x;
  word[high] = bits;
  return double[0];
}

/** x with the lower half of its bits zero: products of two such numbers are nearly exact. */
export function withoutLowWord(x: number): number {
  double[0] = x;
  word[low] = 0;
  return double[0];
}

/** x · 2ⁿ for any n that keeps x normal, or makes it zero, infinite or subnormal with one rounding. */
export function scaleByPowerOfTwo(x: number, n: number): number {
  let y = x;
  let k = n;
  while (k > 1023) {
    y *= 8.98846567431158e307; // 2^1023
    k -= 1023;
  }
  // 2^-969, so that a subnormal result is rounded once: 2^-1022 times 2^53
  while (k < -1022) {
    y *= 2.004168360008973e-292;
    k += 969;
  }
  return y * withHighWord(0, (1023 + k) << 20);
}
