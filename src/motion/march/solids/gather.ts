import { solidSizes } from "../../../mechanics/assembly.js";
import { solidInputs } from "../../../mechanics/solids/solid-kinds.js";
import type { Rows } from "../many/contacts.js";
import type { Standing } from "../many/many-step.js";
import { apart } from "./bounds.js";
import type { Near } from "./island.js";
import { bodyAt, type SolidWorld } from "./world.js";

/** Kept of a contact from step to step: its two, its part, deformation (3), normal force, gap, and then its unknowns. */
export const keptHead = 8;

/** Numbers kept of each contact. */
export const keptWidth = ({ mostUnknowns }: SolidWorld): number => keptHead + mostUnknowns;

/** A deformation below this [m] is none. */
const forgotten = 1e-16;

/** The contacts of a step, ascending, and all that ever were, whose memory is used again. */
export interface Gathered {
  near: Near[];
  /** Places in `kept` of contacts that are apart but still deformed. */
  relaxing: number[];
  readonly known: Map<number, Near>;
}

/** No contacts yet. */
export const gathered = (): Gathered => ({ near: [], relaxing: [], known: new Map() });

/** Pairs whose reaches overlap, by rows, the room of each body for its motion [m], and the length of the step [s]. */
export interface Room {
  readonly rows: Rows;
  readonly room: Float64Array;
  readonly h: number;
}

/** No pair makes more contacts than this. */
const mostParts = 256;

/** Lists the contacts whose two may meet within their rooms, with what is known of them from the step before. */
export function gather(into: Gathered, world: SolidWorld, { states, kept }: Standing, { rows, room, h }: Room): void {
  const { bodies, all, assembly, classes, solids } = world;
  const width = keptWidth(world);
  into.near = [];
  into.relaxing = [];
  let old = 0;
  for (let a = 0; a < bodies; a++) {
    const others = rows.start[a + 1] - rows.start[a];
    for (let k = 0; k < others + all - bodies; k++) {
      const b = k < others ? rows.others[rows.start[a] + k] : bodies + k - others;
      const pair = assembly.classes[a] * classes + assembly.classes[b];
      if (assembly.laws[pair] < 0) continue;
      const law = lawAt(world, a, b);
      const within = room[a] + (b < bodies ? room[b] : 0);
      const parts = solids.contacts[pair];
      for (let part = 0; part < parts.length; part++) {
        const { kind, numbers } = parts[part];
        const shapes = world.kernels[kind];
        const bound = numbers + shapes.kind.inputs.length - shapes.places.shapes;
        const from = keyOf(world, a, b, part);
        for (; old < kept.length && keyAt(world, kept, old) < from; old += width) relax(into, kept, old);
        const isOld = old < kept.length && keyAt(world, kept, old) === from;
        // without nearest points a contact costs next to nothing, and relaxes by its law
        const staysFor = isOld && shapes.unknowns === world.solids.sizes.friction && isDeformed(kept, old);
        const gap = apart({ world, states }, [a, b], bound, shapes.kind.onPlane);
        if (staysFor || gap <= within) {
          const near = contactOf(into, world, { a, b, part });
          load(near, world, { states, kept, old: isOld ? old : -1, law, numbers, h });
          if (!isOld) near.now.gap = gap;
          into.near.push(near);
        } else if (isOld) relax(into, kept, old);
        if (isOld) old += width;
      }
    }
  }
  for (; old < kept.length; old += width) relax(into, kept, old);
}

export const keyOf = ({ all }: SolidWorld, a: number, b: number, part: number): number =>
  (a * all + b) * mostParts + part;

export const keyAt = (world: SolidWorld, kept: Float64Array, at: number): number =>
  keyOf(world, kept[at], kept[at + 1], kept[at + 2]);

const isDeformed = (kept: Float64Array, at: number): boolean =>
  Math.abs(kept[at + 3]) > forgotten || Math.abs(kept[at + 4]) > forgotten || Math.abs(kept[at + 5]) > forgotten;

function relax(into: Gathered, kept: Float64Array, at: number): void {
  if (isDeformed(kept, at)) into.relaxing.push(at);
}

function contactOf(
  { known }: Gathered,
  world: SolidWorld,
  { a, b, part }: { readonly a: number; readonly b: number; readonly part: number },
): Near {
  const key = keyOf(world, a, b, part);
  const found = known.get(key);
  if (found !== undefined) return found;
  const { assembly, solids, classes } = world;
  const pair = assembly.classes[a] * classes + assembly.classes[b];
  const kernels = world.kernels[solids.contacts[pair][part].kind];
  const made: Near = {
    a,
    b,
    part,
    kernels,
    x: new Float64Array(kernels.kind.inputs.length),
    work: {
      rows: new Float64Array(kernels.rows.rows),
      slopes: new Float64Array(kernels.rows.pattern.row.length),
    },
    start: new Float64Array(kernels.unknowns),
    now: { isNew: true, pushes: false, gap: 0 },
  };
  known.set(key, made);
  return made;
}

/** Numbers and memory for the inputs of a contact. */
interface Loading {
  readonly states: Float64Array;
  readonly kept: Float64Array;
  /** The place in `kept`, or −1. */
  readonly old: number;
  readonly law: number;
  readonly numbers: number;
  readonly h: number;
}

function load(near: Near, world: SolidWorld, from: Loading): void {
  const { states, kept, old, law, numbers, h } = from;
  const { a, b, x, kernels } = near;
  near.now.isNew = old < 0;
  near.now.pushes = old >= 0 && kept[old + 6] > 0;
  near.now.gap = old < 0 ? 0 : kept[old + 7];
  const { places, unknowns, kind } = kernels;
  const isMoving = b < world.bodies;
  const { states: count } = world.solids.sizes;
  for (let i = 0; i < count; i++) {
    x[i] = states[count * a + i];
    // whatever does not move is nowhere in the formulas
    x[solidInputs.second + i] = isMoving ? states[count * b + i] : i === 3 ? 1 : 0;
  }
  for (let i = 0; i < 3; i++) x[places.deformation + i] = old < 0 ? 0 : kept[old + 3 + i];
  if (old >= 0) for (let i = 0; i < unknowns; i++) near.start[i] = kept[old + keptHead + i];
  x[places.h] = h;
  for (let i = 0; i < solidSizes.law; i++) x[places.law + i] = world.numbers[law + i];
  const [first, second] = [bodyAt(world, a), bodyAt(world, isMoving ? b : a)];
  for (let i = 0; i < 2; i++) {
    x[places.bodies + i] = world.numbers[first + i];
    x[places.bodies + 2 + i] = world.numbers[second + i];
  }
  for (let i = places.shapes; i < kind.inputs.length; i++) x[i] = world.numbers[numbers + i - places.shapes];
}

/** The place of the first law. */
const lawsAt = (world: SolidWorld): number => bodyAt(world, world.bodies);

/** The place of the law of two. */
export function lawAt(world: SolidWorld, a: number, b: number): number {
  const { assembly, classes } = world;
  return lawsAt(world) + solidSizes.law * assembly.laws[assembly.classes[a] * classes + assembly.classes[b]];
}

const guesses = new Float64Array(64);

/** Unknowns as they are guessed from the places at the start of the step. */
export function guessUnknowns({ x, kernels }: Pick<Near, "x" | "kernels">): void {
  const { unknowns } = kernels;
  const values = unknowns > guesses.length ? new Float64Array(unknowns) : guesses;
  for (let i = 0; i < unknowns; i++) x[solidInputs.unknowns + i] = 0;
  kernels.guess().run(x, values);
  for (let i = 0; i < unknowns; i++) if (Number.isFinite(values[i])) x[solidInputs.unknowns + i] = values[i];
}
