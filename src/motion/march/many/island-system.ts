import { kindInputs, kindValues } from "../../../mechanics/contact-kinds.js";
import { solveBlocks } from "./block-lu.js";
import { type Contacts, evaluate, linear, type Moving, project } from "./contacts.js";
import {
  addSide,
  beginMatrix,
  factorMatrix,
  feltBlock,
  type IslandMatrix,
  isFactored,
  islandMatrix,
  type LinearParts,
  relative,
} from "./island-matrix.js";
import type { Island } from "./islands.js";
import { iterate } from "./iterated.js";
import { follow, linearise, lookAhead, type Manner } from "./linearise.js";
import type { World } from "./world.js";

/** A step's motion, and velocities at its start. */
export interface Velocities extends Moving {
  readonly before: Float64Array;
}

/**
 * The balance of an island, M(v⁺ − v)/h − f − Σλ = 0 [N], and its Newton steps; vectors have six numbers for each of its
 * bodies in order. One memory serves all islands of a march, one after the other.
 */
export interface IslandSystem extends LinearParts {
  readonly velocities: Velocities;
  readonly residual: Float64Array;
  readonly matrix: IslandMatrix;
  /**
   * Rounding that no residual goes below, the largest force of a contact, the residual that is aimed at, and the largest term of
   * places [N].
   */
  readonly scales: { noise: number; force: number; aim: number; places: number };
}

/** Memory for the islands of these bodies. */
export function islandSystem(world: World, contacts: Contacts, velocities: Velocities): IslandSystem {
  const { bodies } = world;
  return {
    world,
    contacts,
    velocities,
    residual: new Float64Array(6 * bodies),
    step: new Float64Array(6 * bodies),
    local: new Int32Array(bodies),
    now: {
      island: { bodies: new Int32Array(0), from: 0, to: 0, contacts: new Int32Array(0), contactFrom: 0, contactTo: 0 },
      pushes: new Uint8Array(64),
      h: 0,
    },
    matrix: islandMatrix(bodies),
    scales: { noise: 0, force: 0, aim: 0, places: 0 },
  };
}

/** Takes up an island. */
export function loadIsland({ now, local, contacts, velocities, scales }: IslandSystem, island: Island): void {
  now.island = island;
  now.h = velocities.h;
  for (let p = island.from; p < island.to; p++) local[island.bodies[p]] = p - island.from;
  if (now.pushes.length < contacts.count) now.pushes = new Uint8Array(2 * contacts.count);
  scales.places = 0;
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const x = contacts.inputs[island.contacts[p]];
    const stiff = x[kindInputs.law + 1] + x[kindInputs.law + 2] / x[kindInputs.h];
    const length = Math.abs(x[0]) + Math.abs(x[1]) + Math.abs(x[2]) + x[kindInputs.shapes];
    scales.places = Math.max(scales.places, stiff * length);
  }
}

/** Adds ±(F, cQ) of a contact on both of its bodies, Q = −n × F; friction is taken from `friction` at `at`. */
function addForce(
  { contacts, world, local }: IslandSystem,
  into: Float64Array,
  c: number,
  { sign, friction, at }: { readonly sign: number; readonly friction: Float64Array; readonly at: number },
): void {
  const y = contacts.values[c];
  const lambdaN = contacts.forces[3 * c];
  const first = contacts.first[c];
  const second = contacts.second[c];
  const isBall = second < world.bodies;
  const a = 6 * local[first];
  const b = isBall ? 6 * local[second] : 0;
  const cA = sign * contacts.newton.arms[2 * c];
  const cB = sign * contacts.newton.arms[2 * c + 1];
  for (let i = 0; i < 3; i++) {
    const t = y[kindValues.tangent + i];
    const o = y[kindValues.orthogonal + i];
    const force = sign * (lambdaN * y[kindValues.normal + i] + friction[at] * t + friction[at + 1] * o);
    const rolling = friction[at + 1] * t - friction[at] * o;
    into[a + i] += force;
    into[a + 3 + i] += cA * rolling;
    if (!isBall) continue;
    into[b + i] -= force;
    into[b + 3 + i] += cB * rolling;
  }
}

/** M(v − v₀)/h − f, without contacts. */
function inertial({ world, velocities, now: { island } }: IslandSystem, into: Float64Array): void {
  const { mass, spin, gravity } = world;
  const { v, before, h } = velocities;
  const rate = 1 / h;
  for (let p = island.from; p < island.to; p++) {
    const body = island.bodies[p];
    const at = 6 * (p - island.from);
    for (let i = 0; i < 3; i++) {
      into[at + i] = mass[body] * ((v[6 * body + i] - before[6 * body + i]) * rate - gravity[i]);
      into[at + 3 + i] = spin[body] * (v[6 * body + 3 + i] - before[6 * body + 3 + i]) * rate;
    }
  }
}

const piece: { sign: number; friction: Float64Array; at: number } = { sign: -1, friction: new Float64Array(0), at: 0 };

/** Evaluates the law at the velocities as they stand; returns the largest entry of the residual. */
export function balance(system: IslandSystem): number {
  const { contacts, world, velocities, residual, now } = system;
  const { island, pushes } = now;
  inertial(system, residual);
  piece.friction = contacts.forces;
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const c = island.contacts[p];
    const isPushing = evaluate(contacts, world, c, velocities);
    pushes[c] = isPushing ? 1 : 0;
    project(contacts, c, isPushing);
    piece.at = 3 * c + 1;
    if (isPushing) addForce(system, residual, c, piece);
  }
  let most = 0;
  for (let i = 0; i < 6 * (island.to - island.from); i++) {
    const r = Math.abs(residual[i]);
    // a residual that is no number is worse than any
    if (!(r <= most)) most = r;
  }
  return most;
}

/** The dual's own friction: none where nothing pushes, and at first that of the step before. */
function startFriction({ newton: { shadow }, guessed, values }: Contacts, c: number, isPushing: boolean): void {
  if (isPushing && !Number.isNaN(shadow[2 * c])) return;
  shadow[2 * c] = 0;
  shadow[2 * c + 1] = 0;
  if (!isPushing) return;
  for (let i = 0; i < 3; i++) {
    shadow[2 * c] += guessed[3 * c + i] * values[c][kindValues.tangent + i];
    shadow[2 * c + 1] += guessed[3 * c + i] * values[c][kindValues.orthogonal + i];
  }
}

/** Writes the scales of the residual as it stands. */
export function readScales({ contacts, world, velocities, scales, now: { island } }: IslandSystem): void {
  let force = 0;
  for (let p = island.contactFrom; p < island.contactTo; p++)
    force = Math.max(force, contacts.forces[3 * island.contacts[p]]);
  let noise = Math.max(scales.places, force);
  for (let p = island.from; p < island.to; p++) {
    const body = island.bodies[p];
    for (let i = 0; i < 3; i++)
      noise = Math.max(noise, (world.mass[body] * Math.abs(velocities.v[6 * body + i])) / velocities.h);
  }
  scales.noise = Number.EPSILON * noise;
  scales.force = force;
}

/** Solves for a step in a manner, to this part of the residual where it is iterated; false where there is none. */
export function solveStep(system: IslandSystem, manner: Manner, forcing: number): boolean {
  const { contacts, world, step, matrix, now } = system;
  const { island, pushes } = now;
  inertial(system, step);
  beginMatrix(system, matrix);
  const felt = feltBlock(system, matrix);
  piece.friction = contacts.newton.linear;
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const c = island.contacts[p];
    startFriction(contacts, c, pushes[c] !== 0);
    contacts.newton.ahead[2 * c] = Number.NaN;
    if (pushes[c] === 0) continue;
    linearise(system, c, manner, felt);
    piece.at = linear.size * c + linear.force;
    addForce(system, step, c, piece);
    addSide(system, matrix, c, 0);
    if (contacts.second[c] < world.bodies) addSide(system, matrix, c, 1);
  }
  for (let i = 0; i < 6 * (island.to - island.from); i++) step[i] = -step[i];
  if (!factorMatrix(system, matrix)) return false;
  return isFactored(island) ? solveBlocks(matrix.lu, step) : iterate(system, matrix, forcing);
}

/** Adds this part of the step to the velocities. */
export function move({ velocities: { v }, step, now: { island } }: IslandSystem, part: number): void {
  for (let p = island.from; p < island.to; p++)
    for (let i = 0; i < 6; i++) v[6 * island.bodies[p] + i] += part * step[6 * (p - island.from) + i];
}

/** Looks ahead to the friction of the dual after the whole step. */
export function lookAlong(system: IslandSystem): void {
  const { contacts, step, now } = system;
  const { island, pushes } = now;
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const c = island.contacts[p];
    if (pushes[c] === 0) continue;
    relative(system, step, c, change);
    lookAhead(contacts, c, change);
  }
}

const change = new Float64Array(6);

/** Lets the friction of the dual follow this part of a step. */
export function followStep({ contacts, now: { island } }: IslandSystem, part: number): void {
  for (let p = island.contactFrom; p < island.contactTo; p++) follow(contacts, island.contacts[p], part);
}

/** Power of the residual along the step [N m/s]: none at a minimum, if all forces had a potential. */
export function workAlong({ step, residual, now: { island } }: IslandSystem): number {
  let sum = 0;
  for (let i = 0; i < 6 * (island.to - island.from); i++) sum += step[i] * residual[i];
  return sum;
}
