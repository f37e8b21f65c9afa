import {
  absolute,
  addPairs,
  asNumber,
  type Code,
  divide,
  integer,
  isGreater,
  isOther,
  type Local,
  leaveUnless,
  loop,
  multiplyPairs,
  number,
  numberAt,
  pairAt,
  plus,
  routine,
  type Scope,
  storeNumber,
  storePair,
  subtractPairs,
  times,
  twice,
  twiceAt,
  when,
} from "../../../../algebra/wasm.js";
import { block, entry, pairs, readPlaces, rows, vector, wordOf } from "./places.js";

/** A B of blocks becomes `into`, or is subtracted from it: row by row of A, each number of it by a row of B. */
function blockProduct(scope: Scope<string>) {
  const row = scope.integer();
  const three = pairs.map(scope.pair);
  const each = scope.pair();
  return (a: Local, b: Local, into: Local, isSubtracted: boolean): Code => {
    const [from, to] = [plus(a.get, row.get), plus(into.get, row.get)];
    return loop(row, { from: integer(0), to: integer(block), by: vector }, [
      ...rows.flatMap((k) => [
        ...each.set(twiceAt(from, 8 * k)),
        ...three.flatMap((sum, j) => {
          const term = multiplyPairs(each.get, pairAt(b.get, k * vector + pairs[j]));
          return sum.set(k === 0 ? term : addPairs(sum.get, term));
        }),
      ]),
      ...three.flatMap((sum, j) =>
        storePair(to, pairs[j], isSubtracted ? subtractPairs(pairAt(to, pairs[j]), sum.get) : sum.get),
      ),
    ]);
  };
}

/** Swaps row k of a block with that of the largest pivot below it, and remembers which; leaves the loop where all are zero. */
function pivoting(scope: Scope<string>, a: Local) {
  const [best, other] = [scope.number(), scope.number()];
  const from = scope.integer();
  const kept = scope.pair();
  return (k: number, chosen: Local): Code => [
    ...chosen.set(integer(k)),
    ...best.set(absolute(numberAt(a.get, k * vector + 8 * k))),
    ...rows
      .slice(k + 1)
      .flatMap((r) => [
        ...other.set(absolute(numberAt(a.get, r * vector + 8 * k))),
        ...when(isGreater(other.get, best.get), [...best.set(other.get), ...chosen.set(integer(r))]),
      ]),
    ...leaveUnless(isGreater(best.get, number(0))),
    ...leaveUnless(isGreater(number(Number.POSITIVE_INFINITY), best.get)),
    ...from.set(plus(a.get, times(chosen.get, integer(vector)))),
    ...pairs.flatMap((pair) => [
      ...kept.set(pairAt(from.get, pair)),
      ...storePair(from.get, pair, pairAt(a.get, k * vector + pair)),
      ...storePair(a.get, k * vector + pair, kept.get),
    ]),
  ];
}

/** Swaps columns k and `chosen` of a block. */
function columnSwap(scope: Scope<string>, a: Local) {
  const from = scope.integer();
  const kept = scope.number();
  return (k: number, chosen: Local): Code =>
    when(isOther(chosen.get, integer(k)), [
      ...from.set(plus(a.get, times(chosen.get, integer(8)))),
      ...rows.flatMap((r) => [
        ...kept.set(numberAt(from.get, r * vector)),
        ...storeNumber(from.get, r * vector, numberAt(a.get, r * vector + 8 * k)),
        ...storeNumber(a.get, r * vector + 8 * k, kept.get),
      ]),
    ]);
}

/** Inverts a block in place by Gauss and Jordan with partial pivoting, in a loop that is left where it is singular. */
function blockInverse(scope: Scope<string>, a: Local): Code {
  const chosen = rows.map(scope.integer);
  const own = pairs.map(scope.pair);
  const each = scope.pair();
  const [swapRows, swapColumns] = [pivoting(scope, a), columnSwap(scope, a)];
  const eliminate = (k: number): Code => [
    ...swapRows(k, chosen[k]),
    ...each.set(twice(divide(number(1), numberAt(a.get, k * vector + 8 * k)))),
    ...storeNumber(a.get, k * vector + 8 * k, number(1)),
    ...own.flatMap((one, j) => [
      ...one.set(multiplyPairs(each.get, pairAt(a.get, k * vector + pairs[j]))),
      ...storePair(a.get, k * vector + pairs[j], one.get),
    ]),
    ...rows
      .filter((r) => r !== k)
      .flatMap((r) => [
        ...each.set(twiceAt(a.get, r * vector + 8 * k)),
        ...storeNumber(a.get, r * vector + 8 * k, number(0)),
        ...own.flatMap((one, j) => {
          const at = r * vector + pairs[j];
          return storePair(a.get, at, subtractPairs(pairAt(a.get, at), multiplyPairs(each.get, one.get)));
        }),
      ]),
  ];
  // rows that were swapped are columns of the inverse
  return [...rows.flatMap(eliminate), ...[...rows].reverse().flatMap((k) => swapColumns(k, chosen[k]))];
}

/** Makes D, L̂ and D⁻¹; returns how many rows it came through, not all where a block is singular. */
export const factor = routine(
  {},
  (scope) => {
    const { at, read } = readPlaces(scope, [
      "rows",
      "start",
      "diagonal",
      "column",
      "mirror",
      "values",
      "factors",
      "inverses",
      "rest",
    ]);
    const [row, p, own, made, inverse, a, b] = Array.from({ length: 7 }, scope.integer);
    const multiply = blockProduct(scope);
    const pairsOfBlock = Array.from({ length: 18 }, (_, i) => 16 * i);
    const each = scope.pair();
    return [
      ...read,
      ...loop(row, { from: integer(0), to: at.rows.get, by: 1 }, [
        ...own.set(entry(at.rest, row.get, block)),
        ...a.set(entry(at.values, wordOf(at.diagonal, row), block)),
        ...pairsOfBlock.flatMap((pair) => storePair(own.get, pair, pairAt(a.get, pair))),
        ...loop(p, { from: wordOf(at.start, row), to: wordOf(at.diagonal, row), by: 1 }, [
          ...made.set(entry(at.factors, p.get, block)),
          ...a.set(entry(at.values, p.get, block)),
          ...b.set(entry(at.inverses, wordOf(at.column, p), block)),
          ...multiply(a, b, made, false),
          ...b.set(entry(at.values, wordOf(at.mirror, p), block)),
          ...multiply(made, b, own, true),
        ]),
        ...inverse.set(entry(at.inverses, row.get, block)),
        ...a.set(entry(at.values, wordOf(at.diagonal, row), block)),
        ...pairsOfBlock.flatMap((pair) => [
          ...each.set(pairAt(own.get, pair)),
          ...storePair(inverse.get, pair, each.get),
          ...storePair(own.get, pair, subtractPairs(pairAt(a.get, pair), addPairs(each.get, each.get))),
        ]),
        ...blockInverse(scope, inverse),
      ]),
      ...asNumber(row.get),
    ];
  },
  true,
);
