import type { Expr, Scalar } from "../expr/expr.js";
import type { Tangential } from "./friction.js";
import type { Frame, Pair, Requirement, Row, Unknown } from "./model.js";
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

/** What a contact law is told of one contact: gap and sliding velocity at the end of the step, and its inertia. */
export interface ContactKinematics {
  /** Ψ_n(q⁺) [m]. */
  readonly gap: Expr;
  /** Γ_t ν⁺, Γ_o ν⁺ [m/s]; the second is zero for planar bodies. */
  readonly sliding: Tangential;
  readonly planar: boolean;
  /** ΓM⁻¹Γᵀ along a tangent, estimated [1/kg]: mobility of the contact point, a step size for projection rows. */
  readonly mobility: Expr;
}

/** What a contact law adds to a step: its rows, and the force λ_n, λ_t, λ_o [N] that acts on the bodies. */
export interface ContactStage {
  readonly rows: readonly Row[];
  readonly defines: Readonly<Record<string, Expr>>;
  readonly pairs: readonly Pair[];
  readonly observe: Readonly<Record<string, Expr>>;
  readonly force: readonly [Expr, Expr, Expr];
  readonly guess?: Readonly<Record<string, Expr>>;
  /** Elastic energy [J] at the start and the end of the step. */
  readonly elasticEnergy: readonly [Expr, Expr];
}

/** A law of contact: which unknowns a contact has, and its equations. */
export interface ContactLaw<C extends Contact> {
  states(contact: C, planar: boolean): Unknown[];
  inside(contact: C, planar: boolean): Unknown[];
  /** What the law's own numbers must satisfy. */
  requires(contact: C): Requirement[];
  step(contact: C, kinematics: ContactKinematics, frame: Frame): ContactStage;
}
