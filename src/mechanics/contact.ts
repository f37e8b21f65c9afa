import type { Expr, Scalar } from "../expr/expr.js";
import type { Tangential } from "./friction.js";
import type { Compliance, Frame, Pair, Requirement, Row, Unknown } from "./model.js";
import type { Shape } from "./shape.js";

/** A shape of another moving body. */
export interface Partner {
  readonly body: string;
  readonly shape: Shape;
}

/**
 * A possible contact of a body's shape with a shape of the fixed world or of another body, and its friction coefficient
 * μ. Shapes of bodies are in body axes, shapes of the world in world axes.
 */
export interface Contact {
  readonly name: string;
  readonly body: string;
  readonly shape: Shape;
  readonly against: Shape | Partner;
  readonly friction: Scalar;
}

/** The second surface of a contact; the world has no body. */
export function partnerOf({ against }: Contact): { readonly body: string | undefined; readonly shape: Shape } {
  return "kind" in against ? { body: undefined, shape: against } : against;
}

/** The elements of a contact: one for each point of a patch, else the contact itself. */
export function elementsOf(contact: Contact): Contact[] {
  const { shape } = contact;
  if (shape.kind !== "patch") return [contact];
  return shape.points.map((at) => ({ ...contact, shape: { kind: "point", at } }));
}

/** What a contact law is told of one element of a contact: gap and sliding velocity at the end of the step, and its inertia. */
export interface ContactKinematics {
  /** Ψ_n(q⁺) [m]. */
  readonly gap: Expr;
  /** Γ_t ν⁺, Γ_o ν⁺ [m/s]; the second is zero for planar bodies. */
  readonly sliding: Tangential;
  readonly planar: boolean;
  /** ΓM⁻¹Γᵀ along a tangent, estimated [1/kg]: mobility of the contact point, a step size for projection rows. */
  readonly mobility: Expr;
  /** Where the axes of the next step are others: cosine and sine of the angle about n from these to those. */
  readonly turn?: Tangential | undefined;
}

/** λ_n, λ_t, λ_o [N]. */
export type ContactForce = readonly [Expr, Expr, Expr];

/** What a contact law adds to a step: its rows, and the force that acts on the bodies at each of its elements. */
export interface ContactStage {
  readonly rows: readonly Row[];
  readonly defines: Readonly<Record<string, Expr>>;
  readonly pairs: readonly Pair[];
  readonly observe: Readonly<Record<string, Expr>>;
  readonly forces: readonly ContactForce[];
  readonly guess?: Readonly<Record<string, Expr>>;
  /** Elastic energy [J] at the start and the end of the step. */
  readonly elasticEnergy: readonly [Expr, Expr];
}

/** A law of contact: which unknowns a contact has, and its equations. */
export interface ContactLaw<C extends Contact> {
  states(contact: C, planar: boolean): Unknown[];
  inside(contact: C, planar: boolean): Unknown[];
  /** What the law's own numbers must satisfy. */
  requires(contact: C, planar: boolean): Requirement[];
  /** Stiffness and damping of a lumped contact that carries a mass, where the law has them. */
  compliance?(contact: C, mass: Scalar): Compliance;
  /** @throws {RangeError} for a patch under a law that has no elements. */
  step(contact: C, elements: readonly ContactKinematics[], frame: Frame): ContactStage;
}

/**
 * The one element of a contact that is not a patch.
 * @throws {RangeError} for a patch.
 */
export function onlyElement({ name }: Contact, elements: readonly ContactKinematics[]): ContactKinematics {
  if (elements.length !== 1) throw new RangeError(`contact "${name}" is a patch, which needs the distributed model`);
  return elements[0]!;
}
