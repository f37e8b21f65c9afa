import { type Checked, kind, name, vector } from "../../checks/fields.js";
import { add, constant, div, select, sub } from "../../expr/expr.js";
import {
  addV,
  dot,
  type Mat3,
  mapV,
  mat3V,
  negV,
  normV,
  rotationMatrix,
  scaleV,
  subV,
  transpose3,
  type Vec3,
  vec3,
} from "../../expr/vector.js";
import { frameOf } from "../../geometry/contact-geometry.js";
import { type ConvexShape, middleOf, radiusOf, verticesOf } from "../../geometry/convex.js";
import { convexShape } from "../../geometry/shape.js";
import type { SpatialMotion } from "../../mechanics/body.js";
import { equation, type Leaves, type Unknown } from "../../mechanics/model.js";
import {
  axes,
  centrePoint,
  ecpUnknowns,
  type NearestPoints,
  pointUnknowns,
  stationary,
  supportDepth,
  vectorOf,
} from "./ecp.js";

/** The fields of a convex body that another one touches. */
export const convexSupport = kind(
  "convex",
  {
    shape: convexShape,
    /** A unit direction of its axes near which the tangent t of the contact lies, where the normal does not. */
    tangent: vector,
  },
  { body: name },
);

/** A convex body that another one touches: of a moving body, in its axes, or fixed in the world's. */
export interface ConvexSupport extends Checked<typeof convexSupport> {}

/*
 * The equivalent contact point of two convex bodies f_i(x) ≤ 0 and g_j(x) ≤ 0, Xie and Chakraborty (2019) (8)–(12), with
 * the common normal n as unknown instead of the multiplier of a face k, so that neither k needs to be chosen:
 *
 *     a₁ − a₂ = gap n,   |n|² = 1,   R₁⁺ᵀn + Σ l_i ∇f_i(c₁) = 0,   −R₂⁺ᵀn + Σ l_j ∇g_j(c₂) = 0,
 *     0 ≤ l_i ⟂ −f_i(c₁) ≥ 0,   0 ≤ l_j ⟂ −g_j(c₂) ≥ 0,   0 ≤ p_n ⟂ gap ≥ 0,
 *
 * a₁ = q₁⁺ + R₁⁺c₁, a₂ = q₂⁺ + R₂⁺c₂. With gap = 0 the plane of n through the common point separates the bodies; with
 * gap > 0 these are the conditions of the nearest points. Where they are not unique (two separated faces) the point of
 * the first body is drawn towards its centre as over a half-space (`ecp.ts`).
 */

/** The unknowns of a contact of two convex bodies. */
export function pairUnknowns(contact: string, shape: ConvexShape, support: ConvexShape): Unknown[] {
  return [
    ...ecpUnknowns(contact, shape),
    ...pointUnknowns(`${contact}.supportBody`, `${contact}.supportMultiplier`, support),
    ...axes(`${contact}.normal`).map((name) => ({ name, unit: "1", scale: 1 })),
    { name: `${contact}.gap`, unit: "m", scale: 0.1 },
  ];
}

/** The rotation of a body, or none for what is fixed in the world. */
export function rotationOf(motion: SpatialMotion | undefined): Mat3 {
  const [one, zero] = [constant(1), constant(0)];
  return motion === undefined
    ? [one, zero, zero, zero, one, zero, zero, zero, one]
    : rotationMatrix(motion.orientation);
}

/** The rows above, for a body at the end of the step and another one that moves or is fixed. */
export function nearestOfTwo(
  contact: { readonly name: string; readonly body: string; readonly shape: ConvexShape },
  [motion, partnerMotion]: readonly [SpatialMotion, SpatialMotion | undefined],
  { body: partner, shape: support, tangent }: ConvexSupport,
  inside: Leaves,
): NearestPoints {
  const { name, body, shape } = contact;
  const [R1, R2] = [rotationOf(motion), rotationOf(partnerMotion)];
  const q2 = partnerMotion?.position ?? vec3(0, 0, 0);
  const c1 = vectorOf(`${name}.ecpBody`, inside);
  const c2 = vectorOf(`${name}.supportBody`, inside);
  const n = vectorOf(`${name}.normal`, inside);
  const gap = inside(`${name}.gap`);
  const [arm1, arm2] = [mat3V(R1, c1), mat3V(R2, c2)];
  const ecp = addV(motion.position, arm1);
  const support2 = addV(q2, arm2);
  const [L1, L2] = [radiusOf(shape), radiusOf(support)];
  const reach = add(L1, L2);
  const apart = subV(subV(ecp, support2), scaleV(gap, n));
  const first = { name: `${name}.ecpBody`, multiplier: `${name}.faceMultiplier`, shape, at: c1 };
  const second = { name: `${name}.normal`, multiplier: `${name}.supportMultiplier`, shape: support, at: c2 };
  const one = stationary(
    first,
    addV(mat3V(transpose3(R1), n), centrePoint(subV(c1, middleOf(shape)), gap, L1, reach)),
    inside,
  );
  // the rows of the second body answer the normal, those of the distance its point
  const two = stationary(second, negV(mat3V(transpose3(R2), n)), inside);
  const c2InFirst = mat3V(transpose3(R1), subV(support2, motion.position));
  return {
    gap,
    frame: frameOf(n, tangentNear(mat3V(R2, vec3(...tangent)), n)),
    sides: [
      { body, arm: arm1, sign: 1 },
      ...(partner === undefined ? [] : [{ body: partner, arm: arm2, sign: -1 } as const]),
    ],
    ecp,
    rows: [
      ...one.rows,
      ...two.rows,
      ...axes(`${name}.supportBody`).map((unknown, i) => equation(unknown, div(apart[i], reach))),
      equation(`${name}.gap`, sub(dot(n, n), 1)),
    ],
    pairs: [...one.pairs, ...two.pairs],
    supportDepth: supportDepth(shape, c2InFirst, mat3V(transpose3(R1), n)),
    heights: verticesOf(shape).map((vertex) => dot(n, subV(addV(motion.position, mat3V(R1, vertex)), support2))),
    separation: gap,
  };
}

/** A normal with less than this of its square across the declared tangent takes another one: about 18° from it. */
const nearTangent = 0.1;

/**
 * The unit vector at a right angle to n that is nearest to a direction d, or to d with its components shifted where n is
 * near d: a tangent for every normal.
 */
export function tangentNear(direction: Vec3, n: Vec3): Vec3 {
  const part = (d: Vec3): Vec3 => subV(d, scaleV(dot(n, d), n));
  const first = part(direction);
  const second = part([direction[2], direction[0], direction[1]]);
  const far = sub(dot(first, first), nearTangent);
  const across = mapV(first, (x, i) => select(far, x, second[i]));
  return scaleV(div(1, normV(across)), across);
}

/** True of a contact whose second surface is a convex body. */
export function isConvexSupport(against: { readonly kind: string }): against is ConvexSupport {
  return against.kind === "convex";
}
