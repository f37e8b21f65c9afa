import {
  add,
  addPairs,
  type Code,
  integer,
  integerAt,
  type Local,
  loop,
  multiplyPairs,
  numberOf,
  pairAt,
  plus,
  routine,
  type Scope,
  storePair,
  times,
  twice,
} from "../../../../algebra/wasm.js";
import { pairs, places, vector, word } from "./places.js";

/** Does this for every six numbers of a vector, at an offset. */
function throughVectors(scope: Scope<string>, body: (offset: Local) => Code): Code {
  const [offset, size] = [scope.integer(), scope.integer()];
  return [
    ...size.set(times(integerAt(integer(0), word * places.rows), integer(vector))),
    ...loop(offset, { from: integer(0), to: size.get, by: vector }, body(offset)),
  ];
}

/** Sums of three pairs as one number. */
const total = ([a, b, c]: readonly Local[]): Code => [
  ...a.set(addPairs(addPairs(a.get, b.get), c.get)),
  ...add(numberOf(a.get, 0), numberOf(a.get, 1)),
];

/** x·y, in six sums beside each other: one alone would wait for itself. */
export const dot = routine(
  { x: "integer", y: "integer" },
  (scope) => {
    const { x, y } = scope.parameters;
    const three = pairs.map(scope.pair);
    return [
      ...throughVectors(scope, (offset) => {
        const [from, by] = [plus(x.get, offset.get), plus(y.get, offset.get)];
        return three.flatMap((sum, j) =>
          sum.set(addPairs(sum.get, multiplyPairs(pairAt(from, pairs[j]), pairAt(by, pairs[j])))),
        );
      }),
      ...total(three),
    ];
  },
  true,
);

/** Adds `by` x to `into`, and returns what that has with y as product then. */
export const addAndDot = routine(
  { by: "number", x: "integer", into: "integer", y: "integer" },
  (scope) => {
    const { by, x, into, y } = scope.parameters;
    const three = pairs.map(scope.pair);
    const [factor, made] = [scope.pair(), scope.pair()];
    return [
      ...factor.set(twice(by.get)),
      ...throughVectors(scope, (offset) => {
        const [from, to, other] = [x, into, y].map((each) => plus(each.get, offset.get));
        return three.flatMap((sum, j) => [
          ...made.set(addPairs(pairAt(to, pairs[j]), multiplyPairs(factor.get, pairAt(from, pairs[j])))),
          ...storePair(to, pairs[j], made.get),
          ...sum.set(addPairs(sum.get, multiplyPairs(made.get, pairAt(other, pairs[j])))),
        ]);
      }),
      ...total(three),
    ];
  },
  true,
);

/** x becomes `by` x. */
export const scale = routine({ by: "number", x: "integer" }, (scope) => {
  const { by, x } = scope.parameters;
  const factor = scope.pair();
  return [
    ...factor.set(twice(by.get)),
    ...throughVectors(scope, (offset) => {
      const at = plus(x.get, offset.get);
      return pairs.flatMap((pair) => storePair(at, pair, multiplyPairs(factor.get, pairAt(at, pair))));
    }),
  ];
});
