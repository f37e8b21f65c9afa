/**
 * The shapes of everything, in one vocabulary: this file is the table of their kinds, beside it stand what models ask of
 * them (gaps and normals of pairs, nearest points, support, hulls, mass). Formulas of places in, formulas out; nothing here
 * knows of bodies, forces or time. A shape is a record here and a branch in the files that answer for it.
 * @module geometry
 */
import { BadInput } from "../checks/bad-input.js";
import {
  type Check,
  type Checked,
  fields,
  kind,
  kindOf,
  listOf,
  must,
  pair,
  quantities,
  quantity,
  vector,
} from "../checks/fields.js";
import { mul, neg, type Scalar } from "../expr/expr.js";

/** A point or a direction, in the axes of the body that carries it or of the world. */
export type Components = readonly [Scalar, Scalar, Scalar];

const face = fields({
  normal: vector,
  /** Distance of the face's plane from the origin along the normal [m]. */
  offset: quantity,
  vertices: listOf(must<number>("a whole number", Number.isInteger)),
});

const pose = fields(
  { position: vector },
  {
    /** Unit quaternion w, x, y, z; the axes are not turned where left out. */
    orientation: quantities<readonly [Scalar, Scalar, Scalar, Scalar]>(4),
  },
);

/** More than these make a formula of a contact too long for its kernel. */
const mostHeights = 400;

const heights = must<readonly (readonly number[])[]>(
  `two or more rows of as many finite numbers each, at most ${mostHeights} in all`,
  (given) =>
    Array.isArray(given) &&
    given.length >= 2 &&
    given.every(
      (row) =>
        Array.isArray(row) &&
        row.length >= 2 &&
        row.length === given[0].length &&
        Array.from(row).every(Number.isFinite),
    ) &&
    given.length * given[0].length <= mostHeights,
);

const isPoint = (given: unknown): boolean =>
  Array.isArray(given) && given.length === 3 && Array.from(given).every(Number.isFinite);

const meshVertices = must<readonly (readonly [number, number, number])[]>(
  "three or more points of three finite numbers each",
  (given) => Array.isArray(given) && given.length >= 3 && Array.from(given).every(isPoint),
);

const isTriangle = (given: unknown): boolean =>
  isPoint(given) && Array.isArray(given) && given.every(Number.isInteger) && new Set(given).size === 3;

const triangles = must<readonly (readonly [number, number, number])[]>(
  "one or more triangles, each of three different vertices by their numbers",
  (given) => Array.isArray(given) && given.length >= 1 && Array.from(given).every(isTriangle),
);

/** People who think of the plane give two. */
const halves: Check<Components> = (given, at) => {
  if (Array.isArray(given) && given.length === 2)
    throw new BadInput(
      at,
      `${at} must be 3 numbers or formulas; in the plane the third counts for nothing, so repeat the second.`,
    );
  vector(given, at);
};

/** The pose of a shape in the axes of the body that carries it, or of the world; the origin where left out. */
const posed = { pose };

const looseMesh = kind(
  "mesh",
  {
    /** Numbers [m]. */
    vertices: meshVertices,
    /** Triangles of the vertices, from 0, each anticlockwise seen from outside. */
    faces: triangles,
  },
  posed,
);

/** Triangles of vertices that there are. */
const mesh: typeof looseMesh = (given, at) => {
  looseMesh(given, at);
  const { vertices, faces } = given as Checked<typeof looseMesh>;
  const known = (face: readonly number[]): boolean => face.every((k) => k >= 0 && k < vertices.length);
  must(`of the vertices 0 to ${vertices.length - 1}`, () => faces.every(known))(
    faces.find((face) => !known(face)),
    `${at}.faces[${faces.findIndex((face) => !known(face))}]`,
  );
};

/** Every kind of shape, and what its fields may hold. */
export const shapes = {
  ball: kind(
    "ball",
    {
      /** Radius [m]. */
      radius: quantity,
    },
    {
      /** Centre [m]; the origin of its axes where left out. */
      centre: vector,
    },
  ),
  box: kind(
    "box",
    {
      /** Half its lengths a, b, c [m]; in the plane c counts for nothing. */
      half: halves,
    },
    {
      /** Radius of its edges and corners [m]; they are sharp where left out. */
      rounding: quantity,
      ...posed,
    },
  ),
  capsule: kind("capsule", {
    /** Both ends of its axis [m]. */
    from: vector,
    to: vector,
    radius: quantity,
  }),
  cylinder: kind("cylinder", { radius: quantity, halfLength: quantity }, posed),
  ellipsoid: kind("ellipsoid", { halfAxes: vector }, posed),
  hull: kind(
    "hull",
    {
      /** In the order in which people name them [m]. */
      vertices: listOf(vector),
    },
    { faces: listOf(face) },
  ),
  polygon: kind("polygon", { vertices: listOf(pair) }),
  "half-space": kind(
    "half-space",
    {
      normal: vector,
      tangent: vector,
      /** Distance of the surface from the origin along the normal [m]. */
      offset: quantity,
    },
    {
      /**
       * Begin and end of the surface along the tangent t [m]; without it the surface has no end that way. A surface that
       * ends is the top of a block without bottom, and has sides.
       */
      stretch: pair,
      /** The same along n × t [m]. */
      breadth: pair,
    },
  ),
  segment: kind("segment", { from: vector, to: vector }),
  point: kind(
    "point",
    { at: vector },
    {
      /** Of a corner of a polygon: the corners before and after it, which tell faces that it stands on from those that it is beside. */
      beside: listOf(vector),
    },
  ),
  ring: kind("ring", {
    centre: vector,
    /** Unit vector that the circle lies across. */
    axis: vector,
    radius: quantity,
  }),
  patch: kind(
    "patch",
    { points: listOf(vector) },
    {
      /** Radius about each of its points [m]. */
      rounding: quantity,
    },
  ),
  "height-field": kind(
    "height-field",
    {
      /** Heights z [m] at the points of a grid, row by row: a row goes along x, the rows follow along y. */
      heights,
      /** Distance of neighbours along x and along y [m]. */
      spacing: pair,
    },
    {
      /** Place of the first height [m]; the origin where left out. */
      from: pair,
      /** Factor on all heights; one where left out. */
      scale: quantity,
    },
  ),
  mesh,
  pad: kind("pad", { half: pair, depth: quantity }),
};

/** A ball in space, a disk in the plane. */
export interface Ball extends Checked<typeof shapes.ball> {}

/** The box |x| ≤ a, |y| ≤ b, |z| ≤ c, its edges and corners rounded off with a radius (none where left out). */
export interface Box extends Checked<typeof shapes.box> {}

/** The points that are nearer to a line from one end to the other than a radius [m]. */
export interface Capsule extends Checked<typeof shapes.capsule> {}

/** A position, and an orientation, of a shape. */
export interface ShapePose extends Checked<typeof pose> {}

/** The cylinder x² + y² ≤ radius², |z| ≤ halfLength, with flat caps [m]. */
export interface Cylinder extends Checked<typeof shapes.cylinder> {}

/** The ellipsoid Σ x_i²/a_i² ≤ 1, with half-axes a along its axes [m]. */
export interface Ellipsoid extends Checked<typeof shapes.ellipsoid> {}

/** A face of a polyhedron: unit normal out of it, n·x ≤ offset inside, and the indices of its vertices. */
export interface Face extends Checked<typeof face> {}

/** The convex hull of points, which touches planes with its vertices; models of patches need its faces too. */
export interface Hull extends Checked<typeof shapes.hull> {}

/** A hull with its faces: the points with n·x ≤ offset for all of them, no two of which lie in one plane. */
export interface Polyhedron extends Hull {
  readonly faces: readonly Face[];
  /** A point inside [m]; the origin where left out. */
  readonly centre?: Components;
}

/** A convex polygon in the plane, its vertices anticlockwise. */
export interface Polygon extends Checked<typeof shapes.polygon> {}

/** The half-space n·x ≤ offset, with unit normal n out of it and unit tangent t in its surface. */
export interface HalfSpace extends Checked<(typeof shapes)["half-space"]> {}

/** A straight wall of no thickness in the plane, with two ends. */
export interface Segment extends Checked<typeof shapes.segment> {}

/** One point: a corner of the world or of a body. */
export interface Point extends Checked<typeof shapes.point> {}

/** A circle, such as the rim of a cylinder's cap: it touches with its lowest point. */
export interface Ring extends Checked<typeof shapes.ring> {}

/** A contact patch: the points of its elements, or balls about them, which press and rub one by one but deform together. */
export interface Patch extends Checked<typeof shapes.patch> {}

/** Ground through heights on a grid, smooth between them (a cubic spline), z upwards; it ends with the grid. */
export interface HeightField extends Checked<(typeof shapes)["height-field"]> {}

/** A surface of triangles, convex or not, open or closed; bodies are on the side from which they are anticlockwise. */
export interface MeshShape extends Checked<typeof shapes.mesh> {}

/** The pad of a finger: its face |x| ≤ a, |y| ≤ b at z = 0, the finger behind it down to z = −depth. */
export interface Pad extends Checked<typeof shapes.pad> {}

/** A closed surface of plane polygons, each anticlockwise seen from outside: the true shape of a body or of a part. */
export interface Shell {
  readonly vertices: readonly Components[];
  readonly faces: readonly (readonly number[])[];
}

/** Every shape of bodies and the world where they touch, told by its `kind`. */
export type Shape =
  | Ball
  | Box
  | Capsule
  | Cylinder
  | Ellipsoid
  | Hull
  | Polygon
  | HalfSpace
  | Segment
  | Point
  | Ring
  | Patch
  | HeightField
  | MeshShape
  | Pad;

/** Kinds of shapes as they were called before 0.2, and their names since. */
export const renamedKinds: Readonly<Record<string, Shape["kind"]>> = {
  round: "ball",
  sphere: "ball",
  block: "box",
  vertices: "hull",
  polyhedron: "hull",
};

/** Any shape of the table. */
export const shape: Check<Shape> = kindOf(shapes, renamedKinds);

const faced = kind("hull", { vertices: listOf(vector), faces: listOf(face) }, { centre: vector });

/** A hull with at least four vertices and whose faces have three or more of them. */
const polyhedron: Check<Polyhedron> = (given, at) => {
  faced(given, at);
  const { vertices, faces } = given as Polyhedron;
  must("at least four vertices", () => vertices.length >= 4)(vertices, `${at}.vertices`);
  faces.forEach((one, i) => {
    const there = (): boolean => one.vertices.length >= 3 && one.vertices.every((k) => k >= 0 && k < vertices.length);
    const be = `three or more of the vertices 0 to ${vertices.length - 1}`;
    must(be, there)(one.vertices, `${at}.faces[${i}].vertices`);
  });
};

/** A convex body by inequalities: a hull with its faces, a smooth one, or one with a radius around a line or a box. */
export const convexShape = kindOf(
  {
    hull: polyhedron,
    ball: shapes.ball,
    ellipsoid: shapes.ellipsoid,
    cylinder: shapes.cylinder,
    capsule: shapes.capsule,
    box: kind("box", { half: vector, rounding: quantity }, posed),
  },
  renamedKinds,
);

/** The rectangle |x| ≤ a, |y| ≤ b about the centre of mass. */
export function rectangle(a: Scalar, b: Scalar): Polygon {
  return {
    kind: "polygon",
    vertices: [
      [neg(a), neg(b)],
      [a, neg(b)],
      [a, b],
      [neg(a), b],
    ],
  };
}

/** The box |x| ≤ a, |y| ≤ b, |z| ≤ c about the centre of mass. */
export function box(a: Scalar, b: Scalar, c: Scalar): Box {
  return { kind: "box", half: [a, b, c] };
}

/** The corners of a box, the highest first. */
export function boxVertices({ half: [a, b, c] }: Box): Components[] {
  const signs = [1, -1] as const;
  const signed = (sign: 1 | -1, x: Scalar): Scalar => (sign === 1 ? x : neg(x));
  return signs.flatMap((z) =>
    signs.flatMap((y) => signs.map((x): Components => [signed(x, a), signed(y, b), signed(z, c)])),
  );
}

/** A patch of n_s × n_s elements, the centres of equal squares that fill a square of a given side at height z. */
export function squarePatch(perSide: number, side: Scalar, z: Scalar): Patch {
  const across = Array.from({ length: perSide }, (_, i) => mul((2 * i + 1 - perSide) / (2 * perSide), side));
  return { kind: "patch", points: across.flatMap((y) => across.map((x): Components => [x, y, z])) };
}
