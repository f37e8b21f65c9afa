import { expect, it } from "vitest";
import { problem as tray } from "../../../problems/drives/tray.js";
import { problem as slide } from "../../../problems/resist/table-slide.js";
import { simulate } from "../../../src/motion/solve.js";

it.each([tray, slide])("$name is computed to its accuracy, and ends as short steps do", async (problem) => {
  const { status, message, values } = await simulate(problem, { set: { "grid.method": "exact" } });
  expect(status, message).toBe("solved");
  const stepped = await simulate(problem, { set: { "grid.steps": 40_000 } });
  for (const [name, value] of Object.entries(values)) {
    const other = stepped.values[name];
    expect(typeof value, name).toBe(typeof other);
    // the step in which something ends is that of a grid
    if (typeof value === "number" && typeof other === "number" && !name.endsWith(".step"))
      expect(Math.abs(value - other), name).toBeLessThan(2e-3);
  }
});
