import { column } from "../../../mechanics/assembly.js";
import { kindEnd, kindInputs, kindValues } from "../../../mechanics/contact-kinds.js";
import { endOf, endSize, keptSize, writeVelocity } from "./contacts.js";
import type { ManyStep, Standing } from "./many-step.js";
import { addSliding } from "./sliding.js";
import { bodyKernels, type World } from "./world.js";

/** A pair that moves less than this part of its depth in a step is looked at on grid points only. */
const longStep = 0.5;

const end = new Float64Array(endSize);
const poseIn = new Float64Array(14);
const poseOut = new Float64Array(7);
const energyIn = new Float64Array(18);
const energyOut = new Float64Array(1);

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
export function finishMany(step: ManyStep, standing: Standing, observed: Float64Array): void {
  const { world, contacts, system, space } = step;
  observed.fill(0);
  let least = Infinity;
  for (let i = 0; i < world.bodies; i++) least = Math.min(least, 2 * space.room[i]);
  // whatever is not listed is farther away than the room of two
  observed[at.separation] = least;
  observed[at.excess] = -Infinity;
  const kept = new Float64Array(keptSize * contacts.count);
  let used = 0;
  for (let c = 0; c < contacts.count; c++) {
    writeVelocity(contacts, world, c, system.velocities.v);
    endOf(contacts, world, c, end);
    observe(step, c, observed);
    if (!(contacts.forces[3 * c] > 0) && end[0] === 0 && end[1] === 0 && end[2] === 0) continue;
    keep(step, c, kept, keptSize * used++);
  }
  if (observed[at.pushing] === 0) observed[at.excess] = 0;
  standing.kept = kept.subarray(0, keptSize * used);
  moveBodies(world, standing.states, system.velocities, observed);
}

/** The laws of a contact at `end`. */
function observe({ world, contacts }: ManyStep, c: number, observed: Float64Array): void {
  const normal = contacts.forces[3 * c];
  const x = contacts.inputs[c];
  observed[at.energy] += end[kindEnd.elasticEnergy];
  observed[at.separation] = Math.min(observed[at.separation], end[kindEnd.separation]);
  const stiffness = x[kindInputs.law + 1];
  const both = Math.abs(Math.min(normal, stiffness * end[kindEnd.separation]));
  observed[at.complementarity] = Math.max(observed[at.complementarity], both);
  if (normal > 0) {
    observed[at.pushing]++;
    observed[at.force] = Math.max(observed[at.force], normal);
    observed[at.excess] = Math.max(observed[at.excess], end[kindEnd.coneExcess]);
    addSliding(observed, end[kindEnd.coneExcess], x[kindInputs.law] * normal, x[kindInputs.law + 3]);
  }
  if (contacts.second[c] >= world.bodies) return;
  const depth = x[kindInputs.shapes] + x[kindInputs.shapes + 1];
  observed[at.deepest] = Math.max(observed[at.deepest], -end[kindEnd.gap] / depth);
  observed[at.passedThrough] = Math.max(observed[at.passedThrough], throughShare(x, depth));
}

/** Writes what the next step needs of a contact: its two, deformation, and force on the first body. */
function keep({ contacts }: ManyStep, c: number, kept: Float64Array, to: number): void {
  const y = contacts.values[c];
  const f = 3 * c;
  kept[to] = contacts.first[c];
  kept[to + 1] = contacts.second[c];
  for (let i = 0; i < 3; i++) {
    kept[to + 2 + i] = end[kindEnd.deformation + i];
    // axes of a contact that does not push may be of another step
    if (!(contacts.forces[f] > 0)) continue;
    kept[to + 5 + i] =
      contacts.forces[f] * y[kindValues.normal + i] +
      contacts.forces[f + 1] * y[kindValues.tangent + i] +
      contacts.forces[f + 2] * y[kindValues.orthogonal + i];
  }
}

/** The next states of all bodies, and their energy on top of that of the contacts. */
function moveBodies(
  world: World,
  states: Float64Array,
  { v, h }: { readonly v: Float64Array; readonly h: number },
  observed: Float64Array,
): void {
  const { pose } = bodyKernels();
  let drift = 1;
  for (let i = 0; i < world.bodies; i++) {
    const to = 13 * i;
    for (let j = 0; j < 7; j++) poseIn[j] = states[to + j];
    for (let j = 0; j < 3; j++) {
      poseIn[7 + j] = v[6 * i + j];
      poseIn[10 + j] = v[6 * i + 3 + j] / world.radius[i];
    }
    poseIn[13] = h;
    pose.residual(poseIn, poseOut);
    for (let j = 0; j < 7; j++) states[to + j] = poseOut[j];
    for (let j = 7; j < 13; j++) states[to + j] = poseIn[j];
    const [e0, ex, ey, ez] = [poseOut[3], poseOut[4], poseOut[5], poseOut[6]];
    const norm = Math.sqrt(e0 * e0 + ex * ex + ey * ey + ez * ez);
    if (!(Math.abs(norm - 1) <= Math.abs(drift - 1))) drift = norm;
  }
  observed[at.quaternion] = drift;
  observed[at.energy] += bodiesEnergy(world, states);
}

/** Kinetic and potential energy of all bodies [J]. */
export function bodiesEnergy(world: World, states: Float64Array): number {
  const { energy } = bodyKernels();
  let sum = 0;
  for (let i = 0; i < world.bodies; i++) {
    for (let j = 0; j < 13; j++) energyIn[j] = states[13 * i + j];
    energyIn[13] = world.mass[i];
    energyIn[14] = world.spin[i] * world.radius[i] * world.radius[i];
    for (let j = 0; j < 3; j++) energyIn[15 + j] = world.gravity[j];
    energy.run(energyIn, energyOut);
    sum += energyOut[0];
  }
  return sum;
}

/** How far two balls went into each other on a straight way of a step, in parts of their depth; 0 for a short way. */
function throughShare(x: Float64Array, depth: number): number {
  let way = 0;
  let towards = 0;
  let apart = 0;
  for (let i = 0; i < 3; i++) {
    const move = x[kindInputs.h] * x[kindInputs.velocity + i];
    way += move * move;
    towards += move * x[kindInputs.place + i];
    apart += x[kindInputs.place + i] * x[kindInputs.place + i];
  }
  if (!(Math.sqrt(way) > longStep * depth)) return 0;
  const part = Math.min(1, Math.max(0, -towards / way));
  return (depth - Math.sqrt(Math.max(0, apart + part * (2 * towards + part * way)))) / depth;
}
