import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromAxisAngle, rotate } from "../../src/algebra/rotation.js";
import { length, minus, type ReadonlyVector } from "../../src/algebra/vectors.js";
import { convexHull } from "../../src/geometry/hull/hull.js";
import { massProperties, withMass } from "../../src/geometry/mass.js";
import {
  boxSolid,
  type Extrusion,
  type Mesh,
  moved,
  pointsOf,
  type Solid,
  surfacesOf,
} from "../../src/geometry/solid.js";
import { solidBody } from "../../src/geometry/solid-body.js";
import { real } from "../arbitraries.js";
import { tBar, tBarParts } from "./solids.js";

/** Every entry within `tolerance` of the wanted one. */
function expectNear(found: readonly number[], wanted: readonly number[], tolerance: number): void {
  expect(found).toHaveLength(wanted.length);
  found.forEach((x, i) => {
    expect(Math.abs(x - wanted[i]), `[${i}] ${x} is not ${wanted[i]}`).toBeLessThanOrEqual(tolerance);
  });
}

/** The inscribed polyhedron of points on a surface: a grid of angles and heights. */
const onSphere = (n: number): ReadonlyVector[] =>
  Array.from({ length: n + 1 }, (_, i) => (Math.PI * i) / n).flatMap((polar) =>
    Array.from({ length: 2 * n }, (_, k): ReadonlyVector => {
      const turn = (Math.PI * k) / n;
      return [Math.sin(polar) * Math.cos(turn), Math.sin(polar) * Math.sin(turn), Math.cos(polar)];
    }),
  );

describe("massProperties", () => {
  it("of a box", () => {
    const { mass, centre, inertia } = massProperties(boxSolid(0.1, 0.2, 0.3, [5, -6, 7]), 1000);
    const moment = (a: number, b: number): number => (48 * (a * a + b * b)) / 3;
    expectNear([mass], [48], 1e-12);
    expectNear(centre, [5, -6, 7], 1e-14);
    expectNear(inertia, [moment(0.2, 0.3), moment(0.1, 0.3), moment(0.1, 0.2), 0, 0, 0], 1e-12);
  });

  it.each<[string, Solid]>([
    ["an extruded outline", tBar],
    ["a union of two boxes", tBarParts],
    ["an outline that goes clockwise", { ...tBar, outline: [...tBar.outline].reverse() }],
  ])("of the T-bar as %s", (_, solid) => {
    const { mass, centre, inertia } = withMass(massProperties(solid, 7800), 2);
    expect(mass).toBe(2);
    expectNear(centre, [0, 0.2033333333, 0], 1e-10);
    expectNear(inertia, [0.0163111111, 0.0092, 0.0243111111, 0, 0, 0], 1e-10);
  });

  it("of a mesh turned and moved: products of inertia follow I = R I Rᵀ", () => {
    const [box] = surfacesOf(boxSolid(0.1, 0.2, 0.3));
    fc.assert(
      fc.property(real(-3, 3), real(-9, 9), (angle, away) => {
        const q = fromAxisAngle([1, -2, 0.5], angle);
        const vertices = box.vertices.map((v): ReadonlyVector => {
          const [x, y, z] = rotate(q, v);
          return [x + away, y - away, z];
        });
        const mesh: Mesh = { kind: "mesh", vertices, faces: box.faces };
        const { centre, inertia } = massProperties(mesh, 1000);
        const own = massProperties(boxSolid(0.1, 0.2, 0.3), 1000).inertia;
        const axes = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])];
        const entry = (i: number, j: number): number =>
          [0, 1, 2].reduce((sum, k) => sum + axes[k][i] * own[k] * axes[k][j], 0);
        expectNear(centre, [away, -away, 0], 1e-13);
        expectNear(inertia, [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)], 1e-11);
      }),
    );
  });

  it.each([
    [
      "a sphere",
      (n: number): Solid => ({ kind: "hull", vertices: onSphere(n) }),
      (4 / 3) * Math.PI,
      (8 / 15) * Math.PI,
    ],
    [
      "a cylinder",
      (n: number): Solid => ({
        kind: "extrusion",
        outline: Array.from(
          { length: 4 * n },
          (_, k) => [Math.cos((Math.PI * k) / 2 / n), Math.sin((Math.PI * k) / 2 / n)] as const,
        ),
        bottom: -0.5,
        top: 0.5,
      }),
      Math.PI,
      Math.PI / 2,
    ],
  ])("of meshes of %s converges with the square of their edges", (_, solid, volume, moment) => {
    const [coarse, fine] = [8, 16].map((n) => {
      const { mass, inertia } = massProperties(solid(n), 1);
      return [1 - mass / volume, 1 - inertia[2] / moment];
    });
    fine.forEach((error, i) => {
      expect(Math.log2(coarse[i] / error)).toBeGreaterThan(1.9);
      expect(error).toBeGreaterThan(0);
    });
  });

  it.each<[string, Solid, string]>([
    [
      "an open surface",
      { kind: "mesh", vertices: pointsOf(boxSolid(1, 1, 1)), faces: [[0, 1, 2, 3]] },
      "must be closed",
    ],
    ["one inside out", insideOut(), "anticlockwise seen from outside"],
    ["an edge used twice", twice(), "every edge once in each direction"],
    ["a face of no vertex", { kind: "mesh", vertices: [], faces: [[0, 1, 2]] }, "every edge once"],
    ["a number that is none", { ...tBar, top: Number.NaN }, "three finite numbers"],
    ["a union of nothing", { kind: "union", parts: [] }, "a union needs parts"],
  ])("refuses %s with one sentence", (_, solid, message) => {
    expect(() => massProperties(solid, 1)).toThrow(RangeError);
    expect(() => massProperties(solid, 1)).toThrow(message);
  });

  it("refuses a density or a mass that is not above 0", () => {
    expect(() => massProperties(tBar, 0)).toThrow("a density must be a finite number above 0 kg/m³, it is 0");
    expect(() => solidBody(tBar, { mass: -1 })).toThrow("a mass must be a finite number above 0 kg, it is -1");
  });
});

function insideOut(): Mesh {
  const [{ vertices, faces }] = surfacesOf(boxSolid(1, 1, 1)) as [Mesh];
  return { kind: "mesh", vertices, faces: faces.map((face) => [...face].reverse()) };
}

function twice(): Mesh {
  const [{ vertices, faces }] = surfacesOf(boxSolid(1, 1, 1)) as [Mesh];
  return { kind: "mesh", vertices, faces: [...faces, faces[0]] };
}

describe("solidBody", () => {
  it("puts the centre of mass at the origin and takes the hull, in the user's order", () => {
    const { hull, shape, properties, solid } = solidBody(tBar, { mass: 2 });
    expectNear(massProperties(solid, 1).centre, [0, 0, 0], 1e-15);
    // the two inner corners of the T are no corners of its hull
    expect(hull.left).toEqual([1, 6, 9, 14]);
    expectNear(hull.vertices[0], [0.03, -0.2033333333, -0.03], 1e-10);
    expectNear(hull.vertices[1], [0.15, 0.0366666667, -0.03], 1e-10);
    expect(shape.faces).toHaveLength(8);
    expect(properties.mass).toBe(2);
  });

  it("has the same hull however the solid is given", () => {
    const corners = (solid: Solid): ReadonlyVector[] => {
      const { hull } = solidBody(solid, { density: 1 });
      return [...hull.vertices];
    };
    const [outline, parts] = [corners(tBar), corners(tBarParts)];
    for (const a of outline) expect(Math.min(...parts.map((b) => length(minus(a, b))))).toBeLessThan(1e-15);
    expect(parts).toHaveLength(outline.length);
    const away = moved(tBar, [1, 2, 3]) as Extrusion;
    expect(convexHull(pointsOf(away)).source).toEqual(convexHull(pointsOf(tBar)).source);
  });
});
