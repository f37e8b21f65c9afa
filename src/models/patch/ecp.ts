import { add, div, type Expr, max, mul, neg, type Scalar, select, sqrt, sub, toExpr } from "../../expr/expr.js";
import {
  addV,
  dot,
  mapV,
  mat3V,
  negV,
  rotationMatrix,
  scaleV,
  subV,
  transpose3,
  type Vec3,
  vec3,
} from "../../expr/vector.js";
import { type ContactGeometry, frameOf } from "../../geometry/contact-geometry.js";
import { type ConvexShape, inequalitiesAt, middleOf, radiusOf, supportOf, verticesOf } from "../../geometry/convex.js";
import type { HalfSpace } from "../../geometry/shape.js";
import type { SpatialMotion } from "../../mechanics/body.js";
import { complementary, equation, type Leaves, type Pair, type Row, type Unknown } from "../../mechanics/model.js";

/*
 * The equivalent contact point (ECP) of a convex body over a half-space n·x ≤ b, Xie and Chakraborty (2019) (8)–(12).
 * With a₁ = q⁺ + R⁺c and c in body axes, where the inequalities are f_i(c) ≤ 0, a point of the body nearest to the plane
 * satisfies
 *
 *     R⁺ᵀn + Σ l_i ∇f_i(c) = 0,   0 ≤ l_i ⟂ −f_i(c) ≥ 0 for all i,   a₂ = a₁ − (n·a₁ − b) n,   0 ≤ p_n ⟂ n·a₁ − b ≥ 0.
 *
 * These are the paper's conditions with the multiplier of the ground set to one instead of that of face k: dividing by
 * l_k gives its (8)–(10), where the multiplier of the ground is 1/l_k and that of (8) is gap·l_k. Here no k needs to be
 * chosen or switched, and since Σ l_i∇f_i = −R⁺ᵀn is not zero some l_i > 0, so that f_i(c) = 0: the equality in row k,
 * without which points inside the body would pass, is implied.
 *
 * Where the face is flat and separated its nearest point is not unique and these rows are singular. They are those of
 * the least of n·R⁺c + ½w(gap)|c|²/L instead, with
 *
 *     w(gap) = κ gap / √(gap² + L²)
 *
 * and L the radius of the body about its centre of mass: of many nearest points the one nearest to the centre. It
 * vanishes in contact, where the rows are exactly the paper's. In flight the chosen point is not quite the nearest, yet
 * its gap is zero only if the true distance d is: with g = gap, d ≥ g − ½w(g)L ≥ g(1 − κ/2), and d ≤ g.
 */

/** κ: a tilt of this much, in radians, moves the point from the centre to an edge where the body is far away. */
const centring = 0.1;

/** The nearest points of two surfaces, as rows and as what forces and people need. */
export interface NearestPoints extends ContactGeometry {
  readonly gap: Expr;
  /** a₁ in the world. */
  readonly ecp: Vec3;
  readonly rows: readonly Row[];
  readonly pairs: readonly Pair[];
  /** max f_i(a₂) over the faces that look down [m], which is as good as the gap: (5) of the paper. */
  readonly supportDepth: Expr;
  /** Heights of the vertices of the first body over the second surface [m]. */
  readonly heights: readonly Expr[];
  /** The signed distance of the surfaces [m]. */
  readonly separation: Expr;
}

/** The unknowns of a point in body axes and its multipliers, one for every inequality. */
export function pointUnknowns(point: string, multiplier: string, shape: ConvexShape): Unknown[] {
  return [
    ...axes(point).map((name) => ({ name, unit: "m", scale: 0.1 })),
    ...multipliers(multiplier, shape).map((name) => ({ name, unit: "1", scale: 1, lower: 0 })),
  ];
}

/** `<name>.x`, `.y`, `.z`. */
export function axes(name: string): readonly [string, string, string] {
  return [`${name}.x`, `${name}.y`, `${name}.z`];
}

/** `<name>.<i>`, one for every inequality of a shape. */
export function multipliers(name: string, shape: ConvexShape): string[] {
  return inequalitiesAt(shape, vec3(0, 0, 0)).map((_, i) => `${name}.${i}`);
}

/** A vector of unknowns. */
export function vectorOf(name: string, at: Leaves): Vec3 {
  return mapV(axes(name), (axis) => at(axis));
}

/** The unknowns of a contact with a half-space. */
export function ecpUnknowns(contact: string, shape: ConvexShape): Unknown[] {
  return pointUnknowns(`${contact}.ecpBody`, `${contact}.faceMultiplier`, shape);
}

/** A body that stands on a hull, which may have a rounding. */
interface Standing {
  readonly name: string;
  readonly body: string;
  readonly shape: ConvexShape;
  readonly rounding?: Scalar | undefined;
}

/** The half-space that the hull alone touches where its rounding touches the ground. */
export function raised(ground: HalfSpace, rounding: Scalar | undefined): HalfSpace {
  return rounding === undefined ? ground : { ...ground, offset: add(ground.offset, rounding) };
}

/** The rows above for a body at the end of the step over a fixed half-space. */
export function nearestToHalfSpace(
  contact: Standing,
  motion: SpatialMotion,
  plane: HalfSpace,
  inside: Leaves,
): NearestPoints {
  const { name, body, shape, rounding } = contact;
  const ground = raised(plane, rounding);
  const R = rotationMatrix(motion.orientation);
  const c = vectorOf(`${name}.ecpBody`, inside);
  const normal = vec3(...ground.normal);
  const inBody = mat3V(transpose3(R), normal);
  const arm = mat3V(R, c);
  const ecp = addV(motion.position, arm);
  const gap = heightOver(ground, ecp);
  const L = radiusOf(shape);
  const down = rounding === undefined ? undefined : scaleV(neg(toExpr(rounding)), normal);
  const point = { name: `${name}.ecpBody`, multiplier: `${name}.faceMultiplier`, shape, at: c };
  return {
    gap,
    frame: frameOf(normal, vec3(...ground.tangent)),
    sides: [{ body, arm: down === undefined ? arm : addV(arm, down), sign: 1 }],
    ecp: down === undefined ? ecp : addV(ecp, down),
    ...stationary(point, addV(inBody, centrePoint(subV(c, middleOf(shape)), gap, L, L)), inside),
    supportDepth: supportDepth(shape, subV(c, scaleV(gap, inBody)), inBody),
    heights: verticesOf(shape).map((vertex) => heightOver(ground, addV(motion.position, mat3V(R, vertex)))),
    separation: sub(heightOver(ground, motion.position), supportOf(shape, negV(inBody))),
  };
}

/** Signed distance of a point of the world from a half-space [m]. */
export function heightOver(ground: HalfSpace, point: Vec3): Expr {
  return sub(dot(vec3(...ground.normal), point), ground.offset);
}

/** Faces steeper than this over the support do not look down [rad]. */
const steep = 1e-3;

/**
 * max f_i(c₂) over the inequalities that look down, n·∇f_i < 0, for the support point c₂ and the normal in body axes.
 * The paper's (5) takes them all; then where a₁ lies on the edge of an upright face, whose f_i(a₂) is zero however deep
 * a₁ is, a body may sink in. Of those that look down Σ l_i f_i(a₂) = gap, and all are negative where gap is.
 */
export function supportDepth(shape: ConvexShape, c2: Vec3, normal: Vec3): Expr {
  const away = neg(radiusOf(shape));
  const values = inequalitiesAt(shape, c2).map(({ value, gradient }) =>
    select(sub(neg(dot(gradient, normal)), steep), value, away),
  );
  return max(...values);
}

/** w(gap) c / L, where w grows over lengths of `reach`: what keeps c near the centre where it is not unique. */
export function centrePoint(c: Vec3, gap: Expr, L: Expr, reach: Expr): Vec3 {
  return scaleV(div(mul(centring, gap), mul(L, sqrt(add(mul(gap, gap), mul(reach, reach))))), c);
}

/** pull + Σ l_i ∇f_i(c) = 0 and 0 ≤ l_i ⟂ −f_i(c) ≥ 0, in units of the body's radius. */
export function stationary(
  point: { readonly name: string; readonly multiplier: string; readonly shape: ConvexShape; readonly at: Vec3 },
  pull: Vec3,
  inside: Leaves,
): { readonly rows: Row[]; readonly pairs: Pair[] } {
  const faces = inequalitiesAt(point.shape, point.at);
  const names = multipliers(point.multiplier, point.shape);
  const sum = addV(pull, ...faces.map(({ gradient }, i) => scaleV(inside(names[i]), gradient)));
  const L = radiusOf(point.shape);
  const complements = faces.map(({ value }, i) => complementary(names[i], div(neg(value), L)));
  return {
    rows: [
      ...axes(point.name).map((name, i) => equation(name, sum[i])),
      ...complements.map(({ unknown, residual }) => ({ unknown, residual })),
    ],
    pairs: complements.map(({ pair }) => pair),
  };
}
