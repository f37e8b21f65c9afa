import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convexPieces } from "../../../src/app/drafts/outlines/convex-pieces.js";
import { doubleArea, type Outline, simplified } from "../../../src/app/drafts/outlines/outline.js";
import { outlinesOfFile } from "../../../src/app/drafts/outlines/outlines-of-file.js";

const isConvex = (outline: Outline): boolean =>
  outline.every(([x, y], i) => {
    const [[u, v], [p, q]] = [outline[(i + 1) % outline.length], outline[(i + 2) % outline.length]];
    return (u - x) * (q - v) - (v - y) * (p - u) > 0;
  });

const area = (pieces: readonly Outline[]): number => pieces.reduce((sum, piece) => sum + doubleArea(piece) / 2, 0);

/** A star: corners at random distances, evenly around; concave almost always, and without a crossing. */
const star = fc.array(fc.integer({ min: 20, max: 100 }), { minLength: 5, maxLength: 30 }).map((radii) =>
  radii.map((r, i): [number, number] => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  }),
);

describe("convex pieces", () => {
  it("fill any star with its own area, none overlapping another", () => {
    fc.assert(
      fc.property(
        star,
        fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        (outline, at) => {
          const pieces = convexPieces(outline);
          expect(pieces.every(isConvex)).toBe(true);
          expect(area(pieces)).toBeCloseTo(doubleArea(outline) / 2, 6);
          const point = [100 * at[0], 100 * at[1]] as const;
          // a point lies in as many pieces as it lies in the star, but on a side
          const inside = (piece: Outline): boolean =>
            piece.every(([x, y], i) => {
              const [u, v] = piece[(i + 1) % piece.length];
              return (u - x) * (point[1] - y) - (v - y) * (point[0] - x) > 1e-9;
            });
          expect(pieces.filter(inside).length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("of an L are two, of a U three, of a square one", () => {
    const corners = (text: string): Outline =>
      text.split(" ").map((pair) => pair.split(",").map(Number) as [number, number]);
    expect(convexPieces(corners("0,0 2,0 2,1 1,1 1,3 0,3"))).toHaveLength(2);
    expect(convexPieces(corners("0,0 3,0 3,3 2,3 2,1 1,1 1,3 0,3"))).toHaveLength(3);
    const [square, ...others] = convexPieces(simplified(corners("0,0 1,0 2,0 2,2 0,2")));
    expect([square.length, area([square]), others]).toEqual([4, 4, []]);
  });
});

describe("outlines of files", () => {
  it("are read of SVG in its units, through groups, curves and arcs, the right way up", () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200mm" viewBox="0 0 100 50">
      <g transform="translate(10 0)"><path id="part" d="M0,0 h20 v10 H10 V30 H0 z"/></g>
      <path id="round" d="M 0 0 A 10 10 0 0 1 20 0 A10 10 0 0120 0 Z M60 0c0 10 10 10 10 0z"/>
      <rect id="bar" width="5" height="2" transform="rotate(90)"/><defs><circle r="4"/></defs></svg>`;
    const found = outlinesOfFile("a.svg", svg);
    expect(found.map(({ name }) => name)).toEqual(["part", "round", "round", "bar"]);
    // 2 mm a unit: (20·10 + 10·20) square units
    expect(area(found[0].pieces)).toBeCloseTo(400 * 4e-6, 12);
    const [xs, ys] = [0, 1].map((axis) => found[0].pieces.flat().map((corner) => corner[axis]));
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([0.02, 0.06, -0.06, 0]);
    expect(found[0].pieces).toHaveLength(2);
    expect(area(found[1].pieces)).toBeGreaterThan(0);
    expect(area(found[3].pieces)).toBeCloseTo(10 * 4e-6, 12);
  });

  it("are read of DXF: polylines with bulges, circles, and lines that meet", () => {
    const pairs = (list: readonly (readonly [number, number | string])[]): string =>
      list.map(([code, value]) => `${code}\n${value}`).join("\n");
    const line = (x: number, y: number, u: number, v: number) =>
      [
        [0, "LINE"],
        [8, "frame"],
        [10, x],
        [20, y],
        [11, u],
        [21, v],
      ] as const;
    const dxf = pairs([
      [0, "SECTION"],
      [2, "HEADER"],
      [9, "$INSUNITS"],
      [70, 5],
      [0, "ENDSEC"],
      [0, "SECTION"],
      [2, "ENTITIES"],
      [0, "LWPOLYLINE"],
      [8, "slot"],
      [90, 4],
      [70, 1],
      [10, 0],
      [20, 0],
      [10, 4],
      [20, 0],
      [42, 1],
      [10, 4],
      [20, 2],
      [10, 0],
      [20, 2],
      [42, 1],
      [0, "CIRCLE"],
      [8, "disc"],
      [10, 9],
      [20, 9],
      [40, 3],
      ...line(0, 0, 2, 0),
      ...line(2, 2, 2, 0),
      ...line(2, 2, 0, 2),
      ...line(0, 0, 0, 2),
      [0, "ENDSEC"],
      [0, "EOF"],
    ]);
    const found = outlinesOfFile("a.dxf", dxf);
    expect(found.map(({ name }) => name)).toEqual(["slot", "disc", ""]);
    // in cm: a rectangle 4 × 2 between half discs, a disc, a square; round ones by chords
    const expected = [8 + Math.PI, 9 * Math.PI, 4];
    for (const [i, { pieces }] of found.entries()) expect(area(pieces) / (expected[i] * 1e-4)).toBeCloseTo(1, 1);
    expect(area(found[2].pieces)).toBeCloseTo(4e-4, 12);
  });

  it("that are none are refused in one sentence", () => {
    for (const [file, text, why] of [
      ["a.svg", "<svg/>", /no closed outline/],
      ["a.svg", "<html/>", /root is no <svg>/],
      ["a.dxf", "hello", /no section/],
      ["a.svg", '<svg><polygon points="0,0 2,2 2,0 0,2"/></svg>', /crosses itself|no area/],
    ] as const)
      expect(() => outlinesOfFile(file, text)).toThrow(why);
  });
});
