import { add, select } from "./build.js";
import { constant, type Expr } from "./node.js";

/*
 * Under a select, the slope of the branch that is not taken must not count, not even where it is infinite or NaN
 * (√x in select(x, √x, 0) at x < 0). Multiplying it by 0 would not do. So an adjoint carries the condition under which it
 * counts at all, and the condition is applied at the end of the chain.
 */

/** Holds where (condition ≥ 0) is `nonNegative`. */
export interface Guard {
  readonly condition: Expr;
  readonly nonNegative: boolean;
}

/** The slope of the whole formula in one node: `value` where the guard holds (always, if there is none), else 0. */
export interface Adjoint {
  readonly value: Expr;
  readonly guard: Guard | undefined;
}

const zero = constant(0);

/** guard ∧ (condition ≥ 0 is nonNegative) */
export function narrow(guard: Guard | undefined, condition: Expr, nonNegative: boolean): Guard {
  if (guard === undefined) return { condition, nonNegative };
  const inner = positive({ condition, nonNegative });
  const both = guard.nonNegative ? select(guard.condition, inner, -1) : select(guard.condition, -1, inner);
  return { condition: both, nonNegative: true };
}

/** Sum of adjoints; guarded by the union of their guards if `keepGuard`, else with every guard applied. */
export function combine(adjoints: readonly Adjoint[], keepGuard: boolean): Adjoint {
  const first = adjoints[0].guard;
  if (
    keepGuard &&
    first !== undefined &&
    adjoints.every(({ guard }) => guard !== undefined && sameGuard(guard, first))
  ) {
    return { value: sum(adjoints.map(({ value }) => value)), guard: first };
  }
  const value = sum(adjoints.map(applyGuard));
  return { value, guard: keepGuard ? union(adjoints.map(({ guard }) => guard)) : undefined };
}

function union(guards: readonly (Guard | undefined)[]): Guard | undefined {
  let any = guards[0];
  for (const guard of guards.slice(1)) {
    if (any === undefined || guard === undefined) return undefined;
    if (sameGuard(any, guard)) continue;
    if (any.condition === guard.condition) return undefined;
    const inner = positive(guard);
    const either = any.nonNegative ? select(any.condition, 1, inner) : select(any.condition, inner, 1);
    any = { condition: either, nonNegative: true };
  }
  return any;
}

function sameGuard(a: Guard, b: Guard): boolean {
  return a.condition === b.condition && a.nonNegative === b.nonNegative;
}

function positive({ condition, nonNegative }: Guard): Expr {
  return nonNegative ? condition : select(condition, -1, 1);
}

function applyGuard({ value, guard }: Adjoint): Expr {
  if (guard === undefined) return value;
  return guard.nonNegative ? select(guard.condition, value, 0) : select(guard.condition, 0, value);
}

function sum(terms: readonly Expr[]): Expr {
  return terms.reduce(plus);
}

// The two sides of one condition become one select.
function plus(s: Expr, t: Expr): Expr {
  if (s.op === "select" && t.op === "select" && s.args[0] === t.args[0]) {
    const [c, s1, s2] = s.args as [Expr, Expr, Expr];
    const [, t1, t2] = t.args as [Expr, Expr, Expr];
    if (s1 === zero || t1 === zero || s2 === zero || t2 === zero) return select(c, add(s1, t1), add(s2, t2));
  }
  return add(s, t);
}
