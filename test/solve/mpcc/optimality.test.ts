import { describe, expect, it } from "vitest";
import { finish } from "../../../src/algebra/stepwise.js";
import { add, type Expr, mul, pow, sub } from "../../../src/expr/expr.js";
import { mpccSolver, solveMpcc } from "../../../src/solve/mpcc/mpcc.js";
import { judge, type Optimality } from "../../../src/solve/mpcc/optimality.js";
import { programOf } from "./programs.js";

const inf = Number.POSITIVE_INFINITY;

/** A cost over 0 ≤ x ⟂ y ≥ 0. */
const cornered = (cost: (z: readonly Expr[]) => Expr) =>
  programOf({ n: 2, lower: [0, 0], upper: [inf, inf], rows: () => [], pairs: [[0, 1]], cost });

/** The conditions that hold at a point, which need not be one that a search would end at. */
function judgedAt(cost: (z: readonly Expr[]) => Expr, point: readonly number[]): Optimality {
  const state = mpccSolver().init(cornered(cost), Float64Array.of(1, 1));
  return finish(judge(state, Float64Array.from(point)));
}

describe("a pair with both members at zero", () => {
  it("is zero below 1e-9", () => {
    const cost = ([x, y]: readonly Expr[]): Expr => add(x, y);
    expect([0.9e-9, 1.1e-9].map((z) => judgedAt(cost, [z, z]).biactive)).toEqual([[0], []]);
  });

  it("curves as the cost does: its penalty makes no saddle of a minimum", () => {
    // both multipliers are zero, so that no bound holds: of [[1, ρ], [ρ, 1]] one pivot is negative, of the cost's none
    const cost = ([x, y]: readonly Expr[]): Expr => mul(0.5, add(mul(x, x), mul(y, y)));
    const { status, order, biactive, bStationary } = solveMpcc(cornered(cost), Float64Array.of(1, 0.5));
    expect({ status, order, biactive, bStationary }).toEqual({
      status: "solved",
      order: "second",
      biactive: [0],
      bStationary: true,
    });
  });

  it("is no minimum where the cost itself curves down", () => {
    const cost = ([x, y]: readonly Expr[]): Expr => mul(0.5, sub(mul(x, x), mul(y, y)));
    expect(judgedAt(cost, [0, 0])).toEqual({ order: "stationary", biactive: [0], bStationary: true });
  });

  it("is one where the cost curves down only along what a multiplier holds at its bound", () => {
    const cost = ([x, y]: readonly Expr[]): Expr => add(sub(x, mul(0.5, x, x)), pow(sub(y, 1), 2));
    expect(judgedAt(cost, [0, 1])).toEqual({ order: "second", biactive: [], bStationary: true });
  });

  // Scheel, Scholtes, Math. Oper. Res. 25 (2000): the origin is C-stationary, and both branches lead down from it
  it("is not B-stationary where a branch leads down from it, and no search ends there", () => {
    const cost = ([x, y]: readonly Expr[]): Expr => add(pow(sub(x, 1), 2), pow(sub(y, 1), 2));
    expect(judgedAt(cost, [0, 0])).toMatchObject({ biactive: [0], bStationary: false });
    const found = solveMpcc(cornered(cost), Float64Array.of(0, 0));
    expect(found).toMatchObject({ status: "solved", biactive: [], bStationary: true });
    expect(found.cost).toBeCloseTo(1, 9);
  });

  it.each([
    ["first", 1, -1],
    ["second", -1, 1],
  ])("is not B-stationary where only the %s member would grow", (_, a, b) => {
    const cost = ([x, y]: readonly Expr[]): Expr => add(pow(sub(x, a), 2), pow(sub(y, b), 2));
    expect(judgedAt(cost, [0, 0]).bStationary).toBe(false);
  });

  it("is B-stationary where both multipliers hold it", () => {
    const cost = ([x, y]: readonly Expr[]): Expr => add(pow(add(x, 1), 2), pow(add(y, 2), 2));
    expect(judgedAt(cost, [0, 0])).toEqual({ order: "second", biactive: [0], bStationary: true });
  });
});

it.each([
  // what curves down is held by the row, or is not
  ["second", 1, 2],
  ["stationary", 0, 1],
] as const)("a point on a row is %s where the cost grows along it", (order, held, at) => {
  const cost = ([x, y]: readonly Expr[]): Expr => sub(mul(x, x), mul(y, y));
  const program = programOf({
    n: 2,
    lower: [-inf, -inf],
    upper: [inf, inf],
    pairs: [],
    cost,
    rows: (z) => [sub(z[held], at)],
  });
  const found = solveMpcc(program, Float64Array.of(held === 0 ? 0.5 : 0, held === 0 ? 0 : 0.5));
  expect([found.status, found.order, found.z[held]]).toEqual(["solved", order, expect.closeTo(at, 9)]);
});

it("a search that found no minimum calls its point neither a minimum nor B-stationary", () => {
  // x and y are both at least 1
  const program = programOf({
    n: 4,
    lower: [0, 0, 0, 0],
    upper: [inf, inf, inf, inf],
    pairs: [[0, 1]],
    cost: ([x, y]) => add(mul(x, x), mul(y, y)),
    rows: ([x, y, s, r]) => [sub(sub(x, s), 1), sub(sub(y, r), 1)],
  });
  expect(solveMpcc(program, Float64Array.of(2, 2, 1, 1))).toMatchObject({
    status: "infeasible",
    order: "stationary",
    bStationary: false,
  });
});
