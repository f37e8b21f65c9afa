import { type Expr, neg, type Scalar } from "../expr/expr.js";
import { cross, type Vec3, vec3 } from "../expr/vector.js";

/** Contact axes: n from the second surface towards the first body, t and o = n × t in the surface. */
export interface ContactFrame {
  readonly normal: Vec3;
  readonly tangent: Vec3;
  readonly orthogonal: Vec3;
  /** For axes that are others in the next step: cosine and sine of the angle about n from these to those. */
  readonly turn?: readonly [Expr, Expr];
}

/** One side of a contact: which body, the arm from its centre of mass to the contact point, and the sign of the force. */
export interface ContactSide {
  readonly body: string;
  readonly arm: Vec3;
  readonly sign: 1 | -1;
}

/** An unknown by which a step finds where two surfaces are nearest, the row that it answers, and its first guess. */
export interface NearestUnknown {
  readonly name: string;
  readonly lower?: number;
  readonly upper?: number;
  /** lower ≤ unknown ≤ upper ⟂ residual, without unit as the unknown is. */
  readonly residual: Expr;
  /** A formula of the states at the start of the step. */
  readonly guess: Expr;
}

/** The place of two surfaces where they are nearest: signed distance Ψ_n [m], axes, and what the force acts on. */
export interface ContactGeometry {
  readonly gap: Scalar;
  /** How deep the surfaces may be in each other until the gap says nothing any more [m]; no end where left out. */
  readonly room?: Scalar;
  readonly frame: ContactFrame;
  readonly sides: readonly ContactSide[];
  /** Of surfaces whose nearest points have no formula. */
  readonly nearest?: readonly NearestUnknown[];
  /** The gap [m] without these unknowns, from the values of all other leaves. */
  readonly measured?: (leaf: (name: string) => number) => number;
}

/** Axes of a contact in the plane: t is n turned by −90°. */
export function planarFrame(normal: Vec3): ContactFrame {
  return frameOf(normal, vec3(normal[1], neg(normal[0]), 0));
}

/** n, t and o = n × t. */
export function frameOf(normal: Vec3, tangent: Vec3): ContactFrame {
  return { normal, tangent, orthogonal: cross(normal, tangent) };
}
