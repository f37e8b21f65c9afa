import { div, type Expr, max, min, mul, neg, norm, type Scalar, select, sub } from "../expr/expr.js";
import { cross, dot, mapV, negV, subV, type Vec3, vec3 } from "../expr/vector.js";
import type { Carried } from "./ball-pairs.js";
import { type ContactGeometry, frameOf, planarFrame } from "./contact-geometry.js";
import { armTo, directionToWorld, pointToBody, pointToWorld } from "./placement.js";
import type { HalfSpace, Point, Polygon } from "./shape.js";

/**
 * A vertex on a half-space: Ψ_n(q) = n·p − offset with p = x + R(q) v. A surface that ends is the top of a block: Ψ_n is the
 * largest of the signed distances to its top and to its sides, so that nothing jumps where a vertex slips over an end, or
 * comes in from beside. The force acts along the normal of the face of the largest.
 */
export function pointOnHalfSpace(point: Carried<Point>, plane: Carried<HalfSpace>): ContactGeometry {
  return lowestOnHalfSpace(pointToWorld(point.next, vec3(...point.shape.at)), point, plane);
}

/** The same of the point of a body that is lowest over the half-space, given in world axes. */
export function lowestOnHalfSpace(p: Vec3, first: Carried<unknown>, plane: Carried<HalfSpace>): ContactGeometry {
  const { normal, tangent, offset, stretch, breadth } = plane.shape;
  const n = directionToWorld(plane.next, vec3(...normal));
  const t = directionToWorld(plane.next, vec3(...tangent));
  const fromPlane = plane.next === undefined ? p : subV(p, plane.next.position);
  const o = cross(n, t);
  const sides = [
    ...(stretch === undefined ? [] : endFaces(t, negV(n), dot(t, fromPlane), stretch)),
    ...(breadth === undefined ? [] : endFaces(o, t, dot(o, fromPlane), breadth)),
  ];
  let top = { height: sub(dot(n, fromPlane), offset), normal: n, tangent: t };
  for (const side of sides) {
    const farther = sub(side.height, top.height);
    const either = (a: Vec3, b: Vec3): Vec3 => mapV(a, (x, i) => select(farther, x, b[i]));
    top = {
      height: max(top.height, side.height),
      normal: either(side.normal, top.normal),
      tangent: either(side.tangent, top.tangent),
    };
  }
  return { gap: top.height, frame: frameOf(top.normal, top.tangent), sides: sidesAt(p, first, plane) };
}

/** The two faces across an axis at the ends of an interval: heights over them, normals out of the block, tangents. */
function endFaces(axis: Vec3, tangent: Vec3, along: Expr, [from, to]: readonly [Scalar, Scalar]) {
  return [
    { height: sub(from, along), normal: negV(axis), tangent: negV(tangent) },
    { height: sub(along, to), normal: axis, tangent },
  ];
}

/**
 * A corner on a convex polygon: Ψ_n(q) = max over faces of m_i·p − o_i in the polygon's axes. That is the signed distance
 * inside and over a face; beyond a vertex it is less than the distance, but positive. The force acts along the normal of
 * the touched face, the one of the maximum.
 */
export function pointOnPolygon(point: Carried<Point>, polygon: Carried<Polygon>): ContactGeometry {
  const p = pointToWorld(point.next, vec3(...point.shape.at));
  const { distance, normal } = touchedFace(polygon.shape, pointToBody(polygon.next, p));
  return {
    gap: distance,
    room: mul(0.5, widthOf(polygon.shape)),
    frame: planarFrame(directionToWorld(polygon.next, normal)),
    sides: sidesAt(p, point, polygon),
  };
}

/** The smallest distance of two parallel lines that hold a convex polygon between them [m]. */
function widthOf(polygon: Polygon): Expr {
  const { vertices } = polygon;
  const widths = outerNormals(polygon).map((outer, i) =>
    max(...vertices.map(([x, y]) => dot(outer, subV(vec3(...vertices[i], 0), vec3(x, y, 0))))),
  );
  return min(...widths);
}

/** Unit normals out of the faces of a convex polygon, each of the face from a vertex to the next. */
function outerNormals({ vertices }: Polygon): Vec3[] {
  return vertices.map(([x, y], i) => {
    const [u, v] = vertices[(i + 1) % vertices.length];
    const edge = [sub(u, x), sub(v, y)] as const;
    const length = norm(...edge);
    return vec3(div(edge[1], length), div(neg(edge[0]), length), 0);
  });
}

/** The face of a convex polygon that is farthest below a point: signed distance and outer normal, in its axes. */
export function touchedFace(polygon: Polygon, p: Vec3): { distance: Expr; normal: Vec3 } {
  const faces = outerNormals(polygon).map((outer, i) => {
    const [x, y] = polygon.vertices[i];
    return { outer, distance: dot(outer, subV(p, vec3(x, y, p[2]))) };
  });
  let { distance, outer } = faces[0];
  for (const face of faces.slice(1)) {
    const farther = sub(face.distance, distance);
    outer = vec3(select(farther, face.outer[0], outer[0]), select(farther, face.outer[1], outer[1]), 0);
    distance = max(distance, face.distance);
  }
  return { distance, normal: outer };
}

/** Both bodies get the force at the same point of the world. */
function sidesAt(p: Vec3, first: Carried<unknown>, second: Carried<unknown>): ContactGeometry["sides"] {
  return [
    ...(first.body === undefined ? [] : [{ body: first.body, arm: armTo(first.next, p), sign: 1 as const }]),
    ...(second.body === undefined ? [] : [{ body: second.body, arm: armTo(second.next, p), sign: -1 as const }]),
  ];
}

/** The same contact seen from the other body: n and t turn round, and so do the signs. */
export function reverseContact({ frame, sides, ...same }: ContactGeometry): ContactGeometry {
  return {
    ...same,
    frame: frameOf(negV(frame.normal), negV(frame.tangent)),
    sides: sides.map(({ body, arm, sign }) => ({ body, arm, sign: sign === 1 ? -1 : 1 })),
  };
}
