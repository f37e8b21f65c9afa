import { describe, expect, it } from "vitest";
import { resolveGrid, uniform } from "../../../src/motion/problem/grid.js";
import { BadInput } from "../../../src/motion/problem/problem.js";

const declared = { steps: 101, h: 0.01 };

describe("grid", () => {
  it.each([
    [{}, { steps: 101, h: 0.01, end: 1.01 }],
    [{ "grid.steps": 50 }, { steps: 50, h: 0.01, end: 0.5 }],
    [{ "grid.h": 0.02 }, { steps: 101, h: 0.02, end: 2.02 }],
    [{ "grid.end": 2 }, { steps: 200, h: 0.01, end: 2 }],
    [
      { "grid.steps": 4, "grid.h": 0.5 },
      { steps: 4, h: 0.5, end: 2 },
    ],
    [
      { "grid.steps": 3, "grid.end": 1 },
      { steps: 3, h: 1 / 3, end: 1 },
    ],
    [
      { "grid.h": 0.25, "grid.end": 1 },
      { steps: 4, h: 0.25, end: 1 },
    ],
    [
      { "grid.steps": 4, "grid.h": 0.25, "grid.end": 1 },
      { steps: 4, h: 0.25, end: 1 },
    ],
  ])("%j means %j", (set, wanted) => {
    const grid = resolveGrid(declared, set);
    expect(grid.steps).toBe(wanted.steps);
    expect(grid.h).toBeCloseTo(wanted.h, 15);
    expect(grid.end).toBeCloseTo(wanted.end, 15);
  });

  it.each([
    [{ "grid.steps": 4, "grid.h": 0.25, "grid.end": 2 }, /disagree/],
    [{ "grid.end": 1.005 }, /whole multiple/],
    [{ "grid.steps": 2.5 }, /whole number/],
  ])("%j is refused", (set, reason) => {
    expect(() => resolveGrid(declared, set)).toThrow(reason);
    expect(() => resolveGrid(declared, set)).toThrow(BadInput);
  });

  it("uniform steps end where they should", () => {
    const { t, h } = uniform(3, 0.5);
    expect([...t]).toEqual([0, 0.5, 1, 1.5]);
    expect([...h]).toEqual([0.5, 0.5, 0.5]);
  });
});
