/** A point or direction in space. */
export type Triple = readonly [number, number, number];

/** A closed surface: faces anticlockwise seen from outside. A plane outline has one face. */
export interface Facets {
  readonly vertices: readonly Triple[];
  readonly faces: readonly (readonly number[])[];
}

/** x, y, z [m] and the unit quaternion w, x, y, z of a body. */
export type SpatialPose = readonly [number, number, number, number, number, number, number];

/** A motion in space, as viewers need it: shapes in body axes, and at every picture poses, contact points and forces. */
export interface SpatialMotion {
  /** Times [s] and steps of the pictures. */
  readonly t: readonly number[];
  readonly step: readonly number[];
  readonly bodies: readonly SpatialBody[];
  readonly contacts: readonly SpatialContact[];
  /** What does not move. */
  readonly planes: readonly SpatialPlane[];
  readonly solids: readonly Facets[];
}

export interface SpatialBody {
  readonly name: string;
  /** What stands for the body in contact. */
  readonly hull: Facets;
  /** The true shape, part by part, where it is not the hull. */
  readonly parts: readonly Facets[];
  readonly poses: readonly SpatialPose[];
}

/** The half-space n·x ≤ offset, with a unit tangent in its surface. */
export interface SpatialPlane {
  readonly normal: Triple;
  readonly tangent: Triple;
  readonly offset: number;
}

export interface SpatialContact {
  readonly name: string;
  /** Index of the body that touches with its hull. */
  readonly body: number;
  /** At each picture the equivalent contact point [m], normal force and friction on the body [N]; null in flight. */
  readonly ecp: readonly (Triple | null)[];
  readonly normal: readonly (Triple | null)[];
  readonly friction: readonly (Triple | null)[];
  /** At each picture which of the patches touches; −1 in flight. */
  readonly patch: readonly number[];
  readonly patches: readonly Patch[];
}

/** Where a hull touches, in body axes, and with which parts of that the true shape does. */
export interface Patch {
  readonly vertices: readonly number[];
  readonly outline: readonly Triple[];
  readonly polygons: readonly (readonly Triple[])[];
  readonly segments: readonly (readonly [Triple, Triple])[];
  readonly points: readonly Triple[];
}

/** A stretch of time in which a contact keeps its kind, its vertices and its mode. */
export interface BandPart {
  readonly from: number;
  readonly to: number;
  readonly contact: "surface" | "line" | "point" | "none";
  readonly mode: "stick" | "slip" | "free";
  readonly text: string;
}

/** Pictures of a motion at chosen moments, each under its own heading. */
export interface Snapshot {
  /** Index of the picture. */
  readonly picture: number;
  readonly title: string;
  readonly text: string;
}
