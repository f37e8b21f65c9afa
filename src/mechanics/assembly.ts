import type { Expr } from "../expr/expr.js";

/**
 * A step of many bodies that says who may touch whom without a row for every pair: its numbers as formulas of parameters,
 * and which pairs of classes touch under which law. The march that solves it costs what touches.
 */
export interface Assembly {
  /** Bodies, all of them balls about their centres of mass unless there are `solids`, and parts of the world. */
  readonly bodies: readonly string[];
  readonly planes: readonly string[];
  /**
   * Gravity (3); of each body mass, inertia, radius; of each plane offset, normal (3), tangent (3); of each law friction,
   * stiffness, damping, cone smoothing: see `assemblyPlaces`.
   */
  readonly numbers: readonly Expr[];
  /** The class of each body, then of each plane: all of a class touch alike. */
  readonly classes: readonly number[];
  /** The law between two classes (classes × classes), −1 where they never touch. */
  readonly laws: readonly number[];
  /** For bodies that are not all balls among half-spaces; the numbers stand as `solidPlaces` has them then. */
  readonly solids?: Solids;
}

/** How bodies of any convex shapes touch: kinds of contact, and which of them two of a class make. */
export interface Solids {
  readonly sizes: SpaceSizes;
  readonly kinds: readonly SolidKind[];
  /** The contacts of one of a class with a later one of another (classes × classes). */
  readonly contacts: readonly (readonly SolidContact[])[];
}

/** How many numbers a body has in the plane or in space. */
export interface SpaceSizes {
  readonly space: "planar" | "spatial";
  readonly states: number;
  /** Of the states those that say where it is. */
  readonly places: number;
  readonly velocities: number;
  /** Of the velocities those along axes, which come first. */
  readonly linear: number;
  /** Forces of friction of a contact. */
  readonly friction: number;
}

/** Numbers of bodies in the plane and in space. */
export const spaceSizes: Readonly<Record<SpaceSizes["space"], SpaceSizes>> = {
  planar: { space: "planar", states: 6, places: 3, velocities: 3, linear: 2, friction: 1 },
  spatial: { space: "spatial", states: 13, places: 7, velocities: 6, linear: 3, friction: 2 },
};

/** A contact of two classes: its kind, and the place of its numbers, those of its shapes and then their bounds. */
export interface SolidContact {
  readonly kind: number;
  readonly numbers: number;
}

/** One kind of contact between two bodies, or a body and the world, as formulas of leaves that stand for any two. */
export interface SolidKind {
  readonly moving: boolean;
  /** True where the second is a half-space. */
  readonly onPlane: boolean;
  readonly unknowns: readonly { readonly name: string; readonly lower: number; readonly upper: number }[];
  /** Leaves in the order of `solidInputs`. */
  readonly inputs: readonly Expr[];
  /** Rows of the unknowns, then −hF and −hτ on the first and on the second body, if it moves. */
  readonly rows: readonly Expr[];
  /** Unknowns by the places at the start of a step. */
  readonly guess: readonly Expr[];
  /** Numbers at the end of a step, see `solidEnd`. */
  readonly end: readonly Expr[];
  /** The gap [m] of shapes with cores, without unknowns. */
  readonly measured?: (leaf: (name: string) => number) => number;
}

/** Numbers of each body: mass, inertia (6), reach; of each law, four; of each bound, centre and half-widths, or a plane. */
export const solidSizes = { body: 8, law: 4, bound: 6 };

/** Places of the numbers of an assembly of solids: the laws follow its bodies, and the contacts follow the laws. */
export const solidPlaces = ({ bodies }: Pick<Assembly, "bodies">) => ({
  gravity: 0,
  bodies: 3,
  laws: 3 + solidSizes.body * bodies.length,
});

/** Places of the numbers of an assembly. */
export function assemblyPlaces({ bodies, planes }: Pick<Assembly, "bodies" | "planes">) {
  const ofBodies = 3;
  const ofPlanes = ofBodies + 3 * bodies.length;
  return { gravity: 0, bodies: ofBodies, planes: ofPlanes, laws: ofPlanes + 7 * planes.length };
}

/** The columns that steps with rows observe, too. */
const energies = ["energy", "appliedWork", "energyCreated"] as const;
/** Those that only the march of an assembly observes, of all its contacts together. */
export const ofAllContacts = [
  "contacts.pushing",
  "contacts.normalForce",
  "contacts.separation",
  "contacts.complementarity",
  "contacts.coneExcess",
  "contacts.deepest",
  "contacts.passedThrough",
  "contacts.smoothedFriction",
  "contacts.friction",
  "bodies.quaternionNorm",
] as const;
/** The columns that every march of an assembly observes. */
export const assemblyColumns = [...energies, ...ofAllContacts] as const;

/** The place of a column among the observations of a step. */
export const column = (name: (typeof assemblyColumns)[number]): number => assemblyColumns.indexOf(name);
