import { describe, expect, it } from "vitest";
import { problem } from "../../problems/rolling/ball-place.js";
import { judged, whereWorst } from "../../src/app/laws.js";
import { type Result, simulate } from "../../src/motion/result.js";

describe("laws in plain words", async () => {
  const result = await simulate(problem);
  const { trajectory } = result;
  /** The verdict on a law whose worst is this. */
  const verdictOn = (
    law: "penetration" | "coneExcess" | "boundaryError",
    value: number,
    verb: "solve" | "simulate",
  ) => {
    const certificate = { ...trajectory.certificate, [law]: { value, step: 3, row: "end.x" } };
    const forged: Result = { ...result, trajectory: { ...trajectory, certificate } };
    return judged({ result: forged, verb }).find((one) => one.law.key === law)!;
  };

  it.each(["penetration", "coneExcess"] as const)("%s is kept up to a millionth of its unit", (law) => {
    expect(verdictOn(law, 0.99e-6, "simulate").good).toBe(true);
    expect(verdictOn(law, 1.01e-6, "simulate").good).toBe(false);
    expect(verdictOn(law, Number.NaN, "simulate").good).toBe(false);
  });

  it("a boundary condition is judged where it was to be met, in its own unit, and told where it was not", () => {
    expect(verdictOn("boundaryError", 0.5, "solve")).toMatchObject({ good: false, unit: "m" });
    expect(verdictOn("boundaryError", 0.5, "simulate").good).toBeUndefined();
  });

  it("the worst is told with its row, and its step where there is one", () => {
    expect(whereWorst({ value: 1, step: 3, row: "a" })).toBe("a, step 3");
    expect(whereWorst({ value: 1, step: 0, row: "end.x" })).toBe("end.x");
    expect(whereWorst({ value: 0, step: 0, row: "" })).toBe("");
  });
});
