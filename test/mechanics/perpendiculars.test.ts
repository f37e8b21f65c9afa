import fc from "fast-check";
import { expect, it } from "vitest";
import { evaluate } from "../../src/expr/expr.js";
import { cross, dot, type Vec3, vec3 } from "../../src/expr/vector.js";
import { perpendiculars } from "../../src/mechanics/actions/joint-equations.js";

const numbers = (v: Vec3): number[] => v.map((x) => evaluate(x, () => Number.NaN));

it("every axis has two perpendiculars of length one that turn as it does", () => {
  const part = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom([0, 0, 1], [0, 0, -1], [1, 0, 0], [0, -1, 0]), fc.tuple(part, part, part)),
      (v) => {
        const length = Math.hypot(...v);
        fc.pre(length > 1e-3);
        const n = vec3(v[0] / length, v[1] / length, v[2] / length);
        const [u, w] = perpendiculars(n);
        for (const [a, b, is] of [
          [u, u, 1],
          [w, w, 1],
          [u, w, 0],
        ] as const)
          expect(evaluate(dot(a, b), () => Number.NaN)).toBeCloseTo(is, 12);
        numbers(cross(u, w)).forEach((x, i) => {
          expect(x).toBeCloseTo(v[i] / length, 12);
        });
      },
    ),
  );
});
