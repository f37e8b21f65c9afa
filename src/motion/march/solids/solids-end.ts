import { column, type SpaceSizes } from "../../../mechanics/assembly.js";
import { type Body, planarNames, spatialNames } from "../../../mechanics/body.js";
import { solidEnd, solidInputs } from "../../../mechanics/solids/solid-kinds.js";
import type { Standing } from "../many/many-step.js";
import { addSliding } from "../many/sliding.js";
import { keptHead, keptWidth, keyAt, keyOf, lawAt } from "./gather.js";
import type { Near } from "./island.js";
import type { SolidStep } from "./solid-memory.js";
import { size, turning } from "./speeds.js";
import { bodyInputs, loadBody, reachAt, type SolidWorld, solidBody } from "./world.js";

/** A pair that moves less than this part of its room in a step is looked at on grid points only. */
const longStep = 0.5;
/** Two places that are looked at are this part of the room apart, or more where the gap is wide. */
const shortest = 0.1;
/** No step is looked at in more places than these. */
const mostPlaces = 1000;

const end = new Float64Array(solidEnd.size);
const pose = new Float64Array(7);
const energy = new Float64Array(1);
const input = new Float64Array(bodyInputs.size);

const at = {
  energy: column("energy"),
  pushing: column("contacts.pushing"),
  force: column("contacts.normalForce"),
  separation: column("contacts.separation"),
  complementarity: column("contacts.complementarity"),
  excess: column("contacts.coneExcess"),
  deepest: column("contacts.deepest"),
  passedThrough: column("contacts.passedThrough"),
  quaternion: column("bodies.quaternionNorm"),
};

/** Moves to the end of the step that was solved, and writes what is observed there. */
export function finishSolids(step: SolidStep, standing: Standing, observed: Float64Array): void {
  const { world, contacts, space } = step;
  const { near, relaxing } = contacts;
  const width = keptWidth(world);
  observed.fill(0);
  // whatever is not listed is farther away than the room of two
  observed[at.separation] = space.room.reduce((least, room) => Math.min(least, 2 * room), Infinity);
  observed[at.excess] = -Infinity;
  const kept = new Float64Array(width * (near.length + relaxing.length));
  let used = 0;
  let waiting = 0;
  const relaxBefore = (key: number): void => {
    for (; waiting < relaxing.length && keyAt(world, standing.kept, relaxing[waiting]) < key; waiting++)
      relax(step, standing.kept, { from: relaxing[waiting], into: kept, to: width * used++, observed });
  };
  for (const contact of near) {
    relaxBefore(keyOf(world, contact.a, contact.b, contact.part));
    contact.kernels.end.run(contact.x, end);
    observe(world, contact, observed);
    const to = width * used++;
    kept[to] = contact.a;
    kept[to + 1] = contact.b;
    kept[to + 2] = contact.part;
    for (let i = 0; i < 3; i++) kept[to + 3 + i] = end[solidEnd.deformation + i];
    kept[to + 6] = end[solidEnd.normalForce];
    kept[to + 7] = end[solidEnd.gap];
    for (let i = 0; i < contact.kernels.unknowns; i++) kept[to + keptHead + i] = contact.x[solidInputs.unknowns + i];
  }
  relaxBefore(Infinity);
  if (observed[at.pushing] === 0) observed[at.excess] = 0;
  standing.kept = kept.subarray(0, width * used);
  move(step, standing.states, observed);
  observed[at.energy] += solidsEnergy(step, standing.states);
}

/** δ⁺ = (C/h)δ/(K + C/h) of two that are apart. */
function relax(
  { world, inputs }: SolidStep,
  old: Float64Array,
  {
    from,
    into,
    to,
    observed,
  }: { readonly from: number; readonly into: Float64Array; readonly to: number; readonly observed: Float64Array },
): void {
  const { numbers } = world;
  const [a, b] = [old[from], old[from + 1]];
  const law = lawAt(world, a, b);
  const stiffness = numbers[law + 1];
  const rate = numbers[law + 2] / inputs[a][bodyInputs.h];
  for (let i = 0; i < keptWidth(world); i++) into[to + i] = old[from + i];
  into[to + 6] = 0;
  for (let i = 3; i < 6; i++) {
    into[to + i] *= rate / (stiffness + rate);
    observed[at.energy] += 0.5 * stiffness * into[to + i] * into[to + i];
  }
}

/** The laws of a contact at `end`. */
function observe(world: SolidWorld, contact: Near, observed: Float64Array): void {
  const normal = end[solidEnd.normalForce];
  observed[at.energy] += end[solidEnd.elasticEnergy];
  observed[at.separation] = Math.min(observed[at.separation], end[solidEnd.separation]);
  observed[at.complementarity] = Math.max(observed[at.complementarity], end[solidEnd.complementarity]);
  if (normal > 0) {
    observed[at.pushing]++;
    observed[at.force] = Math.max(observed[at.force], normal);
    observed[at.excess] = Math.max(observed[at.excess], end[solidEnd.coneExcess]);
    const { law } = contact.kernels.places;
    addSliding(observed, end[solidEnd.coneExcess], contact.x[law] * normal, contact.x[law + 3]);
  }
  const room = end[solidEnd.room];
  if (!(room > 0)) return;
  observed[at.deepest] = Math.max(observed[at.deepest], -end[solidEnd.gap] / room);
  observed[at.passedThrough] = Math.max(observed[at.passedThrough], throughShare(world, contact, room));
}

/** How far two went into each other between grid points, in parts of the room of their contact; 0 for a short way. */
function throughShare(world: SolidWorld, { a, b, x, kernels, now }: Near, room: number): number {
  const { sizes } = world.solids;
  const { measured, inputs, moving } = kernels.kind;
  if (measured === undefined) return 0;
  const h = x[kernels.places.h];
  const apart = moving ? distance(x, sizes) : size(x, solidInputs.first, sizes.linear);
  const way =
    h * speedOf(x, sizes, solidInputs.velocities, reachAt(world, a) + apart) +
    (moving ? h * speedOf(x, sizes, solidInputs.velocities + 6, reachAt(world, b) + apart) : 0);
  // to meet the core the gap must fall by all that it is at both ends and the room, and rise again
  if (!(way > longStep * room) || now.gap + end[solidEnd.gap] + 2 * room > way) return 0;
  const placeOf = new Map(inputs.map((leaf, i) => [leaf.op === "variable" ? leaf.name : "", i]));
  let share = 0;
  let part = 0;
  for (let places = 0; part < 1 && places < mostPlaces; places++) {
    const gap = measured((name) => valueAt(world.solids.sizes.space, { x, placeOf }, name, h * part));
    share = Math.max(share, -gap / room);
    part += Math.max(gap, shortest * room) / way;
  }
  return share;
}

/** The inputs of a contact, and where each leaf stands among them. */
interface Leaves {
  readonly x: Float64Array;
  readonly placeOf: ReadonlyMap<string, number>;
}

/** The value of a leaf after a part of the step: places on the way of the step's velocities. */
function valueAt(space: Body["space"], { x, placeOf }: Leaves, name: string, h: number): number {
  const known = placeOf.get(name);
  if (known !== undefined) return x[known];
  const [, body, coordinate] = name.split(".");
  const second = body === "b";
  const states = second ? solidInputs.second : solidInputs.first;
  const velocities = solidInputs.velocities + (second ? 6 : 0);
  const names: readonly string[] = space === "planar" ? planarNames : spatialNames;
  for (let k = 0; k < names.length; k++) input[k] = x[states + k];
  for (let k = 0; k < 6; k++) input[bodyInputs.velocities + k] = x[velocities + k];
  input[bodyInputs.h] = h;
  solidBody(space).pose.run(input, pose);
  return pose[names.indexOf(coordinate)];
}

const speedOf = (x: Float64Array, sizes: SpaceSizes, from: number, reach: number): number =>
  size(x, from, sizes.linear) + turning(sizes, x, from) * reach;

/** How far the middles of the two are from each other [m]. */
function distance(x: Float64Array, { linear }: SpaceSizes): number {
  let sum = 0;
  for (let i = 0; i < linear; i++) {
    const d = x[solidInputs.first + i] - x[solidInputs.second + i];
    sum += d * d;
  }
  return Math.sqrt(sum);
}

/** The next states of all bodies. */
function move({ world, inputs }: SolidStep, states: Float64Array, observed: Float64Array): void {
  const { sizes } = world.solids;
  let drift = 1;
  for (let i = 0; i < world.bodies; i++) {
    const at = sizes.states * i;
    solidBody(sizes.space).pose.run(inputs[i], pose);
    for (let k = 0; k < sizes.places; k++) states[at + k] = pose[k];
    for (let k = 0; k < sizes.velocities; k++) states[at + sizes.places + k] = inputs[i][bodyInputs.velocities + k];
    if (sizes.space === "planar") continue;
    const norm = Math.sqrt(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
    if (!(Math.abs(norm - 1) <= Math.abs(drift - 1))) drift = norm;
  }
  observed[at.quaternion] = drift;
}

/** Kinetic and potential energy of all bodies [J]. */
export function solidsEnergy({ world }: SolidStep, states: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < world.bodies; i++) {
    loadBody(world, i, { states, h: 0 }, input);
    solidBody(world.solids.sizes.space).energy.run(input, energy);
    sum += energy[0];
  }
  return sum;
}
