import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  conjugate,
  fromAxisAngle,
  fromRotationVector,
  multiplyQuaternions,
  normalise,
  type Quaternion,
  rotate,
  toRotationVector,
  type Vector,
} from "../../src/algebra/rotation.js";
import { real } from "../arbitraries.js";

const number = fc.oneof(real(-1, 1), fc.constantFrom(-1, 0, 1));
const vector: fc.Arbitrary<Vector> = fc.tuple(number, number, number);
const quaternion: fc.Arbitrary<Quaternion> = fc
  .tuple(number, number, number, number)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map(normalise);

function close(a: ArrayLike<number>, b: ArrayLike<number>, digits = 13): void {
  expect(a.length).toBe(b.length);
  for (let k = 0; k < a.length; k++) expect(a[k]).toBeCloseTo(b[k], digits);
}

describe("rotations", () => {
  it("turn x into y by a quarter turn about z", () => {
    close(rotate(fromAxisAngle([0, 0, 2], Math.PI / 2), [1, 0, 0]), [0, 1, 0]);
  });

  it("are q v q*", () => {
    fc.assert(
      fc.property(quaternion, vector, (q, v) => {
        const sandwich = multiplyQuaternions(multiplyQuaternions(q, [0, ...v]), conjugate(q));
        close([0, ...rotate(q, v)], sandwich);
      }),
    );
  });

  it("keep lengths, compose, and are undone by the conjugate", () => {
    fc.assert(
      fc.property(quaternion, quaternion, vector, (p, q, v) => {
        expect(Math.hypot(...rotate(q, v))).toBeCloseTo(Math.hypot(...v), 13);
        close(rotate(multiplyQuaternions(p, q), v), rotate(p, rotate(q, v)));
        close(rotate(conjugate(q), rotate(q, v)), v);
      }),
    );
  });

  it("leave their axis alone", () => {
    fc.assert(
      fc.property(
        vector.filter((v) => Math.hypot(...v) > 0.1),
        real(-7, 7),
        (axis, angle) => close(rotate(fromAxisAngle(axis, angle), axis), axis),
      ),
    );
  });
});

it("a rotation vector is angle times axis, and comes back from its quaternion up to half a turn", () => {
  close(fromRotationVector([0, 0, Math.PI / 2]), fromAxisAngle([0, 0, 1], Math.PI / 2));
  for (const size of [3, 1, 1e-6, 1e-9, 1e-200, 0])
    fc.assert(
      fc.property(vector, (v) => {
        const turn = v.map((x) => size * x) as Vector;
        fc.pre(Math.hypot(...turn) < Math.PI);
        const back = toRotationVector(fromRotationVector(turn));
        const other = toRotationVector(fromRotationVector(turn).map((x) => -x));
        for (const [k, x] of turn.entries()) {
          expect(Math.abs(back[k] - x)).toBeLessThanOrEqual(1e-13 * size);
          expect(Math.abs(other[k] - x)).toBeLessThanOrEqual(1e-13 * size);
        }
      }),
      { numRuns: 20 },
    );
});

it("what has no direction is refused", () => {
  expect(() => normalise([0, 0, 0, 0])).toThrow(RangeError);
  expect(() => normalise([Number.NaN, 0, 0, 0])).toThrow(RangeError);
  expect(() => fromAxisAngle([0, 0, 0], 1)).toThrow("axis");
});
