import type { Body } from "../../mechanics/body.js";
import { type Contact, partnerOf } from "../../mechanics/contact.js";
import type { Model } from "../../mechanics/model.js";
import type { QuasistaticScene } from "../../mechanics/quasistatic.js";
import type { Scene } from "../../mechanics/scene.js";
import type { Result } from "../../motion/result.js";
import { quasistaticScene } from "./quasistatic.js";
import { quasistaticPoses, quasistaticView } from "./quasistatic-view.js";

/** The plane in which a motion is drawn: x–y for planar bodies, x–z for spatial ones that stay in it. */
export interface View {
  readonly scene: Scene<Contact> | QuasistaticScene;
  /** Names of what moves. */
  readonly bodies: readonly string[];
  readonly contacts: readonly Contact[];
  readonly axes: readonly ["x", "y"] | readonly ["x", "z"];
  /** Which components of a point are drawn. */
  readonly pick: readonly [0, 1] | readonly [0, 2];
}

/** Where a body is at every grid point: its centre in the view [m], and its angle anticlockwise [rad], without jumps. */
export interface Poses {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly angle: Float64Array;
}

/** Sideways, a motion in a vertical plane moves and turns by no more than this part of its own size: rounding. */
const sideways = 1e-6;
/** Heights that change by less than this [m] are the play of a contact and no flight. */
const play = 0.01;

/** The plane that shows all of a motion; undefined where none does, or where the model was made without a scene. */
export function viewOf(model: Model, result: Result): View | undefined {
  const { columns } = result.trajectory;
  const quasistatic = quasistaticScene(model);
  if (quasistatic !== undefined) return quasistaticView(quasistatic, result);
  const scene = bodiesAndContacts(model);
  // bodies on contact patches are drawn in space
  if (scene === undefined || model.footprints !== undefined) return undefined;
  const { contacts } = scene;
  const bodies = scene.bodies.map(({ name }) => name);
  if (scene.bodies.every(({ space }) => space === "planar"))
    return { scene, bodies, contacts, axes: ["x", "y"], pick: [0, 1] };
  if (!scene.bodies.every(({ space }) => space === "spatial")) return undefined;
  const of = (axis: string): number[] => scene.bodies.map(({ name }) => range(columns[`${name}.${axis}`]!));
  const [across, up, aside] = [Math.max(...of("x")), Math.max(...of("z")), Math.max(...of("y"))];
  if (!(up > play) || aside > sideways * Math.max(across, up)) return undefined;
  const tilts = ["ex", "ez"].flatMap((axis) => scene.bodies.map(({ name }) => largest(columns[`${name}.${axis}`]!)));
  return Math.max(...tilts) > sideways ? undefined : { scene, bodies, contacts, axes: ["x", "z"], pick: [0, 2] };
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

/** The poses of a body in the view. */
export function posesOf(body: string, { axes, scene }: View, result: Result): Poses {
  const { columns } = result.trajectory;
  if ("parts" in scene) return quasistaticPoses(body, scene, result);
  const of = (axis: string): Float64Array => columns[`${body}.${axis}`]!;
  const [x, y] = [of(axes[0]), of(axes[1])];
  if (axes[1] === "y") return { x, y, angle: of("theta") };
  const [e0, ex, ey, ez] = [of("e0"), of("ex"), of("ey"), of("ez")];
  // the body's x axis in the world, R e_x, seen along y
  const turned = e0.map((w, k) =>
    Math.atan2(2 * (ex[k]! * ez[k]! - w * ey[k]!), w * w + ex[k]! ** 2 - ey[k]! ** 2 - ez[k]! ** 2),
  );
  return { x, y, angle: unwrapped(turned) };
}

/** Angles with whole turns added where they jump from π to −π. */
function unwrapped(angles: Float64Array): Float64Array {
  let turns = 0;
  return angles.map((angle, k) => {
    if (k > 0) turns -= Math.round((angle - angles[k - 1]!) / (2 * Math.PI));
    return angle + 2 * Math.PI * turns;
  });
}

function range(values: Float64Array): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low;
}

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
