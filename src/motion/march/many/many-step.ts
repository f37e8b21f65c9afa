import type { Stepwise } from "../../../algebra/stepwise.js";
import { type NearPairs, nearPairs } from "../../../geometry/near-pairs.js";
import type { Assembly } from "../../../mechanics/assembly.js";
import { kindInputs } from "../../../mechanics/contact-kinds.js";
import { type Contacts, gather, noContacts } from "./contacts.js";
import { type IslandVerdict, solveIsland } from "./island-newton.js";
import { type IslandSystem, islandSystem, type Velocities } from "./island-system.js";
import { findIslands, type Island, type Islands, noIslands } from "./islands.js";
import type { World } from "./world.js";

/** The places of all bodies and the memory of their contacts: all that the next step depends on. */
export interface Standing {
  /** Thirteen numbers for each body, as in the states of the model. */
  readonly states: Float64Array;
  /** `keptSize` numbers for each contact. */
  kept: Float64Array;
}

/** How a step was solved. */
export interface StepVerdict {
  solved: boolean;
  /** Largest residual [N], and Newton iterations of all islands. */
  residual: number;
  iterations: number;
  /** The first body of the island that was not solved. */
  worst: number;
}

/** Many bodies with the memory of their steps. */
export interface ManyStep {
  readonly assembly: Assembly;
  readonly world: World;
  readonly contacts: Contacts;
  readonly islands: Islands;
  readonly system: IslandSystem;
  readonly space: Space;
  readonly island: { readonly now: Island; readonly verdict: IslandVerdict };
  readonly verdict: StepVerdict;
}

/** Who is near whom: places, and how far around its place each body may come. */
interface Space {
  readonly near: NearPairs;
  readonly places: Float64Array;
  /** Room for the motion of each body in a step [m]. */
  readonly room: Float64Array;
  /** Its radius and its room. */
  readonly reach: Float64Array;
}

/** Room around a body for its motion in a step: so much of the motion that is expected, and this part of its radius. */
const inflation = { motion: 1.2, radius: 0.01 };
/** A body that moved on beyond its room gets so much more than it moved. */
const widening = 1.5;
/** Tries with wider rooms: each is at least half as wide again. */
const mostTries = 20;

/** The steps of an assembly with these numbers. */
export function manyStep(assembly: Assembly, world: World): ManyStep {
  const n = world.bodies;
  const contacts = noContacts();
  const islands = noIslands(n);
  const places = new Float64Array(3 * n);
  const velocities: Velocities = { places, v: new Float64Array(6 * n), before: new Float64Array(6 * n), h: 0 };
  const now = { bodies: islands.bodies, from: 0, to: 0, contacts: islands.contacts, contactFrom: 0, contactTo: 0 };
  return {
    assembly,
    world,
    contacts,
    islands,
    system: islandSystem(world, contacts, velocities),
    space: {
      near: nearPairs(),
      places,
      room: new Float64Array(n),
      reach: new Float64Array(n),
    },
    island: { now, verdict: { solved: true, residual: 0, iterations: 0 } },
    verdict: { solved: true, residual: 0, iterations: 0, worst: -1 },
  };
}

/**
 * Solves a step of h [s] from where all stand. Contacts are those that may meet within the bodies' rooms; where a body moved
 * on beyond its room, it gets a wider one and the step is solved again, so that none is missed.
 */
export function* solveMany(step: ManyStep, standing: Standing, h: number): Stepwise<StepVerdict> {
  const { world, contacts, space, verdict } = step;
  load(step, standing, h);
  const start = { places: space.places, h, kept: standing.kept };
  const balls = { count: world.bodies, points: space.places, reach: space.reach };
  verdict.iterations = 0;
  verdict.worst = -1;
  for (let k = 0; k < mostTries; k++) {
    for (let i = 0; i < world.bodies; i++) space.reach[i] = world.radius[i] + space.room[i];
    space.near.find(balls);
    gather(contacts, step, start, { rows: space.near.rows, reach: space.reach });
    if (k === 0) predict(step);
    yield* solveIslands(step);
    if (!verdict.solved || !widen(step)) return verdict;
  }
  verdict.solved = false;
  verdict.worst = 0;
  return verdict;
}

const length = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

/** Velocities at the start and as gravity alone makes them, and the room of each body. */
function load({ world, system: { velocities }, space }: ManyStep, { states }: Standing, h: number): void {
  const { before, v } = velocities;
  const { gravity, radius } = world;
  velocities.h = h;
  const weight = length(gravity[0], gravity[1], gravity[2]);
  for (let i = 0; i < world.bodies; i++) {
    const at = 13 * i;
    for (let axis = 0; axis < 3; axis++) {
      space.places[3 * i + axis] = states[at + axis];
      before[6 * i + axis] = states[at + 7 + axis];
      before[6 * i + 3 + axis] = radius[i] * states[at + 10 + axis];
      v[6 * i + axis] = before[6 * i + axis] + h * gravity[axis];
      v[6 * i + 3 + axis] = before[6 * i + 3 + axis];
    }
    const speed = length(states[at + 7], states[at + 8], states[at + 9]);
    space.room[i] = inflation.motion * h * (speed + h * weight) + inflation.radius * radius[i];
  }
}

/** Adds, as the first guess, what the contacts of the step before would go on to do. */
function predict({ world, contacts, system: { velocities } }: ManyStep): void {
  const { v, h } = velocities;
  const { mass, spin } = world;
  const { guessed: force } = contacts;
  for (let c = 0; c < contacts.count; c++) {
    const f = 3 * c;
    if (force[f] === 0 && force[f + 1] === 0 && force[f + 2] === 0) continue;
    const a = 6 * contacts.first[c];
    const isBall = contacts.second[c] < world.bodies;
    const b = isBall ? 6 * contacts.second[c] : 0;
    const x = contacts.inputs[c];
    const at = isBall ? kindInputs.place : kindInputs.shapes + 2;
    const apart = isBall ? length(x[at], x[at + 1], x[at + 2]) : 1;
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const k = (i + 2) % 3;
      const rolling = (h * (x[at + k] * force[f + j] - x[at + j] * force[f + k])) / apart;
      v[a + i] += (h * force[f + i]) / mass[contacts.first[c]];
      v[a + 3 + i] += rolling / spin[contacts.first[c]];
      if (!isBall) continue;
      v[b + i] -= (h * force[f + i]) / mass[contacts.second[c]];
      v[b + 3 + i] += rolling / spin[contacts.second[c]];
    }
  }
}

/** Solves island by island, up to the first that cannot be. */
function* solveIslands({ contacts, islands, system, world, island: job, verdict: whole }: ManyStep): Stepwise<void> {
  const { now: island, verdict } = job;
  findIslands(islands, contacts, world.bodies);
  island.contacts = islands.contacts;
  whole.solved = true;
  whole.residual = 0;
  for (let k = 0; k < islands.count; k++) {
    island.from = islands.bodyStart[k];
    island.to = islands.bodyStart[k + 1];
    island.contactFrom = islands.contactStart[k];
    island.contactTo = islands.contactStart[k + 1];
    // nothing is near: v + hg is exact
    if (island.contactFrom === island.contactTo) continue;
    yield* solveIsland(system, island, verdict);
    whole.iterations += verdict.iterations;
    if (!(verdict.residual <= whole.residual)) whole.residual = verdict.residual;
    if (verdict.solved) continue;
    whole.solved = false;
    whole.worst = islands.bodies[island.from];
    return;
  }
}

/** Gives more room to bodies that moved out of theirs; true where there are such. */
function widen({ world, system: { velocities }, space: { room } }: ManyStep): boolean {
  const { v, h } = velocities;
  let isWider = false;
  for (let i = 0; i < world.bodies; i++) {
    const moved = h * length(v[6 * i], v[6 * i + 1], v[6 * i + 2]);
    if (moved <= room[i]) continue;
    room[i] = widening * moved + inflation.radius * world.radius[i];
    isWider = true;
  }
  return isWider;
}
