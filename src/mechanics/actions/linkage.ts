import { BadInput } from "../../checks/bad-input.js";
import {
  type Check,
  type Checked,
  fields,
  listOf,
  name,
  oneOf,
  quantities,
  quantity,
  recordOf,
  vector,
} from "../../checks/fields.js";
import { lookUp } from "../../checks/look-up.js";
import { add, div, type Expr, mul, type Scalar, toExpr } from "../../expr/expr.js";
import { addV, cross, dot, quat, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import type { Pose } from "../../geometry/placement.js";
import { type Shape, shape } from "../../geometry/shape.js";
import { robotCheck } from "../../robots/check.js";
import { inertiasAtZero } from "../../robots/dynamics.js";
import {
  coordinateLimits,
  coordinatesOf,
  forwardKinematics,
  geometricJacobian,
  headingOf,
  inertialOf,
  planarKinematics,
  pointVelocity,
  poseOf,
  type Robot,
  reachOf,
} from "../../robots/robot.js";
import { type Body, bodyView, type Motion, type Moving, motionOf } from "../body.js";
import { type Contact, partnerOf } from "../contact.js";
import { frame, type Leaves } from "../model.js";
import type { BodyView } from "../views.js";

const rootPose = fields(
  { position: vector },
  { orientation: quantities<readonly [Scalar, Scalar, Scalar, Scalar]>(4) },
);

/** The fields of a robot in a scene. */
const linkageFields = fields(
  {
    name,
    /** Links and joints, such as a URDF says. */
    robot: robotCheck,
  },
  {
    /** In space, or in the plane x–y, where its joints turn about z; in space where left out. */
    space: oneOf(["planar", "spatial"]),
    /** Its root link stands still, or is free as a body is, with a body's states under its own name; it stands where left out. */
    root: oneOf(["fixed", "free"]),
    /** Pose of a root link that stands still; the origin of the world where left out. */
    base: rootPose,
    /**
     * Forces and torques of its drives by joint [N or N m]: formulas of t, states at the step's end, parameters, inputs.
     * The largest effort that a URDF says bounds none of them: bounds are those of the inputs.
     */
    efforts: recordOf(quantity),
    /** Joints that stop at their limits; all that have limits where left out. */
    stops: listOf(name),
    /** Shapes of links in their own axes, for pictures; bars from joint to joint where left out. */
    shapes: recordOf(listOf(shape)),
  },
);

/**
 * A robot in a scene, in reduced coordinates: its states are the position and the velocity of every joint that moves and
 * mimics no other, called `<joint>.position` and `<joint>.velocity`, and those of a body for a root that is free. Its links touch as
 * bodies do, and carry joints, springs and forces, under their own names; the position of a link is the origin of its axes.
 */
export interface Linkage extends Checked<typeof linkageFields> {}

/** The check of a robot in a scene: its efforts and stops are of joints that move. */
export const linkageCheck: Check<Linkage> = (given, at) => {
  linkageFields(given, at);
  const { robot, efforts = {}, stops = [], shapes = {}, space, root, base } = given as Linkage;
  const names = coordinatesOf(robot);
  if (root === "free" && base !== undefined)
    throw new BadInput(
      `${at}.base`,
      `${at}.base is for a root that stands still: where a free one begins is said at the start.`,
    );
  if (space === "planar") checkPlane(robot, at);
  for (const joint of Object.keys(efforts))
    oneOfAll(joint, names, `${at}.efforts.${joint}`, "a joint that moves and mimics no other");
  for (const [i, joint] of stops.entries())
    oneOfAll(joint, limited(robot), `${at}.stops[${i}]`, "a joint that has limits and mimics no other");
  for (const link of Object.keys(shapes)) oneOfAll(link, robot.links, `${at}.shapes.${link}`, "a link of the robot");
};

/** Rounding of axes that people type. */
const typed = 1e-6;

/** In the plane joints turn about z and slide across it, and nothing is turned out of it. */
function checkPlane({ joints }: Robot, at: string): void {
  for (const [i, { name, axis, kind, origin }] of joints.entries()) {
    const field = `${at}.robot.joints[${i}]`;
    const [x, y, z] = axis.map(Math.abs);
    const slides = kind === "prismatic";
    if (kind !== "fixed" && (slides ? z : Math.max(x, y)) > typed)
      throw new BadInput(
        `${field}.axis`,
        `${field}.axis of "${name}" must be ${slides ? "in the plane x–y" : "along z"}, because the robot is planar.`,
      );
    if (Math.max(Math.abs(origin.orientation[1]), Math.abs(origin.orientation[2])) > typed)
      throw new BadInput(
        `${field}.origin.orientation`,
        `${field}.origin.orientation of "${name}" must turn about z, because the robot is planar.`,
      );
  }
}

function oneOfAll(found: string, known: readonly string[], field: string, be: string): void {
  if (!known.includes(found)) throw new BadInput(field, `${field} must be ${be}: ${listed(known)}; it is "${found}".`);
}

/** Names as a sentence holds them. */
const told = 8;

const listed = (names: readonly string[]): string =>
  names.length === 0 ? "there is none" : names.slice(0, told).join(", ") + (names.length > told ? ", …" : "");

/** The coordinates with a limit on either side. */
function limited(robot: Robot): string[] {
  const { lower, upper } = coordinateLimits(robot);
  return coordinatesOf(robot).filter((_, i) => Number.isFinite(lower[i]) || Number.isFinite(upper[i]));
}

export const positionOf = (coordinate: string): string => `${coordinate}.position`;
export const velocityOf = (coordinate: string): string => `${coordinate}.velocity`;

/** The positions of joints that turn. */
export const jointAngles = ({ robot }: Linkage): string[] =>
  coordinatesOf(robot)
    .filter((name) => robot.joints.find((joint) => joint.name === name)?.kind !== "prismatic")
    .map(positionOf);

/** The root link, which has the states of a body where it is free. */
export const rootOf = ({ robot: { links }, space = "spatial" }: Linkage): Moving => ({ name: links[0], space });

export const isFree = ({ root }: Linkage): boolean => root === "free";

/** The motion of the root link at one end of a step. */
export function rootMotion(linkage: Linkage, at: Leaves): Motion {
  if (isFree(linkage)) return motionOf(rootOf(linkage), at);
  const { base, space } = linkage;
  const { position = [0, 0, 0], orientation = [1, 0, 0, 0] } = base ?? {};
  const none = vec3(0, 0, 0);
  const [turned, heading] =
    space === "planar" ? [undefined, headingOf(orientation)] : [quat(...orientation), toExpr(0)];
  return { position: vec3(...position), orientation: turned, heading, velocity: none, angularVelocity: none };
}

/** The poses of all links at one end of a step. */
export function linkPoses(linkage: Linkage, at: Leaves): ReadonlyMap<string, Pose> {
  const { robot } = linkage;
  const { position, orientation, heading } = rootMotion(linkage, at);
  const coordinate = (name: string): Expr => at(positionOf(name));
  if (orientation === undefined) return planarKinematics(robot, coordinate, { position, orientation, heading });
  return forwardKinematics(robot, coordinate, { position, orientation, heading });
}

/** The motions of all links at one end of a step, at the origins of their axes. */
export function linkMotions(linkage: Linkage, at: Leaves): ReadonlyMap<string, Motion> {
  const { robot } = linkage;
  const poses = linkPoses(linkage, at);
  const root = rootMotion(linkage, at);
  return new Map(
    robot.links.map((link) => {
      const pose = poseOf(poses, link);
      const twists = geometricJacobian(robot, poses, link);
      const total = (part: "linear" | "angular", begin: Vec3): Vec3 =>
        twists.reduce((sum, twist) => addV(sum, scaleV(at(velocityOf(twist.coordinate)), twist[part])), begin);
      const carried = addV(root.velocity, cross(root.angularVelocity, subV(pose.position, root.position)));
      const angularVelocity = total("angular", root.angularVelocity);
      return [link, { ...pose, velocity: total("linear", carried), angularVelocity }];
    }),
  );
}

/**
 * The velocity [m/s] that a unit impulse at the end of an arm gives it, at most: Σ |J_j|²/M_jj over the joints, and
 * 1/m + |r|²/I of a free root [1/kg].
 */
export function linkMobility(linkage: Linkage, link: string, arm: Vec3): Expr {
  const { robot } = linkage;
  const inertias = inertiasAtZero(robot, coordinatesOf(robot));
  const poses = linkPoses(linkage, frame.next);
  const shares = geometricJacobian(robot, poses, link).map((twist) => {
    const way = pointVelocity(twist, arm);
    return div(dot(way, way), lookUp(inertias, twist.coordinate));
  });
  return add(0, ...shares, ...(isFree(linkage) ? [div(1, massOf(linkage))] : []));
}

/** True of a link that a joint or a free root moves. */
export function isMoved(linkage: Linkage, link: string): boolean {
  return isFree(linkage) || geometricJacobian(linkage.robot, linkPoses(linkage, frame.next), link).length > 0;
}

/** The angular velocity [rad/s] that a unit of a moment's impulse gives a link, at most [1/(kg m²)]. */
export function linkTurning(linkage: Linkage, link: string): Expr {
  const { robot } = linkage;
  const inertias = inertiasAtZero(robot, coordinatesOf(robot));
  const twists = geometricJacobian(robot, linkPoses(linkage, frame.next), link);
  const shares = twists.map(({ coordinate, angular }) => div(dot(angular, angular), lookUp(inertias, coordinate)));
  return add(0, ...shares, ...(isFree(linkage) ? [div(1, linkSize(linkage))] : []));
}

/** The mass of the whole robot [kg]. */
export const massOf = ({ robot: { inertials = [] } }: Linkage): Expr => add(0, ...inertials.map(({ mass }) => mass));

/** A moment of inertia as large as that of the robot may be: its mass by the square of its reach, or of what turns alone. */
function linkSize(linkage: Linkage): Expr {
  const { robot } = linkage;
  const own = (robot.inertials ?? []).map(({ inertia, centre, mass }) =>
    add(inertia[2], mul(mass, dot(vec3(...centre), vec3(...centre)))),
  );
  const reach = reachOf(robot);
  return add(mul(massOf(linkage), reach * reach), ...own);
}

/** Links that touch and links at the tips, by columns that the robot observes; a free root by its states. */
export function linkViews(linkage: Linkage, contacts: readonly Contact[]): BodyView[] {
  const { space } = linkage;
  const column = (link: string, axis: string): string => `${link}.${axis}`;
  const others = observedLinks(linkage, contacts).map((link): BodyView => {
    const inertial = linkage.robot.inertials?.find((one) => one.link === link);
    const mass = inertial && { mass: toExpr(inertial.mass) };
    if (space === "planar") return { ...bodyView({ name: link, space }), ...mass };
    return {
      ...mass,
      name: link,
      position: ["x", "y", "z"].map((axis) => column(link, axis)),
      orientation: [column(link, "e0"), column(link, "ex"), column(link, "ey"), column(link, "ez")],
    };
  });
  return isFree(linkage) ? [bodyView(rootOf(linkage)), ...others] : others;
}

export function observedLinks({ robot }: Linkage, contacts: readonly Contact[]): string[] {
  const touching = new Set(contacts.flatMap((contact) => [contact.body, partnerOf(contact).body]));
  const parents = new Set(robot.joints.map(({ parent }) => parent));
  return robot.links.slice(1).filter((link) => touching.has(link) || !parents.has(link));
}

/** A link as contacts know bodies: with the mass of the whole robot, which is what it carries at most. */
export function linkBody(linkage: Linkage, name: string): Body {
  return { name, space: linkage.space ?? "spatial", mass: massOf(linkage), inertia: 1 };
}

/** Of a robot's reach, a bar that stands for a link is so thick. */
const slender = 0.03;

/** Shapes of a link in its own axes, for pictures: its own, or bars to the joints that it carries and a ball at its centre. */
export function linkShapes({ robot, shapes = {} }: Linkage, link: string): readonly Shape[] {
  if (Object.hasOwn(shapes, link)) return shapes[link];
  const radius = slender * reachOf(robot);
  const bars = robot.joints
    .filter(({ parent, origin }) => parent === link && origin.position.some((x) => x !== 0))
    .map(({ origin }): Shape => ({ kind: "capsule", from: [0, 0, 0], to: origin.position, radius }));
  const inertial = inertialOf(robot, link);
  if (bars.length > 0 || inertial === undefined) return bars;
  return [{ kind: "capsule", from: [0, 0, 0], to: inertial.centre, radius }];
}
