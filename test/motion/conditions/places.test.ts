import { expect, it } from "vitest";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { placesAround } from "../../../src/motion/conditions/beyond.js";

it("places around another lie on all sides of it, as far as their part says", () => {
  const aside = placesAround(setUp(place));
  const x = Float64Array.of(1.5, 0.4);
  const ways = Array.from({ length: 60 }, () => aside(x)).map(({ x: y, part }) => ({
    by: y.map((v, i) => v - x[i]),
    part,
  }));
  for (const i of [0, 1]) {
    const sides = ways.filter(({ by }) => by[i] > 0).length;
    expect(sides).toBeGreaterThan(15);
    expect(sides).toBeLessThan(45);
  }
  const reached = (least: number, most: number): number =>
    Math.max(...ways.filter(({ part }) => part >= least && part <= most).map(({ by }) => Math.abs(by[0])));
  const parts = [...new Set(ways.map(({ part }) => part))].sort((a, b) => a - b);
  expect(parts.length).toBeGreaterThan(1);
  expect(reached(parts[0], parts[0])).toBeLessThan(reached(parts[1], 1));
});
