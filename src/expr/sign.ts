import type { Expr } from "./expr.js";
import { postorder } from "./walk.js";

/**
 * True where a formula shows by its form that it is never below zero, such as a sum of squares; false says nothing. Where the
 * formula is no number, it is not below zero either.
 */
export function isNonnegative(formula: Expr): boolean {
  const known = new Set<Expr>();
  for (const e of postorder([formula])) if (isByForm(e, (arg) => known.has(arg))) known.add(e);
  return known.has(formula);
}

function isByForm({ op, args, value }: Expr, isKnown: (arg: Expr) => boolean): boolean {
  switch (op) {
    case "constant":
      return value >= 0;
    case "abs":
    case "sqrt":
    case "exp":
    case "norm":
      return true;
    case "pow":
      return args[1].op === "constant" && args[1].value % 2 === 0;
    case "mul":
      return args.every(isKnown) || (args.length === 2 && args[0] === args[1]);
    // what is nowhere below zero may be −0, and one over that is −∞
    case "div":
      return isKnown(args[0]) && args[1].op === "constant" && args[1].value > 0;
    case "add":
    case "min":
      return args.every(isKnown);
    case "max":
      return args.some(isKnown);
    case "select":
      return args.slice(1).every(isKnown);
    default:
      return false;
  }
}
