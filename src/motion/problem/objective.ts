import { closest } from "../../algebra/closest.js";
import { unknownName } from "../../checks/words.js";
import { type Expr, isExpr, leaves, type Scalar, substituteAll, toExpr, variable } from "../../expr/expr.js";
import { type Method, methods } from "../../solve/minimise/methods.js";
import { checkProblem } from "./check-problem.js";
import type { Distribution } from "./distribution.js";
import { BadInput, type Control, type DesignConstraint, type Objective, type Problem } from "./problem.js";

/** A declared value by its name, for costs and constraints. */
export const value = (name: string): Expr => variable(`values.${name}`);

/** True for a problem that asks for an optimal motion: its objective has a cost of every step, or varies a control. */
export function isOptimal({ objective, inputs = {} }: Problem): boolean {
  return objective?.stage !== undefined || objective?.vary.some((name) => isControl(inputs[name])) === true;
}

/** The distributions over which the objective of a problem is a probability; undefined where it is none. */
export const chanceOf = ({ objective }: Problem): Readonly<Record<string, Distribution>> | undefined =>
  typeof objective?.over === "object" ? objective.over : undefined;

/** True for an input that is chosen, rather than given by a formula. */
export const isControl = (given: Expr | Control | undefined): given is Control => given !== undefined && !isExpr(given);

/** A design parameter and the box that it is varied in. */
export interface Varied {
  readonly name: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

/** An objective that has passed the door: what is varied, and cost and constraints as formulas of ends and parameters. */
export interface Design {
  readonly varied: readonly Varied[];
  readonly constraints: readonly DesignConstraint[];
  readonly scenarios: NonNullable<Objective["scenarios"]>;
  readonly over: "worst" | "mean";
  readonly method: Method;
  /** Cost first, then constraints, differentiated by what is varied. */
  readonly asked: VariedRows;
}

/**
 * The design that a problem declares.
 * @throws {BadInput} naming the field that is wrong.
 */
export function designOf(problem: Problem): Design {
  checkProblem(problem);
  const { objective } = problem;
  if (objective === undefined)
    throw new BadInput("objective", `${problem.name} has no objective to design for; solve or simulate it.`);
  const { cost, vary, constraints = [], path, scenarios = [{}], over = "worst", method = "SLSQP" } = objective;
  if (typeof over === "object")
    throw new BadInput("objective.over", `The objective of ${problem.name} is a probability: it has no cost.`);
  if (cost === undefined) throw new BadInput("objective.cost", `${problem.name} has no objective.cost to design for.`);
  if (path !== undefined)
    throw new BadInput("objective.path", "objective.path is for optimal motions: a design has constraints.");
  if (vary.length === 0) throw new BadInput("objective.vary", "objective.vary must name at least one parameter.");
  if (scenarios.length === 0)
    throw new BadInput("objective.scenarios", "objective.scenarios is empty: leave it out, or give at least one.");
  if (!(methods as readonly string[]).includes(method))
    throw new BadInput(
      "objective.method",
      `There is no method "${method}"; did you mean ${closest(method.toUpperCase(), methods)}?`,
    );
  if (method === "CRS2" && constraints.some(({ must }) => must === "be-zero"))
    throw new BadInput("objective.method", "CRS2 takes no constraints that must be zero; use SLSQP, COBYLA or ISRES.");
  const varied = vary.map((name) => variedOf(problem, name));
  for (const scenario of scenarios)
    for (const name of Object.keys(scenario))
      if (vary.includes(name))
        throw new BadInput("objective.scenarios", `A scenario sets ${name}, which the objective varies.`);
  const rows = [cost, ...constraints.map(({ residual }) => residual)];
  return {
    varied,
    constraints,
    scenarios,
    over,
    method: method as Method,
    asked: { vary, rows: writeValues(problem, rows) },
  };
}

/**
 * The objective of a problem that is known to have one.
 * @throws {BadInput} where it has none.
 */
export function objectiveOf({ name, objective }: Problem): Objective {
  if (objective === undefined) throw new BadInput("objective", `${name} has no objective.`);
  return objective;
}

export function variedOf({ parameters }: Problem, name: string): Varied {
  const declared = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (declared === undefined || declared.choices !== undefined) {
    const numeric = Object.keys(parameters).filter((known) => parameters[known].choices === undefined);
    throw new BadInput("objective.vary", `objective.vary: ${unknownName("numeric parameter", name, numeric)}`);
  }
  const { unit, min, max } = declared;
  if (min === undefined || max === undefined || !(min < max))
    throw new BadInput(
      "objective.vary",
      `objective.vary: parameter ${name} needs a smallest and a larger largest value (min, max) to be varied.`,
    );
  return { name, unit, min, max };
}

/** Rows with the declared values written in, over ends and parameters only. */
export function writeValues(problem: Problem, formulas: readonly Scalar[]): Expr[] {
  const rows = formulas.map(toExpr);
  const values = new Map<Expr, Expr>();
  for (const leaf of leaves(rows).filter(({ name }) => name.startsWith("values."))) {
    const name = leaf.name.slice("values.".length);
    const declared = Object.hasOwn(problem.values, name) ? problem.values[name] : undefined;
    if (declared === undefined)
      throw new BadInput("objective", `objective: ${unknownName("value", name, Object.keys(problem.values))}`);
    if (!isExpr(declared.of))
      throw new BadInput("objective", `objective: value ${name} is taken from a whole column, and has no derivative.`);
    values.set(leaf, declared.of);
  }
  return substituteAll(rows, values);
}

/** Rows and what they are differentiated by, in the stead of boundary conditions and what they free: those of a design. */
export interface VariedRows {
  readonly vary: readonly string[];
  /** Formulas of first.*, last.* and parameters.*. */
  readonly rows: readonly Expr[];
}
