/**
 * All that acts on the bodies of a scene besides contacts: drives, joints, forces, and the resistance of contacts to rolling. Each
 * kind is one file that gives an `Action`: its states and unknowns, and per step its rows, wrenches, stored energy and work, so
 * that every one of them is in the balance of energy. A new kind is such a file and its line in `actionsOf`.
 * @module mechanics/actions
 */
import { namedOf } from "../../checks/fields.js";
import { add, div, type Expr, type Scalar } from "../../expr/expr.js";
import { vec3 } from "../../expr/vector.js";
import { directionToWorld } from "../../geometry/placement.js";
import { type Body, bodyOf, type Motion, type Moving, momentOf, motionOf, ofBody } from "../body.js";
import { type Contact, partnerOf } from "../contact.js";
import { frame, type Leaves } from "../model.js";
import type { Motions } from "../pairs.js";
import type { Action } from "./action.js";
import { type DrivenBody, driveAction, drivenBody } from "./drive.js";
import { bodiesOfForce, type Force, force, forceAction } from "./force.js";
import type { Mobility } from "./freedom.js";
import { jointAction } from "./joint.js";
import { type Joint, joint } from "./joint-data.js";
import { isMoved, type Linkage, linkageCheck, linkBody, linkMobility, linkMotions, linkTurning } from "./linkage.js";
import { linkageAction } from "./linkage-step.js";
import { resistanceAction } from "./resistance.js";
import { tableAction } from "./table.js";

/** The fields of a scene for what acts besides contacts. */
export const actionFields = {
  driven: namedOf(drivenBody),
  joints: namedOf(joint),
  forces: namedOf(force),
  robots: namedOf(linkageCheck),
};

/** As much of a scene as its actions need. */
interface Acted extends Movers {
  readonly gravity: readonly [Scalar, Scalar, Scalar];
  readonly contacts: readonly Contact[];
  readonly joints?: readonly Joint[];
  readonly forces?: readonly Force[];
}

/** All in a scene that moves. */
interface Movers {
  readonly bodies: readonly Body[];
  readonly driven?: readonly DrivenBody[];
  readonly robots?: readonly Linkage[];
}

/** Bodies, driven bodies and links of a scene. */
export function movingOf({ bodies, driven = [], robots = [] }: Movers): readonly Moving[] {
  const links = robots.flatMap(({ robot, space = "spatial" }) => robot.links.map((name): Moving => ({ name, space })));
  return [...bodies, ...driven, ...links];
}

/** The motions of all that moves, at one end of a step. */
export function motionsOf({ bodies, driven = [], robots = [] }: Movers, leaves: Leaves): ReadonlyMap<string, Motion> {
  const free = [...bodies, ...driven].map((body): [string, Motion] => [body.name, motionOf(body, leaves)]);
  return new Map([...free, ...robots.flatMap((robot) => [...linkMotions(robot, leaves)])]);
}

/**
 * The body or the link that has this name.
 * @throws {RangeError} where there is none.
 */
export function memberOf(scene: Pick<Movers, "bodies" | "robots">, name: string): Body {
  const robot = robotOf(scene, name);
  return robot === undefined ? bodyOf(scene, name) : linkBody(robot, name);
}

/** The robot that has a link of this name. */
export function robotOf({ robots = [] }: Pick<Movers, "robots">, link: string): Linkage | undefined {
  return robots.find(({ robot }) => robot.links.includes(link));
}

/** True of a body that moves as told. */
export function isDriven({ driven = [] }: Pick<Movers, "driven">, name: string): boolean {
  return driven.some((body) => body.name === name);
}

/** How easily a joint moves its sides: Σ 1/m and Σ 1/I of bodies, and what joints and root give to links; none where nothing is free. */
function mobilityOf({ bodies, robots = [] }: Movers, { body, at, to }: Joint, { next }: Motions): Mobility | undefined {
  const sides = [
    { name: body, at },
    { name: to?.body, at: to?.at },
  ];
  const own = bodies.filter(({ name }) => sides.some((side) => side.name === name));
  const links = sides.flatMap(({ name, at }) => {
    const robot = name === undefined ? undefined : robotOf({ robots }, name);
    if (name === undefined || robot === undefined || !isMoved(robot, name)) return [];
    return [{ robot, name, arm: directionToWorld(ofBody(next, name), vec3(...(at ?? [0, 0, 0]))) }];
  });
  if (own.length + links.length === 0) return undefined;
  return {
    length: add(
      0,
      ...own.map(({ mass }) => div(1, mass)),
      ...links.map(({ robot, name, arm }) => linkMobility(robot, name, arm)),
    ),
    angle: add(
      0,
      ...own.map((one) => div(1, momentOf(one, 0))),
      ...links.map(({ robot, name }) => linkTurning(robot, name)),
    ),
  };
}

/** How easily a moment turns either side of a contact: 1/I of bodies, and what joints and root give to links. */
function turningOf({ bodies, robots = [] }: Movers, contact: Contact): Expr[] {
  const sides = [contact.body, partnerOf(contact).body];
  const own = bodies.filter(({ name }) => sides.includes(name)).map((body) => div(1, momentOf(body, 0)));
  const links = sides.flatMap((name) => {
    const robot = name === undefined ? undefined : robotOf({ robots }, name);
    return name === undefined || robot === undefined || !isMoved(robot, name) ? [] : [linkTurning(robot, name)];
  });
  return [...own, ...links];
}

/** All that acts in a scene besides its contacts, whose law has this name. */
export function actionsOf(scene: Acted, law?: string): readonly Action[] {
  const { contacts, driven = [], joints = [], forces = [], robots = [] } = scene;
  const moving = movingOf(scene);
  const motions: Motions = { now: motionsOf(scene, frame.now), next: motionsOf(scene, frame.next) };
  for (const one of forces)
    for (const body of bodiesOfForce(one))
      if (!moving.some(({ name }) => name === body))
        throw new RangeError(`force "${one.name}": scene has no body "${body}"`);
  const resistances = contacts.flatMap((contact) => {
    if (contact.rolling === undefined && contact.spinning === undefined) return [];
    const planar = memberOf(scene, contact.body).space === "planar";
    return [resistanceAction(contact, turningOf(scene, contact), planar)];
  });
  return [
    ...driven.map(driveAction),
    ...resistances,
    ...forces.map((one) => (one.kind === "table" ? tableAction(one, { ...scene, law }) : forceAction(one))),
    ...joints.map((one) => jointAction(one, { moving, motions, mobility: (of) => mobilityOf(scene, of, motions) })),
    // last, because all else acts on their links
    ...robots.map((robot) => linkageAction(robot, scene)),
  ];
}
