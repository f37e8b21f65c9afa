import { expect, it } from "vitest";
import { add, mul, pow, sub } from "../../../src/expr/expr.js";
import { mpccSolver } from "../../../src/solve/mpcc/mpcc.js";
import { inUnits, pointIn, solutionFrom, unitsOf } from "../../../src/solve/mpcc/units.js";
import { programOf } from "./programs.js";

const inf = Number.POSITIVE_INFINITY;

/**
 * A mass m goes from 0 by x with force u ≥ 0 and a slack: m x − u = 0, s − u + m = 0, u s = 0 beside the cost u² + m² (x − 3)²:
 * without the pair x = 3/2; u s = 0 leaves u = m, x = 1.
 */
const program = (m: number) =>
  programOf({
    n: 3,
    lower: [-inf, 0, 0],
    upper: [inf, inf, 5 * m],
    cost: ([x, u]) => add(mul(u, u), mul(m * m, pow(sub(x, 3), 2)), mul(0.1 * m, u)),
    rows: ([x, u, s]) => [sub(mul(m, x), u), add(sub(s, u), m)],
    pairs: [[1, 2]],
  });

const states = { of: (i: number): number => (i === 0 ? 1 : 0), always: false };
const start = Float64Array.of(0.5, 0, 0);

it("are those of the program where bodies have kilograms, and found where they have not", () => {
  expect(unitsOf(program(2), states, start)).toBeUndefined();
  const units = unitsOf(program(1e-9), states, start);
  expect([...(units?.unknowns ?? [])].map((unit) => Math.round(Math.log10(unit)))).toEqual([0, -9, -9]);
  expect([...(units?.rows ?? [])].map((unit) => Math.round(Math.log10(unit)))).toEqual([-9, -9]);
  expect(Math.round(Math.log10(units?.cost ?? 0))).toBeLessThan(-15);
});

it.each([1e-12, 1e-9, 1e7])("a program of %d kg has the minimum, rows and multipliers of its own", (m) => {
  const own = program(m);
  const units = unitsOf(own, states, start);
  if (units === undefined) throw new Error("newtons are no unit of it");
  const scaled = inUnits(own, units);
  const solver = mpccSolver();
  const state = solver.init(scaled, pointIn(units, Float64Array.of(...start, 0, 0)));
  while (solver.done(state) === undefined) solver.step(state);
  const { status, z, cost } = solutionFrom(units, solver.solution(state));
  expect(status).toBe("solved");
  const [x, u, s, y0, y1] = z;
  expect(x).toBeCloseTo(1, 7);
  expect(u / m).toBeCloseTo(1, 7);
  expect(Math.abs(s / m)).toBeLessThan(1e-7);
  expect(cost / (5.1 * m * m)).toBeCloseTo(1, 7);
  // ∂f/∂x + m y₀ = 0, and what is left at u is the multiplier of its pair, at s the same with the other sign
  expect(y0 / (4 * m)).toBeCloseTo(1, 7);
  expect(Number.isFinite(y1)).toBe(true);
});

it("has the slopes and curvatures of its values", () => {
  const own = program(1e-9);
  const units = unitsOf(own, states, start);
  if (units === undefined) throw new Error("newtons are no unit of it");
  const { evaluate, slopes, curvature } = inUnits(own, units);
  const z = Float64Array.of(0.7, 1.3, 0.4);
  const y = Float64Array.of(0.6, -0.8);
  const gradient = new Float64Array(3);
  const jacobian = new Float64Array(own.patterns.jacobian.rowIdx.length);
  const lagrangianSlope = (at: Float64Array, j: number): number => {
    slopes(at, gradient, jacobian);
    const { colPtr, rowIdx } = own.patterns.jacobian;
    let sum = gradient[j];
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) sum += y[rowIdx[p]] * jacobian[p];
    return sum;
  };
  const lagrangian = (at: Float64Array): number => {
    const rows = new Float64Array(2);
    const f = evaluate(at, rows);
    return f + rows[0] * y[0] + rows[1] * y[1];
  };
  const beside = (j: number, by: number): Float64Array => z.with(j, z[j] + by);
  const second = new Float64Array(own.patterns.hessian.rowIdx.length);
  curvature(z, y, second);
  const { colPtr, rowIdx } = own.patterns.hessian;
  for (let j = 0; j < 3; j++) {
    const difference = (lagrangian(beside(j, 1e-4)) - lagrangian(beside(j, -1e-4))) / 2e-4;
    expect(lagrangianSlope(z, j)).toBeCloseTo(difference, 6);
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const i = rowIdx[p];
      const change = (lagrangianSlope(beside(j, 1e-4), i) - lagrangianSlope(beside(j, -1e-4), i)) / 2e-4;
      expect(second[p]).toBeCloseTo(change, 6);
    }
  }
});
