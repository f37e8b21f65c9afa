import fc from "fast-check";
import * as E from "../../src/expr/expr.js";
import { constant, type Expr, variable } from "../../src/expr/expr.js";
import { real } from "../arbitraries.js";

/** Four variables, enough for cancellation and sharing. */
export const names = ["x", "y", "z", "w"] as const;
export const inputs: readonly Expr[] = names.map(variable);

const makers: readonly ((a: Expr, b: Expr, c: Expr) => Expr)[] = [
  (a, b) => E.add(a, b),
  (a, b) => E.sub(a, b),
  (a, b) => E.mul(a, b),
  (a, b) => E.div(a, b),
  (a) => E.neg(a),
  (a) => E.pow(a, 2),
  (a) => E.pow(a, 1.5),
  (a, b) => E.pow(a, b),
  (a) => E.sqrt(a),
  (a) => E.exp(a),
  (a) => E.log(a),
  (a) => E.sin(a),
  (a) => E.cos(a),
  (a) => E.tan(a),
  (a, b) => E.atan2(a, b),
  (a) => E.abs(a),
  (a, b) => E.min(a, b),
  (a, b) => E.max(a, b),
  (a, b, c) => E.select(a, b, c),
  (a, b, c) => E.norm(a, b, c),
];

const step = fc.record({
  maker: fc.nat(makers.length - 1),
  args: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
});

/** Exact ties are wanted, overflow is not. */
export const tameConstants = [0, 1, 2, -3, 0.5].map(constant);
// Both zeros and infinity besides: they are where generated and interpreted code could differ.
const anyConstants = [...tameConstants, ...[-0, 1e300, Infinity].map(constant)];

/** Random formulas with much sharing: each step combines any nodes before it. */
export function dags(steps: number, outputs: number, constants = anyConstants): fc.Arbitrary<Expr[]> {
  return fc.array(step, { minLength: 1, maxLength: steps, size: "max" }).map((list) => {
    const nodes: Expr[] = [...inputs, ...constants];
    for (const { maker, args } of list) {
      // Half of the arguments come from the last nodes, so that formulas grow deep as well as wide.
      const [a, b, c] = args.map((k) => nodes[k % 2 === 0 ? k % nodes.length : nodes.length - 1 - (k % 8)]);
      nodes.push(makers[maker](a, b, c));
    }
    return nodes.slice(-outputs);
  });
}

/** Values where kinks, signed zeros and invalid arguments are met often. */
export const anyPoint = fc.array(
  fc.oneof(fc.constantFrom(0, -0, 1, -1, 2, -2, 0.5), fc.double({ min: -3, max: 3, noNaN: true }), fc.double()),
  { minLength: 4, maxLength: 4 },
);

/** Values of moderate size, kinks included, where few formulas overflow or underflow. */
export const tamePoint = fc.array(fc.oneof(fc.constantFrom(0, 1, -1, 2, -2), real(0.01, 3), real(-3, -0.01)), {
  minLength: 4,
  maxLength: 4,
});
