/** A point or direction in space, world axes with z up; of a planar motion x and y are the plane and z is zero. */
export type Triple = readonly [number, number, number];

/**
 * One motion as viewers need it: plain JSON in SI units, every number finite. Numbers over time are flat lists, so many
 * for each picture: a viewer may be given typed arrays in their place.
 */
export interface SceneData {
  /** How to look at it: straight at a plane that holds the motion, or from anywhere. */
  readonly plane: "xy" | "xz" | "space";
  /** Times [s] and grid points of the pictures, which need not be evenly spaced. */
  readonly t: ArrayLike<number>;
  readonly step: ArrayLike<number>;
  readonly bodies: readonly SceneBody[];
  /** Things that do not move. */
  readonly world: readonly SceneShape[];
  readonly contacts: readonly SceneContact[];
  /** Places where bodies must end. */
  readonly targets: readonly Triple[];
  readonly timeline: SceneTimeline;
}

export interface SceneTimeline {
  /** The modes of contacts over time, a row each: the band under a timeline. */
  readonly band: readonly BandRow[];
  /** True where the motion follows commands of a clock and is best seen in real time. */
  readonly realTime: boolean;
}

export interface SceneBody {
  readonly name: string;
  /** A part is moved by contact, a tool is driven, and links join what is driven: those of an arm. */
  readonly role: "part" | "tool" | "link";
  /** Its true shape in body axes, part by part. */
  readonly shapes: readonly SceneShape[];
  /** The hull that stands for it in contact, where that is not its shape. */
  readonly hull?: Mesh;
  /** Places through which it flies on after the motion, thrown as it is at the end [m]. */
  readonly after?: readonly Triple[];
  /** At each picture x, y, z [m] and the unit quaternion w, x, y, z. */
  readonly poses: ArrayLike<number>;
  /** The pose in which it must end, where its place and its heading are asked for: as one of `poses`. */
  readonly aim?: readonly number[];
}

/** Faces of plane polygons, each anticlockwise seen from outside; an outline in a plane has one face. */
export interface Mesh {
  readonly kind: "mesh";
  readonly vertices: readonly Triple[];
  readonly faces: readonly (readonly number[])[];
}

export type SceneShape =
  | Mesh
  /** A sphere in space, a disk in the plane. */
  | { readonly kind: "ball"; readonly centre: Triple; readonly radius: number }
  /** The cylinder x² + y² ≤ radius², |z| ≤ halfLength. */
  | { readonly kind: "cylinder"; readonly radius: number; readonly halfLength: number }
  /** A rounded bar between two points: a link of an arm. */
  | { readonly kind: "bar"; readonly from: Triple; readonly to: Triple; readonly radius: number }
  | { readonly kind: "point"; readonly at: Triple }
  /** A wall of no thickness. */
  | { readonly kind: "line"; readonly from: Triple; readonly to: Triple }
  /** n·x ≤ offset with a unit tangent in the surface, along which it may begin and end. */
  | {
      readonly kind: "half-space";
      readonly normal: Triple;
      readonly tangent: Triple;
      readonly offset: number;
      readonly stretch?: readonly [number, number];
    };

/** A place where forces act on a body, as they are in the step that ends at each picture. */
export interface SceneContact {
  readonly name: string;
  /** Index of the body on which the forces act. */
  readonly body: number;
  /** Friction coefficient μ; null where it is no number. */
  readonly friction: number | null;
  /** Three numbers for each picture: where [m], and normal force and friction on the body [N]; zeros in flight. */
  readonly point: ArrayLike<number>;
  readonly normal: ArrayLike<number>;
  readonly tangential: ArrayLike<number>;
  /** Of each picture which of the patches touches, −1 in flight; both empty where nothing is known of a patch. */
  readonly patch: ArrayLike<number>;
  readonly patches: readonly ScenePatch[];
}

/** True where the point stands for a whole patch: an equivalent contact point. */
export const standsForPatch = ({ patch }: Pick<SceneContact, "patch">): boolean => patch.length > 0;

/** The part of a hull that touches, in body axes, and what of that is real contact: areas, lines, points. */
export interface ScenePatch {
  readonly outline: readonly Triple[];
  readonly polygons: readonly (readonly Triple[])[];
  readonly segments: readonly (readonly [Triple, Triple])[];
  readonly points: readonly Triple[];
}

/** The state of a contact; "touches" where nothing tells whether it slips. */
export type ContactMode = "free" | "touches" | "sticks" | "slips";

export interface BandRow {
  readonly name: string;
  /** Stretches in the order of time; where none is, the contact is open. */
  readonly parts: readonly BandStretch[];
}

export interface BandStretch {
  readonly from: number;
  readonly to: number;
  readonly mode: ContactMode;
  /** Which kind of contact, where a patch tells: "line contact of vertices 1 2". */
  readonly text?: string;
}
