import { describe, expect, it } from "vitest";
import { massProperties } from "../../../src/geometry/mass.js";
import { faceInside } from "../../../src/geometry/mesh/shells.js";
import type { Surface } from "../../../src/geometry/solid.js";

type Point = readonly [number, number, number];

/** The triangles of a box by its half-lengths and centre; those of a hollow point inwards. */
function box([a, b, c]: Point, [x, y, z]: Point = [0, 0, 0], isHollow = false): Surface {
  const vertices = Array.from({ length: 8 }, (_, k): Point => {
    const end = (bit: number): number => (k & bit ? 1 : -1);
    return [x + a * end(1), y + b * end(2), z + c * end(4)];
  });
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const faces = sides.flatMap(([i, j, k, l]) => [
    [i, j, k],
    [i, k, l],
  ]);
  return { vertices, faces: isHollow ? faces.map((face) => [...face].reverse()) : faces };
}

const together = (...shells: readonly Surface[]): Surface => ({
  vertices: shells.flatMap(({ vertices }) => vertices),
  faces: shells.flatMap(({ faces }, k) => faces.map((face) => face.map((i) => i + 8 * k))),
});

const cube = (half: number, centre?: Point): Surface => box([half, half, half], centre);
const hollow = (half: number, centre?: Point): Surface => box([half, half, half], centre, true);

describe("shells of one mesh", () => {
  it.each<[string, Surface]>([
    ["one", cube(1)],
    ["two that are apart", together(cube(1), cube(1, [3, 0, 0]))],
    ["two with a face in common", together(cube(1), cube(1, [2, 0, 0]))],
    ["two that touch beside each other", together(cube(1), cube(1, [2, 0.3, 0.5]))],
    ["two boxes with their seam on a third", together(box([2, 2, 1]), cube(1, [-1, 0, 2]), cube(1, [1, 0, 2]))],
    ["a hollow", together(cube(1), hollow(0.5))],
    ["a hollow with a core", together(cube(1), hollow(0.5), cube(0.2))],
    ["a hollow that is filled", together(cube(1), hollow(0.5), cube(0.5))],
    ["a hollow with a core at its wall", together(cube(1), hollow(0.5), cube(0.3, [0.2, 0.1, 0]))],
  ])("are well where there are: %s", (_, surface) => {
    expect(faceInside(surface)).toBeUndefined();
    expect(massProperties({ kind: "mesh", ...surface }, 1).mass).toBeGreaterThan(0);
  });

  it.each<[string, Surface]>([
    ["a corner in a cube", together(cube(1), cube(1, [1, 0.3, 0.5]))],
    ["one in the other", together(cube(1), cube(0.5))],
    ["one in a corner of the other", together(cube(1), cube(0.5, [-0.5, -0.5, -0.5]))],
    ["one twice", together(cube(1), cube(1))],
    ["two that slid into each other", together(cube(1), cube(1, [1.9, 0, 0]))],
    ["two bars across each other, no corner of which is in the other", together(box([9, 1, 1]), box([1, 9, 1]))],
    ["a bar through a cube", together(cube(1), box([0.01, 0.01, 3], [0.13, 0.21, 0]))],
    ["a hollow in a hollow", together(cube(1), hollow(0.5), hollow(0.3))],
    ["a hollow in nothing", together(cube(1), hollow(0.5, [3, 0, 0]))],
    ["a hollow that comes out", together(cube(1), hollow(0.5, [1, 0, 0]))],
    ["a core beyond its hollow", together(cube(1), hollow(0.5), cube(0.6))],
  ])("are refused where there are: %s", (_, surface) => {
    expect(faceInside(surface)).toBeGreaterThanOrEqual(0);
    expect(() => massProperties({ kind: "mesh", ...surface }, 1)).toThrow(/must have no shell in another/);
  });
});
