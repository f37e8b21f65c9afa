import type { Body } from "../../mechanics/body.js";
import { type Contact, partnerOf } from "../../mechanics/contact.js";
import type { Model } from "../../mechanics/model.js";
import type { Scene } from "../../mechanics/scene.js";
import type { Result } from "../../motion/result.js";

/** Sideways, a motion in a vertical plane moves and turns by no more than this part of its own size: rounding. */
const sideways = 1e-6;
/** Heights that change by less than this [m] are the play of a contact and no flight. */
const play = 0.01;

/** Whether bodies in space stay in a vertical plane x–z, and move up or down in it: such a motion is drawn from the side. */
export function isUpright(model: Model, result: Result): boolean {
  const { columns } = result.trajectory;
  const scene = bodiesAndContacts(model);
  // bodies on contact patches are drawn in space
  if (scene === undefined || model.footprints !== undefined) return false;
  if (!scene.bodies.every(({ space }) => space === "spatial")) return false;
  const of = (axis: string): number[] => scene.bodies.map(({ name }) => range(columns[`${name}.${axis}`]!));
  const [across, up, aside] = [Math.max(...of("x")), Math.max(...of("z")), Math.max(...of("y"))];
  if (!(up > play) || aside > sideways * Math.max(across, up)) return false;
  const tilts = ["ex", "ez"].flatMap((axis) => scene.bodies.map(({ name }) => largest(columns[`${name}.${axis}`]!)));
  return !(Math.max(...tilts) > sideways);
}

/** The scene of a model, if what it carries is one. */
export function bodiesAndContacts({ scene, state }: Model): Scene<Contact> | undefined {
  const { bodies, contacts } = (scene ?? {}) as Partial<Scene<Contact>>;
  if (!Array.isArray(bodies) || !Array.isArray(contacts) || bodies.length === 0) return undefined;
  const names = new Set(state.map(({ name }) => name));
  const isBody = ({ name, space }: Body): boolean =>
    (space === "planar" ? ["x", "y", "theta"] : ["x", "y", "z", "e0", "ey"]).every((axis) =>
      names.has(`${name}.${axis}`),
    );
  const isContact = (contact: Contact): boolean =>
    contact.shape?.kind !== undefined && partnerOf(contact).shape?.kind !== undefined;
  return bodies.every(isBody) && contacts.every(isContact) ? (scene as Scene<Contact>) : undefined;
}

function range(values: Float64Array): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low;
}

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
