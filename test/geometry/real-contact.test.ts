import { describe, expect, it } from "vitest";
import type { ReadonlyVector } from "../../src/algebra/vectors.js";
import { type ConvexHull, convexHull } from "../../src/geometry/hull/hull.js";
import { type RealContact, realContact } from "../../src/geometry/real-contact.js";
import { boxSolid, type Mesh, pointsOf, type Solid, surfacesOf } from "../../src/geometry/solid.js";
import { tBar, tBarParts } from "./solids.js";

/** Numbers of the hull's vertices at the given places. */
function numbers(hull: ConvexHull, places: readonly ReadonlyVector[]): number[] {
  return places.map((place) => hull.vertices.findIndex((v) => v.every((x, k) => Math.abs(x - place[k]) < 1e-12)));
}

/** The contact of a solid that rests on the vertices of its hull below `height`. */
function resting(solid: Solid, height: number): RealContact {
  const hull = convexHull(pointsOf(solid));
  const touching = hull.vertices.map((_, i) => i).filter((i) => hull.vertices[i][2] < height);
  return realContact(surfacesOf(solid), hull, touching);
}

/** Every part of a union as a mesh of triangles. */
const triangles = (solid: Solid): Solid => {
  const fan = (face: readonly number[]) => face.slice(2).map((_, k) => [face[0], face[k + 1], face[k + 2]]);
  return {
    kind: "union",
    parts: surfacesOf(solid).map(
      ({ vertices, faces }): Mesh => ({ kind: "mesh", vertices, faces: faces.flatMap(fan) }),
    ),
  };
};

const legs: Solid = {
  kind: "union",
  parts: [
    ...[-0.22, 0.22].flatMap((y) => [-0.22, 0.22].map((x) => boxSolid(0.03, 0.03, 0.2, [x, y, -0.2]))),
    boxSolid(0.25, 0.25, 0.02, [0, 0, 0.02]),
  ],
};

describe("realContact", () => {
  it("of the T-bar on its face: the T within its hull", () => {
    for (const solid of [tBar, tBarParts]) {
      const { contact, area, patch, polygons } = resting(solid, 0);
      expect(contact).toBe("surface");
      expect(area).toBeCloseTo(0.06 * 0.24 + 0.3 * 0.06, 15);
      // hull: crossbar and the trapezoid from it to the foot of the stem
      expect(patch.area).toBeCloseTo(0.3 * 0.06 + ((0.3 + 0.06) / 2) * 0.24, 15);
      expect(patch.points).toHaveLength(6);
      expect(polygons).toHaveLength(solid === tBar ? 1 : 2);
    }
  });

  it("of the T-bar on V0V1, an edge of the hull only: two points", () => {
    const hull = convexHull(pointsOf(tBar));
    const touching = numbers(hull, [
      [0.03, 0, -0.03],
      [0.15, 0.24, -0.03],
    ]);
    expect(touching).not.toContain(-1);
    expect(hull.edges).toContainEqual([...touching].sort((a, b) => a - b));
    for (const solid of [tBar, tBarParts]) {
      const found = realContact(surfacesOf(solid), hull, touching);
      expect(found).toMatchObject({ contact: "line", polygons: [], segments: [], length: 0 });
      expect(found.points).toHaveLength(2);
      expect(found.patch.length).toBeCloseTo(Math.hypot(0.12, 0.24), 15);
    }
  });

  it("of the T-bar on the top of its crossbar, an edge of both: a line", () => {
    const hull = convexHull(pointsOf(tBar));
    const touching = numbers(hull, [
      [0.15, 0.3, -0.03],
      [-0.15, 0.3, -0.03],
    ]);
    const found = realContact(surfacesOf(tBarParts), hull, touching);
    expect(found.segments).toHaveLength(1);
    expect(found.points).toEqual([]);
    expect(found.length).toBeCloseTo(0.3, 15);
  });

  it("of a desk: four feet on the floor, and on two legs two lines with a gap between", () => {
    const { area, patch, polygons } = resting(legs, -0.39);
    expect(area).toBeCloseTo(4 * 0.06 ** 2, 15);
    expect(patch.area).toBeCloseTo(0.25, 15);
    expect(polygons).toHaveLength(4);
    const hull = convexHull(pointsOf(legs));
    const touching = numbers(hull, [
      [0.25, -0.25, -0.4],
      [0.25, 0.25, -0.4],
    ]);
    const edge = realContact(surfacesOf(legs), hull, touching);
    expect(edge.segments).toHaveLength(2);
    expect(edge.length).toBeCloseTo(0.12, 15);
    expect(edge.patch.length).toBeCloseTo(0.5, 15);
    expect(realContact(surfacesOf(legs), hull, touching.slice(1))).toMatchObject({
      contact: "point",
      points: [[0.25, 0.25, -0.4]],
    });
  });

  it("of triangles as of whole faces", () => {
    const [split, whole] = [resting(triangles(tBarParts), 0), resting(tBarParts, 0)];
    expect(split.polygons).toHaveLength(4);
    expect(split.segments).toEqual([]);
    expect(split.area).toBeCloseTo(whole.area, 15);
  });

  it("of wedges and spikes: lines and points in a patch of the hull", () => {
    const roof = (x: number): Solid => ({
      kind: "hull",
      vertices: [
        [x, -1, 0],
        [x, 1, 0],
        [x - 0.1, -1, 1],
        [x + 0.1, -1, 1],
        [x - 0.1, 1, 1],
        [x + 0.1, 1, 1],
      ],
    });
    const spike: Solid = {
      kind: "hull",
      vertices: [
        [3, 0, 0],
        [2.9, -1, 1],
        [2.9, 1, 1],
        [3.1, 0, 1],
      ],
    };
    const found = resting({ kind: "union", parts: [roof(0), roof(1), spike] }, 0.5);
    expect(found).toMatchObject({ contact: "surface", polygons: [], area: 0, points: [[3, 0, 0]] });
    expect(found.segments).toHaveLength(2);
    expect(found.length).toBeCloseTo(4, 15);
    expect(found.patch.area).toBeCloseTo(2 + 2, 15);
  });

  it("refuses vertices of no face, and none", () => {
    const hull = convexHull(pointsOf(tBar));
    const apart = hull.vertices.map((_, i) => i).slice(0, 7);
    expect(() => realContact(surfacesOf(tBar), hull, apart)).toThrow("belong to no face of the hull");
    expect(() => realContact(surfacesOf(tBar), hull, [])).toThrow("no vertex of the hull touches");
  });
});
