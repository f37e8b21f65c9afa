import { expect, it } from "vitest";
import { problem as bank } from "../../../problems/impact/bank-shot.js";
import { atRangeEnds, limits, outOfRange } from "../../../src/motion/boundary/ranges.js";
import { setUp } from "../../../src/motion/compile/setup.js";

it("the ends of a declared range belong to it", () => {
  const setup = setUp(bank);
  const { freed, parameters: names, problem } = setup.compiled;
  const j = freed.findIndex((index) => problem.parameters[names[index]].min !== undefined);
  const index = freed[j];
  const name = names[index];
  const { min = Number.NaN, max = Number.NaN } = problem.parameters[name];
  const at = (value: number): Float64Array => {
    const parameters = setup.parameters.slice();
    parameters[index] = value;
    return parameters;
  };
  for (const end of [min, max]) {
    expect(outOfRange(setup, at(end))).toBeUndefined();
    expect(atRangeEnds(setup, at(end))).toEqual([`${name} = ${end}`]);
    expect(limits(setup)(end, j)).toBe(end);
  }
  for (const [beyond, end] of [
    [min - 1e-9, min],
    [max + 1e-9, max],
  ]) {
    expect(outOfRange(setup, at(beyond))).toMatch(
      new RegExp(`^${name} is .*, outside its range from ${min} to ${max}$`),
    );
    expect(limits(setup)(beyond, j)).toBe(end);
  }
});
