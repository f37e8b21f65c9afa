import type { ArithmeticOp } from "./arithmetic.js";

/** What a node is: a leaf, an operation, or the length of a vector. */
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
}

/** A formula, or the number that it would be. */
export type Scalar = Expr | number;

// A class only so that `isExpr` is one pointer comparison and all nodes share one hidden shape.
class Node implements Expr {
  constructor(
    readonly id: number,
    readonly op: Op,
    readonly args: readonly Expr[],
    readonly value: number,
    readonly name: string,
  ) {}
}

/*
 * The intern table: open addressing. New nodes are held strongly, because a WeakRef costs ten times as much as its node
 * and most programs build one model. Past `strongMost` of them all turn weak, and dead entries are dropped whenever the
 * table fills up: what the table itself keeps alive is bounded (some 4 MB), and so is its size, by a small multiple of
 * what was alive at the last filling.
 */
const strongMost = 1 << 15;
const smallestTable = 1 << 10;
let slots: (Expr | WeakRef<Expr> | undefined)[] = new Array(smallestTable).fill(undefined);
let hashes = new Int32Array(smallestTable);
let used = 0;
let strong = 0;
let nextId = 0;

const noArgs: readonly Expr[] = [];
const numberBits = new Float64Array(1);
const wordBits = new Int32Array(numberBits.buffer);

/** The constant x. Throws if x is not a number: a formula that holds one can never be solved. */
export function constant(x: number): Expr {
  if (Number.isNaN(x)) throw new Error("A formula cannot hold the constant NaN.");
  numberBits[0] = x;
  return intern(mix(mix(1, wordBits[0]!), wordBits[1]!), "constant", noArgs, x, "");
}

/** The variable called `name`, such as "next.x" or "parameters.mass". Throws if the name is empty. */
export function variable(name: string): Expr {
  if (name === "") throw new Error("A variable needs a name.");
  let hash = 2;
  for (let k = 0; k < name.length; k++) hash = mix(hash, name.charCodeAt(k));
  return intern(hash, "variable", noArgs, 0, name);
}

/** The node op(args) as it stands, without any simplification; models use the functions of build.ts. */
export function node(op: ArithmeticOp | "norm", args: readonly Expr[]): Expr {
  let hash = mix(3, op.charCodeAt(0) + (op.charCodeAt(op.length - 1) << 8) + (op.length << 16));
  for (const arg of args) hash = mix(hash, arg.id);
  return intern(hash, op, args, 0, "");
}

/** Whether x is an expression made here (a structural copy of one is not). */
export function isExpr(x: unknown): x is Expr {
  return x instanceof Node;
}

/** Places taken in the intern table, including those of nodes that are gone; for the test that it does not leak. */
export function internedCount(): number {
  return used;
}

function intern(hash: number, op: Op, args: readonly Expr[], value: number, name: string): Expr {
  if (2 * used >= slots.length) rehash();
  if (strong >= strongMost) weaken();
  const mask = slots.length - 1;
  let at = hash & mask;
  let free = -1;
  for (; ; at = (at + 1) & mask) {
    const entry = slots[at];
    if (entry === undefined) break;
    if (hashes[at] !== hash) continue;
    const found = alive(entry);
    if (found === undefined) free = at;
    else if (same(found, op, args, value, name)) return found;
  }
  if (free < 0) {
    free = at;
    used++;
  }
  const made = new Node(nextId++, op, args, value, name);
  slots[free] = made;
  hashes[free] = hash;
  strong++;
  return made;
}

function alive(entry: Expr | WeakRef<Expr>): Expr | undefined {
  return entry instanceof Node ? entry : (entry as WeakRef<Expr>).deref();
}

function weaken(): void {
  for (let at = 0; at < slots.length; at++) {
    const entry = slots[at];
    if (entry instanceof Node) slots[at] = new WeakRef<Expr>(entry);
  }
  strong = 0;
}

function same(e: Expr, op: Op, args: readonly Expr[], value: number, name: string): boolean {
  if (e.op !== op || !Object.is(e.value, value) || e.name !== name || e.args.length !== args.length) return false;
  for (let k = 0; k < args.length; k++) if (e.args[k] !== args[k]) return false;
  return true;
}

function rehash(): void {
  const oldSlots = slots;
  const oldHashes = hashes;
  const kept: number[] = [];
  oldSlots.forEach((entry, at) => {
    if (entry !== undefined && alive(entry) !== undefined) kept.push(at);
  });
  let size = smallestTable;
  while (size < 4 * kept.length) size *= 2;
  slots = new Array(size).fill(undefined);
  hashes = new Int32Array(size);
  used = kept.length;
  for (const from of kept) {
    const hash = oldHashes[from]!;
    let at = hash & (size - 1);
    while (slots[at] !== undefined) at = (at + 1) & (size - 1);
    slots[at] = oldSlots[from];
    hashes[at] = hash;
  }
}

// One round of a multiplicative hash; the shift brings high bits down to where the table's mask looks.
function mix(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}
