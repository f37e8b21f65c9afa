import { add, div, type Expr, exp, max, mul, neg, norm, type Scalar, sub } from "../expr/expr.js";
import { addV, dot, scaleV, type Vec3, vec3 } from "../expr/vector.js";
import {
  type PlacedShape,
  placedFarthest,
  placedInequalities,
  placedMiddle,
  placedRadius,
  placedSupport,
} from "./placed.js";
import type { Components, Face, Polyhedron, Shell } from "./shape.js";
import type { Inequality } from "./smooth.js";

/** A convex body as the intersection of inequalities f_i(x) ≤ 0, in body axes with the centre of mass at the origin. */
export type ConvexShape = Polyhedron | PlacedShape;

/** The f_i and ∇f_i of a convex body at a point of its own axes; for a polyhedron f_i = n_i·x − offset_i. */
export function inequalitiesAt(shape: ConvexShape, point: Vec3): Inequality[] {
  if (shape.kind !== "hull") return placedInequalities(shape, point);
  return shape.faces.map(({ normal, offset }) => {
    const gradient = vec3(...normal);
    return { value: sub(dot(gradient, point), offset), gradient };
  });
}

/** The vertices of a convex body, as vectors in its own axes; a smooth one has none. */
export function verticesOf(shape: ConvexShape): Vec3[] {
  return shape.kind === "hull" ? shape.vertices.map((vertex) => vec3(...vertex)) : [];
}

/** The largest distance of a point of the body from the origin of its axes [m]. */
export function radiusOf(shape: ConvexShape): Expr {
  return shape.kind === "hull" ? max(...verticesOf(shape).map((vertex) => norm(...vertex))) : placedRadius(shape);
}

/** A point inside, in the axes of the body. */
export function middleOf(shape: ConvexShape): Vec3 {
  return shape.kind === "hull" ? vec3(...(shape.centre ?? [0, 0, 0])) : placedMiddle(shape);
}

/** The support function h(d) = max d·x over the body, for a direction d in its axes. */
export function supportOf(shape: ConvexShape, d: Vec3): Expr {
  return shape.kind === "hull" ? max(...verticesOf(shape).map((vertex) => dot(d, vertex))) : placedSupport(shape, d);
}

/** Vertices that lie less far by this part of the body's radius hardly count among the farthest. */
const softness = 0.01;

/**
 * A point of the body that lies farthest in a direction d, in its axes: of a polyhedron the mean of the vertices with
 * weights exp((d·V_i − h(d))/(softness L)), which goes over from vertices to the middles of edges and faces.
 */
export function farthestIn(shape: ConvexShape, d: Vec3): Vec3 {
  if (shape.kind !== "hull") return placedFarthest(shape, d);
  const vertices = verticesOf(shape);
  const width = mul(softness, radiusOf(shape));
  const most = supportOf(shape, d);
  const weights = vertices.map((vertex) => exp(div(sub(dot(d, vertex), most), width)));
  const sum = addV(vec3(0, 0, 0), ...vertices.map((vertex, i) => scaleV(weights[i], vertex)));
  return scaleV(div(1, add(...weights)), sum);
}

/** The surface of a polyhedron, for one that is a part of a body. */
export function shellOf({ vertices, faces }: Polyhedron): Shell {
  return { vertices, faces: faces.map((face) => face.vertices) };
}

/**
 * The prism over a convex polygon, anticlockwise, between two heights [m]: its vertices are those of the polygon at
 * `bottom`, then at `top`.
 */
export function prism(polygon: readonly (readonly [Scalar, Scalar])[], bottom: Scalar, top: Scalar): Polyhedron {
  const n = polygon.length;
  const corners = polygon.map((_, i) => i);
  const side = (i: number): Face => {
    const j = (i + 1) % n;
    const along = [sub(polygon[j][0], polygon[i][0]), sub(polygon[j][1], polygon[i][1])] as const;
    const length = norm(...along);
    const normal: Components = [div(along[1], length), neg(div(along[0], length)), 0];
    return { normal, offset: dot(vec3(...normal), vec3(...polygon[i], 0)), vertices: [i, j, n + j, n + i] };
  };
  return {
    kind: "hull",
    vertices: [bottom, top].flatMap((z) => polygon.map(([x, y]): Components => [x, y, z])),
    faces: [
      { normal: [0, 0, -1], offset: neg(bottom), vertices: [...corners].reverse() },
      { normal: [0, 0, 1], offset: add(top, 0), vertices: corners.map((i) => n + i) },
      ...corners.map(side),
    ],
  };
}

/** The hull of the box |x| ≤ a, |y| ≤ b, |z| ≤ c: vertices (−,−), (+,−), (+,+), (−,+) below, then above [m]. */
export function boxHull(a: Scalar, b: Scalar, c: Scalar): Polyhedron {
  const { vertices, faces } = prism(
    [
      [neg(a), neg(b)],
      [a, neg(b)],
      [a, b],
      [neg(a), b],
    ],
    neg(c),
    c,
  );
  // the sides of a box whose size is a formula have plain normals
  const sides: readonly (readonly [Components, Scalar])[] = [
    [[0, -1, 0], b],
    [[1, 0, 0], a],
    [[0, 1, 0], b],
    [[-1, 0, 0], a],
  ];
  return {
    kind: "hull",
    vertices,
    faces: faces.map((face, i) =>
      i < 2 ? face : { ...face, normal: sides[i - 2][0], offset: mul(1, sides[i - 2][1]) },
    ),
  };
}
