import {
  multiplyPairs,
  number,
  numberAt,
  pairAt,
  routine,
  storePair,
  subtractNumbers,
  subtractPairs,
  twice,
  withLast,
} from "../../../../algebra/wasm.js";
import { block, pairs, readPlaces, rows, vector } from "./places.js";

/**
 * Subtracts a contact's block, as one of its two feels it, from the block of that one with itself and from that with the other.
 * Behind the block stand the factors ±1 of its velocity, of which the other's is the opposite, of its rolling, and the other's.
 */
export const spread = routine({ own: "integer", other: "integer" }, (scope) => {
  const { own, other } = scope.parameters;
  const { at, read } = readPlaces(scope, ["felt"]);
  const { felt } = at;
  const [sign, arm, otherArm] = [0, 8, 16].map((offset) => numberAt(felt.get, block + offset));
  const each = scope.pair();
  const columns = [
    [sign, arm],
    [subtractNumbers(number(0), sign), otherArm],
  ].map(([velocity, rolling]) =>
    [twice(velocity), [...twice(velocity), ...withLast(rolling)], twice(rolling)].map((code) => {
      const factor = scope.pair();
      return { factor, made: factor.set(code) };
    }),
  );
  return [
    ...read,
    ...columns.flat().flatMap(({ made }) => made),
    ...rows.flatMap((r) => [
      ...each.set(twice(r < 3 ? sign : arm)),
      ...[own, other].flatMap((into, side) =>
        pairs.flatMap((pair, j) => {
          const offset = r * vector + pair;
          const factors = multiplyPairs(each.get, columns[side][j].factor.get);
          const change = multiplyPairs(factors, pairAt(felt.get, offset));
          return storePair(into.get, offset, subtractPairs(pairAt(into.get, offset), change));
        }),
      ),
    ]),
  ];
});
