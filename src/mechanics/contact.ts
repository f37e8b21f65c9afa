import {
  anything,
  type Check,
  type Checked,
  either,
  type Fields,
  fields,
  has,
  name,
  quantity,
  vector,
} from "../checks/fields.js";
import type { Expr, Scalar } from "../expr/expr.js";
import { type Components, type Shape, shape } from "../geometry/shape.js";
import type { Tangential } from "./friction.js";
import type { ComplementarityForm, Frame, Pair, Requirement, Row, Unknown } from "./model.js";
import type { Compliance, ContactView } from "./views.js";

const partner = fields({ body: name, shape });

/** A shape of another moving body. */
export interface Partner extends Checked<typeof partner> {}

/** The fields of every contact; laws add their own. */
export const contactFields = {
  name,
  body: name,
  shape,
  against: either((given) => has("kind", given), shape, partner),
  friction: quantity,
};

/** Fields that every contact may have. */
export const surfaceFields = {
  /** The velocity at which the second surface moves along itself, as a belt does [m/s]: formulas of t, in its own axes. */
  surfaceVelocity: vector,
  /** Coefficient of rolling resistance [m]. */
  rolling: quantity,
  /** Coefficient of spinning resistance [m]. */
  spinning: quantity,
};

/** Fields that some laws have and others leave alone, so that one scene serves several. */
export const fieldsOfSomeLaws = {
  stiffness: anything,
  damping: anything,
  coneSmoothing: anything,
  frictionAxes: anything,
};

/**
 * A possible contact of a body's shape with a shape of the fixed world or of another body, and its friction coefficient
 * μ. Shapes of bodies are in body axes, shapes of the world in world axes.
 */
export interface Contact extends Fields<typeof contactFields, typeof surfaceFields> {}

/** The second surface of a contact; the world has no body. */
export function partnerOf({ against }: Contact): { readonly body: string | undefined; readonly shape: Shape } {
  return "kind" in against ? { body: undefined, shape: against } : against;
}

/** The elements of a contact: one for each point of a patch, else the contact itself. */
export function elementsOf(contact: Contact): Contact[] {
  const { shape } = contact;
  if (shape.kind !== "patch") return [contact];
  const element = (at: Components): Shape =>
    shape.rounding === undefined ? { kind: "point", at } : { kind: "ball", centre: at, radius: shape.rounding };
  return shape.points.map((at, i) => ({ ...contact, name: `${contact.name}.${i + 1}`, shape: element(at) }));
}

/** One element of a contact as its law sees it: gap and sliding velocity at the end of the step, and its inertia. */
export interface ContactKinematics {
  /** Ψ_n(q⁺) [m]. */
  readonly gap: Expr;
  /** Γ_t ν⁺, Γ_o ν⁺ [m/s]; the second is zero for planar bodies. */
  readonly sliding: Tangential;
  readonly planar: boolean;
  /** ΓM⁻¹Γᵀ along a tangent, estimated [1/kg]: mobility of the contact point, a step size for projection rows. */
  readonly mobility: Expr;
  /** Γ_n ν at the start of the step or at its end [m/s], along the normal of the end; below zero where the surfaces close. */
  readonly parting: (when: "now" | "next") => Expr;
  /** The part of gravity that closes the surfaces [m/s²]. */
  readonly falling?: () => Expr;
  /** For axes that are others in the next step: cosine and sine of the angle about n from these to those. */
  readonly turn?: Tangential | undefined;
  /** Of surfaces whose nearest points the step finds: a force to begin with [N], because none leaves open where it would act. */
  readonly press?: Expr | undefined;
}

/** λ_n, λ_t, λ_o [N]. */
export type ContactForce = readonly [Expr, Expr, Expr];

/** The part of a contact law in a step: its rows, and the force that acts on the bodies at each of its elements. */
export interface ContactStage {
  readonly rows: readonly Row[];
  readonly defines: Readonly<Record<string, Expr>>;
  readonly pairs: readonly Pair[];
  readonly observe: Readonly<Record<string, Expr>>;
  readonly forces: readonly ContactForce[];
  readonly guess?: Readonly<Record<string, Expr>>;
  /** Elastic energy [J] at the start and the end of the step. */
  readonly elasticEnergy: readonly [Expr, Expr];
  readonly complementarity?: ComplementarityForm;
}

/** A law of contact: which unknowns a contact has, and its equations. */
export interface ContactLaw<C extends Contact> {
  /** The form of the law, such as "projection". */
  readonly name: string;
  /** The fields of its contacts; where left out, contacts may hold anything besides what every contact holds. */
  readonly contact?: Check<C>;
  states(contact: C, planar: boolean): Unknown[];
  inside(contact: C, planar: boolean): Unknown[];
  /** Conditions on the law's own numbers. */
  requires(contact: C, planar: boolean): Requirement[];
  /** The part of a mass that a contact or each of its elements carries, its smoothing, and stiffness and damping where the law has one of each. */
  compliance?(contact: C, mass: Scalar): Compliance | undefined;
  /** The contact, or each of its elements, by its columns. */
  views(contact: C, planar: boolean): ContactView[];
  /** @throws {RangeError} for a patch under a law that has no elements. */
  step(contact: C, elements: readonly ContactKinematics[], frame: Frame): ContactStage;
}

/**
 * The one element of a contact that is not a patch.
 * @throws {RangeError} for a patch.
 */
export function onlyElement({ name }: Contact, elements: readonly ContactKinematics[]): ContactKinematics {
  if (elements.length !== 1) throw new RangeError(`contact "${name}" is a patch, which needs the distributed model`);
  return elements[0];
}

/** The columns that all laws of contact forces have, of a contact or an element called `name`. */
export function forceView({ body }: Contact, name: string, planar: boolean): ContactView {
  const of = (...axes: readonly string[]): string[] =>
    (planar ? axes.slice(0, 1) : axes).map((axis) => `${name}.${axis}`);
  return {
    name,
    body,
    columns: {
      normal: `${name}.normalForce`,
      tangential: of("tangentForce", "orthogonalForce"),
      coneRadius: `${name}.coneRadius`,
      slip: of("slidingVelocityT", "slidingVelocityO"),
      stickMargin: `${name}.stickMargin`,
      separation: `${name}.separation`,
      coneExcess: `${name}.coneExcess`,
    },
  };
}
