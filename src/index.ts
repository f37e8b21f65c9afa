/**
 * The door of bankshot: what a program may import.
 * @module bankshot
 */
export type { SparseMatrix } from "./algebra/sparse.js";
export {
  abs,
  add,
  atan2,
  constant,
  cos,
  div,
  type Expr,
  exp,
  log,
  max,
  min,
  mul,
  neg,
  norm,
  pow,
  type Scalar,
  select,
  sin,
  sqrt,
  sub,
  tan,
} from "./expr/expr.js";
export type { Body } from "./mechanics/body.js";
export type { CompliantContact } from "./mechanics/compliance.js";
export type { Contact, Partner } from "./mechanics/contact.js";
export { block, type ConvexShape, type Face, type Polyhedron, prism } from "./mechanics/convex.js";
export { corners, padPoints, standing } from "./mechanics/distance.js";
export { type DistributedContact, type Matrix, uncoupled } from "./mechanics/distributed.js";
export type { Drawn, DrawnContact } from "./mechanics/drawing.js";
export type { ConvexSupport } from "./mechanics/ecp-pair.js";
export type { FrictionLaw } from "./mechanics/friction.js";
export { convexHull, type Hull, type HullFace } from "./mechanics/hull.js";
export { inverseKinematics, type Reach, type Target } from "./mechanics/inverse-kinematics.js";
export { type MassProperties, massProperties, withMass } from "./mechanics/mass.js";
export {
  complementary,
  equation,
  type Frame,
  first,
  input,
  last,
  type Model,
  type Pair,
  parameter,
  type Row,
  type Stage,
  type Unknown,
} from "./mechanics/model.js";
export type { PatchContact } from "./mechanics/patch-contact.js";
export type { Arm, ElasticContact, Part, QuasistaticScene, Slider } from "./mechanics/quasistatic.js";
export { type RealContact, realContact } from "./mechanics/real-contact.js";
export {
  coordinateLimits,
  coordinatesOf,
  forwardKinematics,
  geometricJacobian,
  type Joint,
  type Robot,
  type UnitTwist,
} from "./mechanics/robot.js";
export { atRest, type Scene } from "./mechanics/scene.js";
export {
  type Block,
  box,
  type HalfSpace,
  type Pad,
  type Patch,
  type Point,
  type Polygon,
  type Round,
  rectangle,
  type Segment,
  type Shape,
  squarePatch,
  type Vertices,
} from "./mechanics/shape.js";
export {
  type Cylinder,
  type SmoothShape,
  type SolidEllipsoid,
  type Sphere,
  smoothMoments,
} from "./mechanics/smooth.js";
export { boxSolid, type Solid, type Surface, surfacesOf } from "./mechanics/solid.js";
export { type SolidBody, solidBody } from "./mechanics/solid-body.js";
export { parseUrdf } from "./mechanics/urdf.js";
export { vertexContacts } from "./mechanics/vertices.js";
export { type Knots, knotsOf, knotVelocities, type Tool, type Waypoint } from "./mechanics/waypoints.js";
export { compliant } from "./models/compliant.js";
export { distributed, type PatchOrPoint } from "./models/distributed.js";
export { type PatchForms, type PatchScene, type PatchWrench, patchModel } from "./models/patch.js";
export { patchUnion, type Reading, type UnionContact, type UnionScene } from "./models/patch-union.js";
export { type QuasistaticScheme, quasistatic } from "./models/quasistatic.js";
export {
  type QuasistaticContact,
  type QuasistaticProgram,
  type QuasistaticStep,
  type QuasistaticUnknowns,
  quasistaticProgram,
} from "./models/quasistatic-instance.js";
export { type RigidFrictionLaw, rigid } from "./models/rigid.js";
export { type SlidingScene, sliding } from "./models/sliding.js";
export type { Certificate, CertificateEntry } from "./motion/certificate.js";
export { design } from "./motion/design.js";
export { type DesignOptions, type Searched, searchFrom } from "./motion/design-search.js";
export { atTime, piecewise, table } from "./motion/inputs.js";
export { solveMcp } from "./motion/mcp-rows.js";
export { type Horizon, type Measurement, type Move, type Mpc, type MpcOptions, mpc } from "./motion/mpc.js";
export { value } from "./motion/objective.js";
export type { OptimalSearch } from "./motion/optimal.js";
export { switching, switchingParameter } from "./motion/optimal-task.js";
export {
  BadInput,
  type BoundaryCondition,
  type Control,
  type DesignConstraint,
  type Expected,
  type Objective,
  type Parameter,
  type Problem,
  type TimeGrid,
  type Value,
} from "./motion/problem.js";
export { type Result, type RunOptions, simulate, solve } from "./motion/result.js";
export type { Trajectory } from "./motion/trajectory.js";
export type { Unfinished } from "./motion/unfinished.js";
export { type LpSolver, loadLp } from "./solve/lp.js";
export type { Mcp, Solution, Status } from "./solve/mcp.js";
export {
  type Miqp,
  type MiqpHints,
  type MiqpSettings,
  type MiqpSolution,
  type MiqpSolver,
  miqpSolver,
  solveMiqp,
} from "./solve/miqp.js";
export { type NewtonSettings, newton } from "./solve/newton.js";
