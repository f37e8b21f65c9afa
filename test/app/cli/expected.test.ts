import { describe, expect, it } from "vitest";
import { compare } from "../../../src/app/run/expected.js";
import type { Expected, ExpectedValue } from "../../../src/motion/problem/problem.js";
import { bankshot } from "./run.js";

const holds = (value: ExpectedValue["value"], tolerance: number, found: number | null, status = "solved"): boolean => {
  const expected: Expected = { verb: "solve", values: [{ name: "x", value, tolerance, source: "s" }] };
  return compare(expected, { values: { x: found }, status })[0].holds;
};

describe("an expected value", () => {
  it("holds up to its tolerance, on either side", () => {
    for (const found of [0.75, 1, 1.25]) expect(holds(1, 0.25, found)).toBe(true);
    for (const found of [0.74, 1.26, Number.NaN, null]) expect(holds(1, 0.25, found)).toBe(false);
  });

  it("is a status where it is a text, and a value that does not exist where it is null", () => {
    expect([holds("infeasible", 0, 1, "infeasible"), holds("infeasible", 0, 1)]).toEqual([true, false]);
    expect([holds(null, 0, null), holds(null, 0, 0)]).toEqual([true, false]);
  });

  it("is missed by null where a name is not among the values", () => {
    const expected: Expected = { verb: "solve", values: [{ name: "y", value: 1, tolerance: 1, source: "s" }] };
    expect(compare(expected, { values: {}, status: "solved" })[0]).toMatchObject({ found: null, holds: false });
  });
});

describe("expected values are compared", () => {
  const comparedBy = async (...words: string[]): Promise<boolean> =>
    JSON.parse((await bankshot([...words, "--json"])).out).expected !== undefined;

  it("where the verb is the one that they are of, or another that finds the same motion", async () => {
    expect(await comparedBy("simulate", "rolling/ball-roll")).toBe(true);
    expect(await comparedBy("solve", "rolling/ball-roll")).toBe(true);
    expect(await comparedBy("simulate", "rolling/disk")).toBe(false);
  });
});

it("launch values are start values of a simulation", async () => {
  const { out } = await bankshot(["simulate", "rolling/ball-place", "--start", "launch=1.25,-0.5", "--json"]);
  expect(JSON.parse(out).values).toMatchObject({ "launch.vx": 1.25, "launch.vy": -0.5 });
});
