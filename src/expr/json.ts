import { build } from "./build.js";
import { constant, type Expr, type Op, variable } from "./node.js";
import { lookUp, postorder } from "./walk.js";

/*
 * A number is a constant, a string a variable, ["sub", a, b] an operation. Parts that occur more than once are written
 * once: ["let", [part0, part1, …], body], with ["ref", k] for part k in later parts and in the body.
 */
/** How many arguments each operation takes. */
export const argumentCount: Record<Exclude<Op, "constant" | "variable">, readonly [least: number, most: number]> = {
  add: [1, Infinity],
  sub: [2, 2],
  mul: [1, Infinity],
  div: [2, 2],
  neg: [1, 1],
  pow: [2, 2],
  sqrt: [1, 1],
  exp: [1, 1],
  log: [1, 1],
  sin: [1, 1],
  cos: [1, 1],
  tan: [1, 1],
  atan2: [2, 2],
  abs: [1, 1],
  min: [1, Infinity],
  max: [1, Infinity],
  select: [3, 3],
  norm: [1, Infinity],
};

// JSON readers and writers recurse; deeper parts are cut off into the `let` so that their stacks suffice.
const deepestNesting = 200;

// Constants that JSON cannot write as numbers.
const spelled = new Map([
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["-0", -0],
]);

/** e as plain JSON data; its size is proportional to the number of distinct nodes. */
export function toJson(e: Expr): unknown {
  const order = postorder([e]);
  const uses = new Map<Expr, number>();
  for (const x of order) for (const arg of x.args) uses.set(arg, (uses.get(arg) ?? 0) + 1);
  const written = new Map<Expr, unknown>();
  const depth = new Map<Expr, number>();
  const parts: unknown[] = [];
  for (const x of order) {
    const nesting = 1 + Math.max(0, ...x.args.map((arg) => lookUp(depth, arg)));
    const json = leafJson(x) ?? [x.op, ...x.args.map((arg) => written.get(arg))];
    const apart = x.args.length > 0 && x !== e && (lookUp(uses, x) > 1 || nesting > deepestNesting);
    written.set(x, apart ? ["ref", parts.push(json) - 1] : json);
    depth.set(x, apart ? 1 : nesting);
  }
  const body = written.get(e);
  return parts.length === 0 ? body : ["let", parts, body];
}

function leafJson(e: Expr): unknown {
  if (e.op === "variable") return e.name;
  if (e.op !== "constant") return undefined;
  return Number.isFinite(e.value) && !Object.is(e.value, -0)
    ? e.value
    : ["constant", Object.is(e.value, -0) ? "-0" : String(e.value)];
}

/** The expression that `toJson` wrote; the same object. Throws one sentence naming the first piece it cannot read. */
export function fromJson(json: unknown): Expr {
  if (!Array.isArray(json) || json[0] !== "let") return read(json, []);
  if (json.length !== 3 || !Array.isArray(json[1])) {
    throw new Error('A formula with shared parts is written ["let", [part, …], body].');
  }
  const parts: Expr[] = [];
  for (const part of json[1]) parts.push(read(part, parts));
  return read(json[2], parts);
}

interface Open {
  readonly piece: readonly unknown[];
  readonly op: keyof typeof argumentCount;
  readonly args: Expr[];
}

// On a stack of its own: every operation has at least one argument, and is built when its last one is.
function read(json: unknown, parts: readonly Expr[]): Expr {
  const around: Open[] = [];
  let piece = json;
  for (;;) {
    const leaf = readLeaf(piece, parts);
    let inner: Open | undefined;
    if (leaf === undefined) inner = openOperation(piece);
    else {
      let made = leaf;
      for (inner = around.pop(); inner !== undefined; inner = around.pop()) {
        inner.args.push(made);
        if (inner.args.length + 1 < inner.piece.length) break;
        made = build(inner.op, inner.args);
      }
      if (inner === undefined) return made;
    }
    around.push(inner);
    piece = inner.piece[inner.args.length + 1];
  }
}

function readLeaf(piece: unknown, parts: readonly Expr[]): Expr | undefined {
  if (typeof piece === "number") return constant(piece);
  if (typeof piece === "string") return variable(piece);
  if (!Array.isArray(piece))
    throw new Error(`A formula is made of numbers, names and lists, not of ${inShort(piece)}.`);
  if (piece[0] === "constant") {
    const value = spelled.get(piece[1]);
    if (value === undefined || piece.length !== 2) throw new Error(`${inShort(piece)} is not a constant.`);
    return constant(value);
  }
  if (piece[0] !== "ref") return undefined;
  const part = Number.isInteger(piece[1]) ? parts[piece[1]] : undefined;
  if (part === undefined || piece.length !== 2) throw new Error(`${inShort(piece)} refers to no earlier shared part.`);
  return part;
}

function openOperation(piece: unknown): Open {
  const list = piece as readonly unknown[];
  const op = list[0];
  if (typeof op !== "string" || !Object.hasOwn(argumentCount, op)) {
    throw new Error(`${inShort(list)} does not begin with an operation of formulas.`);
  }
  const known = op as Open["op"];
  const [least, most] = argumentCount[known];
  const count = list.length - 1;
  if (count < least || count > most) {
    const wanted = most === Infinity ? `at least ${least}` : `${least}`;
    throw new Error(
      `"${op}" takes ${wanted} argument${wanted.endsWith("1") ? "" : "s"}, not ${count}, in ${inShort(list)}.`,
    );
  }
  return { piece: list, op: known, args: [] };
}

/** Items and letters of a piece that are shown. */
const [mostItems, mostLetters] = [4, 30];

// Only one level: a piece may be deeper than the stack.
function inShort(piece: unknown): string {
  if (typeof piece === "string")
    return `"${piece.replace(/[\s\p{C}]+/gu, " ").slice(0, mostLetters)}${piece.length > mostLetters ? "…" : ""}"`;
  if (piece === undefined) return "nothing";
  if (!Array.isArray(piece)) return typeof piece === "object" && piece !== null ? "an object" : String(piece);
  const items = Array.from(piece.slice(0, mostItems), (x) => (Array.isArray(x) ? "[…]" : inShort(x)));
  return `[${items.join(", ")}${piece.length > mostItems ? ", …" : ""}]`;
}
