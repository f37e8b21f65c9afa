import { sub } from "./build.js";
import type { Expr } from "./node.js";
import { postorder } from "./walk.js";

/** One kink: where `distance` changes sign (or, for a norm, reaches 0) the slope of `expr` jumps. */
export interface Switch {
  readonly kind: "select" | "min" | "max" | "abs" | "norm";
  readonly distance: Expr;
  readonly expr: Expr;
}

/**
 * Every kink of the rows, each once, in order of first appearance, with how near it is: a − b for min(a, b) and
 * max(a, b), a for abs(a), the condition of a select, and the norm itself.
 */
export function switches(rows: readonly Expr[]): Switch[] {
  const found: Switch[] = [];
  for (const expr of postorder(rows)) {
    switch (expr.op) {
      case "min":
      case "max":
        found.push({ kind: expr.op, distance: sub(expr.args[0], expr.args[1]), expr });
        break;
      case "abs":
      case "select":
        found.push({ kind: expr.op, distance: expr.args[0], expr });
        break;
      case "norm":
        found.push({ kind: expr.op, distance: expr, expr });
    }
  }
  return found;
}
