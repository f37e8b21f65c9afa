/**
 * Robots as trees of links and joints: read from URDF, placed by forward kinematics, led to targets by inverse kinematics
 * and along way points. This file holds the tree, its poses and its Jacobian as formulas; the others need nothing else of it.
 * @module robots
 */
import { hypot } from "../algebra/elementary/elementary.js";
import type { Quaternion, Vector } from "../algebra/rotation.js";
import { add, atan2, cos, type Expr, mul, type Scalar, sin, toExpr } from "../expr/expr.js";
import { addV, cross, multiplyQ, type Quat, quat, rotateV, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { directionToWorld, type Pose, pointToWorld } from "../geometry/placement.js";
import type { Components } from "../geometry/shape.js";

/** How a joint moves its child link: about its axis with or without limits, along its axis, or not at all. */
export type JointKind = "revolute" | "continuous" | "prismatic" | "fixed";

/** Smallest and largest position [rad or m], infinite where there is none, and largest speed [rad/s or m/s]. */
export interface JointLimits {
  readonly lower: number;
  readonly upper: number;
  readonly speed: number;
  /** Largest force or torque of its drive [N or N m]; no end where left out. */
  readonly effort?: number;
}

/** The weight of a link: mass [kg], its centre [m], and xx yy zz xy xz yz of the inertia about that [kg m²], in link axes. */
export interface Inertial {
  readonly link: string;
  readonly mass: Scalar;
  readonly centre: Components;
  readonly inertia: readonly [Scalar, Scalar, Scalar, Scalar, Scalar, Scalar];
}

/** Resistance of a joint to its speed: damping [N m s/rad or N s/m], and dry friction of a constant size [N m or N]. */
export interface JointResistance {
  readonly joint: string;
  readonly damping: Scalar;
  readonly friction: Scalar;
  /** Inertia of its drive's rotor as the joint feels it [kg m² or kg]; none where left out. */
  readonly armature?: Scalar;
}

/**
 * A joint between two links. `origin` leads from the axes of the parent link to those of the joint, which are the child
 * link's at position zero; `axis` is a unit vector in them. A joint that mimics is at factor · (the other's position) +
 * offset.
 */
export interface Joint {
  readonly name: string;
  readonly kind: JointKind;
  readonly parent: string;
  readonly child: string;
  readonly origin: { readonly position: Vector; readonly orientation: Quaternion };
  readonly axis: Vector;
  readonly limits: JointLimits;
  readonly mimics?: { readonly joint: string; readonly factor: number; readonly offset: number };
}

/** A tree of links: `links` begins with the root, and every joint comes after the one that carries its parent. */
export interface Robot {
  readonly name: string;
  readonly links: readonly string[];
  readonly joints: readonly Joint[];
  /** A link that is not among them weighs nothing. */
  readonly inertials?: readonly Inertial[];
  /** A joint that is not among them moves freely. */
  readonly resistances?: readonly JointResistance[];
}

/** A joint's position as factor · coordinate + offset; a fixed joint has none. */
export interface Drive {
  readonly coordinate: string;
  readonly factor: number;
  readonly offset: number;
}

/** The joints whose positions are free to choose, in tree order: those that move and mimic no other. */
export function coordinatesOf({ joints }: Robot): string[] {
  return joints.filter(({ kind, mimics }) => kind !== "fixed" && mimics === undefined).map(({ name }) => name);
}

/** The tree of a robot by names, each looked up once: files may hold some ten thousand links. */
interface Tree {
  /** Of joints that move. */
  readonly drives: ReadonlyMap<string, Drive>;
  /** The joint that carries a link. */
  readonly carriers: ReadonlyMap<string, Joint>;
  readonly inertials: ReadonlyMap<string, Inertial>;
}

const trees = new WeakMap<Robot, Tree>();

function treeOf(robot: Robot): Tree {
  const known = trees.get(robot);
  if (known !== undefined) return known;
  const carriers = new Map<string, Joint>();
  for (const joint of robot.joints) if (!carriers.has(joint.child)) carriers.set(joint.child, joint);
  const inertials = new Map((robot.inertials ?? []).map((inertial) => [inertial.link, inertial]));
  const tree = { drives: drivesOf(robot), carriers, inertials };
  trees.set(robot, tree);
  return tree;
}

/** The coordinate that moves a joint; none moves a fixed one. */
export const driveOf = (robot: Robot, joint: Joint): Drive | undefined => treeOf(robot).drives.get(joint.name);

/** The weight of a link; none where the robot does not say. */
export const inertialOf = (robot: Robot, link: string): Inertial | undefined => treeOf(robot).inertials.get(link);

/** Along mimics from joint to joint: factor · (the other's) and factor · (the other's) + offset. */
function drivesOf({ joints }: Robot): Map<string, Drive> {
  const named = new Map(joints.map((joint) => [joint.name, joint]));
  const drives = new Map<string, Drive>();
  for (const joint of joints) {
    if (joint.kind === "fixed") continue;
    const chain: Joint[] = [];
    let at: Joint | undefined = joint;
    for (; at?.mimics !== undefined && !drives.has(at.name) && chain.length <= joints.length; ) {
      chain.push(at);
      at = named.get(at.mimics.joint);
    }
    if (at === undefined || at.kind === "fixed" || chain.length > joints.length)
      throw new RangeError(`joint "${joint.name}" mimics no joint that moves`);
    let drive = drives.get(at.name) ?? { coordinate: at.name, factor: 1, offset: 0 };
    drives.set(at.name, drive);
    for (const { name, mimics } of chain.reverse()) {
      if (mimics === undefined) continue;
      const { factor, offset } = mimics;
      drive = {
        coordinate: drive.coordinate,
        factor: factor * drive.factor,
        offset: factor * drive.offset + offset,
      };
      drives.set(name, drive);
    }
  }
  return drives;
}

/** The range of every coordinate [rad or m] that keeps its own joint and all that mimic it within their limits. */
export function coordinateLimits(robot: Robot): { lower: Float64Array; upper: Float64Array } {
  const names = coordinatesOf(robot);
  const lower = new Float64Array(names.length).fill(Number.NEGATIVE_INFINITY);
  const upper = new Float64Array(names.length).fill(Number.POSITIVE_INFINITY);
  const places = new Map(names.map((name, i) => [name, i]));
  const { drives } = treeOf(robot);
  for (const joint of robot.joints) {
    const drive = drives.get(joint.name);
    const i = drive === undefined ? undefined : places.get(drive.coordinate);
    if (drive === undefined || i === undefined || drive.factor === 0) continue;
    const ends = [joint.limits.lower, joint.limits.upper].map((end) => (end - drive.offset) / drive.factor);
    lower[i] = Math.max(lower[i], Math.min(...ends));
    upper[i] = Math.min(upper[i], Math.max(...ends));
  }
  return { lower, upper };
}

/** The pose of a link. */
export interface LinkPose extends Pose {
  readonly orientation: Quat;
}

/** The axes of the world. */
const worldPose: LinkPose = { position: vec3(0, 0, 0), orientation: quat(1, 0, 0, 0), heading: toExpr(0) };

/** Forward kinematics: the pose of every link, for coordinates by name and the pose of the root link. */
export function forwardKinematics(
  robot: Robot,
  coordinate: (name: string) => Scalar,
  base: LinkPose = worldPose,
): ReadonlyMap<string, LinkPose> {
  const poses = new Map<string, LinkPose>([[robot.links[0], base]]);
  const { drives } = treeOf(robot);
  for (const joint of robot.joints) {
    const { position, orientation } = poseOf(poses, joint.parent);
    const { origin, axis } = joint;
    const there = addV(position, rotateV(orientation, vec3(...origin.position)));
    const turned = multiplyQ(orientation, quat(...origin.orientation));
    const drive = drives.get(joint.name);
    const at = drive === undefined ? 0 : add(mul(drive.factor, coordinate(drive.coordinate)), drive.offset);
    const turns = joint.kind === "revolute" || joint.kind === "continuous";
    const along = joint.kind === "prismatic" ? rotateV(turned, scaleV(at, vec3(...axis))) : vec3(0, 0, 0);
    poses.set(joint.child, {
      position: addV(there, along),
      orientation: turns ? multiplyQ(turned, turnAbout(axis, at)) : turned,
      heading: toExpr(0),
    });
  }
  return poses;
}

/** The heading [rad] of a quaternion that turns about z. */
export function headingOf([w, , , z]: readonly [Scalar, Scalar, Scalar, Scalar]): Expr {
  return mul(2, atan2(z, w));
}

/** Forward kinematics in the plane x–y, where joints turn about z: poses by headings, for coordinates and the root's pose. */
export function planarKinematics(
  robot: Robot,
  coordinate: (name: string) => Scalar,
  root: Pose,
): ReadonlyMap<string, Pose> {
  const poses = new Map<string, Pose>([[robot.links[0], root]]);
  const { drives } = treeOf(robot);
  for (const { name, parent, child, origin, axis, kind } of robot.joints) {
    const carrier = poseOf(poses, parent);
    const turned = add(carrier.heading, headingOf(origin.orientation));
    const joint: Pose = {
      position: pointToWorld(carrier, vec3(...origin.position)),
      orientation: undefined,
      heading: turned,
    };
    const drive = drives.get(name);
    const at = drive === undefined ? toExpr(0) : add(mul(drive.factor, coordinate(drive.coordinate)), drive.offset);
    const slides = kind === "prismatic";
    poses.set(child, {
      position: slides ? pointToWorld(joint, scaleV(at, vec3(...axis))) : joint.position,
      orientation: undefined,
      heading: slides ? turned : add(turned, mul(axis[2], at)),
    });
  }
  return poses;
}

/**
 * The pose of a link among those of its robot.
 * @throws {RangeError} where there is none.
 */
export function poseOf<P extends Pose>(poses: ReadonlyMap<string, P>, link: string): P {
  const pose = poses.get(link);
  if (pose === undefined) throw new RangeError(`the robot has no link "${link}"`);
  return pose;
}

/** cos(θ/2) + sin(θ/2) a for a unit axis a. */
function turnAbout([x, y, z]: Vector, angle: Scalar): Quat {
  const half = mul(0.5, angle);
  const [c, s] = [cos(half), sin(half)];
  return quat(c, mul(x, s), mul(y, s), mul(z, s));
}

/** The motion of a body for one unit of a coordinate's rate: velocity [m/s] of its position, and angular velocity [rad/s]. */
export interface UnitTwist {
  readonly coordinate: string;
  readonly linear: Vec3;
  readonly angular: Vec3;
}

/**
 * The geometric Jacobian of a link, column by column, in world axes (Murray, Li, Sastry 1994, section 3.4): a joint that
 * turns about a through p gives the link at x the velocity a × (x − p) and the angular velocity a, one that slides gives
 * the velocity a. Columns of joints that are not between root and link are left out.
 */
export function geometricJacobian(robot: Robot, poses: ReadonlyMap<string, Pose>, link: string): UnitTwist[] {
  const x = poseOf(poses, link).position;
  const columns = new Map<string, UnitTwist>();
  const { drives, carriers } = treeOf(robot);
  for (let joint = carriers.get(link); joint !== undefined; joint = carriers.get(joint.parent)) {
    const drive = drives.get(joint.name);
    if (drive === undefined) continue;
    const pose = poseOf(poses, joint.child);
    // the axis is the same in the axes before and after the turn about it
    const a = scaleV(drive.factor, directionToWorld(pose, vec3(...joint.axis)));
    const slides = joint.kind === "prismatic";
    const linear = slides ? a : cross(a, subV(x, pose.position));
    const angular = slides ? vec3(0, 0, 0) : a;
    const before = columns.get(drive.coordinate);
    columns.set(drive.coordinate, {
      coordinate: drive.coordinate,
      linear: before === undefined ? linear : addV(before.linear, linear),
      angular: before === undefined ? angular : addV(before.angular, angular),
    });
  }
  return coordinatesOf(robot).flatMap((name) => columns.get(name) ?? []);
}

/** The velocity [m/s] that one unit of a coordinate's rate gives to the point at `arm` from the body's position. */
export function pointVelocity({ linear, angular }: UnitTwist, arm: Vec3): Vec3 {
  return addV(linear, cross(angular, arm));
}

/** A chain's length with every joint stretched out [m]: no point at its end is farther away than this. */
export function reachOf({ joints }: Robot): number {
  const slide = ({ kind, limits }: Joint): number =>
    kind === "prismatic" ? Math.max(Math.abs(limits.lower), Math.abs(limits.upper)) : 0;
  return joints.reduce((sum, joint) => sum + hypot(...joint.origin.position) + slide(joint), 0);
}
