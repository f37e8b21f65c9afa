/**
 * Robots from URDF, their kinematics and waypoints, and the scenes in which they grasp.
 * @module bankshot/robots
 */
export { placeAtEnd } from "./models/place-at-end.js";
export { type QuasistaticScheme, quasistaticSchemes } from "./models/quasistatic/quasistatic.js";
export type { Arm, Besides, ElasticContact, Part, QuasistaticScene, Slider } from "./models/quasistatic/scene.js";
export { type Meshes, urdfMeshes, urdfShapes } from "./robots/collisions.js";
export { inverseDynamics, type JointMotion } from "./robots/dynamics.js";
export { inverseKinematics, type Reach, type Target } from "./robots/inverse-kinematics.js";
export { type Actuator, type MjcfModel, parseMjcf } from "./robots/mjcf.js";
export {
  coordinateLimits,
  coordinatesOf,
  forwardKinematics,
  geometricJacobian,
  type Inertial,
  type Joint,
  type JointKind,
  type JointLimits,
  type JointResistance,
  type LinkPose,
  type Robot,
  type UnitTwist,
} from "./robots/robot.js";
export { parseUrdf } from "./robots/urdf.js";
export { type Knots, knotsOf, knotVelocities, type Tool, type Waypoint } from "./robots/waypoints.js";
