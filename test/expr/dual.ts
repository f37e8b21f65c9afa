import type { Expr } from "../../src/expr/expr.js";
import { postorder } from "../../src/expr/walk.js";

interface Dual {
  readonly v: number;
  readonly d: number;
}

/**
 * Value of e and its slope along one variable, by forward dual numbers: the definition of the generalised derivative that
 * the reverse sweep of the source has to agree with. A branch not taken does not count, whatever its slope.
 */
export function forward(e: Expr, at: (name: string) => number, along: string): Dual {
  const dual = new Map<Expr, Dual>();
  for (const x of postorder([e])) {
    const args = x.args.map((arg) => dual.get(arg)!);
    dual.set(x, dualOf(x, args, at, along));
  }
  return dual.get(e)!;
}

function dualOf(e: Expr, args: readonly Dual[], at: (name: string) => number, along: string): Dual {
  const [a, b, c] = args as [Dual, Dual, Dual];
  switch (e.op) {
    case "constant":
      return { v: e.value, d: 0 };
    case "variable":
      return { v: at(e.name), d: e.name === along ? 1 : 0 };
    case "add":
      return { v: a.v + b.v, d: a.d + b.d };
    case "sub":
      return { v: a.v - b.v, d: a.d - b.d };
    case "mul":
      return { v: a.v * b.v, d: a.d * b.v + a.v * b.d };
    case "div":
      return { v: a.v / b.v, d: (a.d - (a.v / b.v) * b.d) / b.v };
    case "neg":
      return { v: -a.v, d: -a.d };
    case "pow": {
      const v = a.v ** b.v;
      const inBase = e.args[0].op === "constant" ? 0 : b.v * a.v ** (b.v - 1) * a.d;
      const inPower = e.args[1].op === "constant" ? 0 : v * Math.log(a.v === 0 ? 1 : a.v) * b.d;
      return { v, d: inBase + inPower };
    }
    case "sqrt": {
      const v = Math.sqrt(a.v);
      return { v, d: v === 0 ? 0 : (0.5 / v) * a.d };
    }
    case "exp":
      return { v: Math.exp(a.v), d: Math.exp(a.v) * a.d };
    case "log":
      return { v: Math.log(a.v), d: a.d / a.v };
    case "sin":
      return { v: Math.sin(a.v), d: Math.cos(a.v) * a.d };
    case "cos":
      return { v: Math.cos(a.v), d: -Math.sin(a.v) * a.d };
    case "tan":
      return { v: Math.tan(a.v), d: (1 + Math.tan(a.v) ** 2) * a.d };
    case "atan2": {
      const squared = a.v * a.v + b.v * b.v;
      return { v: Math.atan2(a.v, b.v), d: squared === 0 ? 0 : (b.v * a.d - a.v * b.d) / squared };
    }
    case "abs":
      return { v: Math.abs(a.v), d: a.v >= 0 ? a.d : -a.d };
    case "min":
      return { v: Math.min(a.v, b.v), d: b.v - a.v >= 0 ? a.d : b.d };
    case "max":
      return { v: Math.max(a.v, b.v), d: a.v - b.v >= 0 ? a.d : b.d };
    case "select":
      return a.v >= 0 ? b : c;
    case "norm": {
      const v = Math.sqrt(args.reduce((sum, x) => sum + x.v * x.v, 0));
      return { v, d: v === 0 ? 0 : args.reduce((sum, x) => sum + (x.v / v) * x.d, 0) };
    }
  }
}
