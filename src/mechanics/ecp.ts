import { add, div, type Expr, max, mul, neg, sqrt, sub } from "../expr/expr.js";
import { addV, dot, mat3V, rotationMatrix, scaleV, subV, transpose3, type Vec3, vec3 } from "../expr/vector.js";
import type { Motion } from "./body.js";
import { type ConvexShape, inequalitiesAt, radiusOf } from "./convex.js";
import { type ContactFrame, frameOf } from "./geometry.js";
import { complementary, equation, type Leaves, type Pair, type Row, type Unknown } from "./model.js";
import type { HalfSpace } from "./shape.js";

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

/** The nearest points of two surfaces, as rows and as what forces need. */
export interface NearestPoints {
  readonly gap: Expr;
  readonly frame: ContactFrame;
  /** From the centre of mass to a₁, world axes. */
  readonly arm: Vec3;
  /** a₁ in the axes of its body. */
  readonly ecpBody: Vec3;
  readonly rows: readonly Row[];
  readonly pairs: readonly Pair[];
  /** max f_i(a₂) [m], which is as good as the gap: (5) of the paper. */
  readonly supportDepth: Expr;
}

/** The unknowns of the nearest point: c, and a multiplier for every inequality. */
export function ecpUnknowns(contact: string, shape: ConvexShape): Unknown[] {
  return [
    ...["x", "y", "z"].map((axis) => ({ name: `${contact}.ecpBody.${axis}`, unit: "m", scale: 0.1 })),
    ...inequalitiesAt(shape, vec3(0, 0, 0)).map((_, i) => ({
      name: multiplierName(contact, i),
      unit: "1",
      scale: 1,
      lower: 0,
    })),
  ];
}

export const multiplierName = (contact: string, i: number): string => `${contact}.faceMultiplier.${i}`;

/** The rows above for a body at the end of the step over a fixed half-space. */
export function nearestToHalfSpace(
  contact: string,
  shape: ConvexShape,
  motion: Motion,
  ground: HalfSpace,
  inside: Leaves,
): NearestPoints {
  const R = rotationMatrix(motion.orientation!);
  const c = ecpBodyOf(contact, inside);
  const normal = vec3(...ground.normal);
  const inBody = mat3V(transpose3(R), normal);
  const arm = mat3V(R, c);
  const gap = sub(dot(normal, addV(motion.position, arm)), ground.offset);
  const L = radiusOf(shape);
  const faces = inequalitiesAt(shape, c);
  const multipliers = faces.map((_, i) => inside(multiplierName(contact, i)));
  const centre = scaleV(div(mul(centring, gap), mul(L, sqrt(add(mul(gap, gap), mul(L, L))))), c);
  const pull = addV(inBody, centre, ...faces.map(({ gradient }, i) => scaleV(multipliers[i]!, gradient)));
  const complements = faces.map(({ value }, i) => complementary(multiplierName(contact, i), div(neg(value), L)));
  return {
    gap,
    frame: frameOf(normal, vec3(...ground.tangent)),
    arm,
    ecpBody: c,
    rows: [
      ...pull.map((residual, i) => equation(`${contact}.ecpBody.${"xyz"[i]!}`, residual)),
      ...complements.map(({ unknown, residual }) => ({ unknown, residual })),
    ],
    pairs: complements.map(({ pair }) => pair),
    supportDepth: max(...inequalitiesAt(shape, subV(c, scaleV(gap, inBody))).map(({ value }) => value)),
  };
}

function ecpBodyOf(contact: string, inside: Leaves): Vec3 {
  return vec3(inside(`${contact}.ecpBody.x`), inside(`${contact}.ecpBody.y`), inside(`${contact}.ecpBody.z`));
}

/** Signed distance of a body's point from a half-space [m]. */
export function heightOver(ground: HalfSpace, point: Vec3): Expr {
  return sub(dot(vec3(...ground.normal), point), ground.offset);
}
