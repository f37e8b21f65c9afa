import { add, type Expr, type Scalar, substitute, toExpr } from "../../expr/expr.js";
import type { ContactGeometry } from "../../geometry/contact-geometry.js";
import type { Wrench } from "../body.js";
import type { ContactForce } from "../contact.js";
import { type Frame, frame, type Pair, type Requirement, type Row, type Unknown } from "../model.js";
import type { Motions } from "../pairs.js";
import type { ContactView } from "../views.js";

/** One thing that acts on bodies of a scene besides their contacts: a drive, a joint, a force, the resistance of a contact. */
export interface Action {
  readonly states?: readonly Unknown[];
  readonly inside: readonly Unknown[];
  readonly requires: readonly Requirement[];
  /** Contacts as people see them, by columns. */
  readonly views?: readonly ContactView[];
  readonly step: (situation: Situation) => ActionStage;
}

/** A step as an action finds it: where all bodies are at both of its ends, and what its contacts do. */
export interface Situation {
  readonly frame: Frame;
  readonly motions: Motions;
  readonly touching: ReadonlyMap<string, ContactInStep>;
  /** Wrenches of all actions before this one. */
  readonly acting: readonly Acting[];
}

/** A contact in a step: where its elements touch, with which forces, and what is observed of it. */
export interface ContactInStep {
  readonly geometries: readonly ContactGeometry[];
  readonly forces: readonly ContactForce[];
  readonly observe: Readonly<Record<string, Expr>>;
}

/** The part of an action in a step. */
export interface ActionStage {
  readonly rows?: readonly Row[];
  readonly defines?: Readonly<Record<string, Expr>>;
  readonly pairs?: readonly Pair[];
  readonly observe?: Readonly<Record<string, Expr>>;
  readonly wrenches?: readonly Acting[];
  /** Energy that it stores [J] at the start and the end of the step. */
  readonly stored?: readonly [Expr, Expr];
  /** Work that it puts in during the step [J]. */
  readonly work?: Expr;
}

/** A wrench on a body, which may be a driven one. */
export interface Acting {
  readonly body: string;
  readonly wrench: Wrench;
}

/** A formula of t at the end of the step. */
export function atEnd(formula: Scalar): Expr {
  return substitute(toExpr(formula), new Map([[frame.t, add(frame.t, frame.h)]]));
}

/** A formula of t at the start of the motion. */
export function atStart(formula: Scalar): Expr {
  return substitute(toExpr(formula), new Map([[frame.t, toExpr(0)]]));
}
