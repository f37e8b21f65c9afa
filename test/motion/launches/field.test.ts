import { expect, it } from "vitest";
import { finish } from "../../../src/algebra/stepwise.js";
import { type Field, type Fired, type Spread, spreadOver } from "../../../src/motion/launches/field.js";

/** Motions over the unit square whose misses a map tells, without slopes; a search from one ends where the map is nearly zero. */
function over(map: (x: number, y: number) => [number, number], before?: { miss: number; at: number[] }): Spread {
  const fired = ([x, y]: readonly number[]): Fired => {
    const misses = map(x, y);
    // slopes by differences: they lead where Newton's method would
    const h = 1e-7;
    const [a, b] = [map(x + h, y), map(x, y + h)].map((end) => end.map((miss, r) => (miss - misses[r]) / h));
    const area = a[0] * b[1] - a[1] * b[0];
    const step = [(misses[1] * b[0] - misses[0] * b[1]) / area, (misses[0] * a[1] - misses[1] * a[0]) / area];
    const isLed = step.every(Number.isFinite);
    return {
      at: [x, y],
      misses: Float64Array.from(misses),
      miss: Math.max(...misses.map(Math.abs)),
      step: isLed ? step : [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    };
  };
  const field: Field<Fired> = {
    dimensions: 2,
    motions: 100,
    most: 20,
    *fire(at) {
      yield;
      return fired(at);
    },
    *goOn(from) {
      yield;
      let one = from;
      for (let i = 0; i < 8; i++) one = fired(one.at.map((x, j) => x + one.step[j]));
      return one.miss <= 1e-9 && one.at.every((x) => x >= 0 && x <= 1) ? one.at : undefined;
    },
    stopped: () => false,
  };
  return finish(spreadOver(field, before));
}

/** A miss that changes within a part of the unit of a place only. */
const tooth = (x: number, width: number): number => Math.max(-1, Math.min(1, x / width));

it("motions over all ranges find a root on a piece between plateaus", () => {
  const { root, isWhole } = over((x, y) => [tooth(x - 0.71, 0.01), y - 0.2]);
  expect(root?.[0]).toBeCloseTo(0.71, 9);
  expect(root?.[1]).toBeCloseTo(0.2, 9);
  expect(isWhole).toBe(true);
});

it("about an end that hardly misses they find one on a piece so narrow that none of the others was near it", () => {
  const narrow = (x: number, y: number): [number, number] => [
    Math.hypot(x - 0.71, y - 0.2) < 0.01 ? x - 0.71 : 0.01 * (3 + x),
    y - 0.2 + 2 * Math.abs(x - 0.71),
  ];
  expect(over(narrow).root).toBeUndefined();
  const { root } = over(narrow, { miss: 1e-4, at: [0.708, 0.201] });
  expect(root?.[0]).toBeCloseTo(0.71, 6);
});

it("none is found where there is none, and how far the closest and a usual one are is told", () => {
  const { root, usual, least, isWhole } = over((x, y) => [x + 0.1, y - 0.2]);
  expect(root).toBeUndefined();
  expect(isWhole).toBe(true);
  expect(least).toBeGreaterThan(0.1);
  expect(least).toBeLessThan(0.2);
  expect(usual).toBeGreaterThan(0.4);
});
