import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { naturalResidual, naturalRow, worstRows } from "../../../src/solve/mcp.js";
import { complementarityFunctions } from "../../../src/solve/newton/complementarity.js";
import { levenberg } from "../../../src/solve/newton/levenberg.js";
import { equilibrate } from "../../../src/solve/newton/scaling.js";
import { linearise, merit, semismooth } from "../../../src/solve/newton/semismooth.js";
import { toDense } from "../../algebra/matrices.js";
import { real } from "../../arbitraries.js";
import { plainMcp } from "./plain.js";
import { linearMcp, monotoneMcp } from "./random-mcp.js";

const functions = Object.entries(complementarityFunctions);

it("scales start at one", () => {
  const mcp = plainMcp({ lower: [0, -3], upper: [9, 3], scale: [5, 7], rows: (z) => [z[0], z[1]], slope: () => 1 });
  const { scale } = semismooth(mcp, complementarityFunctions.minimum);
  expect([...scale.row, ...scale.column]).toEqual([1, 1, 1, 1]);
});

describe.each(functions)("the semismooth equation by %s", (_, phi) => {
  it("has the matrix that differences show, away from kinks, whatever the scales", () => {
    fc.assert(
      fc.property(monotoneMcp, fc.boolean(), (known, scaled) => {
        const mcp = plainMcp(known);
        const s = semismooth(mcp, phi);
        const z = Float64Array.from(known.start);
        linearise(s, z);
        if (scaled) equilibrate(s);
        linearise(s, z);
        const G = toDense(s.matrix);
        const here = Float64Array.from(s.value);
        for (let j = 0; j < z.length; j++) {
          const h = 1e-6 * s.scale.column[j];
          const [ahead, behind] = [h, -h].map((step) => {
            const moved = z.slice();
            moved[j] += step;
            merit(s, moved);
            return Float64Array.from(s.value);
          });
          for (let i = 0; i < z.length; i++) {
            const right = (ahead[i] - here[i]) / 1e-6;
            const left = (here[i] - behind[i]) / 1e-6;
            const size = 1 + Math.abs(here[i]) + Math.abs(right);
            if (Math.abs(right - left) > 1e-3 * size) continue; // a kink, or next to one
            expect(Math.abs(G[i][j] - (right + left) / 2)).toBeLessThan(1e-3 * size);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it("is solved where the Mcp is, and only there", () => {
    fc.assert(
      fc.property(linearMcp, (known) => {
        const mcp = plainMcp(known);
        const s = semismooth(mcp, phi);
        const size = known.lower.length;
        expect(merit(s, Float64Array.from(known.solution))).toBeLessThan(1e-24 * size);
        const start = Float64Array.from(known.start);
        const there = merit(s, start);
        expect(there < 1e-24).toBe(naturalResidual(mcp, start, s.residual) < 1e-12);
      }),
    );
  });
});

describe("the natural residual", () => {
  const mcp = plainMcp({
    lower: [0, Number.NEGATIVE_INFINITY, -1, 2],
    upper: [Number.POSITIVE_INFINITY, 0, 1, 2],
    rows: () => [0, 0, 0, 0],
    slope: () => 0,
  });

  it("is z − mid(l, u, z − F) in every row", () => {
    fc.assert(
      fc.property(real(-5, 5), real(-5, 5), (z, F) => {
        const mid = Math.min(1, Math.max(-1, z - F));
        expect(naturalRow(z, -1, 1, F)).toBeCloseTo(z - mid, 12);
      }),
    );
  });

  it("is zero for complementary rows, and for a fixed unknown whatever its row says", () => {
    expect(naturalResidual(mcp, Float64Array.of(0, 0, 1, 2), Float64Array.of(3, -4, -5, 77))).toBe(0);
    expect(naturalResidual(mcp, Float64Array.of(7, -4, 0.5, 2), Float64Array.of(0, 0, 0, -1))).toBe(0);
  });

  it("is NaN where any row is, and the largest otherwise", () => {
    expect(naturalResidual(mcp, Float64Array.of(0, 0, 0, 2), Float64Array.of(0, Number.NaN, 0, 0))).toBeNaN();
    expect(naturalResidual(mcp, Float64Array.of(1, -1, 0, 2), Float64Array.of(0.25, 0.5, 3, 0))).toBe(1);
  });

  it("keeps the digits of a small row beside a large unknown", () => {
    expect(naturalRow(1e10, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 1e-9)).toBe(1e-9);
  });

  it("names the worst rows, the worst first, and none that is met", () => {
    const z = Float64Array.of(1, -1, 0, 2);
    expect(worstRows(mcp, z, Float64Array.of(0.25, 0.5, 3, 9))).toEqual([
      { row: "z3", residual: 1 },
      { row: "z2", residual: 0.5 },
      { row: "z1", residual: 0.25 },
    ]);
    expect(worstRows(mcp, z, Float64Array.of(0.25, Number.NaN, 0, 9), 1)).toEqual([
      { row: "z2", residual: Number.POSITIVE_INFINITY },
    ]);
  });
});

describe("the Levenberg–Marquardt step", () => {
  it("solves (GᵀG + μI) d = −GᵀΦ and promises what the linear model gives", () => {
    fc.assert(
      fc.property(linearMcp, real(1e-6, 10), (known, damping) => {
        const s = semismooth(plainMcp(known), complementarityFunctions.fischer);
        linearise(s, Float64Array.from(known.start));
        const n = s.value.length;
        const d = new Float64Array(n);
        const promised = levenberg(s.matrix, () => false).solve(s.matrix, s.value, damping, d);
        const G = toDense(s.matrix);
        const after = G.map((row, i) => row.reduce((sum, g, j) => sum + g * d[j], s.value[i]));
        const size =
          1 + Math.max(...s.value.map(Math.abs)) * Math.max(1, ...G.flatMap((row) => [...row].map(Math.abs)));
        for (let j = 0; j < n; j++) {
          const gradient = G.reduce((sum, row, i) => sum + row[j] * after[i], damping * d[j]);
          expect(Math.abs(gradient)).toBeLessThan(1e-9 * size);
        }
        const model = s.value.reduce((sum, v, i) => sum + 0.5 * (v * v - after[i] ** 2), 0);
        expect(Math.abs(promised - model)).toBeLessThan(1e-9 * size ** 2);
      }),
    );
  });
});
