import { direction, minus, outer, type ReadonlyVector } from "../../algebra/vectors.js";
import { add, div, type Expr, max, min, mul, select, sub } from "../../expr/expr.js";
import { dot, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import type { MeshShape } from "../shape.js";
import { cornersOf, type Flat, flatness } from "./flats.js";
import { flatsOfParts, hullOrFlat, meshFlats } from "./mesh.js";

/** A place that may be the nearest, and the square of its distance. */
interface Candidate {
  readonly point: Vec3;
  readonly square: Expr;
}

/**
 * The point of one part of a mesh that is nearest to a point outside of it: the foot on a flat, where that lies inside of
 * it, or a point of an edge; of all of them the nearest. A point inside of the part's hull is its own nearest one.
 */
export function nearestOnMesh(mesh: MeshShape, p: Vec3): Vec3 {
  const flats = flatsOfParts(mesh, "whole").flat();
  const hull = flats.length > 1 ? hullOrFlat(mesh.vertices) : undefined;
  const within = flatness * meshFlats(mesh).size;
  const sides = new Map<string, readonly [number, number]>();
  for (const { rounds } of flats)
    for (const round of rounds) {
      const corners = cornersOf(round, mesh.vertices, within);
      corners.forEach((i, k) => {
        const j = corners[(k + 1) % corners.length];
        sides.set(`${Math.min(i, j)} ${Math.max(i, j)}`, [i, j]);
      });
    }
  const onEdges = [...sides.values()].map(([i, j]) => onEdge(mesh.vertices[i], mesh.vertices[j], p));
  let best = onEdges.reduce(nearer);
  for (const flat of flats) best = footOr(flat, { mesh, p, within }, best);
  if (hull === undefined) return best.point;
  const above = max(...hull.faces.map(({ normal, offset }) => sub(dot(vec3(...normal), p), offset)));
  const chosen = (x: Expr, y: Expr): Expr => select(above, x, y);
  return [chosen(best.point[0], p[0]), chosen(best.point[1], p[1]), chosen(best.point[2], p[2])];
}

/** The nearer of two, the first of equal ones. */
function nearer(a: Candidate, b: Candidate): Candidate {
  const sooner = sub(b.square, a.square);
  const chosen = (x: Expr, y: Expr): Expr => select(sooner, x, y);
  return {
    point: [chosen(a.point[0], b.point[0]), chosen(a.point[1], b.point[1]), chosen(a.point[2], b.point[2])],
    square: min(a.square, b.square),
  };
}

/** a + clamp((p − a)·e / e·e, 0, 1) e with e = b − a. */
function onEdge(from: ReadonlyVector, to: ReadonlyVector, p: Vec3): Candidate {
  const [a, e] = [vec3(...from), vec3(...minus(to, from))];
  const offset = subV(p, a);
  const along = max(0, min(1, div(dot(offset, e), dot(e, e))));
  const point: Vec3 = [add(a[0], mul(along, e[0])), add(a[1], mul(along, e[1])), add(a[2], mul(along, e[2]))];
  const away = subV(p, point);
  return { point, square: dot(away, away) };
}

interface From {
  readonly mesh: MeshShape;
  readonly p: Vec3;
  readonly within: number;
}

/** The foot p − (n·p − offset) n where it is inside of a flat and nearer, else another place. */
function footOr(flat: Flat, { mesh, p, within }: From, other: Candidate): Candidate {
  const n = vec3(...flat.normal);
  const height = sub(dot(n, p), flat.offset);
  const inside = insideOf(flat, { mesh, p, within });
  const square = mul(height, height);
  const foot = subV(p, scaleV(height, n));
  const takes = min(inside, sub(other.square, square));
  const chosen = (x: Expr, y: Expr): Expr => select(takes, x, y);
  return {
    point: [chosen(foot[0], other.point[0]), chosen(foot[1], other.point[1]), chosen(foot[2], other.point[2])],
    square: select(takes, square, other.square),
  };
}

/** How far a point is inside of the sides of a flat, over its plane; of a flat that is not convex, of the nearest piece [m]. */
function insideOf(flat: Flat, { mesh, p, within }: From): Expr {
  const own = new Set(flat.triangles);
  const pieces = meshFlats(mesh).pieces.filter(({ triangles }) => own.has(triangles[0]));
  return max(
    ...pieces.map(({ rounds: [round] }) => {
      const corners = cornersOf(round, mesh.vertices, within);
      const distances = corners.map((i, k) => {
        const [a, b] = [mesh.vertices[i], mesh.vertices[corners[(k + 1) % corners.length]]];
        return dot(vec3(...direction(outer(flat.normal, minus(b, a)))), subV(p, vec3(...a)));
      });
      return min(...distances);
    }),
  );
}
