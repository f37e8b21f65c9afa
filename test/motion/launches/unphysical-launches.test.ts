import { describe, expect, it } from "vitest";
import { max, mul, pow, sub, toExpr } from "../../../src/expr/expr.js";
import { last, type Model, parameter as p } from "../../../src/mechanics/model.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { solve } from "../../../src/motion/solve.js";
import { brokenLaws } from "../../../src/motion/trajectory/laws.js";

/** A point that is put at `place` and must be one metre from the origin; on the left of `lawful` it creates energy. */
function twoPlaces(lawful: number): Problem {
  const model: Model = {
    name: "place",
    state: [{ name: "x", unit: "m", scale: 1 }],
    inside: [],
    parameters: ["place", "distance"],
    inputs: [],
    step: () => ({
      rows: [],
      pairs: [],
      defines: { x: p("place") },
      observe: { energy: toExpr(1), energyCreated: max(sub(lawful, p("place")), 0) },
    }),
  };
  return {
    name: "two-places",
    title: "Two places, one or both of them against a law",
    model,
    parameters: {
      place: { value: -0.9, unit: "m", meaning: "where the point is put", min: -2, max: 2 },
      distance: { value: 1, unit: "m", meaning: "how far from the origin" },
    },
    start: { x: 0 },
    grid: { steps: 2, h: 0.1 },
    values: { "end.x": { unit: "m", meaning: "where it is", of: last("x") } },
    boundary: [
      {
        name: "distance",
        unit: "m²",
        residual: sub(pow(last("x"), 2), mul(p("distance"), p("distance"))),
        frees: "place",
      },
    ],
  };
}

describe("every launch of a search, some of them against a law", () => {
  it("is listed with its own status, and a lawful one stands for the whole", async () => {
    const found = await solve(twoPlaces(0), { search: { all: true } });
    expect(found.status).toBe("solved");
    expect(found.values["end.x"]).toBeCloseTo(1, 9);
    expect(found.solutions!.map(({ status, values }) => [status, Math.sign(values["end.x"]!)])).toEqual([
      ["unphysical", -1],
      ["solved", 1],
    ]);
    for (const result of [found, ...found.solutions!])
      expect(brokenLaws({ result, verb: "solve" }).length > 0).toBe(result.status === "unphysical");
    expect(found.message).toContain("1 of them against a law");
    expect(found.message.length).toBeLessThanOrEqual(300);
  });

  it("is unphysical where all are, and names the law", async () => {
    const { status, message, solutions } = await solve(twoPlaces(1.5), { search: { all: true } });
    expect(status).toBe("unphysical");
    expect(solutions!.map((one) => one.status)).toEqual(["unphysical", "unphysical"]);
    expect(message).toContain("2 of them against a law");
    expect(message).toContain("energy created");
  });
});
