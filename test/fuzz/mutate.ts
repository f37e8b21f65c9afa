import fc from "fast-check";
import { isExpr } from "../../src/expr/expr.js";
import { thrownByUser } from "./sentence.js";

/** A change of a record: the way to a place in it, and what is done there. */
export interface Mutation {
  /** At each level so many fields on, around the end; the last one is the place. */
  readonly way: readonly number[];
  readonly how: How;
  readonly value: number;
}

type How = "replace" | "drop" | "add" | "duplicate" | "graft" | "circle" | "twice";

/** Names that mean something to the engine, and names that nobody declared. */
export const oddNames = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  " ",
  "length",
  "0",
  "then",
  "é\u0000\ud800",
];

/** Deeper than the stack of whoever reads it by calling itself. */
const depth = 20_000;

/** A word that stands for lists and records deeper than JSON can be written. */
const deepWord = "@deep";

/** The text of a damaged record, deep parts and all. */
export const textOf = (damaged: unknown): string =>
  (JSON.stringify(damaged) ?? "").replaceAll(`"${deepWord}"`, () => `${'[{"x":'.repeat(depth)}1${"}]".repeat(depth)}`);

const deep = (): unknown => {
  let x: unknown = 1;
  for (let k = 0; k < depth; k++) x = k % 2 === 0 ? [x] : { x };
  return x;
};

/** Values that JSON can hold and hardly any field may. */
export const plainWrong: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => "",
  () => "x",
  () => "__proto__",
  () => "constructor",
  () => "1e999",
  () => "x".repeat(100_000),
  () => "line\nbreak <b>&amp;</b> \u202e",
  () => 0,
  () => -1,
  () => 0.5,
  () => 1e300,
  () => -1e-300,
  () => 1e9,
  () => 2 ** 53,
  () => [],
  () => [null],
  () => [[]],
  () => Array(1000).fill(0),
  () => ({}),
  () => ({ kind: "constructor" }),
  () => ({ name: "toString" }),
  () => JSON.parse('{"__proto__":{"polluted":true}}'),
  () => JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  () => ({ length: 5 }),
  () => ({ formula: [] }),
  () => ({ formula: ["add"] }),
  () => ({ formula: ["div", 1, 0] }),
  () => ({ formula: "parameters.nothing" }),
  () => ({ formula: "" }),
  () => ({ formula: "__proto__.x" }),
  () => ({ formula: "constructor" }),
  () => ({ formula: ["let", [["ref", 0]], ["ref", 0]] }),
  () => ({ number: "x" }),
  () => ({ number: "Infinity" }),
  () => ({ float64: "!" }),
  () => ({ float64: "AAAA" }),
  () => ({ float64: null }),
  () => deepWord,
];

/** Values that only a program can hand over. */
export const anyWrong: readonly (() => unknown)[] = [
  ...plainWrong,
  () => undefined,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => -0,
  () => 1n,
  () => Symbol("s"),
  () => () => undefined,
  () => () => {
    throw new Error(thrownByUser);
  },
  () => Object.create(null),
  () => new Map([["a", 1]]),
  () => new Set(),
  () => new Date(0),
  () => /x/,
  () => new Float64Array(3),
  () => new Float64Array(0),
  () => new (class Odd {})(),
  () => Promise.resolve(1),
  () => Object.assign([1, 2, 3], { length: 2 }),
  () => new Array(3),
  () => ({ op: "add", args: [] }),
  deep,
];

export const mutations = (values: readonly unknown[]): fc.Arbitrary<readonly Mutation[]> =>
  fc.array(
    fc.record({
      way: fc.array(fc.nat(199), { minLength: 1, maxLength: 9 }),
      how: fc.oneof(
        { weight: 6, arbitrary: fc.constant<How>("replace") },
        { weight: 4, arbitrary: fc.constantFrom<How[]>("drop", "add", "duplicate", "graft", "circle", "twice") },
      ),
      value: fc.nat(values.length - 1),
    }),
    { minLength: 1, maxLength: 3 },
  );

type Parts = Record<string, unknown>;

const isBranch = (x: unknown): x is Parts =>
  typeof x === "object" &&
  x !== null &&
  !isExpr(x) &&
  (Array.isArray(x) || Object.getPrototypeOf(x) === Object.prototype);

/** A copy of what records and lists hold; formulas and functions are shared. */
export function copyOf<T>(x: T): T {
  if (!isBranch(x)) return x;
  if (Array.isArray(x)) return x.map(copyOf) as T;
  return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, copyOf(value)])) as T;
}

/** A copy with changes; circles only where `circles` says that its reader can be given one. */
export function mutate(
  base: unknown,
  changes: readonly Mutation[],
  { values, circles }: { readonly values: readonly (() => unknown)[]; readonly circles: boolean },
): unknown {
  const whole = { root: copyOf(base) };
  const closed: (() => void)[] = [];
  for (const { way, how, value } of changes) {
    let parent: Parts = whole;
    let key = "root";
    for (const turn of way) {
      const next = parent[key];
      if (!isBranch(next)) break;
      const keys = Object.keys(next);
      if (keys.length === 0) break;
      parent = next;
      key = keys[turn % keys.length];
    }
    // circles and depths come last: what is copied has none
    if (how === "circle" && circles) closed.push(() => put(parent, key, whole.root));
    else if (how === "replace" && values[value % values.length] === deep) closed.push(() => put(parent, key, deep()));
    else change(parent, key, how, { value, values });
  }
  for (const close of closed) close();
  return whole.root;
}

function put(parent: Parts, key: string, x: unknown): void {
  Object.defineProperty(parent, key, { value: x, writable: true, enumerable: true, configurable: true });
}

function change(
  parent: Parts,
  key: string,
  how: How,
  { value, values }: { readonly value: number; readonly values: readonly (() => unknown)[] },
): void {
  if (how === "replace" || how === "circle") put(parent, key, values[value % values.length]());
  else if (how === "drop") {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  } else if (how === "add" && !Array.isArray(parent))
    put(parent, oddNames[value % oddNames.length], copyOf(parent[key]));
  else if (how === "duplicate" && Array.isArray(parent)) parent.push(copyOf(parent[Number(key)]));
  else if (how === "graft") {
    const keys = Object.keys(parent);
    put(parent, key, copyOf(parent[keys[value % keys.length]]));
  } else if (typeof parent[key] === "number")
    put(parent, key, [2, 0.5, -1, 1e3, 1e-3][value % 5] * (parent[key] as number));
  else put(parent, key, [parent[key], parent[key]]);
}
