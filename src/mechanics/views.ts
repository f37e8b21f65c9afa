import type { Expr } from "../expr/expr.js";
import type { Components, Shell } from "../geometry/shape.js";
import type { Drawn } from "./drawing.js";

/** Everything that people, certificates and pages may know of a model besides its equations: what its columns mean. */
export interface ModelViews {
  readonly contacts?: readonly ContactView[];
  readonly bodies?: readonly BodyView[];
  /** Contacts that are patches: which corners touch, and how, is told by columns. */
  readonly footprints?: readonly Footprint[];
  /** How contacts that have a restitution strike, by their names. */
  readonly restitution?: Readonly<Record<string, Striking>>;
  readonly scene?: SceneView;
  readonly joints?: JointsView;
  /** Things to draw besides the scene, from the states at a grid point; points where there is neither. */
  readonly drawing?: (at: (state: string) => Expr) => readonly Drawn[];
  /** The two that are deepest in each other, beyond what is declared to be their deformation, in parts of the way to their cores. */
  readonly overlaps?: (value: (leaf: string) => number) => Overlap | undefined;
}

/** How a contact strikes. */
export interface Striking {
  /** Its coefficient of restitution, a formula of parameters. */
  readonly coefficient: Expr;
  /**
   * A corner gives way to what presses it by this part of the force that would close it in an element: a face that lies on more
   * corners than hold it has a matrix then, and what each of them carries is the least that holds. Only corners and links have it.
   */
  readonly giving?: number;
  /** Poisson's, of impulses; Newton's, of velocities, else. */
  readonly isOfImpulses: boolean;
}

/** The joints of a model. */
export interface JointsView {
  /** States that are angles of joints [rad]: a step turns what they move, too. */
  readonly angles: readonly string[];
  /** Forces of stops and limits: above zero where a joint is at one. */
  readonly stops: readonly string[];
  /** Above zero where the rows of a step were solved by a root far away from its start [J]: a formula of the frame. */
  readonly leap: Expr;
}

/** Two that are in each other, the world without a name: how deep, and the way to where nothing says which way is out [m]. */
export interface Overlap {
  /** Their contact, where it has a name; it is that of the first of them else. */
  readonly at?: string;
  readonly names: readonly [string, string | undefined];
  readonly depth: number;
  readonly room: number;
}

/**
 * Plain data from which the model was made, and can be made again by its maker under this law. The kind says which data:
 * `ModelScene` of the models lists those of this package.
 */
export interface SceneView {
  readonly kind: string;
  readonly law: string;
  readonly scene: object;
  /** The model of the same motion with rows for all contacts, where steps without rows are asked for what these alone have. */
  readonly rows?: () => object;
}

/** A contact by its columns: states, insides, inputs or observations of the model. */
export interface ContactView {
  readonly name: string;
  /** The body that slips, sticks or is free with it; all of them where left out. */
  readonly body?: string;
  /** The patch of which it is an element: people see the patch. */
  readonly patch?: string;
  /** Unit of `normal` and `tangential`: newtons where left out, newton seconds for the impulses of steps. */
  readonly unit?: "N" | "N s";
  readonly columns: ContactColumns;
  /** Mass, smoothing, stiffness and damping, where it is compliant. */
  readonly compliance?: Compliance;
  /** Of a contact whose gap says nothing beyond a depth. */
  readonly core?: ContactCore;
  readonly shares?: DepthShares;
}

/** Columns of the largest part of the way to their cores that surfaces are pressed in: at grid points, and between them. */
export interface DepthShares {
  readonly deepest: string;
  readonly passedThrough: string;
  /** Of many contacts together: by how much friction is beyond μλ_n, and all friction [N]. */
  readonly smoothed?: readonly [beyond: string, all: string];
}

/** The cores of two surfaces that must not meet: beyond them nothing says which way is out. */
export interface ContactCore {
  /** How deep the surfaces may be in each other until their cores meet [m]: a formula of parameters. */
  readonly room: Expr;
  /** No point of the two shapes is farther from the centre of its body [m]: a formula of parameters. */
  readonly reach: Expr;
  /** The gap [m] of parameters and of the states `next.*`, measured where no formula says it, and the column that holds it. */
  readonly gap: Expr | ((leaf: (name: string) => number) => number);
  readonly column: string;
  /** The other body; the fixed world where left out. */
  readonly against?: string;
  /**
   * Of a surface without end, which nothing passes through: the height of the body's middle over it [m], a formula of
   * parameters and `next.*`. The way to a core is then along the normal from where it touches to that middle, and no less than `room`.
   */
  readonly height?: Expr;
  /** Of an open mesh: how far the middle of the body is in front of it [m], a formula of parameters and `next.*`. */
  readonly front?: Expr;
}

/** The names of a contact's columns by their meaning, as far as the model has them. */
export interface ContactColumns {
  /** The force or impulse that presses the surfaces together, and friction along the tangents (and about the normal). */
  readonly normal?: string;
  readonly tangential?: readonly string[];
  /** The most that friction can be at this normal force [N]. */
  readonly coneRadius?: string;
  /** Slip velocity along the tangents [m/s]. */
  readonly slip?: readonly string[];
  /** Positive where the contact sticks. */
  readonly stickMargin?: string;
  /** Distance beyond the contact's own deformation [m]: negative is penetration. */
  readonly separation?: string;
  /** By how much friction leaves its cone [N]. */
  readonly coneExcess?: string;
  /** Work of friction on the bodies in the step [J]. */
  readonly frictionWork?: string;
}

/**
 * A compliant contact as formulas of parameters: the mass it carries, the smoothing of its cone, and for advice on time grids
 * stiffness and damping, where they are the same at every depth.
 */
export interface Compliance {
  readonly stiffness?: Expr;
  readonly damping?: Expr;
  readonly mass: Expr;
  /** γ of its cone [N], where that is smoothed. */
  readonly smoothing?: Expr;
}

/** Axes of the world, in the order of a body's coordinates. */
export const axes = ["x", "y", "z"] as const;

export type Axis = (typeof axes)[number];

/** The end of a flight: when it is at this place along x, or falls to this height along z [m]. */
export interface Flight {
  readonly axis: "x" | "z";
  readonly at: Expr;
}

/** A body by its columns. */
export interface BodyView {
  readonly name: string;
  /** Coordinates x, y (and z) of its position [m]. */
  readonly position: readonly string[];
  /** Its angle in the plane [rad], or its quaternion w, x, y, z. */
  readonly orientation?: string | readonly [string, string, string, string];
  /** The length of its quaternion, one in exact kinematics. */
  readonly quaternionNorm?: string;
  /** The smaller of its mass m [kg] and √(m I) for its least moment of inertia I [kg m]: a formula of parameters. */
  readonly lightness?: Expr;
  /** Its mass [kg], a formula of parameters: the energy of its motion is the scale of what steps may create. */
  readonly mass?: Expr;
  /** It is thrown at the end of the motion: pictures show the parabola that it flies on, as far as that. */
  readonly flies?: Flight;
}

/** The state that is a coordinate of a body; none along an axis that it does not move in. */
export const coordinateOf = ({ position }: BodyView, axis: Axis): string | undefined => position[axes.indexOf(axis)];

/** The corners of a body's hull that may touch in a contact, in body axes [m]: what footprints are drawn from. */
export interface Footprint {
  readonly contact: string;
  readonly body: string;
  readonly vertices: readonly Components[];
  readonly columns: FootprintColumns;
  /** Faces of the hull, and the true shape where it is not the hull, part by part: they tell what is real contact. */
  readonly faces?: Shell["faces"];
  readonly shells?: readonly Shell[];
}

/** The names of a patch's columns by their meaning. */
export interface FootprintColumns {
  /** Height of each vertex over the other surface [m]: it touches where that is zero. */
  readonly heights: readonly string[];
  /** Slip at the contact point, in the norm of the friction ellipsoid [m/s]. */
  readonly slip: string;
  /** The equivalent contact point, x, y (and z) [m]. */
  readonly ecp: readonly string[];
}
