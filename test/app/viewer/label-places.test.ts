import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freeSides, type Named, placeOf } from "../../../src/app/viewer/label-places.js";

const names = fc.array(
  fc.record<Named>({
    x: fc.integer({ min: 0, max: 300 }),
    y: fc.integer({ min: 0, max: 200 }),
    width: fc.integer({ min: 20, max: 90 }),
    height: fc.constant(16),
    side: fc.constantFrom(undefined, 0, 1, 2, 3),
  }),
  { maxLength: 20 },
);

const room = { left: 0, top: 0, right: 300, bottom: 200 };

const meet = (a: Named, i: number, b: Named, k: number): boolean => {
  const [[x, y], [u, v]] = [placeOf(a, i), placeOf(b, k)];
  return x < u + b.width && u < x + a.width && y < v + b.height && v < y + a.height;
};

const leaves = (one: Named, side: number): boolean => {
  const [x, y] = placeOf(one, side);
  return x < room.left || y < room.top || x + one.width > room.right || y + one.height > room.bottom;
};

describe("names of bodies", () => {
  it("never cover one another or leave the picture, and a name is left out only where each of its sides is taken", () => {
    fc.assert(
      fc.property(names, (all) => {
        const sides = freeSides(all, room);
        for (const [i, one] of all.entries()) {
          const before = all.slice(0, i).map((other, k) => [other, sides[k]] as const);
          const covers = (side: number): boolean =>
            leaves(one, side) || before.some(([other, at]) => at !== undefined && meet(one, side, other, at));
          const side = sides[i];
          if (side !== undefined) expect(covers(side)).toBe(false);
          else expect([0, 1, 2, 3].every(covers)).toBe(true);
        }
      }),
    );
  });

  it("stay on the side where they stood while there is room, below to the right at first", () => {
    const one: Named = { x: 50, y: 50, width: 40, height: 16, side: undefined };
    expect(freeSides([one, { ...one, x: 150, side: 3 }], room)).toEqual([0, 3]);
    expect(placeOf(one, 0)).toEqual([59, 59]);
    expect(placeOf(one, 3)).toEqual([1, 25]);
    // two bodies with one centre: the second name takes another side, a fifth finds none
    expect(freeSides([one, one, one, one, one], room)).toEqual([0, 1, 2, 3, undefined]);
  });

  it("stand where they cover the least of what is drawn, else where they stood", () => {
    const one: Named = { x: 150, y: 100, width: 40, height: 16, side: 0 };
    // a way that comes from below to the right, and a mark to the left
    const way = Array.from({ length: 20 }, (_, i) => [150 + 4 * i, 100 + 2 * i] as const);
    expect(freeSides([one], room, way)).toEqual([1]);
    expect(freeSides([{ ...one, side: 2 }], room, [...way, [130, 115]])).toEqual([1]);
    expect(freeSides([{ ...one, side: 2 }], room, way)).toEqual([2]);
    // covered everywhere it is still said
    expect(freeSides([one], { ...room, left: 155, top: 105 }, way)).toEqual([0]);
  });
});
