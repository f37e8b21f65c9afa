import { describe, expect, it } from "vitest";
import { problem } from "../../problems/feeder/peg.js";
import { simulate } from "../../src/motion/solve.js";

/** True where the peg stands on the floor of the hole at the end. */
async function isIn(set: Readonly<Record<string, number>>): Promise<boolean> {
  const { status, values } = await simulate(problem, { set });
  expect(status).toBe("solved");
  const depth = values["end.depth"] ?? Number.NaN;
  expect(depth).toBeLessThan(0.0201);
  // more is beyond its clearance
  if (depth > 0.0199) expect(values["end.lean"]).toBeLessThan(0.1);
  return depth > 0.0199;
}

const declared = { friction: 0.2, clearance: 2e-4, "offset.x": 0.002, "offset.y": 6e-4 };
const near = Object.entries(declared).flatMap(([name, value]) =>
  [0.5, 0.8, 1.25, 2].map((factor) => ({ [name]: factor * value })),
);

describe("a peg over a chamfered hole", () => {
  it.each(near)("ends on its floor with %o", async (set) => {
    expect(await isIn(set)).toBe(true);
  });

  it.each([
    [true, {}],
    [true, { clearance: 1e-4 }],
    [true, { "offset.x": 0.004 }],
    [false, { friction: 0.8 }],
    [false, { "offset.x": 0.009 }],
  ])("is in (%s) with %o, on ten times as many steps too", async (expected, set) => {
    expect(await isIn(set)).toBe(expected);
    expect(await isIn({ ...set, "grid.steps": 3000 })).toBe(expected);
  });
});
