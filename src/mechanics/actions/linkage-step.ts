import { lookUp } from "../../checks/look-up.js";
import { add, constant, div, type Expr, max, mul, neg, type Scalar, sub } from "../../expr/expr.js";
import { addV, cross, dot, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import { directionToBody, directionToWorld, pointToWorld } from "../../geometry/placement.js";
import { inertiasAtZero, kineticEnergy, type LinkState, type Load, treeDynamics } from "../../robots/dynamics.js";
import {
  coordinateLimits,
  coordinatesOf,
  type Drive,
  driveOf,
  geometricJacobian,
  type JointResistance,
  pointVelocity,
  poseOf,
  type Robot,
  type UnitTwist,
} from "../../robots/robot.js";
import { bodyStates, kinematics, ofBody, quaternionNorm, sumWrenches, type Wrench } from "../body.js";
import type { Contact } from "../contact.js";
import { contactWrench, forceInWorld } from "../contact-kinematics.js";
import {
  complementary,
  equation,
  frame as frameOfStep,
  type Leaves,
  now,
  type Requirement,
  type Row,
  type Unknown,
} from "../model.js";
import { notNegative, positive, unitAtStart } from "../requirements.js";
import { type Action, type ActionStage, atEnd, type Situation } from "./action.js";
import {
  isFree,
  type Linkage,
  linkPoses,
  massOf,
  observedLinks,
  positionOf,
  rootMotion,
  rootOf,
  velocityOf,
} from "./linkage.js";

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
 * with the recursive Newton–Euler algorithm, which needs neither the inertia matrix nor its inverse; of a free root the same
 * algorithm gives the load that it asks for. Stops are
 * complementary, 0 ≤ s_lower ⟂ q⁺ − q_lower ≥ 0, and so plastic; dry friction f is in [−μ, μ] and equal to −μ sign v⁺
 * where the joint moves.
 */
export function linkageAction(linkage: Linkage, around: Around): Action {
  const { robot } = linkage;
  const names = coordinatesOf(robot);
  const inertias = inertiasAtZero(robot, names);
  const size = (coordinate: string): Expr => lookUp(inertias, coordinate);
  return {
    states: [
      ...(isFree(linkage) ? bodyStates(rootOf(linkage)) : []),
      ...names.flatMap((name) => statesOf(robot, name)),
    ],
    inside: [
      ...stopsOf(linkage).flatMap((stop) => stopUnknowns(robot, stop)),
      ...[...rubbing(robot).keys()].map(shareUnknown),
    ],
    requires: [
      ...(isFree(linkage) ? rootRequirements(linkage) : []),
      ...names.map((name) => positive(`${linkage.name}.robot.inertials of what ${name} moves`, size(name))),
      ...stopsOf(linkage).map(({ coordinate, side, limit }) => {
        const start = now(positionOf(coordinate));
        const room = side === "lower" ? sub(start, limit) : sub(limit, start);
        const must = `be at the start within the limits of its joint, ${limit} at the ${side} end`;
        return { field: positionOf(coordinate), must, holds: room, orZero: true };
      }),
      ...(robot.inertials ?? []).map(({ link, mass }) =>
        notNegative(`${linkage.name}.robot.inertials ${link}.mass`, mass),
      ),
      ...(robot.resistances ?? []).flatMap(({ joint, damping, friction, armature = 0 }) =>
        Object.entries({ armature, damping, friction }).map(([field, value]) =>
          notNegative(`${linkage.name}.robot.resistances ${joint}.${field}`, value),
        ),
      ),
    ],
    step: (situation) => linkageStep(linkage, around, size, situation),
  };
}

/** A free root with what it carries weighs something, and turns with inertia about every axis. */
function rootRequirements(linkage: Linkage): Requirement[] {
  const { name, robot, space } = linkage;
  const still = { position: () => 0, velocity: () => 0, acceleration: () => 0 };
  const none = vec3(0, 0, 0);
  const axes = space === "planar" ? ([2] as const) : ([0, 1, 2] as const);
  const moments = axes.map((i) => {
    const alpha: Vec3 = [constant(i === 0 ? 1 : 0), constant(i === 1 ? 1 : 0), constant(i === 2 ? 1 : 0)];
    return treeDynamics(robot, still, { omega: none, alpha, acceleration: none }).load.moment[i];
  });
  return [
    positive(`${name}.robot.inertials of all links`, massOf(linkage)),
    ...moments.map((moment) => positive(`${name}.robot.inertials of all links`, moment)),
    ...(space === "planar" ? [] : [unitAtStart(rootOf(linkage))]),
  ];
}

const slides = (robot: Robot, coordinate: string): boolean =>
  robot.joints.find(({ name }) => name === coordinate)?.kind === "prismatic";

function statesOf(robot: Robot, coordinate: string): Unknown[] {
  const [length, speed, scale] = slides(robot, coordinate)
    ? (["m", "m/s", 1] as const)
    : (["rad", "rad/s", 10] as const);
  return [
    { name: positionOf(coordinate), unit: length, scale: 1 },
    { name: velocityOf(coordinate), unit: speed, scale },
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
/** The forces of the stops of a robot, by their names. */
export const stopForces = (linkage: Linkage): string[] => stopsOf(linkage).map(stopName);

const stopUnknowns = (robot: Robot, stop: Stop): Unknown[] => [
  { name: stopName(stop), unit: slides(robot, stop.coordinate) ? "N" : "N m", scale: 1, lower: 0 },
];

/** The resistance of a joint that moves, on the coordinate that moves it: one that mimics resists through its factor. */
interface Resisting extends JointResistance, Drive {}

function resistancesOf(robot: Robot): Resisting[] {
  return (robot.resistances ?? []).flatMap((resistance) => {
    const joint = robot.joints.find(({ name }) => name === resistance.joint);
    const drive = joint && driveOf(robot, joint);
    return drive === undefined ? [] : [{ ...resistance, ...drive }];
  });
}

/** The dry friction against a coordinate [N m or N]: of all joints that it moves, whose shares in rest nobody could tell apart. */
function rubbing(robot: Robot): ReadonlyMap<string, Scalar> {
  const all = new Map<string, Scalar>();
  for (const { coordinate, factor, friction } of resistancesOf(robot))
    if (friction !== 0) all.set(coordinate, add(all.get(coordinate) ?? 0, mul(Math.abs(factor), friction)));
  return all;
}
const shareName = (coordinate: string): string => `${coordinate}.frictionShare`;
const shareUnknown = (coordinate: string): Unknown => ({
  name: shareName(coordinate),
  unit: "1",
  scale: 1,
  lower: -1,
  upper: 1,
});

function linkageStep(
  linkage: Linkage,
  { gravity, contacts }: Around,
  size: (coordinate: string) => Expr,
  { frame, motions, touching, acting }: Situation,
): ActionStage {
  const { now, next, inside, h } = frame;
  const { robot, efforts = {} } = linkage;
  const names = coordinatesOf(robot);
  const rate = (name: string): Expr => next(velocityOf(name));
  const position = (name: string): Expr => next(positionOf(name));
  const acceleration = (name: string): Expr => div(sub(rate(name), now(velocityOf(name))), h);
  const rootState = rootStateOf(linkage, vec3(...gravity), [now, next, h]);
  const { efforts: needed, load } = treeDynamics(robot, { position, velocity: rate, acceleration }, rootState);
  const pushed = pushing(linkage, contacts, touching, acting);
  const stops = stopsOf(linkage).map((stop) => {
    const { coordinate, side, limit } = stop;
    const room = side === "lower" ? sub(position(coordinate), limit) : sub(limit, position(coordinate));
    // the force that would close the room within this step
    const row = complementary(stopName(stop), mul(size(coordinate), div(room, mul(h, h))));
    return { coordinate, sign: side === "lower" ? 1 : -1, row };
  });
  const resistances = resistancesOf(robot);
  const rubbed = rubbing(robot);
  const rubs = [...rubbed].map(([coordinate, friction]) => {
    const name = shareName(coordinate);
    const share = inside(name);
    const stopping = mul(div(size(coordinate), h), rate(coordinate));
    return {
      row: { unknown: name, residual: stopping },
      pairs: [
        { name: `${name}.forward`, a: mul(friction, add(1, share)), b: max(0, stopping) },
        { name: `${name}.backward`, a: mul(friction, sub(1, share)), b: max(0, neg(stopping)) },
      ],
    };
  });
  const driven = (name: string): Expr => atEnd(efforts[name] ?? 0);
  const rows = names.map((name): Row => {
    const stopped = stops
      .filter(({ coordinate }) => coordinate === name)
      .map(({ sign, row }) => mul(sign, inside(row.unknown)));
    const friction = rubbed.get(name);
    const held = friction === undefined ? 0 : mul(friction, inside(shareName(name)));
    const damped = resistances
      .filter(({ coordinate }) => coordinate === name)
      .map(({ damping, factor }) => neg(mul(factor * factor, damping, rate(name))));
    const given = add(driven(name), pushed.efforts.get(name) ?? 0, ...stopped, held, ...damped);
    return equation(velocityOf(name), mul(h, sub(lookUp(needed, name), given)));
  });
  const free = isFree(linkage);
  return {
    rows: [
      ...(free ? rootRows(linkage, load, pushed.root, [next, h]) : []),
      ...rows,
      ...stops.map(({ row: { unknown, residual } }) => ({ unknown, residual })),
      ...rubs.map(({ row }) => row),
    ],
    pairs: [...stops.map(({ row }) => row.pair), ...rubs.flatMap(({ pairs }) => pairs)],
    defines: {
      ...(free && kinematics(rootOf(linkage), frame)),
      ...Object.fromEntries(names.map((name) => [positionOf(name), add(now(positionOf(name)), mul(h, rate(name)))])),
    },
    observe: {
      ...Object.fromEntries(Object.keys(efforts).map((name) => [`${name}.effort`, driven(name)])),
      ...linkColumns(observedLinks(linkage, contacts), motions),
      ...(free &&
        linkage.space !== "planar" && {
          [`${rootOf(linkage).name}.quaternionNorm`]: quaternionNorm(rootOf(linkage), next),
        }),
    },
    stored: [linkageEnergy(linkage, gravity, now), linkageEnergy(linkage, gravity, next)],
    work: mul(h, add(0, ...Object.keys(efforts).map((name) => mul(driven(name), rate(name))))),
  };
}

/** The motion of the root in its own axes, its acceleration that over the step, without gravity's. */
function rootStateOf(linkage: Linkage, gravity: Vec3, [now, next, h]: readonly [Leaves, Leaves, Expr]): LinkState {
  const after = rootMotion(linkage, next);
  const none = vec3(0, 0, 0);
  if (!isFree(linkage)) return { omega: none, alpha: none, acceleration: subV(none, directionToBody(after, gravity)) };
  const before = rootMotion(linkage, now);
  const overStep = (part: "velocity" | "angularVelocity"): Vec3 => scaleV(div(1, h), subV(after[part], before[part]));
  return {
    omega: directionToBody(after, after.angularVelocity),
    alpha: directionToBody(after, overStep("angularVelocity")),
    acceleration: directionToBody(after, subV(overStep("velocity"), gravity)),
  };
}

/** Newton–Euler of all links together about the origin of a free root: h (F − f) = 0 [N s], h (N − τ) = 0 [N m s]. */
function rootRows(linkage: Linkage, load: Load, pushed: Wrench, [next, h]: readonly [Leaves, Expr]): Row[] {
  const { name, space } = rootOf(linkage);
  const pose = rootMotion(linkage, next);
  const row = (rate: string, needed: Expr, given: Expr): Row => equation(`${name}.${rate}`, mul(h, sub(needed, given)));
  const [force, moment] = [directionToWorld(pose, load.force), directionToWorld(pose, load.moment)];
  const linear = space === "planar" ? ["vx", "vy"] : ["vx", "vy", "vz"];
  const angular: readonly (readonly [string, 0 | 1 | 2])[] =
    space === "planar"
      ? [["omega", 2]]
      : [
          ["wx", 0],
          ["wy", 1],
          ["wz", 2],
        ];
  return [
    ...linear.map((rate, i) => row(rate, force[i], pushed.force[i])),
    ...angular.map(([rate, i]) => row(rate, moment[i], pushed.torque[i])),
  ];
}

/** Jᵀλ of all that acts on links: efforts by coordinate, and the wrench about the origin of the root. */
function pushing(
  linkage: Linkage,
  contacts: readonly Contact[],
  touching: Situation["touching"],
  acting: Situation["acting"],
): { readonly efforts: ReadonlyMap<string, Expr>; readonly root: Wrench } {
  const { robot } = linkage;
  const poses = linkPoses(linkage, frameOfStep.next);
  const efforts = new Map<string, Expr>();
  const onRoot: Wrench[] = [];
  const from = poseOf(poses, robot.links[0]).position;
  const push = (link: string, { force, torque }: Wrench, effortOf: (twist: UnitTwist) => Expr): void => {
    for (const twist of geometricJacobian(robot, poses, link))
      efforts.set(twist.coordinate, add(efforts.get(twist.coordinate) ?? 0, effortOf(twist)));
    onRoot.push({ force, torque: addV(torque, cross(subV(poseOf(poses, link).position, from), force)) });
  };
  for (const { name } of contacts) {
    const { geometries, forces } = lookUp(touching, name);
    geometries.forEach(({ frame: axes, sides }, i) => {
      const force = forceInWorld(axes, ...forces[i]);
      for (const side of sides) {
        if (!robot.links.includes(side.body)) continue;
        push(side.body, contactWrench(side, force), (twist) =>
          mul(side.sign, dot(pointVelocity(twist, side.arm), force)),
        );
      }
    });
  }
  for (const { body, wrench } of acting)
    if (robot.links.includes(body))
      push(body, wrench, ({ linear, angular }) => add(dot(linear, wrench.force), dot(angular, wrench.torque)));
  return { efforts, root: sumWrenches(onRoot) };
}

function linkColumns(links: readonly string[], { next }: Situation["motions"]): Record<string, Expr> {
  return Object.fromEntries(
    links.flatMap((link): [string, Expr][] => {
      const { position, orientation, heading } = ofBody(next, link);
      const [x, y, z] = position;
      if (orientation === undefined) return Object.entries({ x, y, theta: heading }).map(named(link));
      const [e0, ex, ey, ez] = orientation;
      return Object.entries({ x, y, z, e0, ex, ey, ez }).map(named(link));
    }),
  );
}

const named =
  (link: string) =>
  ([axis, value]: [string, Expr]): [string, Expr] => [`${link}.${axis}`, value];

/** Kinetic energy minus the work of gravity Σ m g·x [J]. */
export function linkageEnergy(linkage: Linkage, gravity: Around["gravity"], at: Leaves): Expr {
  const { robot } = linkage;
  const position = (name: string): Expr => at(positionOf(name));
  const poses = linkPoses(linkage, at);
  const falls = (robot.inertials ?? []).map(({ link, mass, centre }) =>
    mul(mass, dot(vec3(...gravity), pointToWorld(poseOf(poses, link), vec3(...centre)))),
  );
  const root = rootMotion(linkage, at);
  const own = isFree(linkage)
    ? { linear: directionToBody(root, root.velocity), angular: directionToBody(root, root.angularVelocity) }
    : undefined;
  return sub(kineticEnergy(robot, { position, velocity: (name) => at(velocityOf(name)) }, own), add(0, ...falls));
}
