/**
 * The continuous motion of spheres with viscoelastic contacts under Coulomb friction, by the classical Runge–Kutta method
 * with short equal steps: plain arithmetic that shares nothing with the rows, grids and solvers of the toolkit.
 */
export type Vector = readonly [number, number, number];

export interface Sphere {
  readonly mass: number;
  readonly radius: number;
  readonly inertia: number;
}

/** A contact of sphere `of` with the half-space n·x ≤ offset, or with another sphere. */
export interface Touch {
  readonly of: number;
  readonly on: number | { readonly normal: Vector; readonly offset: number };
  readonly friction: number;
  readonly stiffness: number;
  readonly damping: number;
  readonly coneSmoothing: number;
}

/** Position, velocity and spin of every sphere, and the tangential deformation of every contact, in world axes. */
export interface Moment {
  readonly x: readonly Vector[];
  readonly v: readonly Vector[];
  readonly w: readonly Vector[];
  readonly delta: readonly Vector[];
}

const plus = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const times = (s: number, a: Vector): Vector => [s * a[0], s * a[1], s * a[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const zero: Vector = [0, 0, 0];

/** Unit normal towards the sphere and signed distance of a contact. */
function surfaces(spheres: readonly Sphere[], { of, on }: Touch, { x }: Moment): { normal: Vector; gap: number } {
  const { radius } = spheres[of];
  if (typeof on !== "number") return { normal: on.normal, gap: dot(on.normal, x[of]) - on.offset - radius };
  const d = plus(x[of], x[on], -1);
  const length = Math.sqrt(dot(d, d));
  return { normal: times(1 / length, d), gap: length - radius - spheres[on].radius };
}

/**
 * The rates of a moment. While a contact is closed δ_n = −Ψ_n, so that λ_n = max(0, −KΨ_n − CΨ̇_n), and it has opened for
 * good where that is zero (it relaxes within C/K, before it closes again). λ_f is the force without slip, Kδ − CΓ_f ν,
 * projected onto the cone, and δ̇ = (λ_f − Kδ)/C.
 */
function rates(spheres: readonly Sphere[], touches: readonly Touch[], gravity: Vector, now: Moment): Moment {
  const force = spheres.map(({ mass }) => times(mass, gravity));
  const torque = spheres.map((): Vector => zero);
  const delta = touches.map(({ of, on, friction, stiffness: K, damping: C, coneSmoothing }, i): Vector => {
    const { normal, gap } = surfaces(spheres, touches[i], now);
    // arms to the middle of the overlap; against a half-space to the lowest point
    const half = typeof on === "number" ? gap / 2 : 0;
    const arm = times(-(spheres[of].radius + half), normal);
    const otherArm = typeof on === "number" ? times(spheres[on].radius + half, normal) : zero;
    let relative = plus(now.v[of], cross(now.w[of], arm));
    if (typeof on === "number") relative = plus(relative, plus(now.v[on], cross(now.w[on], otherArm)), -1);
    const approach = dot(normal, relative);
    const lambdaN = gap < 0 ? Math.max(0, -K * gap - C * approach) : 0;
    const held = plus(now.delta[i], normal, -dot(normal, now.delta[i]));
    const trial = plus(times(K, held), plus(relative, normal, -approach), -C);
    const size = Math.sqrt(dot(trial, trial));
    const radius = Math.sqrt(friction * lambdaN * (friction * lambdaN + 2 * coneSmoothing));
    const rubbing = size > radius ? times(radius / size, trial) : trial;
    const total = plus(times(lambdaN, normal), rubbing);
    force[of] = plus(force[of], total);
    torque[of] = plus(torque[of], cross(arm, total));
    if (typeof on === "number") {
      force[on] = plus(force[on], total, -1);
      torque[on] = plus(torque[on], cross(otherArm, total), -1);
    }
    return times(1 / C, plus(rubbing, held, -K));
  });
  return {
    x: now.v,
    v: spheres.map(({ mass }, i) => times(1 / mass, force[i])),
    w: spheres.map(({ inertia }, i) => times(1 / inertia, torque[i])),
    delta,
  };
}

const moved = (now: Moment, rate: Moment, h: number): Moment => {
  const along = (a: readonly Vector[], b: readonly Vector[]): Vector[] => a.map((value, i) => plus(value, b[i], h));
  return {
    x: along(now.x, rate.x),
    v: along(now.v, rate.v),
    w: along(now.w, rate.w),
    delta: along(now.delta, rate.delta),
  };
};

/** Halvings of a step in which a contact closes, where its damping makes the force jump: 2⁻¹² of a step is left. */
const halvings = 12;

/** Where the spheres are after `end` seconds in `count` steps. */
export function integrate(
  spheres: readonly Sphere[],
  touches: readonly Touch[],
  gravity: Vector,
  start: Moment,
  end: number,
  count: number,
): Moment {
  const of = (now: Moment): Moment => rates(spheres, touches, gravity, now);
  const closed = (now: Moment): boolean[] => touches.map((touch) => surfaces(spheres, touch, now).gap < 0);
  const advance = (now: Moment, h: number, left: number): Moment => {
    const a = of(now);
    const b = of(moved(now, a, h / 2));
    const c = of(moved(now, b, h / 2));
    const d = of(moved(now, c, h));
    const next = moved(moved(moved(moved(now, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
    const before = closed(now);
    if (left === 0 || closed(next).every((is, i) => is === before[i])) return next;
    return advance(advance(now, h / 2, left - 1), h / 2, left - 1);
  };
  let now = start;
  for (let k = 0; k < count; k++) now = advance(now, end / count, halvings);
  return now;
}
