/** A table for two balls, every number of it, so that a shot is a formula between events. */
export interface Table {
  readonly cue: Point;
  readonly object: Point;
  readonly pocket: Point;
  readonly pockets: readonly Point[];
  /** Half length and half breadth of the table, and radii of balls and pockets. */
  readonly half: Point;
  readonly radius: number;
  readonly pocketRadius: number;
  readonly cushions: readonly Cushion[];
  readonly speed: number;
  readonly restitution: { readonly ball: number; readonly cushion: number };
  readonly time: number;
}

export type Point = readonly [number, number];

/** A straight cushion with its name. */
export interface Cushion {
  readonly name: string;
  readonly from: Point;
  readonly to: Point;
}

/** A pot: the direction of the shot, when the ball is at the pocket, and the impacts that led there. */
export interface Pot {
  readonly angle: number;
  readonly time: number;
  readonly impacts: readonly string[];
}

interface Mover {
  readonly name: string;
  at: Point;
  v: Point;
}

/** A stretch of the object ball's way on which it does not change its direction, and what had happened before. */
interface Stretch {
  readonly begin: number;
  readonly end: number;
  readonly at: Point;
  readonly v: Point;
  readonly impacts: readonly string[];
}

const add = (a: Point, b: Point, t = 1): Point => [a[0] + t * b[0], a[1] + t * b[1]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
const cross = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0];
/** An approach slower than this is none: a ball that has just left a cushion is still at it. */
const none = 1e-12;

/** When a point that moves from `at` by `v` comes to a distance r of the origin; never is infinite. */
function untilCircle(at: Point, v: Point, r: number): number {
  const [a, b, c] = [dot(v, v), dot(at, v), dot(at, at) - r * r];
  const root = b * b - a * c;
  return b >= -none || root < 0 ? Number.POSITIVE_INFINITY : Math.max(0, (-b - Math.sqrt(root)) / a);
}

/** When a ball meets a cushion, along its side or at its ends, and the normal there. */
function untilCushion({ at, v }: Mover, { from, to }: Cushion, r: number): { t: number; normal: Point } {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const along: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const across: Point = [-along[1], along[0]];
  let best = { t: Number.POSITIVE_INFINITY, normal: across };
  const away = dot(add(at, from, -1), across);
  const toward = dot(v, across);
  const side = Math.sign(away);
  if (side * toward < -none) {
    const t = Math.max(0, (Math.abs(away) - r) / Math.abs(toward));
    const place = dot(add(add(at, v, t), from, -1), along);
    if (Math.abs(away) >= r - 1e-9 && place >= 0 && place <= length)
      best = { t, normal: [side * across[0], side * across[1]] };
  }
  for (const end of [from, to]) {
    const t = untilCircle(add(at, end, -1), v, r);
    if (t >= best.t) continue;
    const off = add(add(at, v, t), end, -1);
    best = { t, normal: [off[0] / r, off[1] / r] };
  }
  return best;
}

/** Impacts that reach the object ball: its own, and those before it of who meets it. */
function past(impacts: readonly string[]): string[] {
  let both = false;
  const kept: string[] = [];
  for (const one of [...impacts].reverse()) {
    if (one === "hit") both = true;
    if (one === "hit" || both || one.startsWith("object.")) kept.push(one);
  }
  return kept.reverse();
}

/** The way of the object ball after a shot, as far as neither ball is gone. */
function shoot(table: Table, angle: number): Stretch[] {
  const { radius: r, cushions, restitution, pockets, pocketRadius, pocket, half } = table;
  const cue: Mover = { name: "cue", at: table.cue, v: [table.speed * Math.cos(angle), table.speed * Math.sin(angle)] };
  const object: Mover = { name: "object", at: table.object, v: [0, 0] };
  const stretches: Stretch[] = [];
  const impacts: string[] = [];
  let now = 0;
  for (let k = 0; k < 200; k++) {
    let next = { t: table.time - now, act: (): void => {}, name: "end" };
    const hit = untilCircle(add(object.at, cue.at, -1), add(object.v, cue.v, -1), 2 * r);
    if (hit < next.t)
      next = {
        t: hit,
        name: "hit",
        act() {
          const d = add(object.at, cue.at, -1);
          const n: Point = [d[0] / (2 * r), d[1] / (2 * r)];
          const push = 0.5 * (1 + restitution.ball) * dot(add(cue.v, object.v, -1), n);
          cue.v = add(cue.v, n, -push);
          object.v = add(object.v, n, push);
        },
      };
    for (const ball of [cue, object])
      for (const cushion of cushions) {
        const { t, normal } = untilCushion(ball, cushion, r);
        if (t >= next.t) continue;
        next = {
          t,
          name: `${ball.name}.${cushion.name}`,
          act() {
            ball.v = add(ball.v, normal, -(1 + restitution.cushion) * dot(ball.v, normal));
          },
        };
      }
    let gone = Number.POSITIVE_INFINITY;
    for (const ball of [cue, object]) {
      for (const place of pockets) {
        const isMeant = Math.hypot(place[0] - pocket[0], place[1] - pocket[1]) < pocketRadius;
        if (ball === cue || !isMeant) gone = Math.min(gone, untilCircle(add(ball.at, place, -1), ball.v, pocketRadius));
      }
      for (const axis of [0, 1]) {
        const left = (half[axis] + r - Math.sign(ball.v[axis]) * ball.at[axis]) / Math.abs(ball.v[axis]);
        if (ball.v[axis] !== 0) gone = Math.min(gone, left);
      }
    }
    const t = Math.min(next.t, gone);
    stretches.push({ begin: now, end: now + t, at: object.at, v: object.v, impacts: past(impacts) });
    cue.at = add(cue.at, cue.v, t);
    object.at = add(object.at, object.v, t);
    now += t;
    if (gone <= next.t || next.name === "end") return stretches;
    next.act();
    impacts.push(next.name);
  }
  return stretches;
}

/** By how much a stretch, or the line that it lies on, passes the pocket on its left, when, and whether it comes there. */
function missOf({ pocket }: Table, { begin, end, at, v }: Stretch) {
  const speed = Math.hypot(v[0], v[1]);
  if (speed === 0) return undefined;
  const to = add(pocket, at, -1);
  const time = begin + dot(to, v) / (speed * speed);
  return { miss: cross(v, to) / speed, time, isReached: time >= begin && time <= end };
}

/** The stretch after the same impacts. */
const sameAs = (stretches: readonly Stretch[], key: string): Stretch | undefined =>
  stretches.find(({ impacts }) => impacts.join() === key);

/** Every pot between two of so many shots from one direction to another, after the same impacts, closed in on by halving. */
export function everyPot(table: Table, shots: number, [from, to]: Point = [-Math.PI, Math.PI]): Pot[] {
  const pots: Pot[] = [];
  const at = (k: number): number => from + ((to - from) * k) / shots;
  let before = shoot(table, at(0));
  for (let k = 1; k <= shots; k++) {
    const now = shoot(table, at(k));
    const keys = new Set(now.map(({ impacts }) => impacts.join()));
    for (const key of keys) {
      const [a, b] = [sameAs(before, key), sameAs(now, key)];
      const [low, high] = [a && missOf(table, a), b && missOf(table, b)];
      if (low === undefined || high === undefined || low.miss * high.miss > 0) continue;
      const pot = closeIn(table, key, [at(k - 1), at(k)], low.miss);
      if (pot !== undefined) pots.push(pot);
    }
    before = now;
  }
  return pots;
}

/** Halves an interval while the impacts stay; what jumps over zero is no pot. */
function closeIn(table: Table, key: string, [low, high]: Point, sign: number): Pot | undefined {
  let [a, b] = [low, high];
  for (let i = 0; i < 60; i++) {
    const middle = 0.5 * (a + b);
    const stretch = sameAs(shoot(table, middle), key);
    const found = stretch && missOf(table, stretch);
    if (stretch === undefined || found === undefined) return undefined;
    if (Math.abs(found.miss) < 1e-10)
      return found.isReached ? { angle: middle, time: found.time, impacts: stretch.impacts } : undefined;
    if (found.miss * sign > 0) a = middle;
    else b = middle;
  }
  return undefined;
}
