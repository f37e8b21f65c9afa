import {
  addPairs,
  type Code,
  integer,
  integerAt,
  type Local,
  multiplyPairs,
  pairAt,
  plus,
  type Scope,
  sums,
  times,
} from "../../../../algebra/wasm.js";

/** Bytes of a block of 36 numbers, of six numbers of a body, and of an index. */
export const block = 36 * 8;
export const vector = 6 * 8;
export const word = 4;

/** Rows of a block, and offsets of the pairs in one of them, or in a vector. */
export const rows = [0, 1, 2, 3, 4, 5];
export const pairs = [0, 16, 32];

/** Words at the beginning of memory: the count of rows, and addresses of a matrix as `BlockRows` lays it out. */
export const places = {
  rows: 0,
  start: 1,
  diagonal: 2,
  column: 3,
  mirror: 4,
  values: 5,
  factors: 6,
  inverses: 7,
  rest: 8,
  felt: 9,
  unread: 10,
  size: 11,
};

export type Place = Exclude<keyof typeof places, "size">;

/** Local variables for some of the places, and how they are read. */
export function readPlaces<P extends Place>(scope: Scope<string>, names: readonly P[]) {
  const all = names.map((name) => [name, scope.integer()] as const);
  return {
    at: Object.fromEntries(all) as Record<P, Local>,
    read: all.flatMap(([name, local]) => local.set(integerAt(integer(0), word * places[name]))),
  };
}

/** Entry `index` of a list of so many bytes each. */
export const entry = (list: Local, index: Code, size: number): Code => plus(list.get, times(index, integer(size)));
export const wordOf = (list: Local, index: Local, ahead = 0): Code =>
  integerAt(entry(list, index.get, word), ahead * word);

/** A block times a vector: six sums of pairs, of which each is halved at last. */
export interface BlockTimesVector {
  readonly sums: readonly Local[];
  /** Adds a block's product, or sets the sums to it. */
  add(a: Local, x: Local, isFirst?: boolean): Code;
  /** Pair k of what was added. */
  pair(k: number): Code;
}

/** Local variables for a block times a vector. */
export function blockTimesVector({ pair }: Scope<string>): BlockTimesVector {
  const six = rows.map(() => pair());
  const x = pairs.map(() => pair());
  return {
    sums: six,
    add: (a, from, isFirst = false) => [
      ...x.flatMap((each, j) => each.set(pairAt(from.get, pairs[j]))),
      ...six.flatMap((sum, r) => {
        const [first, second, third] = x.map((each, j) =>
          multiplyPairs(pairAt(a.get, r * vector + pairs[j]), each.get),
        );
        return sum.set(addPairs(addPairs(isFirst ? first : addPairs(sum.get, first), second), third));
      }),
    ],
    pair: (k) => sums(six[2 * k], six[2 * k + 1]),
  };
}
