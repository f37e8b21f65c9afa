import { describe, expect, it } from "vitest";
import { checkGrid, declaredMethod, resolveExact, resolveGrid, uniform } from "../../../src/motion/problem/grid.js";
import { BadInput, type TimeGrid } from "../../../src/motion/problem/problem.js";

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

  it.each<[TimeGrid, Readonly<Record<string, number>>, { steps: number; h: number; end: number }]>([
    [{ end: 2, steps: 4 }, {}, { steps: 4, h: 0.5, end: 2 }],
    [{ end: 2, h: 0.5 }, {}, { steps: 4, h: 0.5, end: 2 }],
    [{ end: 2 }, { "grid.steps": 4 }, { steps: 4, h: 0.5, end: 2 }],
    [{ end: 2 }, { "grid.h": 0.25 }, { steps: 8, h: 0.25, end: 2 }],
    [{ end: 2 }, { "grid.h": 0.25, "grid.steps": 4 }, { steps: 4, h: 0.25, end: 1 }],
  ])("%j with %j means %j", (grid, set, wanted) => {
    checkGrid(grid, false);
    expect(resolveGrid(grid, set)).toEqual(wanted);
  });

  it("with an end alone is no grid: the motion itself is asked for, to an accuracy", () => {
    expect([{ end: 2 }, { end: 2, h: 0.1 }, declared].map(declaredMethod)).toEqual(["exact", "euler", "euler"]);
    expect(resolveExact({ end: 2 }, {}, "exact")).toEqual({ accuracy: 1e-4, end: 2 });
    expect(resolveExact({ end: 2, accuracy: 1e-8 }, { "grid.end": 3 }, "exact")).toEqual({ accuracy: 1e-8, end: 3 });
    expect(() => resolveGrid({ end: 2 }, {})).toThrow("grid.method = euler needs grid.h or grid.steps");
  });

  it.each<[TimeGrid, boolean, string]>([
    [{ method: "euler" }, true, "grid.method = euler needs grid.steps here: the problem declares its time alone."],
    [{ h: 0.1 }, true, "A grid has steps and h, one of them with the end, or the end alone."],
    [{}, false, "A grid has steps and h, one of them with the end, or the end alone."],
    [{ steps: 4 }, false, "A grid has steps and h"],
    [{ h: 0.1 }, true, "A grid has steps and h"],
    [{ end: 1 }, true, "grid.end follows time here"],
    [{ steps: 4, h: 0.25, end: 1 }, false, "leave one of the three out"],
    [{ end: 1, h: 0.3 }, false, "no whole multiple of grid.h"],
    [{ end: 1, method: "euler" }, false, "grid.method = euler needs grid.h or grid.steps"],
    [{ end: 1, refine: { at: "impacts", tolerance: 0.01 } }, false, "instead of grid.refine"],
    [{ end: 1, accuracy: 0.5 }, false, "grid.accuracy must be from 1e-10 to 0.01, it is 0.5."],
  ])("declared as %j is refused", (grid, isTimed, reason) => {
    expect(() => checkGrid(grid, isTimed)).toThrow(reason);
  });

  it("uniform steps end where they should", () => {
    const { t, h } = uniform(3, 0.5);
    expect([...t]).toEqual([0, 0.5, 1, 1.5]);
    expect([...h]).toEqual([0.5, 0.5, 0.5]);
  });
});
