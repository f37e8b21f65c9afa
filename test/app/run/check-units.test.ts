import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { checkUnits } from "../../../src/app/run/check-units.js";
import { add, constant, type Expr, last, mul, norm, type Problem, parameter as p, sub } from "../../../src/index.js";

const { problem: place } = problems["rolling/ball-place"];

/** A known problem with another parameter and another condition. */
const asked = (unit: string, residual: Expr, condition: string): Problem => ({
  ...place,
  parameters: { ...place.parameters, mine: { value: 5, unit, meaning: "a number" } },
  boundary: [{ name: "mine", unit: condition, residual, frees: "launch.vx" }],
});
const x = last("ball.x");

describe("units of somebody's problem", () => {
  it("are those of the SI in every problem of the package", () => {
    for (const { problem } of Object.values(problems)) checkUnits(problem);
  });

  it.each([
    ["mph", sub(x, 1), "m", "parameters.mine.unit must be of the SI, it is mph: 1 mph is 0.44704 m/s."],
    ["°", sub(x, 1), "m", "parameters.mine.unit must be of the SI, it is °: 1 ° is 0.0174533 rad."],
    ["m", sub(x, p("mine")), "mm", "boundary[0].unit must be of the SI, it is mm: 1 mm is 0.001 m."],
    ["m", sub(x, p("mine")), "kg", "boundary[0].unit: the condition mine is in kg, and its formula is in m."],
    ["m", norm(x, last("ball.y")), "m/s", "boundary[0].unit: the condition mine is in m/s, and its formula is in m."],
    [
      "s",
      sub(mul(p("mine"), last("ball.vx")), x),
      "s",
      "boundary[0].unit: the condition mine is in s, and its formula is in m.",
    ],
  ])("are refused where a number would be taken for another: %s", (unit, residual, condition, sentence) => {
    expect(() => checkUnits(asked(unit, residual, condition))).toThrow(sentence);
  });

  it.each([
    ["slabs", sub(x, p("mine")), "m"],
    ["m", sub(x, p("mine")), "slabs"],
    ["rad/s", add(last("ball.vx"), mul(p("mine"), last("ball.z"))), "m/s"],
    // a number may have a unit of its own
    ["m", mul(constant(2.5), sub(x, p("mine"))), "s"],
    ["kg", sub(x, p("mine")), "m"],
  ])("pass where they are one's own or not everything is known: %s", (unit, residual, condition) => {
    expect(() => checkUnits(asked(unit, residual, condition))).not.toThrow();
  });
});
