/**
 * All that acts on the bodies of a scene besides contacts: drives, joints, forces, and the resistance of contacts to rolling. Each
 * kind is one file that gives an `Action`: its states and unknowns, and per step its rows, wrenches, stored energy and work, so
 * that every one of them is in the balance of energy. A new kind is such a file and its line in `actionsOf`.
 * @module mechanics/actions
 */
import { namedOf } from "../../checks/fields.js";
import type { Scalar } from "../../expr/expr.js";
import { type Body, bodyOf, type Motion, type Moving, motionOf } from "../body.js";
import { type Contact, partnerOf } from "../contact.js";
import type { Leaves } from "../model.js";
import type { Action } from "./action.js";
import { type DrivenBody, driveAction, drivenBody } from "./drive.js";
import { bodiesOfForce, type Force, force, forceAction } from "./force.js";
import { jointAction } from "./joint.js";
import { type Joint, joint } from "./joint-data.js";
import { type Linkage, linkageAction, linkageCheck, linkBody, linkMotions } from "./linkage.js";
import { resistanceAction } from "./resistance.js";

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
  const links = robots.flatMap(({ robot }) => robot.links.map((name): Moving => ({ name, space: "spatial" })));
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

/** All that acts in a scene besides its contacts. */
export function actionsOf(scene: Acted): readonly Action[] {
  const { bodies, contacts, driven = [], joints = [], forces = [], robots = [] } = scene;
  const moving = movingOf({ bodies, driven });
  for (const one of forces)
    for (const body of bodiesOfForce(one))
      if (!moving.some(({ name }) => name === body))
        throw new RangeError(`force "${one.name}": scene has no body "${body}"`);
  const resistances = contacts.flatMap((contact) => {
    const action = resistanceAction(contact, bodies, memberOf(scene, contact.body).space === "planar");
    if (action === undefined) return [];
    const link = [contact.body, partnerOf(contact).body].find((name) => name !== undefined && robotOf(scene, name));
    if (link !== undefined)
      throw new RangeError(`contact "${contact.name}": the link "${link}" cannot resist rolling or spinning`);
    return [action];
  });
  return [
    ...driven.map(driveAction),
    ...resistances,
    ...forces.map(forceAction),
    ...joints.map((one) => jointAction(one, moving, bodies)),
    ...robots.map((robot) => linkageAction(robot, scene)),
  ];
}
