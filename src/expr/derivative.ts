import { add, build, cos, div, log, mul, neg, pow, select, sin, sub } from "./build.js";
import { type Adjoint, combine, type Guard, narrowed } from "./guard.js";
import { constant, type Expr } from "./node.js";
import { postorder } from "./walk.js";

/** A derivative that is not identically zero. */
export interface Entry {
  readonly row: number;
  readonly col: number;
  readonly value: Expr;
}

const zero = constant(0);
const one = constant(1);

/**
 * ∂e/∂x for each x of `wrt`, where it is not identically zero, by reverse accumulation. Each x counts as independent,
 * also where it is not a variable. Where e has kinks, this is the element of the generalised Jacobian that belongs to the
 * branch taken: the first argument at ties of min and max, +1 for abs at 0, the chosen branch of a select, 0 for norm at
 * 0. So that Newton's method stays finite, sqrt has slope 0 at 0 (rather than ∞) and atan2 slope 0 at the origin.
 */
export function gradient(e: Expr, wrt: readonly Expr[]): Map<Expr, Expr> {
  const found = accumulate(e, new Set(wrt));
  const ordered = new Map<Expr, Expr>();
  for (const x of wrt) if (found.has(x)) ordered.set(x, found.get(x)!);
  return ordered;
}

/** ∂rows/∂wrt: the entries that are not identically zero, by column and then by row (compressed-column order). */
export function jacobian(rows: readonly Expr[], wrt: readonly Expr[]): Entry[] {
  const column = new Map(wrt.map((x, col) => [x, col]));
  const entries: Entry[] = [];
  rows.forEach((e, row) => {
    for (const [x, value] of accumulate(e, column)) entries.push({ row, col: column.get(x)!, value });
  });
  return entries.sort((a, b) => a.col - b.col || a.row - b.row);
}

/** ∂²e/∂wrt², lower triangle (row ≥ col), in compressed-column order; kinks as for `gradient`. */
export function hessian(e: Expr, wrt: readonly Expr[]): Entry[] {
  const slope = gradient(e, wrt);
  const rows = wrt.map((x) => slope.get(x) ?? zero);
  return jacobian(rows, wrt).filter(({ row, col }) => row >= col);
}

function accumulate(e: Expr, targets: { has(x: Expr): boolean }): Map<Expr, Expr> {
  const order = postorder([e], targets);
  const { varying, fragile } = classify(order, targets);
  const received = new Map<Expr, Adjoint[]>([[e, [{ value: one, guard: undefined }]]]);
  const found = new Map<Expr, Expr>();
  for (let k = order.length - 1; k >= 0; k--) {
    const x = order[k]!;
    const contributions = received.get(x);
    if (contributions === undefined || !varying.has(x)) continue;
    received.delete(x);
    const adjoint = combine(contributions, fragile.has(x));
    if (targets.has(x)) {
      if (adjoint.value !== zero) found.set(x, adjoint.value);
      continue;
    }
    spread(x, adjoint, (arg, value, guard = adjoint.guard) => {
      if (value === zero || !varying.has(arg)) return;
      const list = received.get(arg);
      if (list === undefined) received.set(arg, [{ value, guard }]);
      else list.push({ value, guard });
    });
  }
  return found;
}

// varying: depends on a target. fragile: has a slope, here or further down, that can be infinite or NaN.
function classify(order: readonly Expr[], targets: { has(x: Expr): boolean }) {
  const varying = new Set<Expr>();
  const fragile = new Set<Expr>();
  for (const x of order) {
    if (targets.has(x)) {
      varying.add(x);
      continue;
    }
    const from = x.op === "select" ? x.args.slice(1) : x.args;
    if (!from.some((arg) => varying.has(arg))) continue;
    varying.add(x);
    if (mayBreak(x) || from.some((arg) => fragile.has(arg))) fragile.add(x);
  }
  return { varying, fragile };
}

function mayBreak(x: Expr): boolean {
  if (x.op === "div") return x.args[1]!.op !== "constant";
  return x.op === "sqrt" || x.op === "log" || x.op === "pow" || x.op === "exp" || x.op === "tan";
}

type Give = (arg: Expr, value: Expr, guard?: Guard) => void;

/** Hands u · ∂x/∂arg to every argument of x, where u is the slope of the whole in x. */
function spread(x: Expr, { value: u, guard }: Adjoint, give: Give): void {
  const a = x.args[0]!;
  const b = x.args[1]!;
  switch (x.op) {
    case "add":
      give(a, u);
      give(b, u);
      break;
    case "sub":
      give(a, u);
      give(b, neg(u));
      break;
    case "mul":
      give(a, mul(u, b));
      give(b, mul(u, a));
      break;
    case "div": {
      const perDenominator = div(u, b);
      give(a, perDenominator);
      give(b, neg(mul(perDenominator, x)));
      break;
    }
    case "neg":
      give(a, neg(u));
      break;
    case "pow":
      give(a, mul(u, b, pow(a, sub(b, 1))));
      // aᵇ ln a, which tends to 0 for a → 0: ln 1 stands in for ln 0.
      if (b.op !== "constant") give(b, mul(u, x, log(select(neg(build("abs", [a])), 1, a))));
      break;
    case "sqrt":
      give(a, mul(u, unlessZero(x, div(0.5, x))));
      break;
    case "exp":
      give(a, mul(u, x));
      break;
    case "log":
      give(a, div(u, a));
      break;
    case "sin":
      give(a, mul(u, cos(a)));
      break;
    case "cos":
      give(a, neg(mul(u, sin(a))));
      break;
    case "tan":
      give(a, mul(u, add(1, mul(x, x))));
      break;
    case "atan2": {
      const squared = add(mul(a, a), mul(b, b));
      const scaled = mul(u, unlessZero(squared, div(1, squared)));
      give(a, mul(scaled, b));
      give(b, neg(mul(scaled, a)));
      break;
    }
    case "abs":
      give(a, select(a, u, neg(u)));
      break;
    case "min":
    case "max": {
      const first = x.op === "min" ? sub(b, a) : sub(a, b);
      give(a, u, narrowed(guard, first, true));
      give(b, u, narrowed(guard, first, false));
      break;
    }
    case "select":
      give(b, u, narrowed(guard, a, true));
      give(x.args[2]!, u, narrowed(guard, a, false));
      break;
    case "norm": {
      const scaled = mul(u, unlessZero(x, div(1, x)));
      for (const arg of x.args) give(arg, mul(scaled, arg));
    }
  }
}

/** value where size > 0 and 0 where size = 0; size is never negative. */
function unlessZero(size: Expr, value: Expr): Expr {
  return select(neg(size), 0, value);
}
