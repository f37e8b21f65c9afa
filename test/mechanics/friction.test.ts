import { expect, it } from "vitest";
import { constant, evaluate } from "../../src/expr/expr.js";
import { coneExcess, projectOntoBall, projectOntoBox, type Tangential } from "../../src/mechanics/friction.js";

const numbers = (of: readonly Parameters<typeof evaluate>[0][]): number[] =>
  of.map((e) => evaluate(e, () => Number.NaN));
const force = (t: number, o: number): Tangential => [constant(t), constant(o)];
const radius = constant(2);

it("a trial force inside the cone is friction as it is, one outside is shortened onto it", () => {
  expect(numbers(projectOntoBall(force(1, -1), radius))).toEqual([1, -1]);
  expect(numbers(projectOntoBall(force(0, 0), radius))).toEqual([0, 0]);
  const [t, o] = numbers(projectOntoBall(force(3, -4), radius));
  expect([t, o]).toEqual([expect.closeTo(1.2, 12), expect.closeTo(-1.6, 12)]);
  expect(numbers(projectOntoBox(force(1, -5), radius))).toEqual([1, -2]);
});

it("the excess over the cone is positive outside, negative inside", () => {
  expect(numbers([coneExcess(force(3, 4), radius), coneExcess(force(0, 1), radius)])).toEqual([3, -1]);
});
