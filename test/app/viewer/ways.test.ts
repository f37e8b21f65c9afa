import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Triple } from "../../../src/app/motion-view/scene/scene-data.js";
import { onWay, ringOf, stepOnWay, type Way } from "../../../src/app/viewer/handles/ways.js";

/** A camera far away that looks aslant, a little in perspective. */
const toPixel = ([x, y, z]: Triple): readonly [number, number] => {
  const near = 1 + 0.02 * (x - y);
  return [(300 * (x + 0.4 * y)) / near, (300 * (z - 0.3 * y + 0.1 * x)) / near];
};

const line: Way = { kind: "line", from: [0.2, 0.1, 0.5], along: [0, 0, 1] };
const ring: Way = { kind: "ring", centre: [0.2, 0.1, 0.5], axis: [0, 0, 1], start: [0.5, 0.1, 0.5] };

describe("handles on a way", () => {
  it("go along a line to where a pixel sees it", () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (s) => {
        const there = stepOnWay(line, line.from, s);
        expect(onWay({ toPixel }, line, toPixel(there))![2]).toBeCloseTo(0.5 + s, 6);
      }),
    );
    // seen from its end a line has no place under a pixel
    expect(onWay({ toPixel: ([x, y]) => [300 * x, 300 * y] }, line, [0, 0])).toBeUndefined();
  });

  it("go round a ring, and stay on it", () => {
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (angle) => {
        const there = stepOnWay(ring, ring.start, 0.3 * angle);
        const [x, y, z] = onWay({ toPixel }, ring, toPixel(there))!;
        expect(Math.hypot(x - 0.2, y - 0.1)).toBeCloseTo(0.3, 9);
        expect(z).toBe(0.5);
        // points of a ring are a degree apart
        expect(Math.hypot(x - there[0], y - there[1])).toBeLessThan(0.3 * (Math.PI / 180));
      }),
    );
    expect(ringOf(ring)).toHaveLength(360);
  });
});
