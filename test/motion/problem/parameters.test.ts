import { describe, expect, it } from "vitest";
import { div, mul } from "../../../src/expr/expr.js";
import { parameter } from "../../../src/mechanics/model.js";
import { rangeInWords, resolveParameters } from "../../../src/motion/problem/parameters.js";
import type { Problem } from "../../../src/motion/problem/problem.js";

const described = { unit: "1", meaning: "a number" };
const problem: Problem = {
  name: "numbers",
  title: "numbers",
  model: {
    name: "none",
    state: [],
    inside: [],
    parameters: [],
    inputs: [],
    step: () => ({ rows: [], pairs: [], observe: {} }),
  },
  parameters: {
    mass: { value: 2, ...described, above: 0 },
    weight: { value: mul(parameter("mass"), -10), ...described, min: -40, max: 0 },
    share: { value: div(parameter("weight"), parameter("mass")), ...described },
    law: { value: "cone", choices: ["cone", "pyramid"], ...described },
  },
  start: {},
  grid: { steps: 1, h: 0.1 },
  values: {},
};

describe("parameters", () => {
  it("follow by their formulas from what is set, whatever the order", () => {
    expect(resolveParameters(problem, {})).toEqual({
      numbers: { mass: 2, weight: -20, share: -10 },
      choices: { law: "cone" },
    });
    expect(resolveParameters(problem, { mass: 4, law: "pyramid" })).toEqual({
      numbers: { mass: 4, weight: -40, share: -10 },
      choices: { law: "pyramid" },
    });
    expect(resolveParameters(problem, { weight: -3 }).numbers).toEqual({ mass: 2, weight: -3, share: -1.5 });
  });

  it.each([
    [{ mass: 5 }, "weight", /^weight = .*mass.* must be from -40 to 0, it is -50/],
    [{ weight: 1 }, "weight", /^weight must be/],
    [{ mass: 0 }, "mass", /^mass must be/],
    [{ mess: 1 }, "mess", /mass/],
    [{ law: "cube" }, "law", /cone/],
  ])("outside their range are refused, by formula where one told them: %o", (set, field, words) => {
    const refused = () => resolveParameters(problem, set);
    expect(refused).toThrow(words);
    expect(refused).toThrow(expect.objectContaining({ field }));
  });

  it.each([
    [{ min: 1, max: 2 }, "from 1 to 2 m"],
    [{ min: 1 }, "from 1 m"],
    [{ max: 2 }, "up to 2 m"],
    [{ above: 0 }, "above 0 m"],
    [{ above: 0, max: 2 }, "above 0 and up to 2 m"],
  ])("have ranges %o in words: %s", (range, words) => {
    expect(rangeInWords({ unit: "m", meaning: "", ...range }).trim()).toBe(words);
  });
});
