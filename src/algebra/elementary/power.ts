import { highWord, lowWord, scaleByPowerOfTwo, withHighWord, withoutLowWord } from "./words.js";

/** log₂ 1.5 in two parts, for the interval of fractions about it. */
const [log15High, log15Low] = [0.5849624872207642, 1.350039202129749e-8];
/** 2/(3 ln 2), and in two parts. */
const [cp, cpHigh, cpLow] = [0.9617966939259756, 0.9617967009544373, -7.028461650952758e-9];
/** ln 2 and 1/ln 2, and in two parts. */
const [ln2, ln2High, ln2Low] = [Math.LN2, 0.6931471824645996, -1.904654299957768e-9];
const [perLn2, perLn2High, perLn2Low] = [Math.LOG2E, 1.4426950216293335, 1.9259629911266175e-8];
/** −(1024 − log₂(overflow + ½ unit)). */
const aboveLargest = 8.008566259537294e-17;
const huge = 1e300;
const tiny = 1e-300;

/** 0: y is no integer, 1: it is odd, 2: it is even. */
function parity(y: number): 0 | 1 | 2 {
  if (Math.trunc(y) !== y) return 0;
  return Math.abs(y) < 9007199254740992 && Math.abs(y % 2) === 1 ? 1 : 2;
}

/**
 * x^y to less than one unit in the last place: log₂ x to some seventy bits, times y, then two to that power. A square is
 * x·x and a square root √x, exactly rounded.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const ax = Math.abs(x);
  if (!Number.isFinite(y)) {
    if (ax === 1) return Number.NaN;
    return ax > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0;
  }
  if (y === 1) return x;
  if (y === -1) return 1 / x;
  if (y === 2) return x * x;
  if (y === 0.5 && x >= 0) return Math.sqrt(x) + 0; // of −0 it is 0
  const kind = x < 0 || Object.is(x, -0) ? parity(y) : 2;
  if (ax === 0 || ax === 1 || ax === Number.POSITIVE_INFINITY) {
    const z = y < 0 ? 1 / ax : ax;
    if (ax === 1 && x < 0 && kind === 0) return Number.NaN;
    return kind === 1 ? -z : z;
  }
  if (x < 0 && kind === 0) return Number.NaN;
  const sign = kind === 1 ? -1 : 1;
  return sign * powerOfPositive(ax, y);
}

/** log₂ ax in two parts: the second of the last call. */
let logTail = 0;

function powerOfPositive(ax: number, y: number): number {
  const iy = highWord(y) & 0x7fffffff;
  let t1: number;
  if (iy > 0x41e00000) {
    // |y| > 2^31: only x near one has a power that is no limit
    const ix = highWord(ax);
    if (iy > 0x43f00000) {
      if (ix <= 0x3fefffff) return y < 0 ? Number.POSITIVE_INFINITY : 0;
      if (ix >= 0x3ff00000) return y > 0 ? Number.POSITIVE_INFINITY : 0;
    }
    if (ix < 0x3fefffff) return y < 0 ? Number.POSITIVE_INFINITY : 0;
    if (ix > 0x3ff00000) return y > 0 ? Number.POSITIVE_INFINITY : 0;
    t1 = logNearOne(ax);
  } else t1 = log2InParts(ax);
  const t2 = logTail;
  const y1 = withoutLowWord(y);
  const pLow = (y - y1) * t1 + y * t2;
  const pHigh = y1 * t1;
  return exp2InParts(pHigh, pLow);
}

/** log₂ x for |x − 1| ≤ 2^-20, by its series. */
function logNearOne(x: number): number {
  const t = x - 1;
  const w = t * t * (0.5 - t * (0.3333333333333333 - t * 0.25));
  const u = perLn2High * t;
  const v = t * perLn2Low - w * perLn2;
  const t1 = withoutLowWord(u + v);
  logTail = v - (t1 - u);
  return t1;
}

function log2InParts(given: number): number {
  let ax = given;
  let n = 0;
  let ix = highWord(ax);
  if (ix < 0x00100000) {
    ax *= 9007199254740992;
    n -= 53;
    ix = highWord(ax);
  }
  n += (ix >> 20) - 0x3ff;
  const j = ix & 0x000fffff;
  ix = j | 0x3ff00000;
  let k = 0;
  if (j > 0x3988e) {
    if (j < 0xbb67a) k = 1;
    else {
      n += 1;
      ix -= 0x00100000;
    }
  }
  ax = withHighWord(ax, ix);
  const base = k === 0 ? 1 : 1.5;
  // s = (x − base)/(x + base) in two parts
  let u = ax - base;
  let v = 1 / (ax + base);
  const ss = u * v;
  const sHigh = withoutLowWord(ss);
  let tHigh = withHighWord(0, ((ix >> 1) | 0x20000000) + 0x00080000 + (k << 18));
  let tLow = ax - (tHigh - base);
  const sLow = v * (u - sHigh * tHigh - sHigh * tLow);
  let s2 = ss * ss;
  let r =
    s2 *
    s2 *
    (0.5999999999999946 +
      s2 *
        (0.4285714285785502 +
          s2 *
            (0.33333332981837743 + s2 * (0.272728123808534 + s2 * (0.23066074577556175 + s2 * 0.20697501780033842)))));
  r += sLow * (sHigh + ss);
  s2 = sHigh * sHigh;
  tHigh = withoutLowWord(3 + s2 + r);
  tLow = r - (tHigh - 3 - s2);
  u = sHigh * tHigh;
  v = sLow * tHigh + tLow * ss;
  const pHigh = withoutLowWord(u + v);
  const pLow = v - (pHigh - u);
  const zHigh = cpHigh * pHigh;
  const zLow = cpLow * pHigh + pLow * cp + (k === 0 ? 0 : log15Low);
  const dpHigh = k === 0 ? 0 : log15High;
  const t1 = withoutLowWord(zHigh + zLow + dpHigh + n);
  logTail = zLow - (t1 - n - dpHigh - zHigh);
  return t1;
}

/** 2^(pHigh + pLow). */
function exp2InParts(pHigh: number, pLow: number): number {
  const z = pLow + pHigh;
  const j = highWord(z);
  const i = lowWord(z);
  if (j >= 0x40900000) {
    if (((j - 0x40900000) | i) !== 0 || pLow + aboveLargest > z - pHigh) return huge * huge;
  } else if ((j & 0x7fffffff) >= 0x4090cc00) {
    if ((((j | 0) - (0xc090cc00 | 0)) | i) !== 0 || pLow <= z - pHigh) return tiny * tiny;
  }
  const ij = j & 0x7fffffff;
  const k = (ij >> 20) - 0x3ff;
  let n = 0;
  let high = pHigh;
  if (ij > 0x3fe00000) {
    n = j + (0x00100000 >> (k + 1));
    const kn = ((n & 0x7fffffff) >> 20) - 0x3ff;
    high -= withHighWord(0, n & ~(0x000fffff >> kn));
    n = ((n & 0x000fffff) | 0x00100000) >> (20 - kn);
    if (j < 0) n = -n;
  }
  const t = withoutLowWord(pLow + high);
  const u = t * ln2High;
  const v = (pLow - (t - high)) * ln2 + t * ln2Low;
  const w = u + v;
  const rest = v - (w - u);
  const s = w * w;
  const c =
    w -
    s *
      (0.16666666666666602 +
        s *
          (-0.0027777777777015593 +
            s * (0.00006613756321437934 + s * (-0.0000016533902205465252 + s * 4.1381367970572385e-8))));
  const r = (w * c) / (c - 2) - (rest + w * rest);
  const value = 1 - (r - w);
  const exponent = highWord(value) + (n << 20);
  return exponent >> 20 <= 0 ? scaleByPowerOfTwo(value, n) : withHighWord(value, exponent);
}
