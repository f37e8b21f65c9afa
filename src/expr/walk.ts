import { apply, codeOf } from "./arithmetic.js";
import { build } from "./build.js";
import type { Expr } from "./node.js";

/**
 * Every node below the roots once, arguments before their users, in the order a reader meets them from the left. The
 * order depends on the formulas alone, never on what was built before, so that results have the same bits in every run.
 * `stop` names nodes whose arguments are not entered. Not recursive: chains may be 100 000 nodes deep.
 */
export function postorder(roots: readonly Expr[], stop?: { has(e: Expr): boolean }): Expr[] {
  const order: Expr[] = [];
  const seen = new Set<Expr>();
  const path: Expr[] = [];
  const nextArg: number[] = [];
  for (const root of roots) {
    if (seen.has(root)) continue;
    seen.add(root);
    path.push(root);
    nextArg.push(0);
    while (path.length > 0) {
      const top = path.length - 1;
      const e = path[top];
      const arg = stop?.has(e) ? undefined : e.args[nextArg[top]++];
      if (arg === undefined) {
        order.push(e);
        path.pop();
        nextArg.pop();
      } else if (!seen.has(arg)) {
        seen.add(arg);
        path.push(arg);
        nextArg.push(0);
      }
    }
  }
  return order;
}

/** The value of e in a map that holds one for every expression that can be asked for. */
export function lookUp<V>(map: ReadonlyMap<Expr, V>, e: Expr): V {
  const value = map.get(e);
  if (value === undefined) throw new Error(`A walk over a formula has left out one of its parts (${e.op} ${e.name}).`);
  return value;
}

/** The variables of the expressions, in order of first appearance. */
export function leaves(es: readonly Expr[]): Expr[] {
  return postorder(es).filter((e) => e.op === "variable");
}

/** e with every node that is a key of the map replaced by its value; what is put in is not searched again. */
export function substitute(e: Expr, map: ReadonlyMap<Expr, Expr>): Expr {
  return substituteAll([e], map)[0];
}

/** `substitute` for many expressions at once, doing their common parts once. */
export function substituteAll(es: readonly Expr[], map: ReadonlyMap<Expr, Expr>): Expr[] {
  const image = new Map<Expr, Expr>();
  for (const e of postorder(es, map)) image.set(e, map.get(e) ?? rebuild(e, image));
  return es.map((e) => lookUp(image, e));
}

function rebuild(e: Expr, image: ReadonlyMap<Expr, Expr>): Expr {
  if (e.op === "constant" || e.op === "variable") return e;
  const args = e.args.map((arg) => lookUp(image, arg));
  return args.every((arg, k) => arg === e.args[k]) ? e : build(e.op, args);
}

/** The value of e, asking `at` for each variable. For formulas evaluated a few times; inner loops use a Kernel. */
export function evaluate(e: Expr, at: (name: string) => number): number {
  const value = new Map<Expr, number>();
  for (const x of postorder([e])) value.set(x, numberOf(x, value, at));
  return lookUp(value, e);
}

/** `evaluate` for a formula that is asked for at many places: its nodes are put in order once, when it is first asked for. */
export function evaluator(e: Expr): (at: (name: string) => number) => number {
  let prepared:
    | { readonly order: readonly Expr[]; readonly args: readonly Int32Array[]; values: Float64Array }
    | undefined;
  return (at) => {
    prepared ??= inOrder(e);
    const { order, args, values } = prepared;
    for (let k = 0; k < order.length; k++) values[k] = numberAt(order[k], args[k], values, at);
    return values[order.length - 1];
  };
}

/** The nodes of a formula, arguments before their users, with the places of the arguments of each. */
function inOrder(e: Expr) {
  const order = postorder([e]);
  const place = new Map(order.map((x, k) => [x, k]));
  const args = order.map((x) => Int32Array.from(x.args, (arg) => lookUp(place, arg)));
  return { order, args, values: new Float64Array(order.length) };
}

/** `numberOf` from places. */
function numberAt(e: Expr, args: Int32Array, values: Float64Array, at: (name: string) => number): number {
  if (e.op === "constant") return e.value;
  if (e.op === "variable") return at(e.name);
  if (e.op !== "norm")
    return apply(
      codeOf(e.op),
      values[args[0]],
      args.length > 1 ? values[args[1]] : 0,
      args.length > 2 ? values[args[2]] : 0,
    );
  let sum = 0;
  for (const arg of args) sum += values[arg] * values[arg];
  return Math.sqrt(sum);
}

function numberOf(e: Expr, value: ReadonlyMap<Expr, number>, at: (name: string) => number): number {
  if (e.op === "constant") return e.value;
  if (e.op === "variable") return at(e.name);
  const xs = e.args.map((arg) => lookUp(value, arg));
  if (e.op === "norm") return Math.sqrt(xs.slice(1).reduce((sum, x) => sum + x * x, xs[0] * xs[0]));
  return apply(codeOf(e.op), xs[0], xs[1] ?? 0, xs[2] ?? 0);
}
