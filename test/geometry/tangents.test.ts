import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gradient } from "../../src/expr/derivative.js";
import { evaluate, toExpr, variable } from "../../src/expr/expr.js";
import { type Vec3, vec3 } from "../../src/expr/vector.js";
import { takenAlong, tangentOf } from "../../src/geometry/tangents.js";
import { real } from "../arbitraries.js";

type Direction = readonly [number, number, number];

const upright = (z: number, azimuth: number): Direction => {
  const level = Math.sqrt((1 - z) * (1 + z));
  return [level * Math.cos(azimuth), level * Math.sin(azimuth), z];
};

/** Directions of all kinds, many of them at, near or opposite the poles, or near the circle where tangents jump. */
const directions: fc.Arbitrary<Direction> = fc
  .tuple(fc.oneof(real(-1, 1), fc.constantFrom(-1, 1, -1 + 1e-12, 1 - 1e-12, -1 + 1e-6, -0.5, -0.5 - 1e-9)), real(0, 7))
  .map(([z, azimuth]) => upright(z, azimuth));

const numbers = (v: Vec3, at: Direction = [0, 0, 1]): number[] => {
  const values = new Map([..."xyz"].map((name, i) => [name, at[i]]));
  return v.map((e) => evaluate(e, (name) => values.get(name)!));
};
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

describe("tangents of a normal", () => {
  it("are unit vectors across it, at both poles too", () => {
    fc.assert(
      fc.property(directions, (n) => {
        const t = numbers(tangentOf(vec3(...n)));
        expect(dot(t, t)).toBeCloseTo(1, 12);
        expect(dot(t, n)).toBeCloseTo(0, 12);
      }),
    );
  });

  it("have the slopes of their differences, small ones in every direction", () => {
    const [x, y, z] = ["x", "y", "z"].map(variable) as unknown as Vec3;
    const t = tangentOf([x, y, z]);
    const slopes = t.map((e) => gradient(e, [x, y, z]));
    fc.assert(
      fc.property(directions, real(0, 7), ([nx, ny, nz], azimuth) => {
        const n: Direction = [nx, ny, nz];
        const step = 1e-5;
        fc.pre(Math.abs(nz + 0.5) > 2 * step);
        // along the sphere: a direction across n
        const across = numbers(tangentOf(vec3(...n)));
        const other = [
          n[1] * across[2] - n[2] * across[1],
          n[2] * across[0] - n[0] * across[2],
          n[0] * across[1] - n[1] * across[0],
        ];
        const along = across.map((a, i) => Math.cos(azimuth) * a + Math.sin(azimuth) * other[i]);
        const moved = (s: number): number[] =>
          numbers(t, n.map((a, i) => Math.cos(s) * a + Math.sin(s) * along[i]) as unknown as Direction);
        const [after, before] = [moved(step), moved(-step)];
        for (const [i, slope] of slopes.entries()) {
          const exact = dot(
            numbers([x, y, z].map((leaf) => slope.get(leaf) ?? toExpr(0)) as unknown as Vec3, n),
            along,
          );
          expect((after[i] - before[i]) / (2 * step)).toBeCloseTo(exact, 7);
          expect(Math.abs(exact)).toBeLessThan(3);
        }
      }),
    );
  });

  it("taken along to another normal are tangents of that, and come back", () => {
    fc.assert(
      fc.property(directions, directions, (from, to) => {
        fc.pre(dot(from, to) > -0.9);
        const there = takenAlong(tangentOf(vec3(...from)), vec3(...from), vec3(...to));
        expect(dot(numbers(there), numbers(there))).toBeCloseTo(1, 12);
        expect(dot(numbers(there), to)).toBeCloseTo(0, 12);
        const back = numbers(takenAlong(there, vec3(...to), vec3(...from)));
        for (const [i, a] of numbers(tangentOf(vec3(...from))).entries()) expect(back[i]).toBeCloseTo(a, 11);
      }),
    );
  });
});
