/**
 * The parts of scenes: vectors and rotations, shapes and solids with their masses, bodies, contacts and their laws.
 * @module bankshot/geometry
 */

export {
  conjugate,
  fromAxisAngle,
  multiplyQuaternions,
  type Quaternion,
  type QuaternionLike,
  rotate,
  type Vector,
  type VectorLike,
} from "./algebra/rotation.js";
export type { ReadonlyVector } from "./algebra/vectors.js";
export type { Check, Checked } from "./checks/fields.js";
export type { Alike } from "./expr/vector.js";
export {
  addV,
  conjugateQ,
  cross,
  cross2,
  dot,
  exponentialQ,
  type Mat3,
  mat3V,
  multiplyQ,
  negV,
  normV,
  type Quat,
  quat,
  rotateV,
  rotationMatrix,
  scaleV,
  subV,
  type Vec2,
  type Vec3,
  vec2,
  vec3,
} from "./expr/vector.js";
export { boxHull, type ConvexShape, prism, shellOf } from "./geometry/convex.js";
export { corners, padPoints, standing } from "./geometry/distance.js";
export type { HullFace } from "./geometry/hull/face.js";
export { type ConvexHull, convexHull } from "./geometry/hull/hull.js";
export { type MassProperties, massProperties, withMass } from "./geometry/mass.js";
export { type MeshFormat, meshFormats, meshFrom } from "./geometry/mesh/read.js";
export type { PlacedShape, RoundedBox } from "./geometry/placed.js";
export type { Pose } from "./geometry/placement.js";
export { type ContactLine, type HullPatch, type RealContact, realContact } from "./geometry/real-contact.js";
export {
  type Ball,
  type Box,
  box,
  type Capsule,
  type Components,
  type Cylinder,
  type Ellipsoid,
  type Face,
  type HalfSpace,
  type HeightField,
  type Hull,
  type MeshShape,
  type Pad,
  type Patch,
  type Point,
  type Polygon,
  type Polyhedron,
  type Ring,
  rectangle,
  type Segment,
  type Shape,
  type ShapePose,
  type Shell,
  squarePatch,
} from "./geometry/shape.js";
export { type Moments, type SmoothShape, smoothMoments } from "./geometry/smooth.js";
export {
  boxSolid,
  type Extrusion,
  type Mesh,
  type Solid,
  type SolidHull,
  type Surface,
  surfacesOf,
  type Union,
} from "./geometry/solid.js";
export { type SolidBody, solidBody } from "./geometry/solid-body.js";
export { type UniformMass, type UniformShape, uniform } from "./geometry/uniform.js";
export type { DrivenBody } from "./mechanics/actions/drive.js";
export type {
  DragForce,
  Force,
  FreeForce,
  SpringForce,
  TendonForce,
  ThrustForce,
} from "./mechanics/actions/force.js";
export type { Freedom, Joint } from "./mechanics/actions/joint-data.js";
export type { Linkage } from "./mechanics/actions/linkage.js";
export { diskPressure, type PressurePoint } from "./mechanics/actions/pressure.js";
export type { TableFriction } from "./mechanics/actions/table.js";
export type { Body, Gyroscopic, InertiaTensor } from "./mechanics/body.js";
export type { CompliantContact } from "./mechanics/compliance.js";
export type {
  Contact,
  ContactForce,
  ContactKinematics,
  ContactLaw,
  ContactStage,
  Partner,
} from "./mechanics/contact.js";
export { type DistributedContact, type Matrix, uncoupled } from "./mechanics/distributed.js";
export type { Drawn, DrawnContact } from "./mechanics/drawing.js";
export { endContacts } from "./mechanics/expand.js";
export { type FrictionLaw, frictionLaws, type Tangential } from "./mechanics/friction.js";
export type { AnyCompliantContact, BouncingContact, Smoothed } from "./mechanics/restitution/told.js";
export { type AppliedWrench, expandScene, type ShapedScene, sceneModel } from "./mechanics/scene.js";
export type { BodyPart, Material, ShapedBody, ShapePair, Touching, WorldPart } from "./mechanics/shaped-scene.js";
export { meshContacts, vertexContacts } from "./mechanics/vertices.js";
export type { PatchOrPoint } from "./models/distributed.js";
export type { PatchContact } from "./models/patch/contact.js";
export type { ConvexSupport } from "./models/patch/ecp-pair.js";
export type { PatchForms } from "./models/patch/patch.js";
export type { PatchScene, PatchWrench } from "./models/patch/patch-scene.js";
export type { PatchMaterial, ShapedPatchScene } from "./models/patch/shaped.js";
export type { Reading, UnionContact, UnionScene } from "./models/patch/union.js";
export type { RigidContact, RigidFrictionLaw } from "./models/rigid.js";
export type { SlidingBody, SlidingContact, SlidingScene } from "./models/sliding.js";
export { turnAtEnd, turnError } from "./models/turn-at-end.js";
export {
  type BodyHandles,
  type ContactHandles,
  type ContactName,
  type Handles,
  handles,
  type NamedBody,
  type NamedScene,
  type PlanarName,
  type SpatialName,
} from "./motion/problem/handles.js";
