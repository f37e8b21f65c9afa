import { type Expr, isExpr, neg, sub } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import { type BoundaryCondition, conditionRows, isPreference, momentOf, preferenceOf } from "./condition.js";
import { BadInput, type DesignConstraint, type Objective, type Problem } from "./problem.js";
import { regionRows } from "./smooth-region.js";

/** The part of a tolerance that is left to rounding: what uses all of it is still within. */
const spare = 1e-6;

/** One formula of a condition as a constraint. */
export interface Demand {
  readonly residual: Expr;
  readonly must: DesignConstraint["must"];
}

/**
 * A condition on states at the end as constraints of a search that has a cost of its own: a tolerance is then a band,
 * which the cost may use, and a region is smooth rows where it can be.
 */
export function demandsOf(condition: BoundaryCondition, model: Model, at: string): Demand[] {
  const { residual, within, tolerance, when: _, ...one } = condition;
  if (isPreference(residual)) return [];
  const wide = tolerance === undefined ? 0 : tolerance * (1 - spare);
  const isRegion = !isExpr(residual) && within === undefined;
  const rows: Demand[] = isRegion
    ? regionRows(residual, model, `${at}.residual`).map((row) => ({ residual: row, must: "not-exceed-zero" }))
    : conditionRows([{ ...one, residual, ...(within && { within }) }], model).map(({ residual: row, must }) => ({
        residual: row,
        must: must === "be-zero" ? "be-zero" : "not-exceed-zero",
      }));
  if (wide === 0) return rows;
  return rows.flatMap(({ residual: row, must }): Demand[] =>
    must === "be-zero"
      ? [row, neg(row)].map((e) => ({ residual: sub(e, wide), must: "not-exceed-zero" }))
      : [{ residual: sub(row, wide), must }],
  );
}

/** Conditions at the end as the constraints of an optimal motion or of a design. */
export function endConstraints({ boundary = [] }: Pick<Problem, "boundary">, model: Model) {
  return boundary.flatMap((condition, i) => {
    if (momentOf(condition).kind !== "end") return [];
    const { name, unit, within, residual } = condition;
    // rows are known by their names: a band has two ends, that of a tolerance begins with its upper one
    const second = isExpr(residual) ? (within === undefined ? " (lower end)" : " (upper end)") : " (row 2)";
    return demandsOf(condition, model, `boundary[${i}]`).map((demand, row) => {
      const place = row === 0 ? "" : row === 1 ? second : ` (row ${row + 1})`;
      return { name: `${name}${place}`, unit, ...demand };
    });
  });
}

/**
 * The cost of an objective, or what is preferred where it has none of its own.
 * @throws {BadInput} where there are both, or where something is preferred at another time than the end.
 */
export function costOf(problem: Problem, { cost, stage }: Objective): Objective["cost"] {
  const preferred = preferenceOf(problem);
  if (preferred === undefined || !isPreference(preferred.residual)) return cost;
  const { name, residual } = preferred;
  if (cost !== undefined || stage !== undefined)
    throw new BadInput(
      "boundary",
      `Condition ${name} is a preference, and the objective has a cost: add the formula to objective.cost.`,
    );
  if (momentOf(preferred).kind !== "end")
    throw new BadInput("boundary", `Condition ${name} is the cost of the objective, and a cost is one of the end.`);
  return "least" in residual ? residual.least : neg(residual.most);
}
