import { add, div, type Expr, mul, neg, pow, type Scalar, sqrt, sub, toExpr } from "../expr/expr.js";
import {
  addV,
  conjugateQ,
  cross,
  dot,
  multiplyQ,
  type Quat,
  rotateV,
  scaleV,
  subV,
  type Vec3,
  vec3,
} from "../expr/vector.js";
import { equation, type Frame, type Leaves, type Row, type Unknown } from "./model.js";
import type { Pose } from "./placement.js";

/**
 * A rigid body. `planar` moves in the x–y plane with states x y theta vx vy omega; `spatial` with states x y z,
 * quaternion e0 ex ey ez (w first, body to world), vx vy vz, and world angular velocity wx wy wz. `inertia` [kg m²] is
 * about the centre of mass: one number for a planar or an isotropic body, three principal values in body axes else.
 */
export interface Body {
  readonly name: string;
  readonly space: "planar" | "spatial";
  /** Mass [kg]. */
  readonly mass: Scalar;
  readonly inertia: Scalar | readonly [Scalar, Scalar, Scalar];
}

/** Position and velocity of a body at one end of a step, as vectors; a planar body has zeros out of its plane. */
export interface Motion extends Pose {
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

const planarNames = ["x", "y", "theta", "vx", "vy", "omega"] as const;
const spatialNames = ["x", "y", "z", "e0", "ex", "ey", "ez", "vx", "vy", "vz", "wx", "wy", "wz"] as const;

function unitOf(name: string): string {
  if (name === "omega" || name.startsWith("w")) return "rad/s";
  if (name.startsWith("v")) return "m/s";
  if (name === "theta") return "rad";
  return name.startsWith("e") ? "1" : "m";
}

/** The states of a body, named `<body>.x` and so on; typical magnitudes are those of hand-sized parts. */
export function bodyStates(body: Body): Unknown[] {
  const names: readonly string[] = body.space === "planar" ? planarNames : spatialNames;
  return names.map((name) => ({
    name: `${body.name}.${name}`,
    unit: unitOf(name),
    scale: unitOf(name) === "rad/s" ? 10 : 1,
  }));
}

/** Reads a body's motion from the leaves of one end of a step. */
export function motionOf(body: Body, at: Leaves): Motion {
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

/** I ω in world axes, I = R I_b Rᵀ for principal inertia I_b. */
export function angularMomentum(body: Body, orientation: Quat | undefined, omega: Vec3): Vec3 {
  const { inertia } = body;
  if (!Array.isArray(inertia) || orientation === undefined) return scaleV(inertia as Scalar, omega);
  const inBody = rotateV(conjugateQ(orientation), omega);
  const principal = inertia as readonly [Scalar, Scalar, Scalar];
  return rotateV(
    orientation,
    vec3(mul(principal[0], inBody[0]), mul(principal[1], inBody[1]), mul(principal[2], inBody[2])),
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
export function kinematics(body: Body, { now, next, h }: Frame): Record<string, Expr> {
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
  const names = ["e0", "ex", "ey", "ez"] as const;
  const e = names.map((name) => now(`${body.name}.${name}`)) as unknown as Quat;
  const half = scaleV(mul(0.5, h), motionOf(body, next).angularVelocity);
  const turned = multiplyQ([sub(h, h), ...half] as Quat, e);
  const shrink = add(1, dot(half, half));
  names.forEach((name, i) => {
    defines[`${body.name}.${name}`] = div(add(e[i]!, turned[i]!), shrink);
  });
  return defines;
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
export function quaternionNorm(body: Body, at: Leaves): Expr {
  return sqrt(add(...["e0", "ex", "ey", "ez"].map((name) => pow(at(`${body.name}.${name}`), 2))));
}

/** The sum of wrenches; none gives zero. */
export function sumWrenches(wrenches: readonly Wrench[]): Wrench {
  const zero = vec3(0, 0, 0);
  return {
    force: wrenches.reduce((sum, w) => addV(sum, w.force), zero),
    torque: wrenches.reduce((sum, w) => addV(sum, w.torque), zero),
  };
}
