import { rotate } from "../../algebra/rotation.js";
import { plus } from "../../algebra/vectors.js";
import type { SpatialPose, Triple } from "./spatial-figures.js";

/** Where a point of a body is in the world. */
export const placed = ([x, y, z, ...q]: SpatialPose, point: Triple): Triple => plus([x, y, z], rotate(q, point));
