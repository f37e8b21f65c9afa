import { highWord, lowWord, withHighWord, withoutLowWord } from "./words.js";

/** π/2 in three parts of 33 bits, each with what is left after it. */
const perHalfPi = 0.6366197723675814;
const [part1, rest1] = [1.5707963267341256, 6.077100506506192e-11];
const [part2, rest2] = [6.077100506303966e-11, 2.0222662487959506e-21];
const [part3, rest3] = [2.0222662487111665e-21, 8.4784276603689e-32];

/** The remainder of the last reduction, y + tail, and beside it how many right angles were taken off. */
const remainder = new Float64Array(2);

/** Takes right angles off x until |remainder| ≤ π/4; returns their number modulo any power of two. */
function reduce(x: number): number {
  const hx = highWord(x);
  const ix = hx & 0x7fffffff;
  if (ix < 0x4002d97c) {
    const sign = hx > 0 ? 1 : -1;
    let z = x - sign * part1;
    let rest = rest1;
    if (ix === 0x3ff921fb) {
      // near π/2 another 33 bits are needed
      z -= sign * part2;
      rest = rest2;
    }
    remainder[0] = z - sign * rest;
    remainder[1] = z - remainder[0] - sign * rest;
    return sign;
  }
  if (ix > 0x413921fb) return reduceLarge(x);
  const t = Math.abs(x);
  const n = Math.trunc(t * perHalfPi + 0.5);
  let r = t - n * part1;
  let w = n * rest1;
  let y = r - w;
  const exponent = ix >> 20;
  if (exponent - ((highWord(y) >> 20) & 0x7ff) > 16) {
    let before = r;
    w = n * part2;
    r = before - w;
    w = n * rest2 - (before - r - w);
    y = r - w;
    if (exponent - ((highWord(y) >> 20) & 0x7ff) > 49) {
      before = r;
      w = n * part3;
      r = before - w;
      w = n * rest3 - (before - r - w);
      y = r - w;
    }
  }
  const tail = r - y - w;
  remainder[0] = hx < 0 ? -y : y;
  remainder[1] = hx < 0 ? -tail : tail;
  return hx < 0 ? -n : n;
}

/** Bits behind the binary point of what π is known to: exponents go to 1023, and 120 more bits make two doubles. */
const bits = 1200n;
let pi: bigint | undefined;

/** π · 2^bits by Machin's formula, 16 atan(1/5) − 4 atan(1/239). */
function piScaled(): bigint {
  if (pi !== undefined) return pi;
  const guard = 32n;
  const atanOfInverse = (n: bigint): bigint => {
    let power = (1n << (bits + guard)) / n;
    let sum = power;
    for (let k = 3n, sign = -1n; power !== 0n; k += 2n, sign = -sign) {
      power /= n * n;
      sum += (sign * power) / k;
    }
    return sum;
  };
  pi = (16n * atanOfInverse(5n) - 4n * atanOfInverse(239n)) >> guard;
  return pi;
}

/** The reduction of |x| > 2^19 π in integers, where doubles no longer hold enough of π: slow, and rarely needed. */
function reduceLarge(x: number): number {
  if (!Number.isFinite(x)) {
    remainder.fill(Number.NaN);
    return 0;
  }
  const exponent = ((highWord(x) >> 20) & 0x7ff) - 1075;
  const fraction = (BigInt((highWord(x) & 0xfffff) | 0x100000) << 32n) | BigInt(lowWord(x));
  const scaled = exponent >= 0 ? fraction << (bits + BigInt(exponent)) : fraction << (bits - BigInt(-exponent));
  const right = piScaled() >> 1n;
  const turns = (scaled + (right >> 1n)) / right;
  const rest = scaled - turns * right;
  const y = toDouble(rest);
  const tail = toDouble(rest - toScaled(y));
  const n = Number(turns & 7n);
  remainder[0] = x < 0 ? -y : y;
  remainder[1] = x < 0 ? -tail : tail;
  return x < 0 ? -n : n;
}

/** A number of units of 2^-bits as the nearest double. */
function toDouble(scaled: bigint): number {
  const size = scaled < 0n ? -scaled : scaled;
  // a double of a hundred bits is rounded to the nearest
  const cut = Math.max(0, size.toString(2).length - 100);
  const value = Number(size >> BigInt(cut)) * 2 ** (cut - 600) * 2 ** (600 - Number(bits));
  return scaled < 0n ? -value : value;
}

/** A double that came from `toDouble`, as units of 2^-bits. */
function toScaled(x: number): bigint {
  if (x === 0) return 0n;
  const exponent = ((highWord(x) >> 20) & 0x7ff) - 1075;
  const fraction = (BigInt((highWord(x) & 0xfffff) | 0x100000) << 32n) | BigInt(lowWord(x));
  const shift = bits + BigInt(exponent);
  const size = shift >= 0n ? fraction << shift : fraction >> -shift;
  return x < 0 ? -size : size;
}

/** sin(x + tail) for |x| ≤ π/4. */
function sinNear(x: number, tail: number, hasTail: boolean): number {
  if ((highWord(x) & 0x7fffffff) < 0x3e400000) return x;
  const z = x * x;
  const v = z * x;
  const r =
    0.00833333333332249 +
    z *
      (-0.0001984126982985795 +
        z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  if (!hasTail) return x + v * (-0.16666666666666632 + z * r);
  return x - (z * (0.5 * tail - v * r) - tail - v * -0.16666666666666632);
}

/** cos(x + tail) for |x| ≤ π/4. */
function cosNear(x: number, tail: number): number {
  const ix = highWord(x) & 0x7fffffff;
  if (ix < 0x3e400000) return 1;
  const z = x * x;
  const r =
    z *
    (0.0416666666666666 +
      z *
        (-0.001388888888887411 +
          z *
            (0.00002480158728947673 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
  if (ix < 0x3fd33333) return 1 - (0.5 * z - (z * r - x * tail));
  const q = ix > 0x3fe90000 ? 0.28125 : withHighWord(0, ix - 0x00200000);
  return 1 - q - (0.5 * z - q - (z * r - x * tail));
}

/** sin x to less than one unit in the last place, x in radians. */
export function sin(x: number): number {
  if ((highWord(x) & 0x7fffffff) <= 0x3fe921fb) return sinNear(x, 0, false);
  const quarter = reduce(x) & 3;
  const [y, tail] = [remainder[0], remainder[1]];
  const value = (quarter & 1) === 0 ? sinNear(y, tail, true) : cosNear(y, tail);
  return quarter < 2 ? value : -value;
}

/** cos x to less than one unit in the last place, x in radians. */
export function cos(x: number): number {
  if ((highWord(x) & 0x7fffffff) <= 0x3fe921fb) return cosNear(x, 0);
  const quarter = reduce(x) & 3;
  const [y, tail] = [remainder[0], remainder[1]];
  const value = (quarter & 1) === 0 ? cosNear(y, tail) : sinNear(y, tail, true);
  return quarter === 1 || quarter === 2 ? -value : value;
}

/** tan x to less than one unit in the last place, x in radians. */
export function tan(x: number): number {
  if ((highWord(x) & 0x7fffffff) <= 0x3fe921fb) return tanNear(x, 0, true);
  const isEven = (reduce(x) & 1) === 0;
  return tanNear(remainder[0], remainder[1], isEven);
}

const quarterPi = 0.7853981633974483;
const quarterPiLow = 3.061616997868383e-17;

/** tan(x + tail) for |x| ≤ π/4, or −1/tan(x + tail). */
function tanNear(given: number, givenTail: number, isTangent: boolean): number {
  const hx = highWord(given);
  const ix = hx & 0x7fffffff;
  let x = given;
  let tail = givenTail;
  if (ix < 0x3e300000) {
    if (isTangent) return x;
    if (x === 0 && tail === 0) return Number.POSITIVE_INFINITY;
    return minusInverse(x + tail, tail - (x + tail - x));
  }
  const isLarge = ix >= 0x3fe59428;
  if (isLarge) {
    // tan x = (1 − tan(π/4 − x))/(1 + tan(π/4 − x))
    if (x < 0) {
      x = -x;
      tail = -tail;
    }
    x = quarterPi - x + (quarterPiLow - tail);
    tail = 0;
  }
  const z = x * x;
  const w = z * z;
  const odd =
    0.13333333333320124 +
    w *
      (0.021869488294859542 +
        w *
          (0.0035920791075913124 +
            w * (0.0005880412408202641 + w * (0.00007817944429395571 + w * -0.000018558637485527546))));
  const even =
    z *
    (0.05396825397622605 +
      w *
        (0.0088632398235993 +
          w *
            (0.0014562094543252903 +
              w * (0.0002464631348184699 + w * (0.00007140724913826082 + w * 0.00002590730518636337)))));
  const cube = z * x;
  const r = tail + z * (cube * (odd + even) + tail) + 0.3333333333333341 * cube;
  const value = x + r;
  if (isLarge) {
    const sign = 1 - ((hx >> 30) & 2);
    const v = isTangent ? 1 : -1;
    return sign * (v - 2 * (x - ((value * value) / (value + v) - r)));
  }
  return isTangent ? value : minusInverse(value, r - (withoutLowWord(value) - x), true);
}

/** −1/(w + rest) with half of the digits of w at a time; `rest` may already be counted from the rounded w. */
function minusInverse(w: number, rest: number, isFromRounded = false): number {
  const z = withoutLowWord(w);
  const v = isFromRounded ? rest : rest + (w - z);
  const a = -1 / w;
  const t = withoutLowWord(a);
  return t + a * (1 + t * z + t * v);
}

const centres = [0.4636476090008061, 0.7853981633974483, 0.982793723247329, 1.5707963267948966];
const centresLow = [2.2698777452961687e-17, 3.061616997868383e-17, 1.3903311031230998e-17, 6.123233995736766e-17];

/** The arc tangent of x, to less than one unit in the last place: about the nearest of 0, ½, 1, 1½ and ∞. */
export function atan(given: number): number {
  const hx = highWord(given);
  const ix = hx & 0x7fffffff;
  if (Number.isNaN(given)) return given;
  if (ix >= 0x44100000) return hx > 0 ? centres[3] + centresLow[3] : -centres[3] - centresLow[3];
  let x = given;
  let id = -1;
  if (ix < 0x3fdc0000) {
    if (ix < 0x3e400000) return x;
  } else {
    x = Math.abs(x);
    if (ix < 0x3fe60000) [id, x] = [0, (2 * x - 1) / (2 + x)];
    else if (ix < 0x3ff30000) [id, x] = [1, (x - 1) / (x + 1)];
    else if (ix < 0x40038000) [id, x] = [2, (x - 1.5) / (1 + 1.5 * x)];
    else [id, x] = [3, -1 / x];
  }
  const z = x * x;
  const w = z * z;
  const even =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 + w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const odd =
    w *
    (-0.19999999999876483 +
      w * (-0.11111110405462356 + w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  if (id < 0) return x - x * (even + odd);
  const value = centres[id] - (x * (even + odd) - centresLow[id] - x);
  return hx < 0 ? -value : value;
}

const piLow = 1.2246467991473532e-16;

/** The angle of the point (x, y), between −π and π, to less than two units in the last place. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === 1) return atan(y);
  const isBelow = y < 0 || Object.is(y, -0);
  const isLeft = x < 0 || Object.is(x, -0);
  const sign = isBelow ? -1 : 1;
  if (y === 0) return isLeft ? sign * Math.PI : y;
  if (x === 0) return (sign * Math.PI) / 2;
  if (!Number.isFinite(x)) {
    if (!Number.isFinite(y)) return sign * (isLeft ? 3 * quarterPi : quarterPi);
    return isLeft ? sign * Math.PI : sign * 0;
  }
  if (!Number.isFinite(y)) return (sign * Math.PI) / 2;
  const k = ((highWord(y) & 0x7fffffff) - (highWord(x) & 0x7fffffff)) >> 20;
  if (k > 60) return sign * (Math.PI / 2 + 0.5 * piLow);
  const z = isLeft && k < -60 ? 0 : atan(Math.abs(y / x));
  if (!isLeft) return isBelow ? -z : z;
  return isBelow ? z - piLow - Math.PI : Math.PI - (z - piLow);
}
