import fc from "fast-check";
import { expect, it } from "vitest";
import { closest, distance } from "../../src/algebra/closest.js";

it("counts letters that are put in, left out or changed", () => {
  for (const [a, b, count] of [
    ["", "", 0],
    ["kitten", "sitting", 3],
    ["vx", "", 2],
    ["launch.vx", "lauch.vx", 1],
  ] as const)
    expect([distance(a, b), distance(b, a)]).toEqual([count, count]);
  expect(closest("lauch", ["launch.vx", "launch", "lunch"])).toBe("launch");
});

it("is a metric", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => {
      expect(distance(a, b) === 0).toBe(a === b);
      expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c));
    }),
  );
});
