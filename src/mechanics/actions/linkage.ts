import { BadInput } from "../../checks/bad-input.js";
import {
  type Check,
  type Checked,
  fields,
  listOf,
  name,
  quantities,
  quantity,
  recordOf,
  vector,
} from "../../checks/fields.js";
import { lookUp } from "../../checks/look-up.js";
import { add, div, type Expr, max, mul, neg, type Scalar, sub, toExpr } from "../../expr/expr.js";
import { addV, conjugateQ, dot, quat, rotateV, scaleV, type Vec3, vec3 } from "../../expr/vector.js";
import { type Shape, shape } from "../../geometry/shape.js";
import { robotCheck } from "../../robots/check.js";
import { inertiasAtZero, inverseDynamics, kineticEnergy } from "../../robots/dynamics.js";
import {
  coordinateLimits,
  coordinatesOf,
  forwardKinematics,
  geometricJacobian,
  inertialOf,
  type JointResistance,
  type LinkPose,
  pointVelocity,
  poseOf,
  type Robot,
  reachOf,
  type UnitTwist,
} from "../../robots/robot.js";
import { type Body, type Motion, ofBody } from "../body.js";
import { type Contact, partnerOf } from "../contact.js";
import { forceInWorld } from "../contact-kinematics.js";
import { complementary, equation, frame, type Leaves, type Row, type Unknown } from "../model.js";
import { notNegative, positive } from "../requirements.js";
import type { BodyView } from "../views.js";
import { type Action, type ActionStage, atEnd, type Situation } from "./action.js";

const base = fields({ position: vector }, { orientation: quantities<readonly [Scalar, Scalar, Scalar, Scalar]>(4) });

/** The fields of a robot in a scene. */
const linkageFields = fields(
  {
    name,
    /** Links and joints, such as a URDF says. */
    robot: robotCheck,
  },
  {
    /** Pose of its root link, which stands still; the origin of the world where left out. */
    base,
    /** Forces and torques of its drives by joint [N or N m]: formulas of t, states at the step's end, parameters, inputs. */
    efforts: recordOf(quantity),
    /** Joints that stop at their limits; all that have limits where left out. */
    stops: listOf(name),
    /** Shapes of links in their own axes, for pictures; bars from joint to joint where left out. */
    shapes: recordOf(listOf(shape)),
  },
);

/**
 * A robot in a scene, in reduced coordinates: its states are the position and the velocity of every joint that moves and
 * mimics no other, called `<joint>.position` and `<joint>.velocity`. Its links touch as bodies do, under their own names.
 */
export interface Linkage extends Checked<typeof linkageFields> {}

/** The check of a robot in a scene: its efforts and stops are of joints that move. */
export const linkageCheck: Check<Linkage> = (given, at) => {
  linkageFields(given, at);
  const { robot, efforts = {}, stops = [], shapes = {} } = given as Linkage;
  const names = coordinatesOf(robot);
  for (const joint of Object.keys(efforts))
    oneOfAll(joint, names, `${at}.efforts.${joint}`, "a joint that moves and mimics no other");
  for (const [i, joint] of stops.entries())
    oneOfAll(joint, limited(robot), `${at}.stops[${i}]`, "a joint that has limits and mimics no other");
  for (const link of Object.keys(shapes)) oneOfAll(link, robot.links, `${at}.shapes.${link}`, "a link of the robot");
};

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

const positionOf = (coordinate: string): string => `${coordinate}.position`;
const velocityOf = (coordinate: string): string => `${coordinate}.velocity`;

/** The pose of the root link. */
function basePose({ base }: Linkage): LinkPose {
  const { position = [0, 0, 0], orientation = [1, 0, 0, 0] } = base ?? {};
  return { position: vec3(...position), orientation: quat(...orientation), heading: toExpr(0) };
}

/** The motions of all links at one end of a step, at the origins of their axes. */
export function linkMotions(linkage: Linkage, at: Leaves): ReadonlyMap<string, Motion> {
  const { robot } = linkage;
  const poses = forwardKinematics(robot, (coordinate) => at(positionOf(coordinate)), basePose(linkage));
  const none = vec3(0, 0, 0);
  return new Map(
    robot.links.map((link) => {
      const twists = geometricJacobian(robot, poses, link);
      const total = (part: "linear" | "angular"): Vec3 =>
        twists.reduce((sum, twist) => addV(sum, scaleV(at(velocityOf(twist.coordinate)), twist[part])), none);
      return [link, { ...poseOf(poses, link), velocity: total("linear"), angularVelocity: total("angular") }];
    }),
  );
}

/** The velocity [m/s] that a unit impulse at the end of an arm gives it, at most: Σ |J_j|²/M_jj over the joints [1/kg]. */
export function linkMobility(linkage: Linkage, link: string, arm: Vec3): Expr {
  const { robot } = linkage;
  const inertias = inertiasAtZero(robot, coordinatesOf(robot));
  const shares = twistsOf(linkage, link).map((twist) => {
    const way = pointVelocity(twist, arm);
    return div(dot(way, way), lookUp(inertias, twist.coordinate));
  });
  return add(0, ...shares);
}

/** The motions that the joints give to a link at the end of a step. */
function twistsOf(linkage: Linkage, link: string): UnitTwist[] {
  const { robot } = linkage;
  const poses = forwardKinematics(robot, (coordinate) => frame.next(positionOf(coordinate)), basePose(linkage));
  return geometricJacobian(robot, poses, link);
}

/** Links that touch and links at the tips, by columns that the robot observes. */
export function linkViews(linkage: Linkage, contacts: readonly Contact[]): BodyView[] {
  const column = (link: string, axis: string): string => `${link}.${axis}`;
  return observedLinks(linkage, contacts).map((link) => ({
    name: link,
    position: ["x", "y", "z"].map((axis) => column(link, axis)),
    orientation: [column(link, "e0"), column(link, "ex"), column(link, "ey"), column(link, "ez")],
  }));
}

function observedLinks({ robot }: Linkage, contacts: readonly Contact[]): string[] {
  const touching = new Set(contacts.flatMap((contact) => [contact.body, partnerOf(contact).body]));
  const parents = new Set(robot.joints.map(({ parent }) => parent));
  return robot.links.slice(1).filter((link) => touching.has(link) || !parents.has(link));
}

/** A link as contacts know bodies: with the mass of the whole robot, which is what it carries at most. */
export function linkBody({ robot: { inertials = [] } }: Linkage, name: string): Body {
  return { name, space: "spatial", mass: add(0, ...inertials.map(({ mass }) => mass)), inertia: 1 };
}

/** As much of a scene as its robots need. */
interface Around {
  readonly gravity: readonly [Scalar, Scalar, Scalar];
  readonly contacts: readonly Contact[];
}

/**
 * The equations of a robot by backward Euler, for every coordinate
 *
 *     h (RNEA(q⁺, v⁺, (v⁺ − v)/h) − τ⁺ + d v⁺ − f − s_lower + s_upper − Jᵀλ) = 0   [N m s or N s],     q⁺ = q + h v⁺,
 *
 * with the recursive Newton–Euler algorithm, which needs neither the inertia matrix nor its inverse. Stops are
 * complementary, 0 ≤ s_lower ⟂ q⁺ − q_lower ≥ 0, and so plastic; dry friction f is in [−μ, μ] and equal to −μ sign v⁺
 * where the joint moves.
 */
export function linkageAction(linkage: Linkage, around: Around): Action {
  const { robot } = linkage;
  const names = coordinatesOf(robot);
  const inertias = inertiasAtZero(robot, names);
  const size = (coordinate: string): Expr => lookUp(inertias, coordinate);
  return {
    states: names.flatMap((name) => statesOf(robot, name)),
    inside: [...stopsOf(linkage).flatMap(stopUnknowns), ...rubbing(robot).map(({ joint }) => shareUnknown(joint))],
    requires: [
      ...names.map((name) => positive(`${linkage.name}.robot.inertials of what ${name} moves`, size(name))),
      ...(robot.inertials ?? []).map(({ link, mass }) =>
        notNegative(`${linkage.name}.robot.inertials ${link}.mass`, mass),
      ),
      ...(robot.resistances ?? []).flatMap(({ joint, damping, friction }) => [
        notNegative(`${linkage.name}.robot.resistances ${joint}.damping`, damping),
        notNegative(`${linkage.name}.robot.resistances ${joint}.friction`, friction),
      ]),
    ],
    step: (situation) => linkageStep(linkage, around, size, situation),
  };
}

function statesOf(robot: Robot, coordinate: string): Unknown[] {
  const slides = robot.joints.find(({ name }) => name === coordinate)?.kind === "prismatic";
  return [
    { name: positionOf(coordinate), unit: slides ? "m" : "rad", scale: 1 },
    { name: velocityOf(coordinate), unit: slides ? "m/s" : "rad/s", scale: slides ? 1 : 10 },
  ];
}

interface Stop {
  readonly coordinate: string;
  readonly side: "lower" | "upper";
  readonly limit: number;
}

function stopsOf({ robot, stops }: Linkage): Stop[] {
  const { lower, upper } = coordinateLimits(robot);
  return coordinatesOf(robot).flatMap((coordinate, i) => {
    if (stops !== undefined && !stops.includes(coordinate)) return [];
    const both = [
      { coordinate, side: "lower", limit: lower[i] },
      { coordinate, side: "upper", limit: upper[i] },
    ] as const;
    return both.filter(({ limit }) => Number.isFinite(limit));
  });
}

const stopName = ({ coordinate, side }: Stop): string => `${coordinate}.${side}Stop`;
const stopUnknowns = (stop: Stop): Unknown[] => [{ name: stopName(stop), unit: "N", scale: 1, lower: 0 }];

/** Resistances with dry friction. */
const rubbing = ({ resistances = [] }: Robot): readonly JointResistance[] =>
  resistances.filter(({ friction }) => friction !== 0);

const shareName = (joint: string): string => `${joint}.frictionShare`;
const shareUnknown = (joint: string): Unknown => ({ name: shareName(joint), unit: "1", scale: 1, lower: -1, upper: 1 });

function linkageStep(
  linkage: Linkage,
  { gravity, contacts }: Around,
  size: (coordinate: string) => Expr,
  { frame: { now, next, inside, h }, motions, touching }: Situation,
): ActionStage {
  const { robot, efforts = {} } = linkage;
  const names = coordinatesOf(robot);
  const rate = (name: string): Expr => next(velocityOf(name));
  const position = (name: string): Expr => next(positionOf(name));
  const acceleration = (name: string): Expr => div(sub(rate(name), now(velocityOf(name))), h);
  const toBase = (v: Vec3): Vec3 => rotateV(conjugateQ(basePose(linkage).orientation), v);
  const needed = inverseDynamics(robot, { position, velocity: rate, acceleration }, toBase(vec3(...gravity)));
  const pushed = contactEfforts(linkage, contacts, touching);
  const stops = stopsOf(linkage).map((stop) => {
    const { coordinate, side, limit } = stop;
    const room = side === "lower" ? sub(position(coordinate), limit) : sub(limit, position(coordinate));
    // the force that would close the room within this step
    const row = complementary(stopName(stop), mul(size(coordinate), div(room, mul(h, h))));
    return { coordinate, sign: side === "lower" ? 1 : -1, row };
  });
  const resistances = robot.resistances ?? [];
  const rubs = rubbing(robot).map(({ joint, friction }) => {
    const share = inside(shareName(joint));
    const stopping = mul(div(size(joint), h), rate(joint));
    return {
      joint,
      force: mul(friction, share),
      row: { unknown: shareName(joint), residual: stopping },
      pairs: [
        { name: `${shareName(joint)}.forward`, a: mul(friction, add(1, share)), b: max(0, stopping) },
        { name: `${shareName(joint)}.backward`, a: mul(friction, sub(1, share)), b: max(0, neg(stopping)) },
      ],
    };
  });
  const driven = (name: string): Expr => atEnd(efforts[name] ?? 0);
  const rows = names.map((name): Row => {
    const stopped = stops
      .filter(({ coordinate }) => coordinate === name)
      .map(({ sign, row }) => mul(sign, inside(row.unknown)));
    const rubbed = rubs.filter(({ joint }) => joint === name).map(({ force }) => force);
    const damped = resistances
      .filter(({ joint }) => joint === name)
      .map(({ damping }) => neg(mul(damping, rate(name))));
    const given = add(driven(name), pushed.get(name) ?? 0, ...stopped, ...rubbed, ...damped);
    return equation(velocityOf(name), mul(h, sub(lookUp(needed, name), given)));
  });
  return {
    rows: [
      ...rows,
      ...stops.map(({ row: { unknown, residual } }) => ({ unknown, residual })),
      ...rubs.map(({ row }) => row),
    ],
    pairs: [...stops.map(({ row }) => row.pair), ...rubs.flatMap(({ pairs }) => pairs)],
    defines: Object.fromEntries(
      names.map((name) => [positionOf(name), add(now(positionOf(name)), mul(h, rate(name)))]),
    ),
    observe: {
      ...Object.fromEntries(Object.keys(efforts).map((name) => [`${name}.effort`, driven(name)])),
      ...linkColumns(observedLinks(linkage, contacts), motions),
    },
    stored: [energyOf(linkage, gravity, now), energyOf(linkage, gravity, next)],
    work: mul(h, add(0, ...Object.keys(efforts).map((name) => mul(driven(name), rate(name))))),
  };
}

/** Jᵀλ: the efforts of the forces of contacts, by coordinate. */
function contactEfforts(
  linkage: Linkage,
  contacts: readonly Contact[],
  touching: Situation["touching"],
): ReadonlyMap<string, Expr> {
  const efforts = new Map<string, Expr>();
  for (const { name } of contacts) {
    const { geometries, forces } = lookUp(touching, name);
    geometries.forEach(({ frame: axes, sides }, i) => {
      const force = forceInWorld(axes, ...forces[i]);
      for (const { body, arm, sign } of sides) {
        if (!linkage.robot.links.includes(body)) continue;
        for (const twist of twistsOf(linkage, body)) {
          const effort = mul(sign, dot(pointVelocity(twist, arm), force));
          efforts.set(twist.coordinate, add(efforts.get(twist.coordinate) ?? 0, effort));
        }
      }
    });
  }
  return efforts;
}

function linkColumns(links: readonly string[], { next }: Situation["motions"]): Record<string, Expr> {
  return Object.fromEntries(
    links.flatMap((link): [string, Expr][] => {
      const { position, orientation } = ofBody(next, link);
      const [x, y, z] = position;
      const [e0, ex, ey, ez] = orientation ?? quat(1, 0, 0, 0);
      return Object.entries({ x, y, z, e0, ex, ey, ez }).map(([axis, value]) => [`${link}.${axis}`, value]);
    }),
  );
}

/** Kinetic energy minus the work of gravity Σ m g·x [J]. */
function energyOf(linkage: Linkage, gravity: Around["gravity"], at: Leaves): Expr {
  const { robot } = linkage;
  const position = (name: string): Expr => at(positionOf(name));
  const poses = forwardKinematics(robot, position, basePose(linkage));
  const falls = (robot.inertials ?? []).map(({ link, mass, centre }) => {
    const pose = poseOf(poses, link);
    return mul(mass, dot(vec3(...gravity), addV(pose.position, rotateV(pose.orientation, vec3(...centre)))));
  });
  return sub(kineticEnergy(robot, { position, velocity: (name) => at(velocityOf(name)) }), add(0, ...falls));
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
