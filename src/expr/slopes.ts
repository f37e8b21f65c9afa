import { abs, add, cos, div, log, mul, neg, norm, pow, select, sin, sub } from "./build.js";
import { type Adjoint, type Guard, narrow } from "./guard.js";
import type { Expr } from "./node.js";

/** The part of the slope of the whole that one argument receives. */
export interface Share {
  readonly to: Expr;
  readonly value: Expr;
  readonly guard: Guard | undefined;
  /** The value is already zero where the guard narrows that of the whole; it then only matters further down. */
  readonly zeroOutside: boolean;
}

/** True where the value of x or one of its slopes can be infinite or NaN although its arguments are finite. */
export function mayBreak(x: Expr): boolean {
  if (x.op === "constant") return !Number.isFinite(x.value);
  if (x.op === "div") return x.args[1].op !== "constant" || x.args[1].value === 0;
  return x.op === "sqrt" || x.op === "log" || x.op === "pow" || x.op === "exp" || x.op === "tan";
}

/** u · ∂x/∂arg for every argument of x, where u is the slope of the whole in x. */
export function shares(x: Expr, adjoint: Adjoint): Share[] {
  const { value: u, guard } = adjoint;
  const [a, b, c] = x.args as [Expr, Expr, Expr];
  const share = (to: Expr, value: Expr): Share => ({ to, value, guard, zeroOutside: false });
  switch (x.op) {
    case "add":
      return [share(a, u), share(b, u)];
    case "sub":
      return [share(a, u), share(b, neg(u))];
    case "mul":
      return [share(a, mul(u, b)), share(b, mul(u, a))];
    case "div": {
      const perB = div(u, b);
      return [share(a, perB), share(b, neg(mul(perB, x)))];
    }
    case "neg":
      return [share(a, neg(u))];
    case "pow": {
      const inBase = share(a, mul(u, b, pow(a, sub(b, 1))));
      // aᵇ ln a tends to 0 for a → 0, where ln 1 stands in for ln 0.
      return b.op === "constant" ? [inBase] : [inBase, share(b, mul(u, x, log(select(neg(abs(a)), 1, a))))];
    }
    case "sqrt":
      return unlessZero(x, guard, [[a, mul(u, inverse(x, 0.5))]]);
    case "exp":
      return [share(a, mul(u, x))];
    case "log":
      return [share(a, div(u, a))];
    case "sin":
      return [share(a, mul(u, cos(a)))];
    case "cos":
      return [share(a, neg(mul(u, sin(a))))];
    case "tan":
      return [share(a, mul(u, add(1, mul(x, x))))];
    case "atan2": {
      // By cosine and sine of the angle: 1/(a² + b²) overflows long before 1/√(a² + b²).
      const length = norm(a, b);
      const perLength = inverse(length, 1);
      const scaled = mul(u, perLength);
      return unlessZero(length, guard, [
        [a, mul(scaled, mul(b, perLength))],
        [b, neg(mul(scaled, mul(a, perLength)))],
      ]);
    }
    case "abs":
      return [share(a, select(a, u, neg(u)))];
    case "min":
      return branches(sub(b, a), adjoint, a, b);
    case "max":
      return branches(sub(a, b), adjoint, a, b);
    case "select":
      return branches(a, adjoint, b, c);
    case "norm": {
      const scaled = mul(u, inverse(x, 1));
      return unlessZero(
        x,
        guard,
        x.args.map((arg) => [arg, mul(scaled, arg)]),
      );
    }
    default:
      return [];
  }
}

function branches(condition: Expr, { value, guard }: Adjoint, a: Expr, b: Expr): Share[] {
  return [
    { to: a, value, guard: narrow(guard, condition, true), zeroOutside: false },
    { to: b, value, guard: narrow(guard, condition, false), zeroOutside: false },
  ];
}

// factor/size where size > 0 and 0 where size = 0; sizes are never negative
function inverse(size: Expr, factor: number): Expr {
  return select(neg(size), 0, div(factor, size));
}

function unlessZero(size: Expr, guard: Guard | undefined, slopes: [to: Expr, value: Expr][]): Share[] {
  const narrower = narrow(guard, neg(size), false);
  return slopes.map(([to, value]) => ({ to, value, guard: narrower, zeroOutside: true }));
}
