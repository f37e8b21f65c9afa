import type { Expr } from "../expr/expr.js";

/**
 * A step of many bodies that says who may touch whom without a row for every pair: its numbers as formulas of parameters,
 * and which pairs of classes touch under which law. The march that solves it costs what touches.
 */
export interface Assembly {
  /** Bodies, all of them balls about their centres of mass, and half-spaces of the world. */
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
}

/** Places of the numbers of an assembly. */
export function assemblyPlaces({ bodies, planes }: Pick<Assembly, "bodies" | "planes">) {
  const ofBodies = 3;
  const ofPlanes = ofBodies + 3 * bodies.length;
  return { gravity: 0, bodies: ofBodies, planes: ofPlanes, laws: ofPlanes + 7 * planes.length };
}

/** The columns that every march of an assembly observes, of all its contacts together. */
export const assemblyColumns = [
  "energy",
  "appliedWork",
  "energyCreated",
  "contacts.pushing",
  "contacts.normalForce",
  "contacts.separation",
  "contacts.complementarity",
  "contacts.coneExcess",
  "contacts.deepest",
  "contacts.passedThrough",
  "bodies.quaternionNorm",
] as const;

/** The place of a column among the observations of a step. */
export const column = (name: (typeof assemblyColumns)[number]): number => assemblyColumns.indexOf(name);
