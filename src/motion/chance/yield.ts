import { type Expr, isExpr, leaves, substitute } from "../../expr/expr.js";
import { parameter } from "../../mechanics/model.js";
import type { Distribution } from "../problem/distribution.js";
import { chanceOf, writeValues } from "../problem/objective.js";
import { BadInput, type BoundaryCondition, type Problem } from "../problem/problem.js";
import { parseAsks } from "../study/asks.js";

/** A yield to be made as large as may be: what is chosen, what scatters, and what a part must hold to count. */
export interface YieldAsked {
  /** Parameters that are chosen; those of the problem's objective if left out. */
  readonly vary?: readonly string[];
  /** Distributions of what scatters; those of the problem's objective if left out. */
  readonly over?: Readonly<Record<string, Distribution>>;
  /** Formulas of declared values within bounds, such as "end.x in .98..1.02"; the problem's own conditions or the inequalities of its objective if left out. */
  readonly where?: readonly string[];
}

/**
 * The problem whose design has the largest yield, the share P(all asks hold) of the scattered parts that end as asked.
 * @throws {BadInput} where nothing says what is chosen, what scatters, or what a part must hold.
 */
export function yieldOf(problem: Problem, { vary, over, where = [] }: YieldAsked = {}): Problem {
  const { objective, boundary = [] } = problem;
  const chosen = vary ?? objective?.vary ?? [];
  if (chosen.length === 0)
    throw new BadInput(
      "vary",
      `${problem.name} does not say what is chosen: --vary corner.x names a parameter with a range.`,
    );
  const scattered = over ?? chanceOf(problem);
  if (scattered === undefined)
    throw new BadInput("over", `${problem.name} does not say what scatters: --over friction~normal(.3,.02).`);
  const asked = where.length > 0 ? asksOf(problem, where) : (inequalitiesOf(problem) ?? boundary);
  if (asked.length === 0)
    throw new BadInput("where", `${problem.name} does not say what a part must hold: --where "end.x in .98..1.02".`);
  const conditions = asked.map(({ frees: _, ...condition }, i) => ({
    ...condition,
    ...(i === 0 && { frees: chosen }),
  }));
  return { ...problem, boundary: conditions, objective: { vary: chosen, over: scattered } };
}

/** Formulas of declared values as bands of formulas of the motion. */
function asksOf(problem: Problem, where: readonly string[]): BoundaryCondition[] {
  const formulas = new Map<Expr, Expr>();
  const others: string[] = [];
  for (const [name, { of }] of Object.entries(problem.values))
    if (isExpr(of)) formulas.set(parameter(name), of);
    else others.push(name);
  return parseAsks(where, problem).map(({ text, formula, from, to }) => {
    const used = leaves([formula]);
    const reduced = others.find((name) => used.includes(parameter(name)));
    if (reduced !== undefined)
      throw new BadInput("where", `"${text}" asks of ${reduced}, which is no formula of states and parameters.`);
    const within = { ...(Number.isFinite(from) && { from }), ...(Number.isFinite(to) && { to }) };
    return { name: text, unit: "1", residual: substitute(formula, formulas), within };
  });
}

/** The inequalities of an objective as conditions; undefined where it has none. */
function inequalitiesOf(problem: Problem): BoundaryCondition[] | undefined {
  const { constraints } = problem.objective ?? {};
  if (constraints === undefined || constraints.length === 0) return undefined;
  return constraints.map(({ name, unit, residual, must }) => {
    if (must === "be-zero")
      throw new BadInput(
        "where",
        `Constraint ${name} is met by chance with probability 0: say what is asked by --where.`,
      );
    const [row] = writeValues(problem, [residual]);
    return { name, unit, residual: row, within: { to: 0 } };
  });
}
