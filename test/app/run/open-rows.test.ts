import { expect, it } from "vitest";
import { violatedRows } from "../../../src/app/run/violated-rows.js";
import type { WorstRow } from "../../../src/solve/mcp.js";

const rowsLeft = (residuals: Record<string, number>): string[] => {
  const worst: WorstRow[] = Object.entries(residuals).map(([row, residual]) => ({ row, residual }));
  const solution = { status: "no-progress", z: new Float64Array(0), residual: 1, iterations: 1, message: "" } as const;
  return violatedRows({ solution: { ...solution, worst } }).map(({ row }) => row);
};

it("shows the rows that are missed by more than the solver's tolerance, in their order", () => {
  expect(rowsLeft({ a: 0.5, b: 2e-9, c: 1e-9, d: 3e-12, e: 0 })).toEqual(["a", "b"]);
});

it("shows rows that are missed to the other side, and those that are no number", () => {
  expect(rowsLeft({ a: -0.5, b: -1e-10, c: Number.NaN, d: Number.POSITIVE_INFINITY })).toEqual(["a", "c", "d"]);
});

it("shows nothing of a motion all of whose rows are met", () => {
  expect(rowsLeft({})).toEqual([]);
  expect(rowsLeft({ a: 1e-10 })).toEqual([]);
});
