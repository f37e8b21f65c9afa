import {
  type Check,
  type Checked,
  fields,
  listOf,
  must,
  name,
  oneOf,
  quantities,
  quantity,
  vector,
} from "../checks/fields.js";
import { add, div, type Expr, min, mul, neg, pow, type Scalar, sqrt, sub, toExpr } from "../expr/expr.js";
import {
  addV,
  conjugateQ,
  cross,
  dot,
  mapV,
  multiplyQ,
  normalizeQ,
  type Quat,
  rotateV,
  scaleV,
  subV,
  type Vec3,
  vec3,
} from "../expr/vector.js";
import type { Pose } from "../geometry/placement.js";
import { shape } from "../geometry/shape.js";
import { equation, type Frame, type Leaves, type Row, type Unknown } from "./model.js";
import type { BodyView } from "./views.js";

const inertiaEntries = must(
  "a finite number, three or six, or formulas",
  (given) => !Array.isArray(given) || given.length === 3 || given.length === 6,
);

/** One moment, three principal ones, or the six entries of a tensor. */
export const inertia: Check<Scalar | readonly [Scalar, Scalar, Scalar] | InertiaTensor> = (given, at) => {
  inertiaEntries(given, at);
  (Array.isArray(given) ? quantities(given.length) : quantity)(given, at);
};

/** The fields of a body. */
export const body = fields(
  {
    name,
    space: oneOf(["planar", "spatial"]),
    /** Mass [kg]. */
    mass: quantity,
    inertia,
  },
  {
    /** Its true shape in body axes, part by part, where contacts know it only by its ends, as those of a capsule on a plane. */
    shapes: listOf(shape),
    /** The centre of mass in the axes in which its shapes were given, where that is not their origin [m]. */
    centre: vector,
  },
);

/**
 * A rigid body. `planar` moves in the x–y plane with states x y theta vx vy omega; `spatial` with states x y z,
 * quaternion e0 ex ey ez (w first, body to world), vx vy vz, and world angular velocity wx wy wz. `inertia` [kg m²] is
 * about the centre of mass: one number for a planar or an isotropic body; in body axes else, three principal values, or
 * the six entries xx yy zz xy xz yz of the tensor.
 */
export interface Body extends Checked<typeof body> {}

/** The entries xx yy zz xy xz yz of a tensor of inertia [kg m²]; a product of inertia stands with the tensor's sign. */
export type InertiaTensor = readonly [Scalar, Scalar, Scalar, Scalar, Scalar, Scalar];

/** Anything with the states of a body: one that answers Newton–Euler, or a driven one. */
export type Moving = Pick<Body, "name" | "space">;

/**
 * The body of a scene that has this name.
 * @throws {RangeError} where there is none.
 */
export function bodyOf({ bodies }: { readonly bodies: readonly Body[] }, name: string): Body {
  const body = bodies.find((b) => b.name === name);
  if (body === undefined) throw new RangeError(`scene has no body "${name}"`);
  return body;
}

/**
 * The one of all that belongs to a body, such as its motion.
 * @throws {RangeError} where there is none.
 */
export function ofBody<T>(all: ReadonlyMap<string, T>, name: string): T {
  const one = all.get(name);
  if (one === undefined) throw new RangeError(`scene has no body "${name}"`);
  return one;
}

/** A moment of inertia about the body's x, y or z axis; of a planar or isotropic body the one that it has. */
export function momentOf({ inertia }: Body, axis: 0 | 1 | 2): Scalar {
  return Array.isArray(inertia) ? inertia[axis] : (inertia as Scalar);
}

/** Position and velocity of a body at one end of a step, as vectors; a planar body has zeros out of its plane. */
export interface Motion extends Pose {
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

/** The motion of a body in space. */
export interface SpatialMotion extends Motion {
  readonly orientation: Quat;
}

export const planarNames = ["x", "y", "theta", "vx", "vy", "omega"] as const;
const quaternionNames = ["e0", "ex", "ey", "ez"] as const;
export const spatialNames = ["x", "y", "z", "e0", "ex", "ey", "ez", "vx", "vy", "vz", "wx", "wy", "wz"] as const;

function unitOf(name: string): string {
  if (name === "omega" || name.startsWith("w")) return "rad/s";
  if (name.startsWith("v")) return "m/s";
  if (name === "theta") return "rad";
  return name.startsWith("e") ? "1" : "m";
}

/** The states of a body, named `<body>.x` and so on; typical magnitudes are those of hand-sized parts. */
export function bodyStates(body: Moving): Unknown[] {
  const names: readonly string[] = body.space === "planar" ? planarNames : spatialNames;
  return names.map((name) => ({
    name: `${body.name}.${name}`,
    unit: unitOf(name),
    scale: unitOf(name) === "rad/s" ? 10 : 1,
    ...(name === "e0" && { atRest: 1 }),
  }));
}

/** A body by its columns; the models observe the length of a quaternion. */
export function bodyView(body: Moving | Body): BodyView {
  const { name, space } = body;
  const of = (coordinate: string): string => `${name}.${coordinate}`;
  const more = "inertia" in body ? { lightness: lightnessOf(body), mass: toExpr(body.mass) } : {};
  if (space === "planar") return { name, position: [of("x"), of("y")], orientation: of("theta"), ...more };
  return {
    name,
    position: [of("x"), of("y"), of("z")],
    orientation: [of("e0"), of("ex"), of("ey"), of("ez")],
    quaternionNorm: of("quaternionNorm"),
    ...more,
  };
}

/** min(m, √(m I)): momenta and angular momenta are of this size, by the metre and the second. */
function lightnessOf(body: Body): Expr {
  const { mass } = body;
  const least = min(momentOf(body, 0), momentOf(body, 1), momentOf(body, 2));
  return min(mass, sqrt(mul(mass, least)));
}

/** Reads a body's motion from the leaves of one end of a step. */
export function motionOf(body: Moving, at: Leaves): Motion {
  const get = (name: string): Expr => at(`${body.name}.${name}`);
  if (body.space === "planar")
    return {
      position: vec3(get("x"), get("y"), 0),
      velocity: vec3(get("vx"), get("vy"), 0),
      angularVelocity: vec3(0, 0, get("omega")),
      orientation: undefined,
      heading: get("theta"),
    };
  const e: Quat = [get("e0"), get("ex"), get("ey"), get("ez")];
  // backward Euler shrinks the quaternion, so geometry uses its direction only
  const length = sqrt(add(...e.map((x) => mul(x, x))));
  return {
    position: vec3(get("x"), get("y"), get("z")),
    velocity: vec3(get("vx"), get("vy"), get("vz")),
    angularVelocity: vec3(get("wx"), get("wy"), get("wz")),
    orientation: [div(e[0], length), div(e[1], length), div(e[2], length), div(e[3], length)],
    heading: toExpr(0),
  };
}

/** I ω in world axes, I = R I_b Rᵀ. */
function angularMomentum(body: Body, orientation: Quat | undefined, omega: Vec3): Vec3 {
  const { inertia } = body;
  if (!Array.isArray(inertia) || orientation === undefined) return scaleV(inertia as Scalar, omega);
  return rotateV(orientation, inertiaTimes(inertia, rotateV(conjugateQ(orientation), omega)));
}

/** I_b ω in body axes. */
function inertiaTimes(inertia: readonly Scalar[], [x, y, z]: Vec3): Vec3 {
  const [xx, yy, zz, xy = 0, xz = 0, yz = 0] = inertia as InertiaTensor;
  return vec3(
    add(mul(xx, x), mul(xy, y), mul(xz, z)),
    add(mul(xy, x), mul(yy, y), mul(yz, z)),
    add(mul(xz, x), mul(yz, y), mul(zz, z)),
  );
}

/** A force [N] and a torque about the centre of mass [N m], in world axes. */
export interface Wrench {
  readonly force: Vec3;
  readonly torque: Vec3;
}

/**
 * The kinematic map q⁺ = q + h G(q⁺) ν⁺ of (10) in Song, Kumar, Pang, solved for q⁺. For the quaternion,
 * e⁺ = e + (h/2)(0, ω⁺)⊗e⁺ has the closed solution e⁺ = (e + (h/2)(0, ω⁺)⊗e) / (1 + (h|ω⁺|/2)²), because the map
 * e ↦ (0, ω)⊗e squares to −|ω|²; it shrinks |e| by √(1 + (h|ω|/2)²) a step.
 */
export function kinematics(body: Moving, { now, next, h }: Frame): Record<string, Expr> {
  const defines: Record<string, Expr> = {};
  const along = (q: string, v: string): void => {
    defines[`${body.name}.${q}`] = add(now(`${body.name}.${q}`), mul(h, next(`${body.name}.${v}`)));
  };
  along("x", "vx");
  along("y", "vy");
  if (body.space === "planar") {
    along("theta", "omega");
    return defines;
  }
  along("z", "vz");
  const half = scaleV(mul(0.5, h), motionOf(body, next).angularVelocity);
  const turned = turnedQuaternion(body, now, half);
  const shrink = add(1, dot(half, half));
  quaternionNames.forEach((name, i) => {
    defines[`${body.name}.${name}`] = div(turned[i], shrink);
  });
  return defines;
}

/**
 * The kinematic map of Xie and Chakraborty (17) for a spatial body: q⁺ = q + h v⁺ and
 * Q⁺ = normalize(Q + (h/2)(0, ω⁺)⊗Q), which turns by 2 atan(h|ω⁺|/2) about ω⁺ and keeps |Q| = 1.
 */
export function unitKinematics(body: Body, { now, next, h }: Frame): Record<string, Expr> {
  const defines: Record<string, Expr> = {};
  for (const axis of ["x", "y", "z"])
    defines[`${body.name}.${axis}`] = add(now(`${body.name}.${axis}`), mul(h, next(`${body.name}.v${axis}`)));
  const half = scaleV(mul(0.5, h), velocitiesOf(body, next)[1]);
  normalizeQ(turnedQuaternion(body, now, half)).forEach((e, i) => {
    defines[`${body.name}.${quaternionNames[i]}`] = e;
  });
  return defines;
}

/** Q + (0, half)⊗Q. */
function turnedQuaternion(body: Moving, at: Leaves, half: Vec3): Quat {
  const e = mapV(quaternionNames, (name) => at(`${body.name}.${name}`));
  const turned = multiplyQ([toExpr(0), ...half], e);
  return mapV(e, (x, i) => add(x, turned[i]));
}

/** v and ω of a spatial body. */
function velocitiesOf(body: Moving, at: Leaves): readonly [Vec3, Vec3] {
  const get = (name: string): Expr => at(`${body.name}.${name}`);
  return [vec3(get("vx"), get("vy"), get("vz")), vec3(get("wx"), get("wy"), get("wz"))];
}

/** A spatial body whose quaternion has length one, as `unitKinematics` keeps it. */
export function unitMotionOf(body: Moving, at: Leaves): SpatialMotion {
  const get = (name: string): Expr => at(`${body.name}.${name}`);
  const [velocity, angularVelocity] = velocitiesOf(body, at);
  return {
    position: vec3(get("x"), get("y"), get("z")),
    velocity,
    angularVelocity,
    orientation: [get("e0"), get("ex"), get("ey"), get("ez")],
    heading: toExpr(0),
  };
}

/** When the gyroscopic term is taken: at the start of the step, as Xie and Chakraborty do, or at its end. */
export type Gyroscopic = "explicit" | "implicit";

/**
 * Newton–Euler of Xie and Chakraborty (16) with the contact's impulse P, L [N s, N m s] and applied wrenches F, τ at the
 * start of the step:
 *
 *     v⁺ = v + (P + hF)/m,     I⁺(ω⁺ − ω) = L + h(τ − ω × Iω),   I⁺ = R⁺ I_b R⁺ᵀ,
 *
 * the gyroscopic term at the start of the step (explicit: it creates energy in free tumbling, O(h), and grows without
 * bound where h|ω| nears 1), or at its end. The velocity is explicit in the impulse, which is exact condensation. The
 * rows of ω⁺ are divided by a third of the trace of the inertia, so that their residual is an angular velocity [rad/s].
 */
export function impulsiveNewtonEuler(
  body: Body,
  { now, next, h }: Frame,
  { impulse, applied }: { readonly impulse: Wrench; readonly applied: Wrench },
  gyroscopic: Gyroscopic,
): { readonly defines: Record<string, Expr>; readonly rows: Row[] } {
  const before = unitMotionOf(body, now);
  const after = unitMotionOf(body, next);
  const push = addV(impulse.force, scaleV(h, applied.force));
  const velocity = addV(before.velocity, scaleV(div(1, body.mass), push));
  const { angularVelocity: omega, orientation } = gyroscopic === "explicit" ? before : after;
  const turning = Array.isArray(body.inertia)
    ? subV(applied.torque, cross(omega, angularMomentum(body, orientation, omega)))
    : applied.torque;
  const change = subV(after.angularVelocity, before.angularVelocity);
  const balance = subV(angularMomentum(body, after.orientation, change), addV(impulse.torque, scaleV(h, turning)));
  const moments: readonly Scalar[] = Array.isArray(body.inertia) ? body.inertia.slice(0, 3) : [body.inertia as Scalar];
  const angular = scaleV(div(moments.length, add(...moments)), balance);
  const named = (prefix: string, values: Vec3): [string, Expr][] =>
    values.map((value, i) => [`${body.name}.${prefix}${"xyz"[i]}`, value]);
  return {
    defines: Object.fromEntries(named("v", velocity)),
    rows: named("w", angular).map(([name, residual]) => equation(name, residual)),
  };
}

/**
 * Newton–Euler by backward Euler, (10) in Song, Kumar, Pang:
 *
 *     m (v⁺ − v) = h F⁺   [N s],     I⁺ (ω⁺ − ω) = h (τ⁺ − ω⁺ × I⁺ω⁺)   [N m s],
 *
 * with the sum F⁺, τ⁺ of all wrenches at the end of the step and I⁺ = I(q⁺).
 */
export function newtonEuler(body: Body, { now, next, h }: Frame, wrench: Wrench): Row[] {
  const before = motionOf(body, now);
  const after = motionOf(body, next);
  const linear = subV(scaleV(body.mass, subV(after.velocity, before.velocity)), scaleV(h, wrench.force));
  const row = (name: string, residual: Expr): Row => equation(`${body.name}.${name}`, residual);
  const change = subV(after.angularVelocity, before.angularVelocity);
  if (body.space === "planar")
    return [
      row("vx", linear[0]),
      row("vy", linear[1]),
      row("omega", sub(mul(body.inertia as Scalar, change[2]), mul(h, wrench.torque[2]))),
    ];
  const isotropic = !Array.isArray(body.inertia);
  const gyroscopic = isotropic
    ? vec3(0, 0, 0)
    : cross(after.angularVelocity, angularMomentum(body, after.orientation, after.angularVelocity));
  const angular = subV(angularMomentum(body, after.orientation, change), scaleV(h, subV(wrench.torque, gyroscopic)));
  return [
    row("vx", linear[0]),
    row("vy", linear[1]),
    row("vz", linear[2]),
    row("wx", angular[0]),
    row("wy", angular[1]),
    row("wz", angular[2]),
  ];
}

/** Velocities after a step under gravity alone: v + h g and ω. */
export function freeFlight(body: Body, { now, h }: Frame, gravity: Vec3): Record<string, Expr> {
  const { velocity, angularVelocity } = motionOf(body, now);
  const [vx, vy, vz] = addV(velocity, scaleV(h, gravity));
  const [wx, wy, wz] = angularVelocity;
  const guess: Record<string, Expr> = body.space === "planar" ? { vx, vy, omega: wz } : { vx, vy, vz, wx, wy, wz };
  return Object.fromEntries(Object.entries(guess).map(([name, value]) => [`${body.name}.${name}`, value]));
}

/** Kinetic energy ½ m|v|² + ½ ω·Iω minus the work of gravity m g·x [J]. */
export function mechanicalEnergy(body: Body, at: Leaves, gravity: Vec3): Expr {
  const { position, velocity, angularVelocity, orientation } = motionOf(body, at);
  return add(
    mul(0.5, body.mass, dot(velocity, velocity)),
    mul(0.5, dot(angularVelocity, angularMomentum(body, orientation, angularVelocity))),
    neg(mul(body.mass, dot(gravity, position))),
  );
}

/** |e| of a spatial body's quaternion, one in exact kinematics. */
export function quaternionNorm(body: { readonly name: string }, at: Leaves): Expr {
  return sqrt(add(...quaternionNames.map((name) => pow(at(`${body.name}.${name}`), 2))));
}

/** The sum of wrenches; none gives zero. */
export function sumWrenches(wrenches: readonly Wrench[]): Wrench {
  const zero = vec3(0, 0, 0);
  return {
    force: wrenches.reduce((sum, w) => addV(sum, w.force), zero),
    torque: wrenches.reduce((sum, w) => addV(sum, w.torque), zero),
  };
}
