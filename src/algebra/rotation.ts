import { atan2, cos, hypot, sin } from "./elementary/elementary.js";
/** Numbers that stand for x, y, z: a tuple or a slice of a typed array. */
export type VectorLike = ArrayLike<number>;
/** A unit quaternion w + x i + y j + z k, stored [w, x, y, z]. It turns body coordinates into world coordinates. */
export type QuaternionLike = ArrayLike<number>;
/** A point or direction that is computed. */
export type Vector = [x: number, y: number, z: number];
/** A quaternion that is computed, w first. */
export type Quaternion = [w: number, x: number, y: number, z: number];

/** R(q) v, the vector part of q v q*: with u = 2 (x, y, z) × v it is v + w u + (x, y, z) × u. q must have norm 1. */
export function rotate(q: QuaternionLike, v: VectorLike): Vector {
  const w = q[0];
  const x = q[1];
  const y = q[2];
  const z = q[3];
  const a = v[0];
  const b = v[1];
  const c = v[2];
  const ux = 2 * (y * c - z * b);
  const uy = 2 * (z * a - x * c);
  const uz = 2 * (x * b - y * a);
  return [a + w * ux + y * uz - z * uy, b + w * uy + z * ux - x * uz, c + w * uz + x * uy - y * ux];
}

/** The product a b: the rotation b followed by the rotation a. */
export function multiplyQuaternions(a: QuaternionLike, b: QuaternionLike): Quaternion {
  const aw = a[0];
  const ax = a[1];
  const ay = a[2];
  const az = a[3];
  const bw = b[0];
  const bx = b[1];
  const by = b[2];
  const bz = b[3];
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

/** q* = (w, -x, -y, -z), for a unit quaternion the inverse rotation. */
export function conjugate(q: QuaternionLike): Quaternion {
  return [q[0], -q[1], -q[2], -q[3]];
}

/** q / |q|. Throws a RangeError where there is no direction: zero or not finite. */
export function normalise(q: QuaternionLike): Quaternion {
  const norm = hypot(q[0], q[1], q[2], q[3]);
  if (!(norm > 0 && norm < Infinity)) throw new RangeError(`no direction in the quaternion [${Array.from(q)}]`);
  return [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm];
}

/** The rotation by `angle` [rad] about `axis`, of any length but zero. Throws a RangeError if it has no direction. */
export function fromAxisAngle(axis: VectorLike, angle: number): Quaternion {
  const norm = hypot(axis[0], axis[1], axis[2]);
  if (!(norm > 0 && norm < Infinity)) throw new RangeError(`no direction in the axis [${Array.from(axis)}]`);
  const s = sin(angle / 2) / norm;
  return [cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]];
}

/** The rotation by |v| radians about v: exp(v/2) as a unit quaternion, the identity for v = 0. */
export function fromRotationVector(v: VectorLike): Quaternion {
  const angle = hypot(v[0], v[1], v[2]);
  // sin(x/2)/x, whose next term x³/48 vanishes beside one half below the root of the rounding error
  const s = angle < 1e-8 ? 0.5 : sin(angle / 2) / angle;
  return [cos(angle / 2), s * v[0], s * v[1], s * v[2]];
}

/** The rotation vector of at most half a turn, angle times axis [rad]; the inverse of `fromRotationVector`. */
export function toRotationVector(q: QuaternionLike): Vector {
  const sign = q[0] < 0 ? -1 : 1;
  const length = hypot(q[1], q[2], q[3]);
  const s = length < 1e-8 ? 2 * sign : (2 * atan2(length, Math.abs(q[0])) * sign) / length;
  return [s * q[1], s * q[2], s * q[3]];
}
