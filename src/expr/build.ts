import { type ArithmeticOp, apply, codeOf } from "./arithmetic.js";
import { constant, type Expr, isExpr, node, type Op, type Scalar } from "./node.js";

/*
 * Constructors simplify only what leaves every bit of the value as it is (up to the sign of zero and to infinities):
 * constants fold, neutral elements vanish, signs move outwards. Sums are not reordered. What would fold to NaN stays a
 * node, since it may be the branch that a `select` never takes; and a factor 0 hides nothing that may be NaN: 0·log(x)
 * stays. Only divisors and roots that vary are taken at their word: 0·(1/x) is 0, as models eliminate by dividing.
 */
const zero = constant(0);
const one = constant(1);

/** The expression itself, or the number as a constant. Throws for NaN and for anything else. */
export function toExpr(x: Scalar): Expr {
  if (typeof x === "number") return constant(x);
  if (!isExpr(x)) {
    const given = x === null ? "null" : x === undefined ? "a missing value" : typeof x;
    throw new Error(`A formula takes numbers and expressions, not ${given}.`);
  }
  return x;
}

/** x₁ + x₂ + …, summed from the left; 0 without arguments. */
export function add(...xs: Scalar[]): Expr {
  return xs.length === 0 ? zero : xs.map(toExpr).reduce(add2);
}

/** x₁ · x₂ · …, multiplied from the left; 1 without arguments. */
export function mul(...xs: Scalar[]): Expr {
  return xs.length === 0 ? one : xs.map(toExpr).reduce(mul2);
}

/** a − b */
export function sub(a: Scalar, b: Scalar): Expr {
  return sub2(toExpr(a), toExpr(b));
}

/** a / b */
export function div(a: Scalar, b: Scalar): Expr {
  return div2(toExpr(a), toExpr(b));
}

/** −a */
export function neg(a: Scalar): Expr {
  return neg1(toExpr(a));
}

/** aᵇ; small whole exponents become products, ½ the square root. */
export function pow(a: Scalar, b: Scalar): Expr {
  const x = toExpr(a);
  const y = toExpr(b);
  if (y.op !== "constant" || x.op === "constant") return fold("pow", x, y);
  if (y.value === 0) return one;
  if (y.value === 1) return x;
  if (y.value === 2) return mul2(x, x);
  if (y.value === 3) return mul2(mul2(x, x), x);
  if (y.value === 0.5) return sqrt(x);
  if (y.value === -1) return div2(one, x);
  return node("pow", [x, y]);
}

/** √a. Its slope at 0 is taken as 0 (derivative.ts). */
export function sqrt(a: Scalar): Expr {
  return fold("sqrt", toExpr(a));
}

/** eᵃ */
export function exp(a: Scalar): Expr {
  return fold("exp", toExpr(a));
}

/** Natural logarithm of a. */
export function log(a: Scalar): Expr {
  return fold("log", toExpr(a));
}

/** sin a, a in radians */
export function sin(a: Scalar): Expr {
  const x = toExpr(a);
  return x.op === "neg" ? neg1(sin(x.args[0])) : fold("sin", x);
}

/** cos a, a in radians */
export function cos(a: Scalar): Expr {
  const x = toExpr(a);
  return fold("cos", x.op === "neg" ? x.args[0] : x);
}

/** tan a, a in radians */
export function tan(a: Scalar): Expr {
  const x = toExpr(a);
  return x.op === "neg" ? neg1(tan(x.args[0])) : fold("tan", x);
}

/** Angle of the point (x, y) from the x axis, in (−π, π]. */
export function atan2(y: Scalar, x: Scalar): Expr {
  return fold("atan2", toExpr(y), toExpr(x));
}

/** |a|; slope 1 at the kink a = 0. */
export function abs(a: Scalar): Expr {
  const given = toExpr(a);
  const x = given.op === "neg" ? given.args[0] : given;
  return x.op === "abs" || x.op === "norm" ? x : fold("abs", x);
}

/** The smallest of the arguments; at a tie its slope is that of the earlier one. Throws without arguments. */
export function min(...xs: Scalar[]): Expr {
  if (xs.length === 0) throw new Error("min needs at least one argument.");
  return xs.map(toExpr).reduce((a, b) => (a === b ? a : fold("min", a, b)));
}

/** The largest of the arguments; at a tie its slope is that of the earlier one. Throws without arguments. */
export function max(...xs: Scalar[]): Expr {
  if (xs.length === 0) throw new Error("max needs at least one argument.");
  return xs.map(toExpr).reduce((a, b) => (a === b ? a : fold("max", a, b)));
}

/** condition ≥ 0 ? whenNonNegative : whenNegative. Only the chosen branch has a slope; the condition has none. */
export function select(condition: Scalar, whenNonNegative: Scalar, whenNegative: Scalar): Expr {
  const c = toExpr(condition);
  const a = toExpr(whenNonNegative);
  const b = toExpr(whenNegative);
  if (c.op === "constant") return c.value >= 0 ? a : b;
  return a === b ? a : node("select", [c, a, b]);
}

/**
 * ‖x‖ = √(x₁² + x₂² + …). Slope xᵢ/‖x‖, and 0 at x = 0: an element of the generalised Jacobian, which there is the unit
 * ball. Plain squares: components beyond 1e154 overflow, below 1e-162 count as 0.
 */
export function norm(...xs: Scalar[]): Expr {
  const parts = xs.map(toExpr).filter((x) => x !== zero);
  if (parts.length === 0) return zero;
  if (parts.every((x) => x.op === "constant")) {
    return constant(Math.sqrt(parts.reduce((sum, x) => sum + x.value * x.value, 0)));
  }
  return node("norm", parts);
}

/** The simplified node op(args): what the function of that name gives. */
export function build(op: Exclude<Op, "constant" | "variable">, args: readonly Expr[]): Expr {
  return constructors[op](...args);
}

// biome-ignore lint/suspicious/noExplicitAny: the constructors differ in their number of arguments; callers check it.
const constructors: Record<Exclude<Op, "constant" | "variable">, (...args: any[]) => Expr> = {
  add,
  sub,
  mul,
  div,
  neg,
  pow,
  sqrt,
  exp,
  log,
  sin,
  cos,
  tan,
  atan2,
  abs,
  min,
  max,
  select,
  norm,
};

function add2(a: Expr, b: Expr): Expr {
  if (a.op === "constant" && b.op !== "constant") return add2(b, a); // so that 1 + x is x + 1
  if (isConstant(b, 0)) return a;
  if (b.op === "neg") return sub2(a, b.args[0]);
  if (a.op === "neg") return sub2(b, a.args[0]);
  if (a === b) return mul2(constant(2), a);
  return fold("add", a, b);
}

function sub2(a: Expr, b: Expr): Expr {
  if (isConstant(b, 0)) return a;
  if (isConstant(a, 0)) return neg1(b);
  if (a === b && a.defined) return zero;
  if (b.op === "neg") return add2(a, b.args[0]);
  if (a.op === "neg") return neg1(add2(a.args[0], b));
  return fold("sub", a, b);
}

function mul2(a: Expr, b: Expr): Expr {
  if (b.op === "constant" && a.op !== "constant") return mul2(b, a); // so that x·2 is 2·x
  if (a.op === "constant" && b.op !== "constant") {
    if (a.value === 0 && b.defined) return zero;
    if (a.value === 1) return b;
    if (a.value === -1) return neg1(b);
    if (b.op === "neg") return mul2(constant(-a.value), b.args[0]);
  }
  if (a.op === "neg" && b.op === "neg") return mul2(a.args[0], b.args[0]);
  if (a.op === "neg") return neg1(mul2(a.args[0], b));
  if (b.op === "neg") return neg1(mul2(a, b.args[0]));
  return fold("mul", a, b);
}

function div2(a: Expr, b: Expr): Expr {
  if (isConstant(b, 1)) return a;
  if (isConstant(b, -1)) return neg1(a);
  if (isConstant(a, 0) && b.op !== "constant" && b.defined) return zero;
  if (a.op === "neg" && b.op === "neg") return div2(a.args[0], b.args[0]);
  if (a.op === "neg") return neg1(div2(a.args[0], b));
  if (b.op === "neg") return neg1(div2(a, b.args[0]));
  return fold("div", a, b);
}

function neg1(a: Expr): Expr {
  if (a.op === "neg") return a.args[0];
  if (a.op === "sub") return sub2(a.args[1], a.args[0]);
  if (a.op === "mul" && a.args[0].op === "constant") return mul2(constant(-a.args[0].value), a.args[1]);
  return fold("neg", a);
}

function fold(op: ArithmeticOp, ...args: Expr[]): Expr {
  if (args.every((arg) => arg.op === "constant")) {
    const value = apply(codeOf(op), args[0].value, args[1]?.value ?? 0, args[2]?.value ?? 0);
    if (!Number.isNaN(value)) return constant(value);
  }
  return node(op, args);
}

function isConstant(e: Expr, value: number): boolean {
  return e.op === "constant" && e.value === value;
}
