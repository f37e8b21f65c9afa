/**
 * Physics as rows: this file says what a model is (unknowns, and the rows, definitions and pairs of one step), the others
 * build one from a scene of bodies and contacts under a law of contact. Everything is a formula of the leaves of a step, so
 * that derivatives, grids and parameters are others' business. A new law is one file that implements `ContactLaw`.
 * @module mechanics
 */
import { type Expr, leaves, type Scalar, variable } from "../expr/expr.js";
import type { Assembly } from "./assembly.js";
import type { StepProgram } from "./program.js";
import type { ModelViews } from "./views.js";

/** A declared unknown of a model: its unit, a typical magnitude in that unit, and bounds (free where left out). */
export interface Unknown {
  readonly name: string;
  readonly unit: string;
  readonly scale: number;
  readonly lower?: number;
  readonly upper?: number;
  /** Of a state: its value at rest at the origin, where that is not zero. */
  readonly atRest?: Scalar;
  /** A force to which what it holds yields a little, in its own row, so that the least of several that hold the same is found. */
  readonly yields?: boolean;
  /** The contact that it is of: where that does not push, forces are zero, and nothing else of it acts on anything. */
  readonly contact?: string;
}

/** Every unknown answers one row: lower ≤ unknown ≤ upper ⟂ residual. */
export interface Row {
  readonly unknown: string;
  readonly residual: Expr;
}

/** 0 ≤ a ⟂ b ≥ 0, also where a projection row hides it: what certificates and kink reports read. */
export interface Pair {
  readonly name: string;
  /** The contact whose normal pair it is: that contact pushes where a is positive. */
  readonly contact?: string;
  readonly a: Expr;
  readonly b: Expr;
}

/** Looks a leaf up by its name. */
export type Leaves = (name: string) => Expr;

/** The leaves of one time step, from t to t + h: one kernel serves every step, grid and parameter value. */
export interface Frame {
  readonly now: Leaves;
  readonly next: Leaves;
  readonly inside: Leaves;
  readonly parameters: Leaves;
  readonly inputs: Leaves;
  readonly t: Expr;
  readonly h: Expr;
}

/**
 * The equations of one time step. `defines` gives a next state or an inside unknown explicitly, which is exact
 * condensation; all others answer a row. `observe` makes columns that people and certificates look at: `Model.views`
 * says what those of contacts and bodies mean, and `energy`, `appliedWork` and `energyCreated` [J] have a fixed meaning.
 */
export interface Stage {
  readonly rows: readonly Row[];
  readonly defines?: Readonly<Record<string, Expr>>;
  readonly pairs: readonly Pair[];
  readonly observe: Readonly<Record<string, Expr>>;
  /**
   * First guesses of implicit unknowns, tried in this order where the step before gives none or none that solves the
   * step. The formulas of one may refer to each other and to `defines`; what it leaves out is as in the step before.
   * They are functions because most are never asked for.
   */
  readonly guesses?: readonly (() => StepGuess)[];
  /** The program that answers the insides that have neither row nor definition. */
  readonly program?: StepProgram;
  /** Bodies whose next states the march finds contact by contact, without rows. */
  readonly assembly?: Assembly;
  /** The same step without kinks, where the rows above have some. */
  readonly complementarity?: ComplementarityForm;
}

/**
 * The step as programs over a whole motion need it: every max and every projection as equations and pairs 0 ≤ u ⟂ r ≥ 0. Laws
 * write it themselves, beside the form in which a march is fastest.
 */
export interface ComplementarityForm {
  /** Unknowns that only this form has, and those of the model that must not be negative in it. */
  readonly unknowns: readonly Unknown[];
  /** Their rows, and those that replace rows and definitions of the step. */
  readonly rows: readonly Row[];
  /** First guesses of what only this form has, from all others. */
  readonly guess: StepGuess;
}

/** Formulas for unknowns by name. */
export type StepGuess = Readonly<Record<string, Expr>>;

/** A condition on numbers before a solver sees them: `holds` > 0 (or ≥ 0), over start values `now.*` and parameters. */
export interface Requirement {
  readonly field: string;
  readonly must: string;
  readonly holds: Expr;
  readonly orZero: boolean;
}

/** One idea of how bodies move: states, unknowns inside a step, names of parameters and inputs, and the step itself. */
export interface Model {
  readonly name: string;
  readonly state: readonly Unknown[];
  readonly inside: readonly Unknown[];
  readonly parameters: readonly string[];
  readonly inputs: readonly string[];
  readonly step: (frame: Frame) => Stage;
  readonly requires?: readonly Requirement[];
  readonly views?: ModelViews;
}

/** The value of a state at the start of a step. */
export const now: Leaves = (name) => variable(`now.${name}`);
/** The value of a state at the end of a step. */
export const next: Leaves = (name) => variable(`next.${name}`);
/** An unknown inside a step, such as a contact force. */
export const inside: Leaves = (name) => variable(`inside.${name}`);
/** A declared parameter of the problem. */
export const parameter: Leaves = (name) => variable(`parameters.${name}`);
/** A per-step input of the problem. */
export const input: Leaves = (name) => variable(`inputs.${name}`);
/** A state at the very start of the motion, for boundary conditions. */
export const first: Leaves = (name) => variable(`first.${name}`);
/** A state at the very end of the motion, for boundary conditions and values. */
export const last: Leaves = (name) => variable(`last.${name}`);

/** The frame of every step: leaves are interned by name, so one frame is all there is. */
export const frame: Frame = {
  now,
  next,
  inside,
  parameters: parameter,
  inputs: input,
  t: variable("t"),
  h: variable("h"),
};

/** An unknown fixed by an equation: free ⟂ residual. */
export function equation(unknown: string, residual: Expr): Row {
  return { unknown, residual };
}

/** An unknown that complements its residual: 0 ≤ unknown ⟂ residual ≥ 0; the unknown must be declared with lower 0. */
export function complementary(unknown: string, residual: Expr): Row & { pair: Pair } {
  return { unknown, residual, pair: { name: unknown, a: inside(unknown), b: residual } };
}

/** The names of the parameters, or of the inputs, that the formulas of a step use. */
export function usedNames(stage: Stage, kind: "parameters" | "inputs"): string[] {
  const { rows, defines = {}, pairs, observe, program, assembly } = stage;
  const formulas = [
    ...(program?.data ?? []),
    ...(assembly?.numbers ?? []),
    ...rows.map(({ residual }) => residual),
    ...Object.values(defines),
    ...pairs.flatMap(({ a, b }) => [a, b]),
    ...Object.values(observe),
  ];
  const names = leaves(formulas).map(({ name }) => name);
  return names.filter((name) => name.startsWith(`${kind}.`)).map((name) => name.slice(kind.length + 1));
}
