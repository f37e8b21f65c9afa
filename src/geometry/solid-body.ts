import { times } from "../algebra/vectors.js";

import { type ConvexHull, convexHull } from "./hull/hull.js";
import { type MassProperties, massProperties, withMass } from "./mass.js";
import type { Polyhedron } from "./shape.js";
import { moved, pointsOf, type Solid } from "./solid.js";

/** A body made from its true shape: what a model of it needs, in body axes with the centre of mass at the origin. */
export interface SolidBody {
  /** The true shape, moved to its centre of mass. */
  readonly solid: Solid;
  /** Its convex hull, which stands for it in contact; `source` says which of the solid's points its vertices are. */
  readonly hull: ConvexHull;
  /** The hull as the shape of a patch contact. */
  readonly shape: Polyhedron;
  /** Mass, and inertia about the centre of mass; `centre` is in the axes in which the solid was given. */
  readonly properties: MassProperties;
}

/**
 * A body of uniform density [kg/m³], or of a given mass [kg], from its true shape.
 * @throws {RangeError} for a shape without a volume or a closed surface, and for a density or mass that is not above 0.
 */
export function solidBody(solid: Solid, given: { readonly density: number } | { readonly mass: number }): SolidBody {
  const properties =
    "density" in given ? massProperties(solid, given.density) : withMass(massProperties(solid, 1), given.mass);
  const own = moved(solid, times(-1, properties.centre));
  const hull = convexHull(pointsOf(own));
  return { solid: own, hull, shape: { kind: "hull", vertices: hull.vertices, faces: hull.faces }, properties };
}
