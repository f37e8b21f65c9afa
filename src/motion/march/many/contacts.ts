import type { Assembly } from "../../../mechanics/assembly.js";
import { kindEnd, kindInputs, kindValues } from "../../../mechanics/contact-kinds.js";
import { classesOf, contactKernels, lawBetween, type World } from "./world.js";

/** Numbers of a contact's linear law in a Newton step: slopes of λ_t and λ_o by (w, W), and both where it stands. */
export const linear = { slopes: 0, force: 12, size: 14 };

/**
 * The contacts that may push in a step, ascending by their two; all memory grows by doubling and stays. `first` is a body;
 * `second` is a body, or the number of bodies plus that of a plane.
 */
export interface Contacts {
  count: number;
  first: Int32Array;
  second: Int32Array;
  /** λ_n, λ_t, λ_o by the law, without the Newton's own guess; zeros where it does not push. */
  forces: Float64Array;
  /** Force on the first body in the world at the end of the last step, from which the next is guessed. */
  guessed: Float64Array;
  /** Inputs and outputs of kernels for each contact, see `kindInputs` and `kindValues`. */
  inputs: Float64Array[];
  values: Float64Array[];
  readonly newton: Slopes;
}

/** Of each contact in a Newton step: see `linearise`. */
export interface Slopes {
  /** The dual's own λ_t, λ_o. */
  shadow: Float64Array;
  /** Both after the whole step of the linear law, no numbers where it has none. */
  ahead: Float64Array;
  /** `linear.size` numbers. */
  linear: Float64Array;
  /** c_a and c_b, the arms of its two over their radii: of what pushes. */
  arms: Float64Array;
}

/** Kept of a contact from step to step: its two, deformation, and force on the first body. */
export const keptSize = 8;
/** A deformation below this [m] is none. */
const forgotten = 1e-16;
const inputSize = kindInputs.shapes + 8;

/** No contacts yet. */
export function noContacts(): Contacts {
  return {
    count: 0,
    first: new Int32Array(0),
    second: new Int32Array(0),
    forces: new Float64Array(0),
    guessed: new Float64Array(0),
    inputs: [],
    values: [],
    newton: {
      shadow: new Float64Array(0),
      ahead: new Float64Array(0),
      linear: new Float64Array(0),
      arms: new Float64Array(0),
    },
  };
}

function longer<A extends Int32Array | Float64Array>(make: new (size: number) => A, old: A, size: number): A {
  const made = new make(size);
  made.set(old);
  return made;
}

function grow(contacts: Contacts): void {
  const room = Math.max(64, 2 * contacts.inputs.length);
  contacts.first = longer(Int32Array, contacts.first, room);
  contacts.second = longer(Int32Array, contacts.second, room);
  contacts.forces = longer(Float64Array, contacts.forces, 3 * room);
  contacts.newton.shadow = longer(Float64Array, contacts.newton.shadow, 2 * room);
  contacts.newton.ahead = longer(Float64Array, contacts.newton.ahead, 2 * room);
  contacts.guessed = longer(Float64Array, contacts.guessed, 3 * room);
  contacts.newton.arms = longer(Float64Array, contacts.newton.arms, 2 * room);
  contacts.newton.linear = longer(Float64Array, contacts.newton.linear, linear.size * room);
  while (contacts.inputs.length < room) {
    contacts.inputs.push(new Float64Array(inputSize));
    contacts.values.push(new Float64Array(kindValues.size));
  }
}

/** The start of a step: places of all bodies, the length of the step, and what is kept of contacts. */
export interface Start {
  readonly places: Float64Array;
  readonly h: number;
  /** `keptSize` numbers for each contact, ascending. */
  readonly kept: Float64Array;
}

/** Pairs of bodies that are near, by rows. */
export interface Rows {
  readonly start: Int32Array;
  readonly others: Int32Array;
}

/**
 * Lists the contacts of a step: near pairs, bodies near planes, and whatever is still deformed. Both lists ascend, so that
 * one pass puts them together, and no table is looked up.
 */
export function gather(
  contacts: Contacts,
  { assembly, world }: { readonly assembly: Assembly; readonly world: World },
  start: Start,
  near: { readonly rows: Rows; readonly reach: Float64Array },
): void {
  const { kept, places } = start;
  const { bodies, planes, plane } = world;
  const all = bodies + planes;
  const kinds = classesOf(assembly);
  contacts.count = 0;
  let old = 0;
  for (let a = 0; a < bodies; a++) {
    const until = near.rows.start[a + 1];
    let p = near.rows.start[a];
    let wall = 0;
    for (;;) {
      let b = all;
      if (p < until) b = near.rows.others[p++];
      else
        for (; wall < planes && b === all; wall++) {
          const q = 7 * wall;
          const height =
            plane[q + 1] * places[3 * a] + plane[q + 2] * places[3 * a + 1] + plane[q + 3] * places[3 * a + 2];
          if (height - plane[q] <= near.reach[a]) b = bodies + wall;
        }
      for (; old < kept.length && kept[old] === a && kept[old + 1] < b; old += keptSize) {
        const law = lawBetween(assembly, kinds, a, kept[old + 1]);
        if (isDeformed(kept, old)) add(contacts, world, start, { a, b: kept[old + 1], law, old });
      }
      if (b === all) break;
      const isOld = old < kept.length && kept[old] === a && kept[old + 1] === b;
      const law = lawBetween(assembly, kinds, a, b);
      if (law >= 0) add(contacts, world, start, { a, b, law, old: isOld ? old : -1 });
      if (isOld) old += keptSize;
    }
  }
}

const isDeformed = (kept: Float64Array, at: number): boolean =>
  Math.abs(kept[at + 2]) > forgotten || Math.abs(kept[at + 3]) > forgotten || Math.abs(kept[at + 4]) > forgotten;

/** A contact to be listed: its two, its law, and where it stands among what is kept, or −1. */
interface Listed {
  readonly a: number;
  readonly b: number;
  readonly law: number;
  readonly old: number;
}

function add(contacts: Contacts, world: World, { places, h, kept }: Start, { a, b, law, old }: Listed): void {
  if (contacts.count === contacts.inputs.length) grow(contacts);
  const c = contacts.count++;
  const x = contacts.inputs[c];
  const isBall = b < world.bodies;
  contacts.first[c] = a;
  contacts.second[c] = b;
  for (let i = 0; i < 3; i++) {
    x[kindInputs.place + i] = places[3 * a + i] - (isBall ? places[3 * b + i] : 0);
    x[kindInputs.omegaB + i] = 0;
    x[kindInputs.deformation + i] = old < 0 ? 0 : kept[old + 2 + i];
    contacts.guessed[3 * c + i] = old < 0 ? 0 : kept[old + 5 + i];
    contacts.forces[3 * c + i] = 0;
  }
  x[kindInputs.h] = h;
  for (let i = 0; i < 4; i++) x[kindInputs.law + i] = world.law[law + i];
  x[kindInputs.shapes] = world.radius[a];
  if (isBall) x[kindInputs.shapes + 1] = world.radius[b];
  else for (let i = 0; i < 7; i++) x[kindInputs.shapes + 1 + i] = world.plane[7 * (b - world.bodies) + i];
  contacts.newton.shadow[2 * c] = Number.NaN;
}

/** Places of all bodies at the start of a step, their velocities (v, rω), six for each, at its end, and its length [s]. */
export interface Moving {
  readonly places: Float64Array;
  readonly v: Float64Array;
  h: number;
}

/**
 * Evaluates the law of a contact as bodies move; false where its surfaces do not meet in the step, so that nothing else need
 * be looked at, its numbers neither: most that are near do not meet.
 */
export function evaluate(contacts: Contacts, world: World, c: number, { places, v, h }: Moving): boolean {
  const { bodies, radius, plane } = world;
  const a = contacts.first[c];
  const b = contacts.second[c];
  const isBall = b < bodies;
  const wall = 7 * (b - bodies);
  let far = 0;
  let clear = isBall ? 0 : -plane[wall];
  for (let i = 0; i < 3; i++) {
    const w = v[6 * a + i] - (isBall ? v[6 * b + i] : 0);
    const moved = places[3 * a + i] - (isBall ? places[3 * b + i] : 0) + h * w;
    far += moved * moved;
    clear += isBall ? 0 : plane[wall + 1 + i] * moved;
  }
  const reach = radius[a] + (isBall ? radius[b] : 0);
  // balls that are apart push nothing, whatever the law
  if (isBall ? far > reach * reach : clear > reach) return false;
  writeVelocity(contacts, world, c, v);
  const x = contacts.inputs[c];
  const y = contacts.values[c];
  const overA = 1 / radius[a];
  const overB = isBall ? 1 / radius[b] : 0;
  for (let i = 0; i < 3; i++) x[kindInputs.omegaA + i] = v[6 * a + 3 + i] * overA;
  if (isBall) for (let i = 0; i < 3; i++) x[kindInputs.omegaB + i] = v[6 * b + 3 + i] * overB;
  contactKernels()[isBall ? 0 : 1].values.run(x, y);
  contacts.newton.arms[2 * c] = y[kindValues.arms] * overA;
  contacts.newton.arms[2 * c + 1] = y[kindValues.arms + 1] * overB;
  return y[kindValues.normalForce] > 0;
}

/** Writes the velocity of a contact's first body from its second among its inputs. */
export function writeVelocity(
  { inputs, first, second }: Contacts,
  { bodies }: World,
  c: number,
  v: Float64Array,
): void {
  const x = inputs[c];
  const a = 6 * first[c];
  const b = 6 * second[c];
  for (let i = 0; i < 3; i++) x[kindInputs.velocity + i] = v[a + i] - (second[c] < bodies ? v[b + i] : 0);
}

/** Friction of the law itself where a contact stands: the trial force, projected onto the cone. */
export function project(contacts: Contacts, c: number, pushes: boolean): void {
  const { forces } = contacts;
  const y = contacts.values[c];
  if (!pushes) {
    forces[3 * c] = 0;
    forces[3 * c + 1] = 0;
    forces[3 * c + 2] = 0;
    return;
  }
  const t = y[kindValues.trial];
  const o = y[kindValues.trial + 1];
  const radius = y[kindValues.radius];
  const size = Math.sqrt(t * t + o * o);
  const part = radius >= size ? 1 : radius / size;
  forces[3 * c] = y[kindValues.normalForce];
  forces[3 * c + 1] = part * t;
  forces[3 * c + 2] = part * o;
}

/** The end of a step for one contact: see `kindEnd`. */
export function endOf(contacts: Contacts, { bodies }: World, c: number, into: Float64Array): void {
  const x = contacts.inputs[c];
  for (let i = 0; i < 3; i++) x[kindInputs.forces + i] = contacts.forces[3 * c + i];
  contactKernels()[contacts.second[c] < bodies ? 0 : 1].end.run(x, into);
}

/** Numbers at the end of a step. */
export const endSize = kindEnd.size;
