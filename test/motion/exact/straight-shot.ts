/** A cue ball and an object ball on a line, as numbers of the problem `billiards/straight`. */
export interface Shot {
  readonly "cue.v": number;
  readonly gap: number;
  readonly friction: number;
  readonly rolling: number;
  readonly restitution: number;
  readonly radius: number;
  readonly gravity: number;
}

/** A ball on its way: place, speed, and the speed of its surface, all along the line. */
interface Moving {
  x: number;
  v: number;
  /** Radius times spin: it rolls where this is v. */
  u: number;
}

/** Rates of v and u by Coulomb's friction and resistance to rolling, in the piece that the ball is in. */
function rates({ v, u }: Moving, { friction, rolling, radius, gravity }: Shot): [number, number] {
  const resist = Math.min(rolling / radius, friction);
  if (v === 0 && u === 0) return [0, 0];
  if (v === u) return [(-5 / 7) * resist * gravity, (-5 / 7) * resist * gravity];
  const slip = Math.sign(v - u);
  // a ball that does not turn yet begins to, in the direction of friction
  const turning = u === 0 ? slip : Math.sign(u);
  return [-slip * friction * gravity, 2.5 * gravity * (slip * friction - turning * resist)];
}

/** The time at which a ball leaves its piece: it begins to roll, or rests. */
function leaves(ball: Moving, shot: Shot): number {
  const [a, b] = rates(ball, shot);
  if (a === 0) return Number.POSITIVE_INFINITY;
  return ball.v === ball.u ? -ball.v / a : (ball.v - ball.u) / (b - a);
}

function advance(ball: Moving, t: number, shot: Shot): void {
  const [a, b] = rates(ball, shot);
  const [isLeaving, wasRolling] = [t === leaves(ball, shot), ball.v === ball.u];
  ball.x += ball.v * t + 0.5 * a * t * t;
  ball.v += a * t;
  ball.u += b * t;
  if (isLeaving && wasRolling) ball.v = 0;
  if (isLeaving || wasRolling) ball.u = ball.v;
}

/** The first root of g + b t + a t²/2 in (0, end) that it passes downwards; ∞ where there is none. */
function firstTouch(g: number, b: number, a: number, end: number): number {
  const root = b * b - 2 * a * g;
  if (root < 0) return Number.POSITIVE_INFINITY;
  const t = b < 0 ? (2 * g) / (-b + Math.sqrt(root)) : a < 0 ? (-b - Math.sqrt(root)) / a : Number.POSITIVE_INFINITY;
  return t > 1e-12 && t <= end ? t : Number.POSITIVE_INFINITY;
}

/** Ways of both balls until they rest, piece by piece in closed form, and how often they met; slipping backwards is no piece of it. */
export function straightShot(shot: Shot): { object: number; cue: number; hits: number } {
  const cue: Moving = { x: -shot.gap, v: shot["cue.v"], u: 0 };
  const object: Moving = { x: 0, v: 0, u: 0 };
  let hits = 0;
  for (let piece = 0; piece < 200; piece++) {
    const end = Math.min(leaves(cue, shot), leaves(object, shot));
    const touch = firstTouch(object.x - cue.x, object.v - cue.v, rates(object, shot)[0] - rates(cue, shot)[0], end);
    if (touch === Number.POSITIVE_INFINITY && end === Number.POSITIVE_INFINITY) break;
    const t = Math.min(touch, end);
    advance(cue, t, shot);
    advance(object, t, shot);
    if (touch > end) continue;
    hits++;
    object.x = cue.x;
    const [sum, difference] = [cue.v + object.v, shot.restitution * (cue.v - object.v)];
    cue.v = 0.5 * (sum - difference);
    object.v = 0.5 * (sum + difference);
  }
  return { object: object.x, cue: cue.x + shot.gap, hits };
}
