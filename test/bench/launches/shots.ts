import { mostImpacts, type Room } from "./discs.js";

/**
 * The throws of `discs.ts` a million at a time: the same formulas over numbers that lie in a row, and nothing is made. The answer is
 * the impacts in their order as one number, or −1 where there are more than a few; the place at the end lies in `end`.
 */
export interface Shots {
  readonly end: Float64Array;
  readonly shoot: (vx: number, vy: number, time: number) => number;
}

const never = Number.POSITIVE_INFINITY;

/** When a + b t + c t² next turns negative, from a value that is not. */
function falls(a: number, b: number, c: number): number {
  if (c === 0) return b < 0 && a > 0 ? -a / b : never;
  const inside = b * b - 4 * a * c;
  if (!(inside > 0)) return never;
  const root = Math.sqrt(inside);
  if (b < 0) return a > 0 ? (2 * a) / (root - b) : never;
  return c < 0 ? (-b - root) / (2 * c) : never;
}

/** The polynomial of fourth degree at work, from its constant on. */
let [p0, p1, p2, p3, p4] = [0, 0, 0, 0, 0];
const gap = (t: number): number => p0 + t * (p1 + t * (p2 + t * (p3 + t * p4)));
const rate = (t: number): number => p1 + t * (2 * p2 + t * (3 * p3 + t * 4 * p4));
const bend = (t: number): number => 2 * p2 + t * (6 * p3 + t * 12 * p4);

/** The only root of a function between two times at which it has other signs. */
function rootOf(f: (t: number) => number, slope: (t: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  const isRising = f(b) > f(a);
  let x = 0.5 * (a + b);
  for (let i = 0; i < 80; i++) {
    const y = f(x);
    if (y > 0 === isRising) b = x;
    else a = x;
    const next = x - y / slope(x);
    const isInside = next > a && next < b;
    if (isInside && Math.abs(next - x) <= 1e-15 * x) return next;
    if (!isInside && b - a <= 1e-16 * b) return x;
    x = isInside ? next : 0.5 * (a + b);
  }
  return x;
}

/** Places of a parabola in time at which the function of fourth degree can turn, in their order, are written here. */
const turns = new Float64Array(5);
const bends = new Float64Array(4);

/** When the polynomial of fourth degree falls through zero between two times. */
function quarticFalls(low: number, high: number): number {
  let count = 0;
  bends[count++] = low;
  const inside = 36 * p3 * p3 - 96 * p2 * p4;
  if (inside > 0) {
    const root = Math.sqrt(inside);
    const [first, second] = [(-6 * p3 - root) / (24 * p4), (-6 * p3 + root) / (24 * p4)];
    if (first > low && first < high) bends[count++] = first;
    if (second > low && second < high) bends[count++] = second;
  }
  bends[count++] = high;
  let many = 0;
  turns[many++] = low;
  for (let k = 1; k < count; k++)
    if (rate(bends[k - 1]) * rate(bends[k]) < 0) turns[many++] = rootOf(rate, bend, bends[k - 1], bends[k]);
  turns[many++] = high;
  let before = gap(low);
  for (let k = 1; k < many; k++) {
    const now = gap(turns[k]);
    if (before > 0 && now < 0) return rootOf(gap, rate, turns[k - 1], turns[k]);
    before = now;
  }
  return never;
}

export function shotsIn({ radius, mass, gravity, at, spin: spun, walls, posts }: Room): Shots {
  const end = new Float64Array(2);
  const sides = walls.length;
  const all = [...walls, ...posts];
  const [nx, ny] = [0, 1].map((j) => Float64Array.from(walls, ({ normal }) => normal[j]));
  const offset = Float64Array.from(walls, (wall) => wall.offset + radius);
  const [px, py] = [0, 1].map((j) => Float64Array.from(posts, (post) => post.at[j]));
  const reach = Float64Array.from(posts, (post) => post.radius + radius);
  const [restitution, friction] = [
    Float64Array.from(all, (one) => one.restitution),
    Float64Array.from(all, (one) => one.friction),
  ];

  const postFalls = (k: number, x: number, y: number, u: number, v: number, first: number): number => {
    const [dx, dy, r] = [x - px[k], y - py[k], reach[k]];
    if (gravity === 0) return falls(dx * dx + dy * dy - r * r, 2 * (dx * u + dy * v), u * u + v * v);
    // the disc is beside the post for a while only, and in this while it may pass above or below
    let [low, high] = [0, first];
    if (u !== 0) {
      const [one, other] = [(-r - dx) / u, (r - dx) / u];
      low = Math.max(low, Math.min(one, other));
      high = Math.min(high, Math.max(one, other));
    } else if (Math.abs(dx) > r) return never;
    if (!(low < high)) return never;
    const [yLow, yHigh] = [dy + low * (v - 0.5 * gravity * low), dy + high * (v - 0.5 * gravity * high)];
    if (Math.min(yLow, yHigh) > r) return never;
    const top = v / gravity;
    const most = top > low && top < high ? dy + (0.5 * v * v) / gravity : Math.max(yLow, yHigh);
    if (most < -r) return never;
    p0 = dx * dx + dy * dy - r * r;
    p1 = 2 * (dx * u + dy * v);
    p2 = u * u + v * v - gravity * dy;
    p3 = -gravity * v;
    p4 = 0.25 * gravity * gravity;
    // borders of the while are rounded: the root may lie at one of them
    return quarticFalls(Math.max(0, low - 1e-9), Math.min(first, high + 1e-9));
  };

  const shoot = (vx: number, vy: number, time: number): number => {
    let [x, y, u, v, spin, left, code] = [at[0], at[1], vx, vy, spun, time, 0];
    for (let met = 0; ; met++) {
      let [first, by] = [left, -1];
      for (let k = 0; k < sides; k++) {
        const t = falls(nx[k] * x + ny[k] * y - offset[k], nx[k] * u + ny[k] * v, -0.5 * gravity * ny[k]);
        if (t < first) [first, by] = [t, k];
      }
      for (let k = 0; k < reach.length; k++) {
        const t = postFalls(k, x, y, u, v, first);
        if (t < first) [first, by] = [t, sides + k];
      }
      x += u * first;
      y += v * first - 0.5 * gravity * first * first;
      v -= gravity * first;
      left -= first;
      if (by < 0) {
        end[0] = x;
        end[1] = y;
        return code;
      }
      if (met === mostImpacts) return -1;
      code = code * (all.length + 1) + by + 1;
      let [a, b] = by < sides ? [nx[by], ny[by]] : [x - px[by - sides], y - py[by - sides]];
      const length = Math.sqrt(a * a + b * b);
      a /= length;
      b /= length;
      const press = -(1 + restitution[by]) * mass * (u * a + v * b);
      const stick = (-mass * (v * a - u * b - radius * spin)) / 3;
      const most = friction[by] * press;
      const rub = stick > most ? most : Math.max(stick, -most);
      u += (press * a - rub * b) / mass;
      v += (press * b + rub * a) / mass;
      spin -= (2 * rub) / (mass * radius);
    }
  };
  return { end, shoot };
}
