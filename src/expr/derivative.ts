import { finish, type Stepwise } from "../algebra/stepwise.js";
import { type Adjoint, combine } from "./guard.js";
import { constant, type Expr } from "./node.js";
import { mayBreak, shares } from "./slopes.js";
import { lookUp, postorder } from "./walk.js";

/** A derivative that is not identically zero. */
export interface Entry {
  readonly row: number;
  readonly col: number;
  readonly value: Expr;
}

/** Nodes of one row between two pauses: the rows of a rounded contact have tens of thousands. */
const atOnce = 500;

const zero = constant(0);
const one = constant(1);

/**
 * ∂e/∂x for each x of `wrt`, where it is not identically zero, by reverse accumulation. Each x counts as independent,
 * also where it is not a variable. Where e has kinks, this is the element of the generalised Jacobian that belongs to the
 * branch taken: the first argument at ties of min and max, +1 for abs at 0, the chosen branch of a select, 0 for norm at
 * 0. So that Newton's method stays finite, sqrt has slope 0 at 0 (rather than ∞) and atan2 slope 0 at the origin.
 */
export const gradient = (e: Expr, wrt: readonly Expr[]): Map<Expr, Expr> => finish(slopes(e, wrt));

function* slopes(e: Expr, wrt: readonly Expr[]): Stepwise<Map<Expr, Expr>> {
  const found = yield* accumulate(e, new Set(wrt));
  const ordered = new Map<Expr, Expr>();
  for (const x of wrt) {
    const slope = found.get(x);
    if (slope !== undefined) ordered.set(x, slope);
  }
  return ordered;
}

/** ∂rows/∂wrt: the entries that are not identically zero, by column and then by row (compressed-column order). */
export const jacobian = (rows: readonly Expr[], wrt: readonly Expr[]): Entry[] => finish(differentiated(rows, wrt));

/** `jacobian` in parts, a row each, and long rows in more. */
export function* differentiated(rows: readonly Expr[], wrt: readonly Expr[]): Stepwise<Entry[]> {
  const column = new Map(wrt.map((x, col) => [x, col]));
  const entries: Entry[] = [];
  for (const [row, e] of rows.entries()) {
    for (const [x, value] of yield* accumulate(e, column)) entries.push({ row, col: lookUp(column, x), value });
    yield;
  }
  return entries.sort((a, b) => a.col - b.col || a.row - b.row);
}

/** ∂²e/∂wrt², lower triangle (row ≥ col), in compressed-column order; kinks as for `gradient`. */
export const hessian = (e: Expr, wrt: readonly Expr[]): Entry[] => finish(twiceDifferentiated(e, wrt));

/** `hessian` in parts, a row each. */
export function* twiceDifferentiated(e: Expr, wrt: readonly Expr[]): Stepwise<Entry[]> {
  const slope = yield* slopes(e, wrt);
  yield;
  const rows = wrt.map((x) => slope.get(x) ?? zero);
  return (yield* differentiated(rows, wrt)).filter(({ row, col }) => row >= col);
}

function* accumulate(e: Expr, targets: { has(x: Expr): boolean }): Stepwise<Map<Expr, Expr>> {
  const order = postorder([e], targets);
  const { varying, fragile } = classify(order, targets);
  const received = new Map<Expr, Adjoint[]>([[e, [{ value: one, guard: undefined }]]]);
  const found = new Map<Expr, Expr>();
  for (let k = order.length - 1; k >= 0; k--) {
    if (k % atOnce === 0) yield;
    const x = order[k];
    const contributions = received.get(x);
    if (contributions === undefined || !varying.has(x)) continue;
    received.delete(x);
    const adjoint = combine(contributions, fragile.has(x));
    if (targets.has(x)) {
      if (adjoint.value !== zero) found.set(x, adjoint.value);
      continue;
    }
    for (const { to, value, guard, zeroOutside } of shares(x, adjoint)) {
      if (value === zero || !varying.has(to)) continue;
      const share = { value, guard: zeroOutside && !fragile.has(to) ? adjoint.guard : guard };
      const list = received.get(to);
      if (list === undefined) received.set(to, [share]);
      else list.push(share);
    }
  }
  return found;
}

// varying: depends on a target. fragile: here or further down is something that can be infinite or NaN.
function classify(order: readonly Expr[], targets: { has(x: Expr): boolean }) {
  const varying = new Set<Expr>();
  const fragile = new Set<Expr>();
  for (const x of order) {
    if (targets.has(x)) {
      varying.add(x);
      continue;
    }
    const from = x.op === "select" ? x.args.slice(1) : x.args;
    if (from.some((arg) => varying.has(arg))) varying.add(x);
    if (mayBreak(x) || from.some((arg) => fragile.has(arg))) fragile.add(x);
  }
  return { varying, fragile };
}
