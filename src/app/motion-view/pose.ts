import { rotate } from "../../algebra/rotation.js";
import { plus } from "../../algebra/vectors.js";
import type { SpatialPose, Triple } from "./spatial-figures.js";

/** A point of a body in the axes of the world. */
export const placePoint = ([x, y, z, ...q]: SpatialPose, point: Triple): Triple => plus([x, y, z], rotate(q, point));
