/** A point or direction in space. */
export type Triple = readonly [number, number, number];

/** A closed surface: faces anticlockwise seen from outside. A plane outline has one face. */
export interface Facets {
  readonly vertices: readonly Triple[];
  readonly faces: readonly (readonly number[])[];
}

/** x, y, z [m] and the unit quaternion w, x, y, z of a body. */
export type SpatialPose = readonly [number, number, number, number, number, number, number];

/** The half-space n·x ≤ offset, with a unit tangent in its surface. */
export interface SpatialPlane {
  readonly normal: Triple;
  readonly tangent: Triple;
  readonly offset: number;
}

/** The patch with which a hull touches, in body axes, and the parts of it with which the true shape does. */
export interface Patch {
  readonly vertices: readonly number[];
  readonly outline: readonly Triple[];
  readonly polygons: readonly (readonly Triple[])[];
  readonly segments: readonly (readonly [Triple, Triple])[];
  readonly points: readonly Triple[];
}
