import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ComplementarityName, complementarityFunctions } from "../../../src/solve/newton/complementarity.js";
import { real } from "../../arbitraries.js";

const names = Object.keys(complementarityFunctions) as ComplementarityName[];
const out = new Float64Array(3);

function at(name: ComplementarityName, a: number, b: number): [number, number, number] {
  complementarityFunctions[name](a, b, out);
  return [out[0], out[1], out[2]];
}

const value = real(-10, 10);
const wide = fc.double({ min: -1e300, max: 1e300, noNaN: true });

describe.each(names)("%s", (name) => {
  it("is zero exactly where a and b are complementary", () => {
    fc.assert(
      fc.property(wide, (x) => {
        const positive = Math.abs(x);
        expect(at(name, positive, 0)[0]).toBe(0);
        expect(at(name, 0, positive)[0]).toBe(0);
      }),
    );
  });

  it("has the sign of min(a, b), however far apart the two are", () => {
    fc.assert(
      fc.property(wide, wide, (a, b) => {
        fc.pre(Math.abs(a) > 1e-100 && Math.abs(b) > 1e-100); // squares of less underflow, and so may the ratio
        fc.pre(Math.abs(a / b) > 1e-300 && Math.abs(b / a) > 1e-300);
        expect(Math.sign(at(name, a, b)[0])).toBe(Math.sign(Math.min(a, b)));
      }),
      { numRuns: 500 },
    );
  });

  it("has the slopes that differences show, away from kinks", () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const step = 1e-6;
        fc.pre(Math.min(Math.abs(a), Math.abs(b), Math.abs(a - b)) > 1e-2);
        const [, onA, onB] = at(name, a, b);
        const slopeA = (at(name, a + step, b)[0] - at(name, a - step, b)[0]) / (2 * step);
        const slopeB = (at(name, a, b + step)[0] - at(name, a, b - step)[0]) / (2 * step);
        // rounding of numbers up to 20 over 2e-6, and the square of the step times a third derivative up to 1e4
        expect(Math.abs(onA - slopeA)).toBeLessThan(1e-7);
        expect(Math.abs(onB - slopeB)).toBeLessThan(1e-7);
      }),
      { numRuns: 500 },
    );
  });
});

describe("at the kinks stands the documented element", () => {
  it("of Fischer–Burmeister, 1 − √½ twice at the origin", () => {
    const e = 1 - Math.SQRT1_2;
    expect(at("fischer", 0, 0)).toEqual([0, e, e]);
  });

  it("of the penalised function, without the penalty where a or b is zero", () => {
    const e = 0.95 * (1 - Math.SQRT1_2);
    expect(at("penalised-fischer", 0, 0)).toEqual([0, e, e]);
    expect(at("penalised-fischer", 0, 2)).toEqual([0, 0.95, 0]);
    expect(at("penalised-fischer", 2, 0)).toEqual([0, 0, 0.95]);
  });

  it("of the minimum, the row of F at a tie", () => {
    expect(at("minimum", 3, 3)).toEqual([3, 0, 1]);
  });
});

describe("Fischer–Burmeister keeps its digits", () => {
  it("beside a bound so far away that it is meant as none", () => {
    expect(at("fischer", 1e20, -3)[0]).toBe(-3);
    expect(at("fischer", -3, 1e20)[0]).toBe(-3);
    expect(at("fischer", 1e20, 3)[0]).toBeCloseTo(3, 12);
  });

  it("where squares overflow", () => {
    expect(at("fischer", 1e200, 3e200).every(Number.isFinite)).toBe(true);
    expect(at("fischer", 1e300, -1)[0]).toBe(-1);
  });

  it("of the smaller argument, to a few units of rounding", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e12, noNaN: true }),
        fc.double({ min: 1e-12, max: 1, noNaN: true }),
        (a, b) => {
          // a + b − √(a² + b²) = b (1 − b / (a + √(a² + b²))) for either sign of b
          for (const x of [b, -b]) {
            const exact = x * (1 - x / (a + Math.hypot(a, x)));
            expect(Math.abs(at("fischer", a, x)[0] - exact)).toBeLessThanOrEqual(1e-15 * Math.abs(exact) * 4);
          }
        },
      ),
    );
  });
});
