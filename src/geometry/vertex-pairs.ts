import { abs, add, div, type Expr, max, min, mul, neg, norm, type Scalar, select, sub } from "../expr/expr.js";
import { cross, dot, mapV, negV, normV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { type Carried, sidesAt } from "./ball-pairs.js";
import { type ContactGeometry, frameOf, planarFrame } from "./contact-geometry.js";
import { directionToBody, directionToWorld, pointToBody, pointToWorld } from "./placement.js";
import type { HalfSpace, Point, Polygon } from "./shape.js";

/**
 * A vertex on a half-space: Ψ_n(q) = n·p − offset with p = x + R(q) v. A surface that ends is the top of a block: Ψ_n is the
 * largest of the signed distances to its top and to its sides, so that nothing jumps where a vertex slips over an end, or
 * comes in from beside. The force acts along the normal of the face of the largest.
 */
export function pointOnHalfSpace(point: Carried<Point>, plane: Carried<HalfSpace>): ContactGeometry {
  return lowestOnHalfSpace(pointToWorld(point.next, vec3(...point.shape.at)), point, plane, edgesOf(point));
}

/** The edges from a corner to those beside it, in world axes, and the length of the shortest [m]. */
interface Edges {
  readonly all: readonly Vec3[];
  readonly least: Scalar;
}

const noEdges: Edges = { all: [], least: 0 };

function edgesOf({ shape: { at, beside = [] }, next }: Carried<Point>): Edges {
  if (beside.length === 0) return noEdges;
  const edges = beside.map((other) => subV(vec3(...other), vec3(...at)));
  return { all: edges.map((one) => directionToWorld(next, one)), least: min(...edges.map(normV)) };
}

/** The same of the point of a body that is lowest over the half-space, given in world axes. */
export function lowestOnHalfSpace(
  p: Vec3,
  first: Carried<unknown>,
  plane: Carried<HalfSpace>,
  { all, least } = noEdges,
): ContactGeometry {
  const { normal, tangent, offset, stretch, breadth } = plane.shape;
  const n = directionToWorld(plane.next, vec3(...normal));
  const t = directionToWorld(plane.next, vec3(...tangent));
  const fromPlane = plane.next === undefined ? p : subV(p, plane.next.position);
  const o = cross(n, t);
  const sides = [
    ...(stretch ? endFaces(t, negV(n), dot(t, fromPlane), stretch) : []),
    ...(breadth ? endFaces(o, t, dot(o, fromPlane), breadth) : []),
  ];
  let top = { distance: sub(dot(n, fromPlane), offset), normal: n, tangent: t };
  const parting = lowestOf(top, all);
  const spans = [stretch, breadth].flatMap((ends) => (ends ? [sub(ends[1], ends[0])] : []));
  const width = mul(ledge, min(least, ...spans));
  for (const [i, face] of sides.entries()) {
    const other = lowestOf(sides[i ^ 1], all, max);
    const flush = max(0, sub(mul(2, width), abs(other)));
    const side = all.length === 0 ? face : behindAs(face, all, parting, [width, flush]);
    const farther = sub(side.distance, top.distance);
    top = {
      distance: max(top.distance, side.distance),
      normal: either(farther, side.normal, top.normal),
      tangent: either(farther, side.tangent, top.tangent),
    };
  }
  return { gap: top.distance, frame: frameOf(top.normal, top.tangent), sides: sidesAt(p, first, plane) };
}

/** The first where the condition is not negative. */
const either = (condition: Expr, a: Vec3, b: Vec3): Vec3 => mapV(a, (x, i) => select(condition, x, b[i]));

/** The two faces across an axis at the ends of an interval: distances to them, normals out of the block, tangents. */
function endFaces(axis: Vec3, tangent: Vec3, along: Expr, [from, to]: readonly [Scalar, Scalar]) {
  return [
    { distance: sub(from, along), normal: negV(axis), tangent: negV(tangent) },
    { distance: sub(along, to), normal: axis, tangent },
  ];
}

/**
 * A corner on a convex polygon: Ψ_n(q) = max over faces of m_i·p − o_i in the polygon's axes. That is the signed distance
 * inside and over a face; beyond a vertex it is less than the distance, but positive. The force acts along the normal of
 * the touched face, the one of the maximum. Of a corner whose own polygon is known, faces count less that it is beside.
 */
export function pointOnPolygon(point: Carried<Point>, polygon: Carried<Polygon>): ContactGeometry {
  const p = pointToWorld(point.next, vec3(...point.shape.at));
  const { all, least } = edgesOf(point);
  const edges = { all: all.map((one) => directionToBody(polygon.next, one)), least };
  const { distance, normal } = touchedFace(polygon.shape, pointToBody(polygon.next, p), edges);
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
export function touchedFace(polygon: Polygon, p: Vec3, { all, least } = noEdges): { distance: Expr; normal: Vec3 } {
  const over = outerNormals(polygon).map((normal, i) => {
    const [x, y] = polygon.vertices[i];
    return { normal, distance: dot(normal, subV(p, vec3(x, y, p[2]))) };
  });
  const lowest = over.map((face) => lowestOf(face, all));
  const parting = (i: number): Expr => max(...lowest.filter((_, k) => k !== i));
  const width = mul(edge, min(least, widthOf(polygon)));
  const faces = all.length === 0 ? over : over.map((face, i) => behindAs(face, all, parting(i), [width, width]));
  let { distance, normal } = faces[0];
  for (const face of faces.slice(1)) {
    const farther = sub(face.distance, distance);
    normal = either(farther, face.normal, normal);
    distance = max(distance, face.distance);
  }
  return { distance, normal };
}

/** A corner this part of the smaller width beyond the end of a face is still on it. */
const edge = 0.01;
/** On a table top a little more than the part by which edges are rounded, where the ends of the top meet them (`roundedShare`). */
const ledge = 0.06;
/** Within that its depth falls to none so many times as fast as it goes on. */
const steep = 20;

/** A face: its distance from a corner, and its normal outwards. */
interface Face {
  readonly distance: Expr;
  readonly normal: Vec3;
}

/** Its distance from the lowest, or the highest, of a corner and those at the other ends of its edges. */
const lowestOf = ({ distance, normal }: Face, edges: readonly Vec3[], extreme = min): Expr =>
  add(distance, extreme(0, ...edges.map((one) => dot(normal, one))));

/**
 * A face as it counts for a corner of another body. Of several, the one that is farthest out of all lowest corners parts both bodies, as
 * an axis of separation does, and counts by its distance d. Another is beside the corner: of a box that stands flush on one as wide both
 * corners are on its sides, of distance zero, and nothing would carry it. So far as it is behind the parting one, s, by ε at most, it
 * counts as (1 + k s/ε) (d − s), where that is less than d: a corner is carried up to ε beyond the end of the face that it stands on, and
 * no force jumps. On a table top so only while the body ends near both its ends, by `most` at most: what hangs over one end alone lies on it.
 */
function behindAs<F extends Face>(
  face: F,
  edges: readonly Vec3[],
  parting: Expr,
  [width, most]: readonly [Expr, Expr],
): F {
  const { distance } = face;
  const lowest = lowestOf(face, edges);
  const behind = min(width, most, sub(parting, lowest));
  const faded = mul(add(1, mul(steep, div(behind, width))), sub(distance, behind));
  return { ...face, distance: select(sub(lowest, parting), distance, min(distance, faded)) };
}

/** The same contact seen from the other body: n and t turn round, and so do the signs. */
export function reverseContact({ frame, sides, ...same }: ContactGeometry): ContactGeometry {
  return {
    ...same,
    frame: frameOf(negV(frame.normal), negV(frame.tangent)),
    sides: sides.map(({ body, arm, sign }) => ({ body, arm, sign: sign === 1 ? -1 : 1 })),
  };
}
