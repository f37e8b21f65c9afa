import { mul, neg, type Scalar } from "../expr/expr.js";

/** A point or a direction, in the axes of the body that carries it or of the world. */
export type Components = readonly [Scalar, Scalar, Scalar];

/** A disk in the plane, a sphere in space. */
export interface Round {
  readonly kind: "round";
  /** Radius [m]. */
  readonly radius: Scalar;
  /** Centre [m]; the origin of its axes where left out. */
  readonly centre?: Components;
}

/** The half-space n·x ≤ offset, with unit normal n out of it and unit tangent t in its surface. */
export interface HalfSpace {
  readonly kind: "half-space";
  readonly normal: Components;
  readonly tangent: Components;
  /** Distance of the surface from the origin along the normal [m]. */
  readonly offset: Scalar;
  /**
   * Where the surface begins and ends along the tangent [m]: a point touches only while it lies over it at the end of
   * the step. Without it the surface has no end.
   */
  readonly stretch?: readonly [Scalar, Scalar];
}

/** One point: a corner of the world or of a body. */
export interface Point {
  readonly kind: "point";
  readonly at: Components;
}

/** A straight wall of no thickness in the plane, with two ends. */
export interface Segment {
  readonly kind: "segment";
  readonly from: Components;
  readonly to: Components;
}

/** A convex polygon in the plane, its vertices anticlockwise. */
export interface Polygon {
  readonly kind: "polygon";
  readonly vertices: readonly (readonly [Scalar, Scalar])[];
}

/** A convex body in space that touches planes with its vertices. */
export interface Vertices {
  readonly kind: "vertices";
  readonly vertices: readonly Components[];
}

/** A contact patch: the points of its elements, which press and rub one by one but deform together. */
export interface Patch {
  readonly kind: "patch";
  readonly points: readonly Components[];
}

/** The cylinder x² + y² ≤ radius², |z| ≤ halfLength. */
export interface Cylinder {
  readonly kind: "cylinder";
  readonly radius: Scalar;
  readonly halfLength: Scalar;
}

/** The box |x| ≤ a, |y| ≤ b, |z| ≤ c, its edges and corners rounded off with a radius (none where left out). */
export interface Block {
  readonly kind: "block";
  readonly half: Components;
  readonly rounding?: Scalar;
}

/** The pad of a finger: its face |x| ≤ a, |y| ≤ b at z = 0, the finger behind it down to z = −depth. */
export interface Pad {
  readonly kind: "pad";
  readonly half: readonly [Scalar, Scalar];
  readonly depth: Scalar;
}

/** A closed surface of plane polygons, each anticlockwise seen from outside: the true shape of a body or of a part. */
export interface Shell {
  readonly vertices: readonly Components[];
  readonly faces: readonly (readonly number[])[];
}

/** What bodies and the world are made of where they touch. */
export type Shape = Round | HalfSpace | Point | Segment | Polygon | Vertices | Patch | Cylinder | Block | Pad;

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
export function box(a: Scalar, b: Scalar, c: Scalar): Vertices {
  const signs = [1, -1] as const;
  const signed = (sign: 1 | -1, x: Scalar): Scalar => (sign === 1 ? x : neg(x));
  return {
    kind: "vertices",
    vertices: signs.flatMap((z) =>
      signs.flatMap((y) => signs.map((x): Components => [signed(x, a), signed(y, b), signed(z, c)])),
    ),
  };
}

/** A patch of n_s × n_s elements, the centres of equal squares that fill a square of a given side at height z. */
export function squarePatch(perSide: number, side: Scalar, z: Scalar): Patch {
  const across = Array.from({ length: perSide }, (_, i) => mul((2 * i + 1 - perSide) / (2 * perSide), side));
  return { kind: "patch", points: across.flatMap((y) => across.map((x): Components => [x, y, z])) };
}
