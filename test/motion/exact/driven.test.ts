import { expect, it } from "vitest";
import { problem as tray } from "../../../problems/drives/tray.js";
import { problem as slide } from "../../../problems/resist/table-slide.js";
import { simulate } from "../../../src/motion/solve.js";

it.each([tray, slide])("$name is computed to its accuracy, and ends as short steps do", async (problem) => {
  const { status, message, values } = await simulate(problem, { set: { "grid.method": "exact" } });
  expect(status, message).toBe("solved");
  const stepped = await simulate(problem, { set: { "grid.steps": 10_000 }, gridError: false });
  for (const [name, value] of Object.entries(values)) {
    const other = stepped.values[name];
    expect(typeof value, name).toBe(typeof other);
    // the step in which something ends is that of a grid
    if (typeof value === "number" && typeof other === "number" && !name.endsWith(".step"))
      expect(Math.abs(value - other), name).toBeLessThan(2e-3);
  }
});

// two corners of one block begin to slide together, within the rounding of a time
it.each([
  [{ friction: 0.6 }, 1e-3],
  [{ friction: 0.6 }, 1e-8],
  [{ friction: 0.6, stiffness: 1e6 }, 1e-4],
  [{ friction: 1.2, stroke: 0.04 }, 1e-6],
] as const)("a tray with %j, to %d, ends as short steps do", async (set, accuracy) => {
  const { status, message, values } = await simulate(tray, {
    set: { ...set, "grid.method": "exact", "grid.accuracy": accuracy },
  });
  expect(status, message).toBe("solved");
  const stepped = await simulate(tray, { set: { ...set, "grid.steps": 20_000 }, gridError: false });
  expect(Math.abs(values["mean.speed"]! - stepped.values["mean.speed"]!)).toBeLessThan(2e-4);
});
