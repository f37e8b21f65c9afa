import { expect, it } from "vitest";
import type { Solution } from "../../../src/solve/mcp.js";
import { unsolved } from "../../../src/solve/rescue/unsolved.js";

const first: Solution = {
  status: "infeasible",
  z: Float64Array.of(0),
  residual: 0.5,
  iterations: 3,
  worst: [{ row: "z", residual: 0.5 }],
  message: "the Newton's own",
};

it("a proof is claimed only where the rows are linear and there is one", () => {
  expect(unsolved(first, "infeasible", true).message).toContain(
    "contradict each other within the bounds, as multipliers",
  );
  const open = unsolved(first, "no-progress", true);
  expect(open.status).toBe("no-progress");
  expect(open.message).toContain("no proof that there is none; natural residual 5.0e-1 from the start, worst row z");
  expect(unsolved(first, "no-progress", false).message).toContain("no proof that there is none");
  expect(unsolved(first, "infeasible", false)).toBe(first);
});
