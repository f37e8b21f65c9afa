import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRotationVector, multiplyQuaternions } from "../../src/algebra/rotation.js";
import { evaluate } from "../../src/expr/walk.js";
import { turnAtEnd, turnError } from "../../src/geometry.js";

const axes = ["x", "y", "z"] as const;
const component = fc.double({ min: -3, max: 3, noNaN: true });
const turn = fc.tuple(component, component, component);

/** A body that ends with a quaternion. */
const ending =
  (q: readonly number[]) =>
  (leaf: string): number =>
    q[["e0", "ex", "ey", "ez"].indexOf(leaf.replace("last.box.", ""))];

describe("turns in space at the end of a motion", () => {
  it("are told as axis times angle, of half a turn at most, by either sign of the quaternion", () => {
    fc.assert(
      fc.property(turn, fc.boolean(), (vector, isOther) => {
        const angle = Math.hypot(...vector);
        fc.pre(angle < 3.1);
        const q = fromRotationVector(vector).map((x) => (isOther ? -x : x));
        axes.forEach((axis, i) => {
          expect(evaluate(turnAtEnd("box", axis), ending(q))).toBeCloseTo(vector[i], 9);
        });
      }),
    );
    for (const axis of axes) expect(evaluate(turnAtEnd("box", axis), ending([1, 0, 0, 0]))).toBe(0);
  });

  it("miss by 2 sin(φ/2) along the axis from where the body must be, whatever both are", () => {
    fc.assert(
      fc.property(turn, turn, (target, beside) => {
        const angle = Math.hypot(...beside);
        fc.pre(angle > 1e-6);
        const q = multiplyQuaternions(fromRotationVector(beside), fromRotationVector(target));
        const misses = axes.map((axis) => evaluate(turnError("box", target, axis), ending(q)));
        misses.forEach((miss, i) => {
          expect(miss).toBeCloseTo((2 * Math.sin(angle / 2) * beside[i]) / angle, 9);
        });
        // the other sign is the same rotation, and is met where this one is
        const others = axes.map((axis) => evaluate(turnError("box", target, axis), ending(Array.from(q, (x) => -x))));
        expect(Math.hypot(...others)).toBeCloseTo(Math.hypot(...misses), 9);
      }),
    );
  });
});
