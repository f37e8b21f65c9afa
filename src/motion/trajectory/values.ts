import { evaluate, isExpr } from "../../expr/expr.js";
import type { Setup } from "../compile/setup.js";
import type { Reduction } from "../problem/problem.js";
import type { Trajectory } from "./trajectory.js";

/** The declared values of a problem on a trajectory; null where one does not exist (never NaN). */
export function valuesOf(
  setup: Setup,
  parameters: Float64Array,
  trajectory: Trajectory,
): Record<string, number | null> {
  const { problem, parameters: names } = setup.compiled;
  const at = (leaf: string): number => {
    const dot = leaf.indexOf(".");
    const name = leaf.slice(dot + 1);
    if (leaf.startsWith("parameters.")) return parameters[names.indexOf(name)];
    const column = trajectory.columns[name];
    if (column === undefined) return Number.NaN;
    return leaf.startsWith("first.") ? column[0] : column[column.length - 1];
  };
  const values: Record<string, number | null> = {};
  for (const [name, { of }] of Object.entries(problem.values)) {
    const value = isExpr(of) ? evaluate(of, at) : reduced(of, trajectory);
    values[name] = value === null || !Number.isFinite(value) ? null : value;
  }
  return values;
}

function reduced({ reduce, column }: Reduction, trajectory: Trajectory): number | null {
  const values = trajectory.columns[column];
  if (values === undefined) return null;
  if (reduce === "first-positive-step") {
    const step = values.findIndex((x) => x > 0);
    return step < 0 ? null : step;
  }
  if (reduce === "rises")
    return values.reduce((count, x, k) => (k > 1 && x > 0 && !(values[k - 1] > 0) ? count + 1 : count), 0);
  const known = values.filter((x) => !Number.isNaN(x));
  if (known.length === 0) return null;
  if (reduce === "sum") return known.reduce((sum, x) => sum + x);
  return known.reduce((best, x) => (reduce === "maximum" ? Math.max(best, x) : Math.min(best, x)));
}
