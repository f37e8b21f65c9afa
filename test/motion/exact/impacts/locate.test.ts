import { expect, it } from "vitest";
import { partBefore } from "../../../../src/motion/exact/locate.js";

/** A switch that is passed at a part of an element that ends on switch 3. */
const passed = (at: number, part: number, { atOnce = false, drifts = false } = {}) =>
  partBefore({ at, part, atOnce, drifts, isFaint: false, beyond: { part: 1, low: -1 } }, 3);

it("ends an element on its event where nothing is passed before it", () => {
  expect(partBefore(undefined, 3)).toBe(1);
  expect(passed(4, 0.9995)).toBe(1);
  // the distance on which the element before this one ended is zero at the start
  expect(passed(3, 0, { atOnce: true })).toBe(1);
});

it("solves it again up to what is passed before that, however near to its end", () => {
  expect(passed(4, 0.5)).toBeCloseTo(0.505, 12);
  const part = passed(4, 0.995);
  expect(part).toBeGreaterThan(0.995);
  expect(part).toBeLessThan(1);
  expect(passed(4, 0, { atOnce: true })).toBe(0);
});

it("ends on no later zero of a distance than the first, but of a gap whose rate is held", () => {
  expect(passed(3, 0.12)).toBeCloseTo(0.1212, 12);
  expect(passed(3, 0.12, { drifts: true })).toBe(1);
});
