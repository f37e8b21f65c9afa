import {
  addPairs,
  integer,
  loop,
  noPair,
  pairAt,
  plus,
  routine,
  storePair,
  subtractPairs,
} from "../../../../algebra/wasm.js";
import { block, blockTimesVector, entry, pairs, readPlaces, vector, wordOf } from "./places.js";

/** y = (I + L̂)⁻¹ x, which is added to `sum`, too. */
export const solveLower = routine({ x: "integer", y: "integer", sum: "integer" }, (scope) => {
  const { x, y, sum } = scope.parameters;
  const { at, read } = readPlaces(scope, ["rows", "start", "diagonal", "column", "factors"]);
  const [row, p, a, from, to, into] = Array.from({ length: 6 }, scope.integer);
  const product = blockTimesVector(scope);
  const solved = scope.pair();
  return [
    ...read,
    ...loop(row, { from: integer(0), to: at.rows.get, by: 1 }, [
      ...product.sums.flatMap((sum) => sum.set(noPair)),
      ...loop(p, { from: wordOf(at.start, row), to: wordOf(at.diagonal, row), by: 1 }, [
        ...a.set(entry(at.factors, p.get, block)),
        ...from.set(entry(y, wordOf(at.column, p), vector)),
        ...product.add(a, from),
      ]),
      ...from.set(entry(x, row.get, vector)),
      ...to.set(entry(y, row.get, vector)),
      ...into.set(entry(sum, row.get, vector)),
      ...pairs.flatMap((pair, k) => [
        ...solved.set(subtractPairs(pairAt(from.get, pair), product.pair(k))),
        ...storePair(to.get, pair, solved.get),
        ...storePair(into.get, pair, addPairs(pairAt(into.get, pair), solved.get)),
      ]),
    ]),
  ];
});

/** x = (D + U)⁻¹ z, and beside it dx = Dx and r = z + (A_d − 2D) x. */
export const solveUpper = routine({ z: "integer", x: "integer", dx: "integer", r: "integer" }, (scope) => {
  const { z, x, dx, r } = scope.parameters;
  const { at, read } = readPlaces(scope, ["rows", "start", "diagonal", "column", "values", "inverses", "rest"]);
  const [row, p, a, from, to] = Array.from({ length: 5 }, scope.integer);
  const product = blockTimesVector(scope);
  return [
    ...read,
    ...loop(row, { from: plus(at.rows.get, integer(-1)), to: integer(-1), by: -1 }, [
      ...product.sums.flatMap((sum) => sum.set(noPair)),
      ...loop(p, { from: plus(wordOf(at.start, row, 1), integer(-1)), to: wordOf(at.diagonal, row), by: -1 }, [
        ...a.set(entry(at.values, p.get, block)),
        ...from.set(entry(x, wordOf(at.column, p), vector)),
        ...product.add(a, from),
      ]),
      ...from.set(entry(z, row.get, vector)),
      ...to.set(entry(dx, row.get, vector)),
      ...pairs.flatMap((pair, k) => storePair(to.get, pair, subtractPairs(pairAt(from.get, pair), product.pair(k)))),
      ...a.set(entry(at.inverses, row.get, block)),
      ...product.add(a, to, true),
      ...to.set(entry(x, row.get, vector)),
      ...pairs.flatMap((pair, k) => storePair(to.get, pair, product.pair(k))),
      ...a.set(entry(at.rest, row.get, block)),
      ...product.add(a, to, true),
      ...to.set(entry(r, row.get, vector)),
      ...pairs.flatMap((pair, k) => storePair(to.get, pair, addPairs(pairAt(from.get, pair), product.pair(k)))),
    ]),
  ];
});
