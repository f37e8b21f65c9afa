import { kindInputs, kindValues } from "../../../mechanics/contact-kinds.js";
import { evaluate, project } from "./contacts.js";
import type { IslandSystem } from "./island-system.js";
import type { Island } from "./islands.js";

/** Slip of a solid ball's surface by a force there, in units of what its centre does: 1 + m r²/I. */
const turned = 3.5;

/**
 * Nonlinear Gauss–Seidel sweeps over the contacts of an island, to and fro, from the start of the step and the guessed forces:
 * each contact gets the force that balances its own law while the others stay. A blow goes through all layers of a rack in one
 * sweep, where a Newton step opens one. Velocities and guessed forces are then those from which a Newton begins.
 */
export function sweep(system: IslandSystem, island: Island, sweeps: number): void {
  const { contactFrom, contactTo, contacts: own } = island;
  const { guessed, newton } = system.contacts;
  setOut(system, island);
  for (let p = contactFrom; p < contactTo; p++) {
    const f = 3 * own[p];
    for (let i = 0; i < 3; i++) change[i] = guessed[f + i];
    push(system, own[p]);
  }
  for (let k = 0; k < sweeps; k++) {
    if (k % 2 === 0) for (let p = contactFrom; p < contactTo; p++) settle(system, own[p]);
    else for (let p = contactTo - 1; p >= contactFrom; p--) settle(system, own[p]);
  }
  // the dual's friction begins with what is guessed
  for (let p = contactFrom; p < contactTo; p++) newton.shadow[2 * own[p]] = Number.NaN;
}

/** Velocities as gravity alone makes them. */
function setOut({ world: { gravity }, velocities: { v, before, h } }: IslandSystem, island: Island): void {
  for (let p = island.from; p < island.to; p++) {
    const at = 6 * island.bodies[p];
    for (let i = 0; i < 3; i++) {
      v[at + i] = before[at + i] + h * gravity[i];
      v[at + 3 + i] = before[at + 3 + i];
    }
  }
}

/** A force on the first body of a contact in the world, or its change. */
const change = new Float64Array(3);

/** Moves the force of one contact to where its law and the velocities that it makes agree. */
function settle(system: IslandSystem, c: number): void {
  const { contacts, world, velocities } = system;
  const { guessed, forces } = contacts;
  const f = 3 * c;
  const isPushing = evaluate(contacts, world, c, velocities);
  if (!isPushing && guessed[f] === 0 && guessed[f + 1] === 0 && guessed[f + 2] === 0) return;
  project(contacts, c, isPushing);
  const y = contacts.values[c];
  const { normal, tangent, orthogonal, slopeN, viscosity } = kindValues;
  let alongN = 0;
  let stiffness = 0;
  for (let i = 0; i < 3; i++) {
    change[i] = -guessed[f + i];
    if (!isPushing) continue;
    change[i] += forces[f] * y[normal + i] + forces[f + 1] * y[tangent + i] + forces[f + 2] * y[orthogonal + i];
    alongN += change[i] * y[normal + i];
    stiffness -= y[slopeN + i] * y[normal + i];
  }
  if (isPushing) {
    const second = contacts.second[c];
    const inverse = 1 / world.mass[contacts.first[c]] + (second < world.bodies ? 1 / world.mass[second] : 0);
    const mobility = velocities.h * inverse;
    const partN = 1 / (1 + stiffness * mobility);
    const partT = 1 / (1 + y[viscosity] * turned * mobility);
    for (let i = 0; i < 3; i++) change[i] = partT * change[i] + (partN - partT) * alongN * y[normal + i];
  }
  for (let i = 0; i < 3; i++) guessed[f + i] += change[i];
  push(system, c);
}

/** Adds what the `change` of a contact's force does to the velocities of its two. */
function push({ contacts, world, velocities: { v, h } }: IslandSystem, c: number): void {
  const [fx, fy, fz] = change;
  if (fx === 0 && fy === 0 && fz === 0) return;
  const first = contacts.first[c];
  const second = contacts.second[c];
  const isBall = second < world.bodies;
  const x = contacts.inputs[c];
  const at = isBall ? kindInputs.place : kindInputs.shapes + 2;
  const apart = isBall ? Math.sqrt(x[at] * x[at] + x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]) : 1;
  for (let side = 0; side < (isBall ? 2 : 1); side++) {
    const body = side === 0 ? first : second;
    const to = 6 * body;
    const along = ((side === 0 ? 1 : -1) * h) / world.mass[body];
    const rolling = h / (world.spin[body] * apart);
    v[to] += along * fx;
    v[to + 1] += along * fy;
    v[to + 2] += along * fz;
    v[to + 3] += rolling * (x[at + 2] * fy - x[at + 1] * fz);
    v[to + 4] += rolling * (x[at] * fz - x[at + 2] * fx);
    v[to + 5] += rolling * (x[at + 1] * fx - x[at] * fy);
  }
}
