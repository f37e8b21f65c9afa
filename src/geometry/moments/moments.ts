/**
 * How much of space a shape fills, where the middle of it is, and how it is spread, as formulas of its lengths: what the
 * mass of a body of shapes follows from. One file for shapes in space and one for those in the plane, one for bodies of
 * several shapes, one that moves shapes to the centre of mass.
 * @module geometry/moments
 */
import { add, type Expr, mul, neg, type Scalar, toExpr } from "../../expr/expr.js";
import { subV, type Vec3, vec3 } from "../../expr/vector.js";

/** xx yy zz xy xz yz of a symmetric tensor. */
export type Symmetric = readonly [Expr, Expr, Expr, Expr, Expr, Expr];

/** A shape by its moments: V = ∫dV [m³, m² in the plane], its centre c [m], and S = ∫(x − c)(x − c)ᵀ dV [m⁵, m⁴]. */
export interface ShapeMoments {
  readonly volume: Expr;
  readonly centre: Vec3;
  readonly second: Symmetric;
}

/** A tensor with these on its diagonal. */
export function diagonal(xx: Scalar, yy: Scalar, zz: Scalar): Symmetric {
  return [toExpr(xx), toExpr(yy), toExpr(zz), toExpr(0), toExpr(0), toExpr(0)];
}

/** a aᵀ. */
export function square([x, y, z]: Vec3): Symmetric {
  return [mul(x, x), mul(y, y), mul(z, z), mul(x, y), mul(x, z), mul(y, z)];
}

/** Σ of tensors, each times a factor. */
export function combine(...terms: readonly (readonly [Scalar, Symmetric])[]): Symmetric {
  const entry = (i: number): Expr => add(...terms.map(([factor, tensor]) => mul(factor, tensor[i])));
  return [entry(0), entry(1), entry(2), entry(3), entry(4), entry(5)];
}

/** S + V d dᵀ with d = c − o: the moments about another point o. */
export function about({ volume, centre, second }: ShapeMoments, point: Vec3): Symmetric {
  return combine([1, second], [volume, square(subV(centre, point))]);
}

/** True of points that lie about the origin, each with its opposite, as formulas: their centre needs no formula. */
export function isCentred(points: readonly (readonly Scalar[])[]): boolean {
  const formulas = points.map(([x, y, z = 0]) => vec3(x, y, z));
  return formulas.every((p) => formulas.some((q) => p.every((x, i) => neg(x) === q[i])));
}

/** Half the thickness r of a rounding: ∫(a + |ξ|)² over what is rounded, from its own ∫1, ∫|ξ| and ∫ξ². */
export function beyond(a: Scalar, [whole, first, second]: readonly [Scalar, Scalar, Scalar]): Expr {
  return add(mul(a, a, whole), mul(2, a, first), second);
}
