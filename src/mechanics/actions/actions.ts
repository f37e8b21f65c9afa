/**
 * All that acts on the bodies of a scene besides contacts: drives, joints, forces, and the resistance of contacts to rolling. Each
 * kind is one file that gives an `Action`: its states and unknowns, and per step its rows, wrenches, stored energy and work, so
 * that every one of them is in the balance of energy. A new kind is such a file and its line in `actionsOf`.
 * @module mechanics/actions
 */
import { namedOf } from "../../checks/fields.js";
import { type Body, bodyOf, type Moving } from "../body.js";
import type { Contact } from "../contact.js";
import type { Action } from "./action.js";
import { type DrivenBody, driveAction, drivenBody } from "./drive.js";
import { resistanceAction } from "./resistance.js";

/** The fields of a scene for what acts besides contacts. */
export const actionFields = { driven: namedOf(drivenBody) };

/** As much of a scene as its actions need. */
interface Acted {
  readonly bodies: readonly Body[];
  readonly contacts: readonly Contact[];
  readonly driven?: readonly DrivenBody[];
}

/** Bodies and driven bodies of a scene. */
export function movingOf({ bodies, driven = [] }: Pick<Acted, "bodies" | "driven">): readonly Moving[] {
  return [...bodies, ...driven];
}

/** True of a body that moves as told. */
export function isDriven({ driven = [] }: Pick<Acted, "driven">, name: string): boolean {
  return driven.some((body) => body.name === name);
}

/** All that acts in a scene besides its contacts. */
export function actionsOf(scene: Acted): readonly Action[] {
  const { bodies, contacts, driven = [] } = scene;
  const resistances = contacts.flatMap((contact) => {
    const action = resistanceAction(contact, bodies, bodyOf(scene, contact.body).space === "planar");
    return action === undefined ? [] : [action];
  });
  return [...driven.map(driveAction), ...resistances];
}
