import { expect, it } from "vitest";
import { BadInput } from "../../../src/checks/bad-input.js";
import { diskPressure } from "../../../src/mechanics/actions/pressure.js";
import { parameter } from "../../../src/mechanics/model.js";
import { checkNames } from "../../../src/motion/problem/check-names.js";
import { checkProblem } from "../../../src/motion/problem/check-problem.js";
import { finish } from "../../finish.js";

const described = { unit: "1", meaning: "a number" };
const model = {
  name: "none",
  state: [],
  inside: [],
  parameters: [],
  inputs: ["push"],
  step: () => ({ rows: [], pairs: [], observe: {} }),
};
const problem = {
  name: "numbers",
  title: "numbers",
  model,
  parameters: { mass: { value: 2, ...described, min: 1, max: 3 } },
  inputs: { push: parameter("mass") },
  start: {},
  grid: { steps: 1, h: 0.1 },
  values: {},
  objective: { cost: parameter("mass"), vary: ["mass"], scenarios: [{ mass: 2 }] },
};

/** All that is asked of a problem before anything is computed. */
function check(given: typeof problem): void {
  checkProblem(given);
  finish(checkNames(given, given.model, Object.keys(given.parameters)));
}

it("a problem is taken, and refused by the name of the field that is wrong", () => {
  expect(() => check(problem)).not.toThrow();
  for (const [changes, field] of [
    [{ parameters: { mass: { value: 2, ...described, above: 2, max: 1 } } }, "mass leaves no room"],
    [{ parameters: { mass: { value: 2, ...described, min: 2, max: 1 } } }, "mass leaves no room"],
    [{ objective: { ...problem.objective, scenarios: [{ mass: true }] } }, "scenarios"],
    [{ inputs: { push: parameter("weight") } }, "weight"],
    [{ parameters: { ...problem.parameters, "": { value: 1, ...described } } }, "parameters has a name that is none"],
    [{ values: { "two\nlines": { ...described, of: parameter("mass") } } }, "values has a name that is none"],
    [{ inputs: { push: parameter("mass"), pull: { unit: "N", meaning: "force" } } }, "The control pull drives nothing"],
  ] as const) {
    expect(() => check({ ...problem, ...changes } as typeof problem)).toThrow(BadInput);
    expect(() => check({ ...problem, ...changes } as typeof problem)).toThrow(field);
  }
});

it("the points of a disk's pressure are counted in whole numbers", () => {
  expect(diskPressure(1, 10, 3)).toHaveLength(30);
  for (const [rings, around] of [
    [0, 8],
    [11, 8],
    [2.5, 8],
    [3, 2],
    [3, 101],
    [3, 4.5],
  ])
    expect(() => diskPressure(1, rings, around)).toThrow(RangeError);
});
