import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { length, minus, type ReadonlyVector } from "../../../src/algebra/vectors.js";
import { type Expr, evaluate } from "../../../src/expr/expr.js";
import { vec3 } from "../../../src/expr/vector.js";
import { convexHull } from "../../../src/geometry/hull/hull.js";
import { flatsOfParts, hullOrFlat, meshFlats, partsOfMesh } from "../../../src/geometry/mesh/mesh.js";
import { nearestOnMesh } from "../../../src/geometry/mesh/nearest.js";
import { compoundMass } from "../../../src/geometry/moments/compound.js";
import type { MeshShape } from "../../../src/geometry/shape.js";
import { real } from "../../arbitraries.js";
import { nearestSolver } from "../../mechanics/nearest-solver.js";
import { bracket, ground } from "./meshes.js";

const three = (size: number) => fc.tuple(real(-size, size), real(-size, size), real(-size, size));

/** The hull of points as triangles. */
function hullMesh(points: readonly ReadonlyVector[]): MeshShape {
  const { vertices, faces } = convexHull(points);
  const triangles = faces.flatMap(({ vertices: [first, ...others] }) =>
    others.slice(1).map((last, k) => [first, others[k], last] as const),
  );
  return { kind: "mesh", vertices: vertices.map(([x, y, z]) => [x, y, z]), faces: triangles };
}

/** The distance of a point from the nearest triangle, by trying many points of each. */
function sampledDistance({ vertices, faces }: MeshShape, p: ReadonlyVector): number {
  const n = 16;
  const distances = faces.flatMap(([a, b, c]) =>
    Array.from({ length: n + 1 }, (_, i) => i).flatMap((i) =>
      Array.from({ length: n + 1 - i }, (_, j) => {
        const [u, v] = [i / n, j / n];
        const at = [0, 1, 2].map((k) => (1 - u - v) * vertices[a][k] + u * vertices[b][k] + v * vertices[c][k]);
        return Math.hypot(p[0] - at[0], p[1] - at[1], p[2] - at[2]);
      }),
    ),
  );
  return Math.min(...distances);
}

/** How deep a point is in a part of a mesh [m]; negative outside, and of a flat part, which has no inside. */
function depthIn({ vertices }: MeshShape, p: ReadonlyVector): number {
  const faces = hullOrFlat(vertices)?.faces;
  if (faces === undefined) return -1;
  return Math.min(...faces.map(({ normal: [a, b, c], offset }) => offset - a * p[0] - b * p[1] - c * p[2]));
}

const distanceTo = (mesh: MeshShape, p: ReadonlyVector): number => {
  const near = nearestOnMesh(mesh, vec3(...p)).map((x) => evaluate(x, () => Number.NaN));
  return length(minus(p, [near[0], near[1], near[2]]));
};

describe("the parts of a mesh", () => {
  it("has one flat for a plane of any triangles", () => {
    const flat = ground(4);
    expect(meshFlats(flat).whole).toHaveLength(1);
    expect(meshFlats(flat).pieces).toHaveLength(1);
    expect(partsOfMesh(flat, "pieces")).toEqual([flat]);
  });

  it("has one part for the hull of any points", () => {
    fc.assert(
      fc.property(fc.array(three(1), { minLength: 5, maxLength: 12 }), (points) => {
        const mesh = hullMesh(points);
        expect(flatsOfParts(mesh, "whole")).toHaveLength(1);
        expect(flatsOfParts(mesh, "pieces")).toHaveLength(1);
      }),
      { numRuns: 8 },
    );
  });

  it("never joins both sides of a corner of an L, nor covers its notch", () => {
    for (const by of ["whole", "pieces"] as const)
      for (const part of flatsOfParts(bracket(), by)) {
        const is = (x: number, y: number) => part.some(({ normal }) => normal[0] === x && normal[1] === y);
        const inner = part.some(({ normal, offset }) => normal[1] === 1 && offset === 1);
        expect(inner && part.some(({ normal, offset }) => normal[0] === 1 && offset === 1)).toBe(false);
        expect(is(1, 0) && is(-1, 0) && is(0, 1) && is(0, -1)).toBe(false);
      }
  });

  it("has all triangles in one part each, and each part again has one", () => {
    const hilly = ground(5, (x, y) => 0.1 * Math.sin(9 * x) * Math.cos(7 * y));
    for (const mesh of [bracket(), hilly])
      for (const by of ["whole", "pieces"] as const) {
        const all = flatsOfParts(mesh, by).flatMap((part) => part.flatMap(({ triangles }) => triangles));
        expect([...all].sort((a, b) => a - b)).toEqual(mesh.faces.map((_, t) => t));
        for (const part of partsOfMesh(mesh, by)) expect(flatsOfParts(part, by)).toHaveLength(1);
      }
  });
});

describe("the nearest point of a mesh", () => {
  it("is as near as any of its triangles", () => {
    const point = three(2).map(([x, y, z]): ReadonlyVector => [1 + x, 1 + y, 0.5 + z]);
    fc.assert(
      fc.property(point, (p) => {
        for (const part of partsOfMesh(bracket(), "whole")) {
          const [found, sampled] = [distanceTo(part, p), sampledDistance(part, p)];
          expect(found).toBeLessThan(sampled + 1e-12);
          // a part is solid: a point inside is its own nearest one
          if (depthIn(part, p) >= 0) expect(found).toBeLessThan(1e-12);
          else expect(found).toBeGreaterThan(sampled - 0.1);
        }
      }),
      { numRuns: 8 },
    );
  });

  it("of a ball is as far by its formula as by nearest points that a step finds", () => {
    const mesh = hullMesh([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.8, 0.7, 0.9],
    ]);
    // a capsule without length has rows for its nearest points
    const solve = nearestSolver(
      { kind: "capsule", from: [0, 0, -1e-9], to: [0, 0, 1e-9], radius: 0.1 },
      mesh,
      "spatial",
    );
    for (const p of [
      [2, 0.1, 0.3],
      [0.5, 0.4, -1],
      [-0.5, -0.6, -0.7],
      [1, 1, 1.1],
    ] as const) {
      const { status, gap, measured } = solve([
        [...p, 1, 0, 0, 0],
        [0, 0, 0, 1, 0, 0, 0],
      ]);
      const distance = distanceTo(mesh, p) - 0.1;
      expect(status).toBe("solved");
      expect(measured).toBeCloseTo(distance, 8);
      expect(gap).toBeGreaterThan(distance - 1e-6);
      expect(gap).toBeLessThan(1.001 * distance + 1e-6);
    }
  });
});

describe("a closed mesh", () => {
  const massOf = (shape: MeshShape) => compoundMass([{ shape, density: 500 }], false, "body");
  const number = (x: Expr): number => evaluate(x, () => Number.NaN);

  it("has the mass, centre and inertia of what it encloses", () => {
    const { mass, centre, inertia } = massOf(bracket(0.1));
    expect(number(mass)).toBeCloseTo(1.5, 12);
    // an L of three cubes, of which the middle ones are at ½ ½, 3⁄2 ½ and ½ 3⁄2
    expect(centre.map(number)).toEqual([5 / 60, 5 / 60, 0.05].map((x) => expect.closeTo(x, 12)));
    const cube = 0.5;
    const [xx, yy, zz, xy] = (inertia as readonly Expr[]).map(number);
    const own = (cube * 0.01) / 6;
    const spread = cube * (2 * (1 / 30) ** 2 + (1 / 15) ** 2);
    expect(xx).toBeCloseTo(3 * own + spread, 12);
    expect(yy).toBeCloseTo(3 * own + spread, 12);
    expect(zz).toBeCloseTo(3 * own + 2 * spread, 12);
    expect(xy).toBeCloseTo(cube * (2 * (1 / 30) * (1 / 15) - (1 / 30) ** 2), 12);
  });

  it("weighs and turns as before in any pose", () => {
    fc.assert(
      fc.property(three(1), three(1), (position, [x, y, z]) => {
        const size = Math.hypot(1, x, y, z);
        const orientation = [1 / size, x / size, y / size, z / size] as const;
        const posed = massOf({ ...bracket(0.1), pose: { position, orientation } });
        const [before, after] = [massOf(bracket(0.1)), posed].map(({ inertia }) =>
          (inertia as readonly Expr[]).map(number),
        );
        const trace = ([xx, yy, zz]: number[]): number => xx + yy + zz;
        const squares = ([xx, yy, zz, xy = 0, xz = 0, yz = 0]: number[]): number =>
          xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz);
        expect(trace(after)).toBeCloseTo(trace(before), 10);
        expect(squares(after)).toBeCloseTo(squares(before), 10);
        expect(number(posed.mass)).toBeCloseTo(1.5, 10);
      }),
      { numRuns: 10 },
    );
  });

  const { faces } = bracket();
  it.each([
    [
      "is open",
      { ...bracket(), faces: faces.slice(1) },
      /body\.shape .*must be closed, but only one face has the edge/,
    ],
    [
      "is inside out",
      { ...bracket(), faces: faces.map(([a, b, c]) => [a, c, b] as const) },
      /body\.shape .*inside out/,
    ],
    [
      "holds nothing",
      { ...bracket(), vertices: bracket().vertices.map(([x, y]) => [x, y, 0] as const) },
      /body\.shape .*hold no volume/,
    ],
  ] as const)("that %s has no mass, and the sentence says it of its field", (_, shape, sentence) => {
    expect(() => massOf(shape as MeshShape)).toThrow(sentence);
  });
});
