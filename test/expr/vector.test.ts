import fc from "fast-check";
import { expect, test } from "vitest";
import { gradient } from "../../src/expr/derivative.js";
import { constant, type Expr, evaluate, mul, variable } from "../../src/expr/expr.js";
import * as V from "../../src/expr/vector.js";
import { real } from "../arbitraries.js";

const finite = fc.oneof(real(-2, 2), fc.constantFrom(-2, 0, 2));
const vectors = fc.tuple(finite, finite, finite).map(([x, y, z]) => V.vec3(x, y, z));
const quaternions = fc
  .tuple(finite, finite, finite, finite)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => V.normalizeQ(V.quat(...q)));

const numbers = (es: readonly Expr[]) => es.map((e) => evaluate(e, () => Number.NaN));
function near(a: readonly Expr[], b: readonly Expr[]): void {
  const wanted = numbers(b);
  numbers(a).forEach((value, k) => {
    expect(value).toBeCloseTo(wanted[k], 12);
  });
}

test("rotateV is the rotation matrix, and q v q*", () => {
  fc.assert(
    fc.property(quaternions, vectors, (q, v) => {
      const turned = V.rotateV(q, v);
      near(turned, V.mat3V(V.rotationMatrix(q), v));
      near([constant(0), ...turned], V.multiplyQ(V.multiplyQ(q, [constant(0), ...v]), V.conjugateQ(q)));
    }),
  );
});

test("rotating back undoes rotating, and turns compose", () => {
  fc.assert(
    fc.property(quaternions, quaternions, vectors, (p, q, v) => {
      near(V.rotateV(V.conjugateQ(q), V.rotateV(q, v)), v);
      near(V.mat3V(V.transpose3(V.rotationMatrix(q)), V.rotateV(q, v)), v);
      near(V.rotateV(p, V.rotateV(q, v)), V.rotateV(V.multiplyQ(p, q), v));
    }),
  );
});

test("q̇ = ½ (0, ω) ⊗ q keeps the length and turns vectors by ω × v", () => {
  const q = V.quat(...(["w", "x", "y", "z"].map(variable) as [Expr, Expr, Expr, Expr]));
  fc.assert(
    fc.property(quaternions, vectors, vectors, (unit, omega, v) => {
      const at = (name: string) => evaluate(unit["wxyz".indexOf(name)], () => Number.NaN);
      const rate = V.multiplyQ([constant(0), ...V.scaleV(0.5, omega)], q);
      const along = (e: Expr) => {
        const slopes = gradient(e, q);
        return q.reduce((sum, x, k) => sum + evaluate(slopes.get(x) ?? constant(0), at) * evaluate(rate[k], at), 0);
      };
      // The slope of R(q) v along q̇, on the sphere of unit quaternions.
      const turned = V.mat3V(V.rotationMatrix(q), v);
      const wanted = V.cross(omega, turned);
      turned.forEach((e, k) => {
        expect(along(e)).toBeCloseTo(evaluate(wanted[k], at), 11);
      });
      expect(q.reduce((sum, x, k) => sum + evaluate(x, at) * evaluate(rate[k], at), 0)).toBeCloseTo(0, 12);
    }),
    { numRuns: 50 },
  );
});

test("R I Rᵀ v has the eigenvalues of I along the body axes", () => {
  fc.assert(
    fc.property(quaternions, (q) => {
      const R = V.rotationMatrix(q);
      const times = ([x, y, z]: V.Vec3): V.Vec3 => V.vec3(mul(2, x), mul(3, y), mul(5, z));
      const axis = V.rotateV(q, V.vec3(0, 1, 0));
      near(V.mat3V(R, times(V.mat3V(V.transpose3(R), axis))), V.scaleV(3, axis));
    }),
  );
});

test("plane vectors share the operations of space vectors", () => {
  const a = V.vec2(3, 4);
  const b = V.vec2(-1, 2);
  expect(numbers([...V.addV(a, b), ...V.subV(a, b), ...V.negV(a)])).toEqual([2, 6, 4, 2, -3, -4]);
  expect(numbers([V.dot(a, b), V.cross2(a, b), V.normV(a)])).toEqual([5, 10, 5]);
});
