/**
 * Convex shapes of any two kinds against each other: which core a shape has, the rows by which a step finds where two cores
 * are nearest (`pairs.ts`), and their distance as a plain number (`distance.ts`), for checks that have no step.
 * @module geometry/cores
 */
import { direction, inner, minus, outer } from "../../algebra/vectors.js";
import { add, div, type Expr, max, min, mul, neg, type Scalar, sub, toExpr } from "../../expr/expr.js";
import { addV, dot, mapV, normV, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import { convexHull } from "../hull/hull.js";
import { cornersOf, type Flat, flatness } from "../mesh/flats.js";
import { flatsOfParts, hullOrFlat, meshFlats } from "../mesh/mesh.js";
import type { Components, Hull, MeshShape, Polygon, Shape } from "../shape.js";

/**
 * A convex shape as the points within a radius ρ of a core, in its own axes:
 *
 *     c = centre + Σ u_k e_k + Σ w_j f_j + Σ x_i g_i,   |u_k| ≤ 1,   |w| ≤ 1,   n·c ≤ offset for all faces.
 *
 * The distance of two such shapes is that of their cores less both radii, and between cores that are apart it has a slope
 * everywhere, also where sharp shapes would meet with edges or corners.
 */
export interface Core {
  readonly centre: Vec3;
  /** Half the edges of a rod, a rectangle or a box. */
  readonly edges: readonly Vec3[];
  /** Half-axes of a disk or an ellipsoid. */
  readonly round: readonly Vec3[];
  /** Axes of what has faces. */
  readonly across: readonly Vec3[];
  readonly faces: readonly { readonly normal: Vec3; readonly offset: Expr }[];
  readonly radius: Expr;
  /** Corners of what has faces, where they are known. */
  readonly corners?: readonly Vec3[];
}

/**
 * Sharp shapes are taken with their edges rounded off by this part of their least half-width, their size kept: the depth
 * to which they may be pressed in, against how much of their corners is missing.
 */
export const roundedShare = 0.1;

const none = { edges: [], round: [], across: [], faces: [] } as const;
const zero = vec3(0, 0, 0);
const axis = { x: vec3(1, 0, 0), y: vec3(0, 1, 0), z: vec3(0, 0, 1) };

/** The core of a shape in the plane or in space, with edges rounded off or as they are; words say why there is none. */
export function coreOf(shape: Shape, planar: boolean, edges: "round" | "sharp" = "round"): Core | string {
  const taken = (size: Expr): Expr => (edges === "sharp" ? add(0, 0) : mul(roundedShare, size));
  switch (shape.kind) {
    case "point":
      return { ...none, centre: vec3(...shape.at), radius: add(0, 0) };
    case "ball":
      return { ...none, centre: vec3(...(shape.centre ?? [0, 0, 0])), radius: add(0, shape.radius) };
    case "segment":
    case "capsule": {
      const [from, to] = [vec3(...shape.from), vec3(...shape.to)];
      const radius = add(0, shape.kind === "capsule" ? shape.radius : 0);
      return { ...none, centre: scaleV(0.5, addV(from, to)), edges: [scaleV(0.5, subV(to, from))], radius };
    }
    case "box": {
      const [a, b, c] = shape.half;
      const sides = planar ? [a, b] : [a, b, c];
      const radius = shape.rounding === undefined ? taken(min(...sides)) : add(0, shape.rounding);
      const along = [axis.x, axis.y, axis.z];
      return { ...none, centre: zero, edges: sides.map((side, i) => scaleV(sub(side, radius), along[i])), radius };
    }
    case "cylinder": {
      if (planar) return "a cylinder is in space";
      const radius = taken(min(shape.radius, shape.halfLength));
      const disk = sub(shape.radius, radius);
      const along = [scaleV(sub(shape.halfLength, radius), axis.z)];
      return { ...none, centre: zero, edges: along, round: [scaleV(disk, axis.x), scaleV(disk, axis.y)], radius };
    }
    case "ellipsoid": {
      const halfAxes = planar ? shape.halfAxes.slice(0, 2) : shape.halfAxes;
      const radius = taken(min(...halfAxes));
      const along = [axis.x, axis.y, axis.z];
      return { ...none, centre: zero, round: halfAxes.map((half, i) => scaleV(sub(half, radius), along[i])), radius };
    }
    case "polygon":
      return planar ? polygonCore(shape, taken) : "a polygon is in the plane";
    case "hull":
      return planar ? "a hull is in space" : hullCore(shape, taken);
    case "mesh":
      return planar ? "a mesh is in space" : meshCore(shape);
    case "height-field":
      return "ground by heights is not convex (vertexContacts makes contacts of what lies on it)";
    case "half-space":
      return "two half-spaces without end always overlap";
    case "ring":
      return "a ring, as the rim of a cylinder, touches half-spaces";
    case "patch":
      return "the elements of a patch touch one by one";
    case "pad":
      return "a pad is for grasping models";
  }
}

/** Corners of a convex polygon drawn inwards: its edges by the radius. */
function polygonCore({ vertices }: Polygon, taken: (size: Expr) => Expr): Core {
  const corners = vertices.map(([x, y]) => vec3(x, y, 0));
  const faces = corners.map((a, i) => {
    const e = subV(corners[(i + 1) % corners.length], a);
    const normal = scaleV(div(1, normV(e)), vec3(e[1], neg(e[0]), 0));
    return { normal, offset: dot(normal, a) };
  });
  return drawnIn(corners, faces, [axis.x, axis.y], taken);
}

function hullCore(hull: Hull, taken: (size: Expr) => Expr): Core | string {
  const corners = hull.vertices.map((vertex) => vec3(...vertex));
  const given = hull.faces ?? facesOf(hull.vertices);
  if (given === undefined) return "a hull whose vertices are formulas needs its faces";
  const faces = given.map(({ normal, offset }) => ({ normal: vec3(...normal), offset: add(0, offset) }));
  return drawnIn(corners, faces, [axis.x, axis.y, axis.z], taken);
}

/** One part of a mesh, with its edges as they are: the hull of its flats, or a flat alone. */
function meshCore(mesh: MeshShape): Core | string {
  const parts = flatsOfParts(mesh, "pieces");
  if (parts.length > 1) return `the mesh has ${parts.length} convex parts (meshContacts makes one for each)`;
  const points = mesh.vertices.filter((_, i) => parts[0].some(({ rounds }) => rounds.flat().includes(i)));
  const hull = parts[0].length > 1 ? hullOrFlat(points) : undefined;
  if (hull === undefined) return flatCore(parts[0][0], mesh);
  const corners = hull.vertices.map((vertex) => vec3(...vertex));
  const faces = hull.faces.map(({ normal, offset }) => ({ normal: vec3(...normal), offset: add(0, offset) }));
  return { ...drawnIn(corners, faces, [axis.x, axis.y, axis.z], () => add(0, 0)), corners };
}

/** One part of a mesh with its edges rounded off; a flat has no thickness to do so. */
export function roundedMesh(mesh: MeshShape): Core | undefined {
  const hull = hullOrFlat(mesh.vertices);
  const core = hull && hullCore({ kind: "hull", ...hull }, (size) => mul(roundedShare, size));
  return typeof core === "string" ? undefined : core;
}

/** A convex polygon in its plane: two axes and a face for each side. */
function flatCore({ normal, rounds: [round] }: Flat, mesh: MeshShape): Core {
  const points = cornersOf(round, mesh.vertices, flatness * meshFlats(mesh).size).map((i) => mesh.vertices[i]);
  const faces = points.map((a, k) => {
    const outwards = direction(outer(minus(points[(k + 1) % points.length], a), normal));
    return { normal: vec3(...outwards), offset: add(0, inner(outwards, a)) };
  });
  const along = direction(minus(points[1], points[0]));
  const corners = points.map((point) => vec3(...point));
  return {
    ...drawnIn(corners, faces, [vec3(...along), vec3(...outer(normal, along))], () => add(0, 0)),
    corners,
  };
}

/** The faces of the hull of these points, where all of them are numbers. */
export function facesOf(vertices: readonly Components[]): Hull["faces"] {
  const numbers = numbersOf(vertices);
  return numbers && convexHull(numbers).faces;
}

/** Points as numbers, where all of them are: what was moved to its centre of mass is formulas of numbers. */
export function numbersOf(points: readonly Components[]): (readonly [number, number, number])[] | undefined {
  const numbers = points.flatMap(([x, y, z]) => {
    const [a, b, c] = [numberOf(x), numberOf(y), numberOf(z)];
    return a === undefined || b === undefined || c === undefined ? [] : [[a, b, c] as const];
  });
  return numbers.length === points.length ? numbers : undefined;
}

export function numberOf(x: Scalar): number | undefined {
  const e = toExpr(x);
  return e.op === "constant" ? e.value : undefined;
}

function drawnIn(
  corners: readonly Vec3[],
  faces: Core["faces"],
  along: readonly Vec3[],
  taken: (size: Expr) => Expr,
): Core {
  const centre = scaleV(1 / corners.length, addV(zero, ...corners));
  const radius = taken(min(...faces.map(({ normal, offset }) => sub(offset, dot(normal, centre)))));
  const size = max(...corners.map((corner) => normV(subV(corner, centre))));
  return {
    ...none,
    centre,
    across: along.map((each) => scaleV(size, each)),
    faces: faces.map(({ normal, offset }) => ({ normal, offset: sub(offset, radius) })),
    radius,
  };
}

/** No point of the core is farther from its centre [m]. */
export function spanOf({ edges, round, across }: Core): Expr {
  return add(...[...edges, ...round, ...across].map(normV), 0);
}

/** The coordinates of a point of the core near a point p of its axes: u, w and x in this order. */
export function nearCore({ centre, edges, round, across, faces }: Core, p: Vec3): Expr[] {
  const from = subV(p, centre);
  // a core may have no width in a direction
  const part = (e: Vec3): Expr => div(dot(from, e), max(thin, dot(e, e)));
  const u = edges.map((e) => max(-1, min(1, part(e))));
  const w = round.map(part);
  const beyond = max(1, ...(w.length === 0 ? [] : [normOf(w)]));
  // on the way from the centre, the place at which the first face is met
  const outside = max(
    1,
    ...faces.map(({ normal, offset }) => div(dot(normal, from), max(thin, sub(offset, dot(normal, centre))))),
  );
  return [...u, ...w.map((x) => div(x, beyond)), ...across.map((g) => div(part(g), outside))];
}

const thin = 1e-30;

const normOf = (xs: readonly Expr[]): Expr => normV(mapV(vec3(0, 0, 0), (_, i) => xs[i] ?? add(0, 0)));

/** c = centre + Σ u_k e_k + Σ w_j f_j + Σ x_i g_i. */
export function pointOfCore({ centre, edges, round, across }: Core, coordinates: readonly Scalar[]): Vec3 {
  return addV(centre, ...[...edges, ...round, ...across].map((e, i) => scaleV(coordinates[i], e)));
}
