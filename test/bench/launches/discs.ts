/** A disc thrown among walls and posts, every number of it, so that a throw is a formula between impacts. */
export interface Room {
  readonly radius: number;
  readonly mass: number;
  /** Downwards along y [m/s²]. */
  readonly gravity: number;
  readonly at: Point;
  readonly spin: number;
  readonly walls: readonly Wall[];
  readonly posts: readonly Post[];
}

export type Point = readonly [number, number];

/** Restitution and friction of an obstacle with its name. */
interface Obstacle {
  readonly name: string;
  readonly restitution: number;
  readonly friction: number;
}

/** Everything beyond a line: places x with normal · x below the offset. */
export interface Wall extends Obstacle {
  readonly normal: Point;
  readonly offset: number;
}

export interface Post extends Obstacle {
  readonly at: Point;
  readonly radius: number;
}

/** The place of a disc at the end, and whom it met before, in that order. */
export interface Landing {
  readonly x: number;
  readonly y: number;
  readonly sequence: string;
}

/** Throws with more impacts are told by nobody: a disc that bounces to rest has impacts without end. */
export const mostImpacts = 12;

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];

/** Between two times the only root of a polynomial (coefficients from the constant on) that has one sign change there. */
function rootWithin(p: readonly number[], low: number, high: number): number {
  let [a, b] = [low, high];
  const isRising = valueAt(p, b) > valueAt(p, a);
  let x = 0.5 * (a + b);
  for (let i = 0; i < 80 && b - a > 1e-16 * b; i++) {
    const y = valueAt(p, x);
    if (y > 0 === isRising) b = x;
    else a = x;
    let slope = 0;
    for (let k = p.length - 1; k > 0; k--) slope = slope * x + k * p[k];
    const next = x - y / slope;
    const isInside = next > a && next < b;
    if (isInside && Math.abs(next - x) <= 1e-16 * x) return next;
    x = isInside ? next : 0.5 * (a + b);
  }
  return x;
}

function valueAt(p: readonly number[], x: number): number {
  let y = 0;
  for (let k = p.length - 1; k >= 0; k--) y = y * x + p[k];
  return y;
}

/** All roots of a polynomial between two times, by those of its derivative. */
function rootsWithin(p: readonly number[], low: number, high: number): number[] {
  if (p.length <= 1) return [];
  const turns = rootsWithin(
    p.slice(1).map((c, k) => (k + 1) * c),
    low,
    high,
  );
  const places = [low, ...turns, high];
  const roots: number[] = [];
  for (let k = 1; k < places.length; k++) {
    const [a, b] = [valueAt(p, places[k - 1]), valueAt(p, places[k])];
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) roots.push(rootWithin(p, places[k - 1], places[k]));
  }
  return roots;
}

/** When a gap, a polynomial of time that is not negative at zero, closes before `end`; never is infinite. */
function closes(gap: readonly number[], end: number): number {
  for (const t of rootsWithin(gap, 0, end)) {
    let rate = 0;
    for (let k = gap.length - 1; k > 0; k--) rate = rate * t + k * gap[k];
    if (rate < 0) return t;
  }
  return Number.POSITIVE_INFINITY;
}

/** Where a disc is after a throw; undefined where it has met more than a few. */
export function thrown(room: Room, [vx, vy]: Point, time: number): Landing | undefined {
  const { radius, mass, gravity } = room;
  let [x, y] = room.at;
  let [u, v, spin] = [vx, vy, room.spin];
  const met: string[] = [];
  for (let left = time; ; ) {
    let [first, by, n]: [number, Obstacle | undefined, Point] = [left, undefined, [0, 0]];
    for (const wall of room.walls) {
      const { normal, offset } = wall;
      const t = closes(
        [normal[0] * x + normal[1] * y - offset - radius, normal[0] * u + normal[1] * v, -0.5 * gravity * normal[1]],
        first,
      );
      if (t < first) [first, by, n] = [t, wall, normal];
    }
    for (const post of room.posts) {
      const [dx, dy, reach] = [x - post.at[0], y - post.at[1], radius + post.radius];
      const far = Math.hypot(dx, dy) - reach;
      if (far > Math.hypot(u, Math.abs(v) + gravity * first) * first) continue;
      const gap = [dx * dx + dy * dy - reach * reach, 2 * (dx * u + dy * v), u * u + v * v - gravity * dy];
      if (gravity !== 0) gap.push(-gravity * v, 0.25 * gravity * gravity);
      const t = closes(gap, first);
      if (!(t < first)) continue;
      const off: Point = [dx + u * t, dy + v * t - 0.5 * gravity * t * t];
      const length = Math.hypot(off[0], off[1]);
      [first, by, n] = [t, post, [off[0] / length, off[1] / length]];
    }
    x += u * first;
    y += v * first - 0.5 * gravity * first * first;
    v -= gravity * first;
    left -= first;
    if (by === undefined) return { x, y, sequence: met.join() };
    if (met.push(by.name) > mostImpacts) return undefined;
    // Newton's law along the normal; across it friction stops the slip, a third of the mass by the disc's spin, or is at its cone
    const along: Point = [-n[1], n[0]];
    const press = -(1 + by.restitution) * mass * dot([u, v], n);
    const stick = (-mass * (dot([u, v], along) - radius * spin)) / 3;
    const rub = Math.max(-by.friction * press, Math.min(by.friction * press, stick));
    u += (press * n[0] + rub * along[0]) / mass;
    v += (press * n[1] + rub * along[1]) / mass;
    spin -= (2 * rub) / (mass * radius);
  }
}
