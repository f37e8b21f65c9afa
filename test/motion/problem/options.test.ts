import { describe, expect, it } from "vitest";
import { BadInput } from "../../../src/checks/bad-input.js";
import { checkDesignOptions, checkPredictOptions, checkRunOptions } from "../../../src/motion/problem/check-options.js";
import { checkExpected } from "../../../src/motion/problem/problem.js";

const motion = { t: new Float64Array(2), columns: {} };
const { signal } = new AbortController();

describe("options of verbs", () => {
  it.each([
    {},
    { set: { friction: 0.3 }, signal, onIteration: () => {} },
    { guess: "line", strategy: "global", search: { all: true, samples: 7 } },
    { guess: [1, 2], search: { from: motion, starts: 3 } },
    { search: { from: { ...motion, t: [0, 1] } } },
  ])("are taken: %o", (options) => {
    expect(() => checkRunOptions(options)).not.toThrow();
  });

  it.each([
    ["signal", { signal: {} }],
    ["signal", { signal: 5 }],
    ["search.from", { search: { from: { t: 5, columns: {} } } }],
    ["search.from", { search: { from: { t: [0, 1] } } }],
    ["search.from", { search: { from: 5 } }],
    ["strategy", { strategy: "local" }],
    ["guess", { guess: "best" }],
    ["resume", { resume: 1 }],
  ])("are refused by the name of the field: %s of %o", (field, options) => {
    expect(() => checkRunOptions(options)).toThrow(BadInput);
    expect(() => checkRunOptions(options)).toThrow(field);
  });

  it("of a design are others", () => {
    expect(() => checkDesignOptions({ search: { starts: 2, seed: 1, evaluations: 9, run: () => {} } })).not.toThrow();
    for (const options of [{ strategy: "auto" }, { search: { starts: -1 } }, { search: { run: 1 } }, { signal: 5 }])
      expect(() => checkDesignOptions(options)).toThrow(BadInput);
  });
});

it("options of a prediction are refused by the name of the field", () => {
  expect(() => checkPredictOptions({ over: { x: { normal: [0, 1] } }, samples: 9, verb: "solve" })).not.toThrow();
  for (const more of [{ samples: 0 }, { seed: 0.5 }, { verb: "design" }, { sampels: 3 }])
    expect(() => checkPredictOptions({ over: {}, ...more })).toThrow(BadInput);
});

describe("expected values", () => {
  const told = (value: unknown) => () =>
    checkExpected({ verb: "solve", values: [{ name: "angle", value, tolerance: 1e-6, source: "a paper" }] });

  it("are finite numbers, statuses, or none", () => {
    for (const value of [0, -2.5, "infeasible", null]) expect(told(value)).not.toThrow();
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, true, undefined, {}, [1]])
      expect(told(value)).toThrow(BadInput);
  });
});
