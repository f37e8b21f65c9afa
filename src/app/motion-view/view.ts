import { movingOf } from "../../mechanics/actions/actions.js";
import type { Contact } from "../../mechanics/contact.js";
import { bodiesAlone } from "../../mechanics/many-balls.js";
import type { Model } from "../../mechanics/model.js";
import type { Scene } from "../../mechanics/scene.js";
import { modelScene } from "../../models/scenes.js";
import type { Result } from "../../motion/result.js";
import { bodiesOf } from "./bodies.js";

/** Sideways, a motion in a vertical plane moves and turns by no more than this part of its own size: rounding. */
const sideways = 1e-6;
/** Heights that change by less than this [m] are the play of a contact and no flight. */
const play = 0.01;

/** True where bodies in space stay in a vertical plane x–z, and move up or down in it: drawn from the side. */
export function isUpright(model: Model, result: Result): boolean {
  const { columns } = result.trajectory;
  const scene = bodiesAndContacts(model);
  // bodies on contact patches are drawn in space
  if (scene === undefined || model.views?.footprints !== undefined) return false;
  if (!movingOf(scene).every(({ space }) => space === "spatial")) return false;
  const bodies = bodiesOf(model);
  const [across, aside, up] = [0, 1, 2].map((i) =>
    Math.max(...bodies.map(({ position }) => range(columns[position[i]]))),
  );
  // a robot may turn in its plane without going up
  if ((!(up > play) && scene.robots === undefined) || aside > sideways * Math.max(across, up)) return false;
  // a turn in the plane has a quaternion without x and z
  const tilts = bodies.flatMap(({ orientation }) =>
    typeof orientation === "object" ? [largest(columns[orientation[1]]), largest(columns[orientation[3]])] : [],
  );
  return !(Math.max(...tilts) > sideways);
}

/** The bodies and contacts that a model was made from. */
export function bodiesAndContacts(model: Model): Scene<Contact> | undefined {
  const known = modelScene(model);
  if (known?.kind === "shaped") return bodiesAlone(known.scene);
  return known?.kind === "contacts" && movingOf(known.scene).length > 0 ? known.scene : undefined;
}

function range(values: Float64Array): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  // of a link nothing is observed at the start
  for (const value of values.filter(Number.isFinite)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low;
}

const largest = (values: Float64Array): number =>
  values.filter(Number.isFinite).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
