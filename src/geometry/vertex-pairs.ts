import { abs, add, div, type Expr, max, min, mul, neg, norm, type Scalar, select, sub } from "../expr/expr.js";
import { cross, dot, mapV, negV, normV, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
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
  const top: Face = { distance: sub(dot(n, fromPlane), offset), axes: [n, t], slope: 1 };
  const width = mul(ledge, min(least, ...sides.map(({ span }) => span)));
  const beside = sides.map((face) => behindAs(face, [top, face], all, [width, flush(face, n, all, width)]));
  const {
    distance,
    axes: [out, across],
    slope,
  } = farthestOf([top, ...beside]);
  const along = scaleV(slope, across);
  return {
    gap: distance,
    frame: { normal: scaleV(slope, out), tangent: along, orthogonal: cross(out, along) },
    sides: sidesAt(p, first, plane),
  };
}

/**
 * By how much, up to twice the width, an edge from the corner is as long as the top along a side's normal, and level with it [m]. It
 * changes as the body turns only: one that moves along meets ends that stand still.
 */
function flush(
  { span, axes: [out] }: Face & { readonly span: Expr },
  up: Vec3,
  edges: readonly Vec3[],
  width: Expr,
): Expr {
  const off = edges.map((one) => max(abs(add(span, dot(out, one))), abs(dot(up, one))));
  return max(0, ...off.map((length) => sub(mul(2, width), length)));
}

/** The one that a point is farthest over. */
const farthestOf = (faces: readonly Face[]): Face =>
  faces.reduce((one, other) => {
    const farther = sub(other.distance, one.distance);
    return {
      distance: max(one.distance, other.distance),
      axes: one.axes.map((axis, k) => mapV(axis, (x, i) => select(farther, other.axes[k][i], x))),
      slope: select(farther, other.slope, one.slope),
    };
  });

/** The two faces across an axis at the ends of an interval, with normals out of the block. */
function endFaces(axis: Vec3, tangent: Vec3, along: Expr, [from, to]: readonly [Scalar, Scalar]) {
  const span = sub(to, from);
  return [
    { distance: sub(from, along), axes: [negV(axis), negV(tangent)], span, slope: 1 },
    { distance: sub(along, to), axes: [axis, tangent], span, slope: 1 },
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
  const face = touchedFace(polygon.shape, pointToBody(polygon.next, p), edges);
  return {
    gap: face.distance,
    room: mul(0.5, widthOf(polygon.shape)),
    frame: planarFrame(directionToWorld(polygon.next, scaleV(face.slope, face.axes[0]))),
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
export function touchedFace(polygon: Polygon, p: Vec3, { all, least } = noEdges): Face {
  const over = outerNormals(polygon).map((normal, i): Face => {
    const [x, y] = polygon.vertices[i];
    return { distance: dot(normal, subV(p, vec3(x, y, p[2]))), axes: [normal], slope: 1 };
  });
  const width = mul(edge, min(least, widthOf(polygon)));
  return farthestOf(over.map((face) => behindAs(face, over, all, [width, width])));
}

/** A corner this part of the smaller width beyond the end of a face is still on it. */
const edge = 0.01;
/** On a table top a little more than the part by which edges are rounded, where the ends of the top meet them (`roundedShare`). */
const ledge = 0.06;
/** Within that its depth falls to none so many times as fast as it goes on. */
const steep = 20;

/**
 * A face: its distance from a corner, its normal outwards and a tangent, and by how much that distance grows along the normal. The
 * axes of a contact are longer by that: its force pushes by the same, or energy would be made or lost where a corner slips over the end
 * of the face that it stood on.
 */
interface Face {
  readonly distance: Expr;
  readonly axes: readonly Vec3[];
  readonly slope: Scalar;
}

/** Its distance from the lowest of a corner and those at the other ends of its edges. */
const lowestOf = ({ distance, axes: [normal] }: Face, edges: readonly Vec3[]): Expr =>
  add(distance, min(0, ...edges.map((one) => dot(normal, one))));

/**
 * A face as it counts for a corner of another body. Of several, the one that is farthest out of all lowest corners parts both bodies, as
 * an axis of separation does, and counts by its distance d. Another is beside the corner: of a box that stands flush on one as wide both
 * corners are on its sides, of distance zero, and nothing would carry it. So far as it is behind the parting one, s, by ε at most, it
 * counts as (1 + k s/ε) (d − s), where that is less than d: a corner is carried up to ε beyond the end of the face that it stands on, and
 * no force jumps. On a table top so only a body of about its length that lies flat, by `most` at most: what hangs over one end alone lies on it.
 */
function behindAs(
  face: Face,
  faces: readonly Face[],
  edges: readonly Vec3[],
  [width, most]: readonly [Expr, Expr],
): Face {
  if (edges.length === 0) return face;
  const [lowest, ...all] = [face, ...faces].map((one) => lowestOf(one, edges));
  const behind = min(width, most, sub(max(...all), lowest));
  const slope = add(1, mul(steep, div(behind, width)));
  const distance = mul(slope, sub(face.distance, behind));
  const isFaded = sub(face.distance, distance);
  return { ...face, distance: min(face.distance, distance), slope: select(isFaded, slope, 1) };
}

/** The same contact seen from the other body: n and t turn round, and so do the signs. */
export function reverseContact({ frame, sides, ...same }: ContactGeometry): ContactGeometry {
  return {
    ...same,
    frame: frameOf(negV(frame.normal), negV(frame.tangent)),
    sides: sides.map((side) => ({ ...side, sign: side.sign === 1 ? -1 : 1 })),
  };
}
