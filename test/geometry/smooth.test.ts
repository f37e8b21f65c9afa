import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Vector } from "../../src/algebra/rotation.js";
import { inner, type ReadonlyVector } from "../../src/algebra/vectors.js";
import { type Expr, evaluate } from "../../src/expr/expr.js";
import { type Vec3, vec3 } from "../../src/expr/vector.js";
import { massProperties } from "../../src/geometry/mass.js";
import {
  type SmoothShape,
  smoothFarthest,
  smoothInequalities,
  smoothMoments,
  smoothRadius,
  smoothSupport,
} from "../../src/geometry/smooth.js";
import { real } from "../arbitraries.js";

const number = (e: Expr): number => evaluate(e, () => Number.NaN);
const numbers = (v: Vec3): Vector => v.map(number) as Vector;
const at = ([x, y, z]: ReadonlyVector): Vec3 => vec3(x, y, z);

const length = real(0.1, 2);
const shapes: fc.Arbitrary<SmoothShape> = fc.oneof(
  length.map((radius) => ({ kind: "ball", radius }) as const),
  fc.tuple(length, length, length).map((halfAxes) => ({ kind: "ellipsoid", halfAxes }) as const),
  fc.tuple(length, length).map(([radius, halfLength]) => ({ kind: "cylinder", radius, halfLength }) as const),
);
const part = fc.integer({ min: -100, max: 100 }).map((x) => x / 50);
const vectors = fc.tuple(part, part, part).filter((v) => Math.hypot(...v) > 0.1);
const most = (shape: SmoothShape, p: ReadonlyVector): number =>
  Math.max(...smoothInequalities(shape, at(p)).map(({ value }) => number(value)));

describe("smooth convex bodies", () => {
  it("have gradients that are those of their inequalities", () => {
    fc.assert(
      fc.property(shapes, vectors, (shape, p) => {
        smoothInequalities(shape, at(p)).forEach(({ gradient }, i) => {
          const value = (q: ReadonlyVector): number => number(smoothInequalities(shape, at(q))[i].value);
          numbers(gradient).forEach((slope, k) => {
            const [above, below] = [1e-5, -1e-5].map((by) => value(p.map((x, j) => (j === k ? x + by : x)) as Vector));
            expect(slope).toBeCloseTo((above - below) / 2e-5, 6 - Math.ceil(Math.log10(1 + Math.abs(slope))));
          });
        });
      }),
    );
  });

  it("are where the support function says: their farthest point touches it and none goes beyond", () => {
    fc.assert(
      fc.property(shapes, vectors, vectors, (shape, d, p) => {
        const h = number(smoothSupport(shape, at(d)));
        const far = numbers(smoothFarthest(shape, at(d)));
        expect(most(shape, far)).toBeLessThanOrEqual(1e-12);
        // a cylinder's is rounded off near its axis and across it
        expect(inner(d, far)).toBeGreaterThanOrEqual(h - 2e-3 * Math.hypot(...d) * number(smoothRadius(shape)));
        if (shape.kind !== "cylinder") expect(inner(d, far)).toBeCloseTo(h, 12);
        if (most(shape, p) <= 0) expect(inner(d, p)).toBeLessThanOrEqual(h + 1e-12);
        expect(Math.hypot(...far)).toBeLessThanOrEqual(number(smoothRadius(shape)) + 1e-12);
      }),
      { numRuns: 300 },
    );
  });

  it("have the moments to which those of inscribed polyhedra converge", () => {
    const grid = (n: number, of: (polar: number, turn: number) => ReadonlyVector): ReadonlyVector[] =>
      Array.from({ length: n + 1 }, (_, i) => (Math.PI * i) / n).flatMap((polar) =>
        Array.from({ length: 2 * n }, (_, k) => of(polar, (Math.PI * k) / n)),
      );
    const ball = grid(16, (polar, turn) => [
      1.5 * Math.sin(polar) * Math.cos(turn),
      Math.sin(polar) * Math.sin(turn),
      0.5 * Math.cos(polar),
    ]);
    const rims = grid(16, (polar, turn) => [Math.cos(turn), Math.sin(turn), polar < 1 ? -0.7 : 0.7]);
    for (const [shape, vertices] of [
      [{ kind: "ellipsoid", halfAxes: [1.5, 1, 0.5] }, ball],
      [{ kind: "cylinder", radius: 1, halfLength: 0.7 }, rims],
    ] as const) {
      const { mass, inertia } = massProperties({ kind: "hull", vertices }, 1);
      smoothMoments(shape, mass).forEach((moment, i) => {
        expect(Math.abs(inertia[i] / number(moment) - 1)).toBeLessThan(0.02);
      });
    }
    const ofBall = smoothMoments({ kind: "ball", radius: 0.1 }, 3).map(number);
    for (const moment of ofBall) expect(moment).toBeCloseTo(0.4 * 3 * 0.01, 15);
  });
});
