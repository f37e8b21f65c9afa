import { add, cos, div, max, mul, neg, norm, select, sin, sub, toExpr } from "./build.js";
import type { Expr, Scalar } from "./node.js";

/** A vector of the plane. */
export type Vec2 = readonly [Expr, Expr];
/** A vector of space. */
export type Vec3 = readonly [Expr, Expr, Expr];
/** A quaternion, w first. */
export type Quat = readonly [Expr, Expr, Expr, Expr];
/** A 3 × 3 matrix, row by row. */
export type Mat3 = readonly [Expr, Expr, Expr, Expr, Expr, Expr, Expr, Expr, Expr];

/** (x, y) */
export function vec2(x: Scalar, y: Scalar): Vec2 {
  return [toExpr(x), toExpr(y)];
}

/** (x, y, z) */
export function vec3(x: Scalar, y: Scalar, z: Scalar): Vec3 {
  return [toExpr(x), toExpr(y), toExpr(z)];
}

/** (w, x, y, z) = w + xi + yj + zk */
export function quat(w: Scalar, x: Scalar, y: Scalar, z: Scalar): Quat {
  return [toExpr(w), toExpr(x), toExpr(y), toExpr(z)];
}

/** As many components as V has. */
export type Alike<V extends readonly unknown[], B> = { readonly [K in keyof V]: B };

/** (f(v_0), f(v_1), …) */
export function mapV<V extends readonly unknown[], B>(v: V, f: (x: V[number], i: number) => B): Alike<V, B> {
  return v.map(f) as Alike<V, B>;
}

/** a + b + … */
export function addV<V extends Vec2 | Vec3>(a: V, ...others: V[]): Alike<V, Expr> {
  return mapV(a, (x, k) => add(x, ...others.map((b) => b[k])));
}

/** a − b */
export function subV<V extends Vec2 | Vec3>(a: V, b: V): Alike<V, Expr> {
  return mapV(a, (x, k) => sub(x, b[k]));
}

/** s v */
export function scaleV<V extends Vec2 | Vec3>(s: Scalar, v: V): Alike<V, Expr> {
  return mapV(v, (x) => mul(s, x));
}

/** −v */
export function negV<V extends Vec2 | Vec3>(v: V): Alike<V, Expr> {
  return mapV(v, neg);
}

/** aᵀb */
export function dot<V extends Vec2 | Vec3>(a: V, b: V): Expr {
  return add(...a.map((x, k) => mul(x, b[k])));
}

/** ‖v‖; slope v/‖v‖, and 0 at v = 0. */
export function normV(v: Vec2 | Vec3): Expr {
  return norm(...v);
}

/** a × b */
export function cross(a: Vec3, b: Vec3): Vec3 {
  return [
    sub(mul(a[1], b[2]), mul(a[2], b[1])),
    sub(mul(a[2], b[0]), mul(a[0], b[2])),
    sub(mul(a[0], b[1]), mul(a[1], b[0])),
  ];
}

/** z component of a × b in the plane */
export function cross2(a: Vec2, b: Vec2): Expr {
  return sub(mul(a[0], b[1]), mul(a[1], b[0]));
}

/** p ⊗ q (Hamilton): first turn by q, then by p. */
export function multiplyQ(p: Quat, q: Quat): Quat {
  const [a, b, c, d] = p;
  const [w, x, y, z] = q;
  return [
    sub(mul(a, w), add(mul(b, x), mul(c, y), mul(d, z))),
    add(mul(a, x), mul(b, w), mul(c, z), neg(mul(d, y))),
    add(mul(a, y), mul(c, w), mul(d, x), neg(mul(b, z))),
    add(mul(a, z), mul(d, w), mul(b, y), neg(mul(c, x))),
  ];
}

/** q* = w − u, for a unit quaternion the inverse rotation. */
export function conjugateQ(q: Quat): Quat {
  return [q[0], neg(q[1]), neg(q[2]), neg(q[3])];
}

/** q / ‖q‖ */
export function normalizeQ(q: Quat): Quat {
  const length = norm(...q);
  return mapV(q, (x) => div(x, length));
}

/** From body to world, for a unit quaternion q = (w, u): v + 2w (u × v) + 2 u × (u × v). */
export function rotateV(q: Quat, v: Vec3): Vec3 {
  const u: Vec3 = [q[1], q[2], q[3]];
  const twice = scaleV(2, cross(u, v));
  return addV(v, scaleV(q[0], twice), cross(u, twice));
}

/** exp(½v): the unit quaternion of the rotation by |v| about v, the identity for v = 0. */
export function exponentialQ(v: Vec3): Quat {
  const angle = norm(...v);
  // sin(x/2)/x, whose next term x³/48 vanishes beside one half below the root of the rounding error
  const s = select(sub(angle, tiny), div(sin(mul(0.5, angle)), max(angle, tiny)), 0.5);
  return [cos(mul(0.5, angle)), ...scaleV(s, v)];
}

const tiny = 1e-8;

/** R(q) with R v = rotateV(q, v) for a unit quaternion; its columns are the body axes in the world. */
export function rotationMatrix(q: Quat): Mat3 {
  const [w, x, y, z] = q;
  const twice = (a: Expr, b: Expr) => mul(2, mul(a, b));
  return [
    sub(1, add(twice(y, y), twice(z, z))),
    sub(twice(x, y), twice(w, z)),
    add(twice(x, z), twice(w, y)),
    add(twice(x, y), twice(w, z)),
    sub(1, add(twice(x, x), twice(z, z))),
    sub(twice(y, z), twice(w, x)),
    sub(twice(x, z), twice(w, y)),
    add(twice(y, z), twice(w, x)),
    sub(1, add(twice(x, x), twice(y, y))),
  ];
}

/** M v */
export function mat3V(M: Mat3, v: Vec3): Vec3 {
  return [dot([M[0], M[1], M[2]], v), dot([M[3], M[4], M[5]], v), dot([M[6], M[7], M[8]], v)];
}

/** Mᵀ; R I Rᵀ v reads mat3V(R, mat3V(I, mat3V(transpose3(R), v))). */
export function transpose3(M: Mat3): Mat3 {
  return [M[0], M[3], M[6], M[1], M[4], M[7], M[2], M[5], M[8]];
}
