import type { ArithmeticOp } from "./arithmetic.js";

/** The kinds of node: leaves, operations, and the length of a vector. */
export type Op = "constant" | "variable" | "norm" | ArithmeticOp;

/** One node of a formula. Structurally equal expressions are the same object, so `===` compares formulas. */
export interface Expr {
  /** Larger than the id of every argument. Depends on history: use it to tell nodes apart, never to order results. */
  readonly id: number;
  readonly op: Op;
  readonly args: readonly Expr[];
  /** Of a constant; 0 otherwise. */
  readonly value: number;
  /** Of a variable; "" otherwise. */
  readonly name: string;
  /** True if the value is a number wherever variables are, no divisor that varies is 0 and no root that varies is of less. */
  readonly defined: boolean;
}

/** A formula, or the number that it would be. */
export type Scalar = Expr | number;

/** The value of a constant, the name of a variable, 0 for all other nodes. */
type Leaf = number | string;

// A class only so that `isExpr` is one pointer comparison and all nodes share one hidden shape.
class Node implements Expr {
  readonly id = nextId++;
  readonly value: number;
  readonly name: string;
  readonly defined: boolean;

  constructor(
    readonly op: Op,
    readonly args: readonly Expr[],
    leaf: Leaf,
    readonly hash: number,
  ) {
    this.value = typeof leaf === "number" ? leaf : 0;
    this.name = typeof leaf === "number" ? "" : leaf;
    this.defined = isDefined(op, args, this.value);
  }

  /** As a reference to it gives it, so that a table may hold either. */
  deref(): Node {
    return this;
  }
}

/** Constructors fold what constants they can: a root, or a quotient by zero, of constants is left where it is no number. */
function isDefined(op: Op, args: readonly Expr[], value: number): boolean {
  if (op === "constant") return Number.isFinite(value);
  if (op === "log" || op === "pow") return false;
  if (op === "sqrt" && args[0].op === "constant") return false;
  if (op === "div" && args[1].op === "constant" && args[1].value === 0) return false;
  for (const arg of args) if (!arg.defined) return false;
  return true;
}

/** One table of nodes, by open addressing. */
interface Table {
  slots: (Pick<WeakRef<Node>, "deref"> | undefined)[];
  used: number;
  strong: number;
  /** The part of its places that is used where it is full. */
  readonly full: number;
}

/*
 * The intern table. New nodes are held strongly, because a WeakRef costs ten times as much as its node and most programs build one
 * model. Past `strongMost` of them a table turns all of its own weak, and dead entries are dropped whenever it fills up: what
 * the tables themselves keep alive is bounded (some 4 MB), and so is their size, by a small multiple of what was alive at the last
 * filling. Many small tables, by the first bits of a hash, which fill up and turn weak one after the other: one large table took a tenth
 * of a second for either, in which nobody was heard.
 */
const tableBits = 6;
const strongMost = 1 << (15 - tableBits);
const smallestTable = 1 << (10 - tableBits);
const tables = Array.from({ length: 1 << tableBits }, (_, k) =>
  remade({ slots: [], used: 0, strong: (k * strongMost) >> tableBits, full: 0.3 + k / 200 }),
);
let nextId = 0;

/** Nodes that were made in the parts of a job that are still open. */
const young: Node[] = [];
let openParts = 0;
const gone = { deref: () => undefined };

const noArgs: readonly Expr[] = [];
const numberBits = new Float64Array(1);
const wordBits = new Int32Array(numberBits.buffer);

/** The constant x. Throws if x is not a number: a formula that holds one can never be solved. */
export function constant(x: number): Expr {
  if (Number.isNaN(x)) throw new Error("A formula cannot hold the constant NaN.");
  numberBits[0] = x;
  return intern(mix(mix(1, wordBits[0]), wordBits[1]), "constant", noArgs, x);
}

/** The variable called `name`, such as "next.x" or "parameters.mass". Throws if the name is empty. */
export function variable(name: string): Expr {
  if (name === "") throw new Error("A variable needs a name.");
  let hash = 2;
  for (let k = 0; k < name.length; k++) hash = mix(hash, name.charCodeAt(k));
  return intern(hash, "variable", noArgs, name);
}

/** The node op(args) as it stands, without any simplification; models use the functions of build.ts. */
export function node(op: ArithmeticOp | "norm", args: readonly Expr[]): Expr {
  let hash = mix(3, op.charCodeAt(0) + (op.charCodeAt(op.length - 1) << 8) + (op.length << 16));
  for (const arg of args) hash = mix(hash, arg.id);
  return intern(hash, op, args, 0);
}

/** True for an expression made here (a structural copy of one is none). */
export function isExpr(x: unknown): x is Expr {
  return x instanceof Node;
}

/** Places taken in the intern table, including those of nodes that are gone; for the test that it does not leak. */
export function internedCount(): number {
  return tables.reduce((sum, { used }) => sum + used, 0);
}

const tableOf = (hash: number): Table => tables[hash >>> (32 - tableBits)];

function intern(hash: number, op: Op, args: readonly Expr[], leaf: Leaf): Expr {
  const table = tableOf(hash);
  if (table.used >= table.full * table.slots.length) remade(table);
  if (table.strong >= strongMost && openParts === 0) weaken(table);
  const { slots } = table;
  const mask = slots.length - 1;
  let at = hash & mask;
  for (let entry = slots[at]; entry !== undefined; entry = slots[at]) {
    const found = entry.deref();
    if (found?.hash === hash && same(found, op, args, leaf)) return found;
    at = (at + 1) & mask;
  }
  const made = new Node(op, args, leaf, hash);
  slots[at] = made;
  table.used++;
  table.strong++;
  if (openParts > 0 && op !== "variable") young.push(made);
  return made;
}

/**
 * Runs a part of a job whose formulas nobody needs afterwards, and drops them from the table at its end. A weak reference
 * keeps its node until the job ends, so that a loop of such parts, none of them awaited, would keep all nodes of all of
 * them. A node that is kept none the less stays a formula; only an equal one that is made later is another object.
 */
export function withinPart<T>(part: () => T): T {
  const before = young.length;
  openParts++;
  try {
    return part();
  } finally {
    openParts--;
    young.splice(before).forEach(drop);
  }
}

function drop(made: Node): void {
  const table = tableOf(made.hash);
  const { slots } = table;
  const mask = slots.length - 1;
  for (let at = made.hash & mask; slots[at] !== undefined; at = (at + 1) & mask) {
    if (slots[at] !== made) continue;
    table.strong--;
    slots[at] = gone;
    // places at the end of a chain are free again: no search goes past them
    for (; slots[at] === gone && slots[(at + 1) & mask] === undefined; at = (at - 1) & mask) {
      slots[at] = undefined;
      table.used--;
    }
    return;
  }
}

function weaken(table: Table): void {
  table.slots.forEach((entry, at, slots) => {
    if (entry instanceof Node) slots[at] = new WeakRef(entry);
  });
  table.strong = 0;
}

function same(e: Expr, op: Op, args: readonly Expr[], leaf: Leaf): boolean {
  if (e.op !== op || e.args.length !== args.length) return false;
  if (typeof leaf === "number" ? !Object.is(e.value, leaf) : e.name !== leaf) return false;
  for (let k = 0; k < args.length; k++) if (e.args[k] !== args[k]) return false;
  return true;
}

/** A table with room again, without what is gone. */
function remade(table: Table): Table {
  const { slots, full } = table;
  const kept = slots.filter((entry) => entry?.deref());
  let size = smallestTable;
  while (0.5 * full * size < kept.length) size *= 2;
  table.slots = new Array(size).fill(undefined);
  table.used = kept.length;
  for (const entry of kept) {
    // what was there a moment ago stays until its job ends
    let at = Number(entry?.deref()?.hash) & (size - 1);
    while (table.slots[at] !== undefined) at = (at + 1) & (size - 1);
    table.slots[at] = entry;
  }
  return table;
}

// One round of a multiplicative hash; the shift brings high bits down to where the table's mask looks.
function mix(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}
