import { type Expr, evaluate } from "../../../expr/expr.js";
import { equationsOf } from "../../../motion/problem/condition.js";
import type { Result } from "../../../motion/result.js";
import { isMet } from "../../../motion/trajectory/misses.js";
import type { Miss } from "../messages.js";

/** Beyond this a condition is missed and not rounded [its unit]: as the certificate has it. */
const least = 1e-6;

/** Conditions at the ends of a motion, and constraints of a design on one motion, that it does not meet: the worst first. */
export function missesOf({ problem, values, trajectory, run: { parameters } }: Result): Miss[] {
  const { columns, certificate } = trajectory;
  const { objective } = problem;
  const at = (leaf: string): number => {
    const dot = leaf.indexOf(".");
    const [where, name] = [leaf.slice(0, dot), leaf.slice(dot + 1)];
    if (where === "parameters") return Number(parameters[name]);
    if (where === "values") return values[name] ?? Number.NaN;
    return (where === "first" ? columns[name]?.[0] : columns[name]?.at(-1)) ?? Number.NaN;
  };
  const away = (residual: Expr): number => evaluate(residual, at);
  const constraints = objective?.scenarios === undefined ? (objective?.constraints ?? []) : [];
  const equations = equationsOf(problem).map(({ name, unit, residual }) => ({ name, unit, by: away(residual) }));
  // those of other kinds say themselves what they are missed by
  const known = certificate.conditions?.map((one) => ({ ...one, by: isMet(one) ? 0 : one.miss }));
  return [
    ...(known ?? equations).map(({ name, unit, by }) => ({ name, unit, by: Math.abs(by) })),
    ...constraints.map(({ name, unit, residual, must }) => {
      const by = away(residual);
      return { name, unit, by: must === "be-zero" ? Math.abs(by) : by };
    }),
  ]
    .filter(({ by }) => by > least)
    .sort((a, b) => b.by - a.by);
}
