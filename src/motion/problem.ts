import type { Expr, Scalar } from "../expr/expr.js";
import type { Model } from "../mechanics/model.js";

export { BadInput } from "../mechanics/bad-input.js";

/** A declared parameter: its default (a number, a formula of other parameters, or one of `choices`), unit and range. */
export interface Parameter {
  readonly value: Scalar | string;
  readonly unit: string;
  readonly meaning: string;
  /** Smallest and largest allowed value; `above` excludes its own value. */
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly choices?: readonly string[];
}

/**
 * `steps` equal steps of `h` seconds, as declared; `grid.steps`, `grid.h` and `grid.end` = h·steps override it. Where
 * the problem has a parameter `time`, that is the duration, h = time/steps, and `h` here is not used. With
 * `refine`, steps are halved, in contact much shorter than in flight, until the freed values move by less than the
 * tolerance (`grid.tolerance`, relative to values above one): backward Euler damps a contact of stiffness K by K·h.
 */
export interface TimeGrid {
  readonly steps: number;
  readonly h: number;
  readonly refine?: { readonly at: "impacts"; readonly tolerance: number };
}

/**
 * One row of Υ(first, last, parameters) = 0 and the parameter that it frees: a start value (a parameter that `start`
 * uses) or a design parameter.
 */
export interface BoundaryCondition {
  readonly name: string;
  readonly unit: string;
  readonly residual: Expr;
  readonly frees: string;
}

/**
 * A number taken from a whole column of the trajectory: its extreme, its sum, the 1-based step where it first exceeds
 * zero, or how often it rises above zero after the start.
 */
export interface Reduction {
  readonly reduce: "maximum" | "minimum" | "sum" | "first-positive-step" | "rises";
  readonly column: string;
}

/** A named result: a formula of `first.*`, `last.*` and `parameters.*`, or a reduction of the trajectory. */
export interface Value {
  readonly unit: string;
  readonly meaning: string;
  readonly of: Expr | Reduction;
}

/**
 * An input that the solver chooses, step by step: a force, a torque, the velocity of a finger. Bounds, largest rate of
 * change per second and first guess are numbers or formulas of parameters; the guess may use `step` and `t` too.
 */
export interface Control {
  readonly unit: string;
  readonly meaning: string;
  readonly min?: Scalar;
  readonly max?: Scalar;
  readonly rate?: Scalar;
  readonly guess?: Scalar;
  /** Free in every step unless it keeps its value over so many steps, or is a cubic B-spline of so many coefficients. */
  readonly shape?: { readonly every: number } | { readonly coefficients: number };
}

/** A condition on a design: its residual must be zero, or at most zero. */
export interface DesignConstraint {
  readonly name: string;
  readonly unit: string;
  readonly residual: Expr;
  readonly must: "be-zero" | "not-exceed-zero";
}

/**
 * What a design minimises by varying parameters that have a smallest and a largest value, or an optimal motion by
 * varying controls too. Cost and constraints are formulas of `first.*`, `last.*`, `parameters.*` and `values.*`, the
 * declared values by name. With scenarios (settings of parameters, one motion each) constraints hold in every one, and
 * the cost is that of the worst or their mean. What should hold only nearly is a penalty: a term of the cost.
 */
export interface Objective {
  /** Not needed where an optimal motion has a `stage`. */
  readonly cost?: Expr;
  readonly vary: readonly string[];
  readonly constraints?: readonly DesignConstraint[];
  readonly scenarios?: readonly Readonly<Record<string, number | string>>[];
  readonly over?: "worst" | "mean";
  /** SLSQP unless another method is named. */
  readonly method?: string;
  /** Cost of one step of an optimal motion, summed over all: a formula of `next.*`, `inside.*`, `inputs.*` and `h`. */
  readonly stage?: Expr;
  /**
   * Conditions on every step of an optimal motion, of the same leaves; one times an input `atTime` (see `inputs.ts`) is a
   * way point. Inputs that only stage and path use need not be inputs of the model.
   */
  readonly path?: readonly DesignConstraint[];
}

/**
 * A motion to be found: a model with parameters, where it starts, on which time grid, what must hold at the ends, and
 * which values people ask for. `model` is a function where a parameter with `choices` decides the form of the rows.
 * `inputs` are formulas of parameters and of the leaves of `inputs.ts`: number, start and end of the
 * step.
 */
export interface Problem {
  readonly name: string;
  readonly title: string;
  readonly model: Model | ((choice: (parameter: string) => string) => Model);
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly inputs?: Readonly<Record<string, Expr | Control>>;
  readonly start: Readonly<Record<string, Scalar>>;
  readonly grid: TimeGrid;
  readonly boundary?: readonly BoundaryCondition[];
  readonly values: Readonly<Record<string, Value>>;
  readonly objective?: Objective;
}

/** What a problem should give, from whom, and the verb that gives it. */
export interface Expected {
  readonly verb: "solve" | "simulate" | "design";
  readonly values: readonly ExpectedValue[];
}

/** One published or independently computed value; `value` a string names a status, null a value that does not exist. */
export interface ExpectedValue {
  readonly name: string;
  readonly value: number | string | null;
  readonly tolerance: number;
  readonly source: string;
}

/**
 * One of several methods by which the same motion is computed: what people call it, the problem that has it, and the
 * settings that choose it there. Reports put the methods beside each other.
 */
export interface Method {
  readonly method: string;
  readonly problem: string;
  readonly set?: Readonly<Record<string, number | string>>;
}
