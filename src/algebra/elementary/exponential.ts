import { highWord, lowWord, scaleByPowerOfTwo, withHighWord } from "./words.js";

/** ln 2 in two parts, the first with so many trailing zeros that a product with an exponent is exact. */
const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;
const perLn2 = Math.LOG2E;
const overflow = 709.782712893384;
const underflow = -745.1332191019411;

/**
 * e^x to less than one unit in the last place: x = k ln 2 + r with |r| ≤ ½ ln 2, then
 * e^r = 1 + 2r/(R(r) − r) with an even polynomial R.
 */
export function exp(x: number): number {
  const hx = highWord(x) & 0x7fffffff;
  if (hx >= 0x40862e42) {
    if (Number.isNaN(x) || x === Number.POSITIVE_INFINITY) return x;
    if (x === Number.NEGATIVE_INFINITY) return 0;
    if (x > overflow) return Number.POSITIVE_INFINITY;
    if (x < underflow) return 0;
  }
  let hi = 0;
  let lo = 0;
  let k = 0;
  let r = x;
  if (hx > 0x3fd62e42) {
    if (hx < 0x3ff0a2b2) {
      if (x === 1) return Math.E;
      hi = x > 0 ? x - ln2High : x + ln2High;
      lo = x > 0 ? ln2Low : -ln2Low;
      k = x > 0 ? 1 : -1;
    } else {
      k = Math.trunc(perLn2 * x + (x > 0 ? 0.5 : -0.5));
      hi = x - k * ln2High;
      lo = k * ln2Low;
    }
    r = hi - lo;
  } else if (hx < 0x3e300000) return 1 + x;
  const t = r * r;
  const c =
    r -
    t *
      (0.16666666666666602 +
        t *
          (-0.0027777777777015593 +
            t * (0.00006613756321437934 + t * (-0.0000016533902205465252 + t * 4.1381367970572385e-8))));
  if (k === 0) return 1 - ((r * c) / (c - 2) - r);
  const y = 1 - (lo - (r * c) / (2 - c) - hi);
  if (k >= -1021) return k === 1024 ? y * 2 * 8.98846567431158e307 : y * withHighWord(0, (0x3ff + k) << 20);
  return y * withHighWord(0, (0x3ff + k + 1000) << 20) * 9.332636185032189e-302; // 2^-1000
}

/**
 * ln x to less than one unit in the last place: x = 2^k (1 + f) with √½ < 1 + f < √2, s = f/(2 + f), then
 * ln(1 + f) = f − s (f − R(s²)).
 */
export function log(x: number): number {
  let hx = highWord(x);
  let k = 0;
  let m = x;
  if (hx < 0x00100000) {
    if (((hx & 0x7fffffff) | lowWord(x)) === 0) return Number.NEGATIVE_INFINITY;
    if (hx < 0) return Number.NaN;
    k = -54;
    m = x * 18014398509481984;
    hx = highWord(m);
  }
  if (hx >= 0x7ff00000) return x + x;
  k += (hx >> 20) - 1023;
  hx &= 0x000fffff;
  const carry = (hx + 0x95f64) & 0x100000;
  m = withHighWord(m, hx | (carry ^ 0x3ff00000));
  k += carry >> 20;
  const f = m - 1;
  if ((0x000fffff & (2 + hx)) < 3) {
    if (f === 0) return k === 0 ? 0 : k * ln2High + k * ln2Low;
    const r = f * f * (0.5 - 0.3333333333333333 * f);
    return k === 0 ? f - r : k * ln2High - (r - k * ln2Low - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const odd = z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  const r = odd + even;
  if (((hx - 0x6147a) | (0x6b851 - hx)) > 0) {
    const half = 0.5 * f * f;
    return k === 0 ? f - (half - s * (half + r)) : k * ln2High - (half - (s * (half + r) + k * ln2Low) - f);
  }
  return k === 0 ? f - s * (f - r) : k * ln2High - (s * (f - r) - k * ln2Low - f);
}

/** log₂ x, exact where x is a power of two. */
export function log2(x: number): number {
  const whole = x > 0 && x < Number.POSITIVE_INFINITY ? exponentOf(x) : 0;
  return whole + perLn2 * log(whole === 0 ? x : scaleByPowerOfTwo(x, -whole));
}

/** The e of x = m 2^e with 1 ≤ m < 2, for a positive x. */
function exponentOf(x: number): number {
  const bits = highWord(x) >> 20;
  return bits > 0 ? bits - 1023 : (highWord(x * 18014398509481984) >> 20) - 1077;
}
