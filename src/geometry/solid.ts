import { areaVector, inner, length, minus, plus, type ReadonlyVector } from "../algebra/vectors.js";
import { convexHull } from "./hull/hull.js";

/** The convex hull of points. */
export interface SolidHull {
  readonly kind: "hull";
  readonly vertices: readonly ReadonlyVector[];
}

/** A simple polygon, convex or not, drawn out along z. */
export interface Extrusion {
  readonly kind: "extrusion";
  readonly outline: readonly (readonly [x: number, y: number])[];
  readonly bottom: number;
  readonly top: number;
}

/** The inside of a closed surface of plane polygons, such as triangles, each anticlockwise seen from outside. */
export interface Mesh {
  readonly kind: "mesh";
  readonly vertices: readonly ReadonlyVector[];
  readonly faces: readonly (readonly number[])[];
}

/** Parts that may touch but must not overlap. */
export interface Union {
  readonly kind: "union";
  readonly parts: readonly Solid[];
}

/** The true shape of a body [m], convex or not, in axes of its own. */
export type Solid = SolidHull | Extrusion | Mesh | Union;

/** A closed surface of plane polygons, each anticlockwise seen from outside. */
export type Surface = Pick<Mesh, "vertices" | "faces">;

/** The box |x| ≤ a, |y| ≤ b, |z| ≤ c about a centre [m]. */
export function boxSolid(a: number, b: number, c: number, [x, y, z]: ReadonlyVector = [0, 0, 0]): Extrusion {
  const outline = [[x - a, y - b] as const, [x + a, y - b] as const, [x + a, y + b] as const, [x - a, y + b] as const];
  return { kind: "extrusion", outline, bottom: z - c, top: z + c };
}

/**
 * The surfaces of a solid, one for each part of a union.
 * @throws {RangeError} for numbers that are not finite, a surface that is not closed or inside out, a flat solid.
 */
export function surfacesOf(solid: Solid): Surface[] {
  if (solid.kind === "union") {
    if (solid.parts.length === 0) throw new RangeError("a union needs parts");
    return solid.parts.flatMap(surfacesOf);
  }
  if (solid.kind === "mesh") return [closed(solid)];
  if (solid.kind === "extrusion") return [closed(prismOf(solid))];
  if (solid.kind !== "hull")
    throw new RangeError(`a solid is a hull, an extrusion, a mesh or a union, not "${(solid as Solid).kind}"`);
  const { vertices, faces } = convexHull(solid.vertices);
  return [{ vertices, faces: faces.map((face) => face.vertices) }];
}

/** The points of which the hull of a solid is made, in the user's order. */
export function pointsOf(solid: Solid): ReadonlyVector[] {
  if (solid.kind === "union") return solid.parts.flatMap(pointsOf);
  return solid.kind === "extrusion" ? [...prismOf(solid).vertices] : [...solid.vertices];
}

/** A solid moved by a vector. */
export function moved(solid: Solid, by: ReadonlyVector): Solid {
  if (solid.kind === "union") return { ...solid, parts: solid.parts.map((part) => moved(part, by)) };
  if (solid.kind !== "extrusion") return { ...solid, vertices: solid.vertices.map((vertex) => plus(vertex, by)) };
  return {
    ...solid,
    outline: solid.outline.map(([x, y]) => [x + by[0], y + by[1]] as const),
    bottom: solid.bottom + by[2],
    top: solid.top + by[2],
  };
}

/** Vertices at the bottom, then at the top, in the user's order, whichever way round that goes. */
function prismOf({ outline, bottom, top }: Extrusion): Surface {
  const n = outline.length;
  const vertices = [bottom, top].flatMap((z) => outline.map(([x, y]): ReadonlyVector => [x, y, z]));
  const around = outline.map((_, i) => i);
  if (areaVector(vertices.slice(0, n))[2] < 0) around.reverse();
  const sides = around.map((i, k) => [i, around[(k + 1) % n], around[(k + 1) % n] + n, i + n]);
  return { vertices, faces: [[...around].reverse(), around.map((i) => i + n), ...sides] };
}

/** A volume of rounding errors alone, in parts of the cube of the size. */
const emptiness = 1e-14;

/**
 * A surface that is closed and holds a volume.
 * @throws {RangeError} for one that does not, saying how.
 */
export function closed({ vertices, faces }: Surface): Surface {
  const wrong = vertices.findIndex((vertex) => vertex.length !== 3 || !vertex.every(Number.isFinite));
  if (wrong >= 0)
    throw new RangeError(`vertex ${wrong} of a solid must be three finite numbers, not [${vertices[wrong]}]`);
  const edges = new Set<string>();
  for (const face of faces)
    face.forEach((i, k) => {
      const j = face[(k + 1) % face.length];
      const edge = `${i} ${j}`;
      if (vertices[i] === undefined || edges.has(edge))
        throw new RangeError(
          `the surface of a solid must have every edge once in each direction, not ${i} to ${j} twice`,
        );
      edges.add(edge);
    });
  for (const edge of edges) {
    const [i, j] = edge.split(" ");
    if (!edges.has(`${j} ${i}`))
      throw new RangeError(`the surface of a solid must be closed, but only one face has the edge from ${i} to ${j}`);
  }
  const surface = { vertices, faces };
  const volume = volumeOf(surface);
  const size = sizeOf(vertices);
  if (!(Math.abs(volume) > emptiness * size * size * size)) throw new RangeError("the faces of a solid hold no volume");
  if (volume < 0)
    throw new RangeError("the faces of a solid are inside out: each must be anticlockwise seen from outside");
  return surface;
}

/** ⅓ Σ x·A over the faces, by the divergence theorem; x from the first vertex. */
function volumeOf({ vertices, faces }: Surface): number {
  const polygons = faces.map((face) => face.map((i) => minus(vertices[i], vertices[0])));
  return polygons.reduce((sum, polygon) => sum + inner(polygon[0], areaVector(polygon)) / 3, 0);
}

/** The largest distance between a point of a solid and its first [m]: what tolerances are relative to. */
export function sizeOf(points: readonly ReadonlyVector[]): number {
  return points.reduce((size, point) => Math.max(size, length(minus(point, points[0]))), 0);
}
