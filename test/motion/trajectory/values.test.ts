import { describe, expect, it } from "vitest";
import { add } from "../../../src/expr/expr.js";
import { first, last, type Model, parameter } from "../../../src/mechanics/model.js";
import { table } from "../../../src/motion/problem/inputs.js";
import type { Problem, Reduction } from "../../../src/motion/problem/problem.js";
import { simulate } from "../../../src/motion/solve.js";

/** A point that is carried along by so much in every step. */
const carried: Model = {
  name: "carried",
  state: [{ name: "x", unit: "m", scale: 1 }],
  inside: [],
  parameters: [],
  inputs: ["u"],
  step: ({ now, inputs }) => ({
    rows: [],
    defines: { x: add(now("x"), inputs("u")) },
    pairs: [],
    observe: { push: inputs("u") },
  }),
};

const of = (reduce: Reduction["reduce"], column: string) => ({ unit: "m", meaning: "", of: { reduce, column } });

async function valuesOf(pushes: readonly number[]): Promise<Readonly<Record<string, number | null>>> {
  const problem: Problem = {
    name: "test/carried",
    title: "",
    model: carried,
    parameters: { start: { value: 5, unit: "m", meaning: "start" } },
    inputs: { u: table(pushes) },
    start: { x: parameter("start") },
    grid: { steps: pushes.length, h: 1 },
    values: {
      way: { unit: "m", meaning: "", of: add(last("x"), first("x"), parameter("start")) },
      most: of("maximum", "push"),
      least: of("minimum", "push"),
      total: of("sum", "push"),
      first: of("first-positive-step", "push"),
      impacts: of("rises", "push"),
      highest: of("maximum", "x"),
    },
  };
  return (await simulate(problem)).values;
}

describe("values of a motion", () => {
  it("are formulas of its ends and parameters, and reductions of its columns", async () => {
    expect(await valuesOf([0, 2, 3, 0, -1, 4])).toEqual({
      way: 13 + 5 + 5,
      most: 4,
      least: -1,
      total: 8,
      first: 2,
      impacts: 2,
      highest: 13,
    });
  });

  it("count a contact that is there from the first step as none that begins", async () => {
    expect(await valuesOf([1, 0, 1, 1, 0])).toMatchObject({ first: 1, impacts: 1 });
  });

  it("are null where there is nothing to find", async () => {
    expect(await valuesOf([0, -1, 0])).toMatchObject({ first: null, impacts: 0, highest: 5 });
  });
});
