import type { Stepwise } from "../../../algebra/stepwise.js";
import type { RowKernel } from "../../../expr/compile.js";
import { assemblyPlaces } from "../../../mechanics/assembly.js";
import { kindInputs, kindValues } from "../../../mechanics/contact-kinds.js";
import { solveBlocks } from "./block-lu.js";
import { writeVelocity } from "./contacts.js";
import { addSide, beginMatrix, factorMatrix, feltBlock, isFactored } from "./island-matrix.js";
import { loadIsland } from "./island-system.js";
import type { Island } from "./islands.js";
import { iterate } from "./iterated.js";
import type { ManyStep, Standing } from "./many-step.js";
import { bodyKernels, classesOf, contactKernels, lawBetween } from "./world.js";

/** By what a march of balls is differentiated: each freed value moves the start, and may move numbers and steps. */
export interface Moving {
  readonly freed: number;
  /** ∂(number of the assembly)/∂(freed), by column. */
  readonly numbers: Float64Array;
  /** ∂h/∂(freed), of the step that is taken. */
  readonly h: Float64Array;
}

/** A step that stands solved, and its start. */
export interface Solved extends Readonly<Standing> {
  readonly moving: Moving;
  readonly s: Float64Array;
}

/**
 * Carries S = ∂(states)/∂(freed) through steps of balls. With V = (v, rω), and R(V, V₀, q, δ, p) = M(V − V₀)/h − f − Σλ = 0,
 *
 *     R_V dV = −(R_V₀ dV₀ + R_q dq + R_δ dδ + R_p),
 *
 * island by island, whose R_V is factored once for all freed values; the deformations δ of contacts are states, too. Contacts push,
 * stick or slide as they do where the step stands solved.
 */
export interface ManySlopes {
  /** No contact is deformed. */
  begin(): void;
  /** S over a step that stands solved, before it is finished. */
  advance(solved: Solved): Stepwise<void>;
}

/** Of contacts: their two, and the slopes of their deformations (3 × freed each). */
interface Kept {
  count: number;
  first: Int32Array;
  second: Int32Array;
  slopes: Float64Array;
}

/** Slopes of a contact: 12 rows F, τ on the first, τ on the second, δ⁺ by `width` columns. */
const rows = 12;
const width = kindInputs.forces + 8;
/** Places among the columns. */
const of = {
  velocity: kindInputs.velocity,
  omegaA: kindInputs.omegaA,
  omegaB: kindInputs.omegaB,
  deformation: kindInputs.deformation,
  h: kindInputs.h,
  law: kindInputs.law,
  shapes: kindInputs.forces,
};
/** A linear solve is iterated to this part of its right side. */
const part = 1e-10;

interface Memory {
  readonly step: ManyStep;
  kept: Kept;
  next: Kept;
  /** `rows` × `width` slopes of each contact. */
  contacts: Float64Array;
  /** Changes of the inputs of a contact by one freed value, and outputs of kernels. */
  readonly change: Float64Array;
  readonly kernel: { readonly values: Float64Array; entries: Float64Array };
  readonly pose: { readonly input: Float64Array; readonly values: Float64Array; readonly entries: Float64Array };
}

const nothingKept = (): Kept => ({
  count: 0,
  first: new Int32Array(0),
  second: new Int32Array(0),
  slopes: new Float64Array(0),
});

/** Slopes of the steps of balls, with the memory of their contacts. */
export function manySlopes(step: ManyStep): ManySlopes {
  const memory: Memory = {
    step,
    kept: nothingKept(),
    next: nothingKept(),
    contacts: new Float64Array(0),
    change: new Float64Array(width),
    kernel: { values: new Float64Array(rows), entries: new Float64Array(0) },
    pose: {
      input: new Float64Array(14),
      values: new Float64Array(7),
      entries: new Float64Array(bodyKernels().pose.pattern.row.length),
    },
  };
  return {
    begin() {
      memory.kept.count = 0;
    },
    advance: (solved) => advance(memory, solved),
  };
}

function* advance(memory: Memory, solved: Solved): Stepwise<void> {
  const { contacts, islands, system, island: job } = memory.step;
  const { freed } = solved.moving;
  makeRoom(memory, freed);
  for (let c = 0; c < contacts.count; c++) derive(memory, c);
  const { now: island } = job;
  island.contacts = islands.contacts;
  for (let k = 0; k < islands.count; k++) {
    island.from = islands.bodyStart[k];
    island.to = islands.bodyStart[k + 1];
    island.contactFrom = islands.contactStart[k];
    island.contactTo = islands.contactStart[k + 1];
    loadIsland(system, island);
    yield* solveFor(memory, island, solved);
  }
  [memory.kept, memory.next] = [memory.next, memory.kept];
}

/** Room for the contacts of the step, and a list of them, with the slopes of deformations at its start by their two. */
function makeRoom(memory: Memory, freed: number): void {
  const { contacts } = memory.step;
  const { count, first, second } = contacts;
  if (memory.contacts.length < rows * width * count) {
    memory.contacts = new Float64Array(2 * rows * width * count);
  }
  const { next, kept } = memory;
  if (next.first.length < count || next.slopes.length < 3 * freed * count) {
    next.first = new Int32Array(2 * count);
    next.second = new Int32Array(2 * count);
    next.slopes = new Float64Array(6 * freed * count);
  }
  next.count = count;
  let old = 0;
  for (let c = 0; c < count; c++) {
    next.first[c] = first[c];
    next.second[c] = second[c];
    // both lists ascend
    while (old < kept.count && isBefore(kept, old, next, c)) old++;
    const isOld = old < kept.count && kept.first[old] === first[c] && kept.second[old] === second[c];
    for (let i = 0; i < 3 * freed; i++) next.slopes[3 * freed * c + i] = isOld ? kept.slopes[3 * freed * old + i] : 0;
  }
}

const isBefore = (one: Kept, i: number, other: Kept, j: number): boolean =>
  one.first[i] < other.first[j] || (one.first[i] === other.first[j] && one.second[i] < other.second[j]);

const kernelOf = ({ step: { contacts, world, system } }: Memory, c: number): RowKernel => {
  const hasFriction = system.now.pushes[c] !== 0 && contacts.inputs[c][kindInputs.law] > 0;
  const { whole } = contactKernels()[contacts.second[c] < world.bodies ? 0 : 1];
  return hasFriction ? whole.rough() : whole.smooth();
};

/** True of contacts that push, or have a deformation that goes back. */
function isFelt({ step: { contacts, system } }: Memory, c: number): boolean {
  const x = contacts.inputs[c];
  const at = kindInputs.deformation;
  return system.now.pushes[c] !== 0 || x[at] !== 0 || x[at + 1] !== 0 || x[at + 2] !== 0;
}

/** Slopes of a contact where it stands, and those of its two by relative velocity and rolling. */
function derive(memory: Memory, c: number): void {
  const { contacts } = memory.step;
  const { contacts: all } = memory;
  const at = rows * width * c;
  all.fill(0, at, at + rows * width);
  if (!isFelt(memory, c)) return;
  writeVelocity(contacts, memory.step.world, c, memory.step.system.velocities.v);
  const kernel = kernelOf(memory, c);
  const { row, col } = kernel.pattern;
  if (memory.kernel.entries.length < row.length) memory.kernel.entries = new Float64Array(row.length);
  const { entries } = memory.kernel;
  kernel.jacobian(contacts.inputs[c], memory.kernel.values, entries);
  for (let p = 0; p < row.length; p++) all[at + width * row[p] + col[p]] = entries[p];
}

/** Factors the system of an island by the blocks of contacts as each of their two feels them; false where it is singular. */
function factor({ step, contacts: all }: Memory, island: Island): boolean {
  const { contacts, world, system } = step;
  const { matrix, now } = system;
  beginMatrix(system, matrix);
  const felt = feltBlock(system, matrix);
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const c = island.contacts[p];
    if (now.pushes[c] === 0) continue;
    const arm = contacts.values[c][kindValues.arms];
    for (const side of contacts.second[c] < world.bodies ? ([0, 1] as const) : ([0] as const)) {
      const own = contacts.values[c][kindValues.arms + side];
      for (let r = 0; r < 6; r++) {
        const row = rows * width * c + width * (r < 3 || side === 0 ? r : r + 3);
        const by = r < 3 ? 1 : 1 / own;
        for (let j = 0; j < 3; j++) {
          felt[6 * r + j] = by * all[row + of.velocity + j];
          felt[6 * r + 3 + j] = (by / arm) * all[row + of.omegaA + j];
        }
      }
      addSide(system, matrix, c, side);
    }
  }
  return factorMatrix(system, matrix);
}

function* solveFor(memory: Memory, island: Island, solved: Solved): Stepwise<void> {
  const { system } = memory.step;
  const { step: right, matrix } = system;
  const isFree = island.contactFrom === island.contactTo;
  const isRegular = isFree || factor(memory, island);
  for (let f = 0; f < solved.moving.freed; f++) {
    rightSide(memory, island, solved, f);
    if (isFree) fly(memory, island);
    else if (!isRegular) right.fill(Number.NaN);
    else if (isFactored(island)) solveBlocks(matrix.lu, right);
    else {
      if (!iterate(system, matrix, part)) right.fill(Number.NaN);
      yield;
    }
    deform(memory, island, solved, f);
    speedUp(memory, island, solved, f);
  }
  for (let p = island.from; p < island.to; p++) moveBody(memory, island.bodies[p], solved);
}

/** M⁻¹h of what flies alone. */
function fly({ step: { world, system } }: Memory, island: Island): void {
  const { step: right, now } = system;
  for (let p = island.from; p < island.to; p++)
    for (let i = 0; i < 6; i++)
      right[6 * (p - island.from) + i] *= now.h / (i < 3 ? world.mass : world.spin)[island.bodies[p]];
}

/** −(R_V₀ dV₀ + R_q dq + R_δ dδ + R_p) by one freed value. */
function rightSide(memory: Memory, island: Island, { moving, s }: Solved, f: number): void {
  const { assembly, world, contacts, system } = memory.step;
  const { step: right, local, now, velocities } = system;
  const { v, before, h } = velocities;
  const { mass, spin, gravity, radius } = world;
  const places = assemblyPlaces(assembly);
  const numbers = assembly.numbers.length * f;
  const dh = moving.h[f] / h;
  for (let p = island.from; p < island.to; p++) {
    const body = island.bodies[p];
    const to = 6 * (p - island.from);
    const at = (s.length / moving.freed) * f + 13 * body;
    const dMass = moving.numbers[numbers + places.bodies + 3 * body];
    const dInertia = moving.numbers[numbers + places.bodies + 3 * body + 1] / (radius[body] * radius[body]);
    for (let i = 0; i < 3; i++) {
      const speedUp = (v[6 * body + i] - before[6 * body + i]) / h;
      const turnUp = (v[6 * body + 3 + i] - before[6 * body + 3 + i]) / h;
      const dGravity = moving.numbers[numbers + i];
      right[to + i] = mass[body] * (s[at + 7 + i] / h + dGravity + speedUp * dh) - dMass * (speedUp - gravity[i]);
      right[to + 3 + i] = spin[body] * ((radius[body] * s[at + 10 + i]) / h + turnUp * dh) - dInertia * turnUp;
    }
  }
  for (let q = island.contactFrom; q < island.contactTo; q++) {
    const c = island.contacts[q];
    if (now.pushes[c] === 0) continue;
    loadChange(memory, c, { moving, s }, f);
    const at = rows * width * c;
    const a = 6 * local[contacts.first[c]];
    const isBall = contacts.second[c] < world.bodies;
    const b = isBall ? 6 * local[contacts.second[c]] : 0;
    for (let i = 0; i < 3; i++) {
      const force = along(memory, at + width * i);
      right[a + i] += force;
      right[a + 3 + i] += along(memory, at + width * (3 + i)) / radius[contacts.first[c]];
      if (!isBall) continue;
      right[b + i] -= force;
      right[b + 3 + i] += along(memory, at + width * (6 + i)) / radius[contacts.second[c]];
    }
  }
}

function along({ contacts, change }: Memory, at: number): number {
  let sum = 0;
  for (let j = 0; j < width; j++) if (change[j] !== 0) sum += contacts[at + j] * change[j];
  return sum;
}

/** Writes how one freed value changes the inputs of a contact at the start of the step: all but velocities. */
function loadChange(memory: Memory, c: number, { moving, s }: Pick<Solved, "moving" | "s">, f: number): void {
  const { change, next, step } = memory;
  const { assembly, world, contacts } = step;
  const { numbers, freed } = moving;
  const a = contacts.first[c];
  const b = contacts.second[c];
  const isBall = b < world.bodies;
  const states = (s.length / freed) * f;
  const from = assembly.numbers.length * f;
  const places = assemblyPlaces(assembly);
  change.fill(0);
  for (let i = 0; i < 3; i++) {
    change[i] = s[states + 13 * a + i] - (isBall ? s[states + 13 * b + i] : 0);
    change[of.deformation + i] = next.slopes[3 * (freed * c + f) + i];
  }
  change[of.h] = moving.h[f];
  const law = from + places.laws + lawBetween(assembly, classesOf(assembly), a, b);
  for (let i = 0; i < 4; i++) change[of.law + i] = numbers[law + i];
  change[of.shapes] = numbers[from + places.bodies + 3 * a + 2];
  if (isBall) change[of.shapes + 1] = numbers[from + places.bodies + 3 * b + 2];
  else
    for (let i = 0; i < 7; i++) change[of.shapes + 1 + i] = numbers[from + places.planes + 7 * (b - world.bodies) + i];
}

/** Slopes of the deformations that are left at the end of the step. */
function deform(memory: Memory, island: Island, solved: Solved, f: number): void {
  const { change, next, step } = memory;
  const { world, contacts, system } = step;
  const { step: dV, local } = system;
  for (let q = island.contactFrom; q < island.contactTo; q++) {
    const c = island.contacts[q];
    loadChange(memory, c, solved, f);
    const a = contacts.first[c];
    const b = contacts.second[c];
    const isBall = b < world.bodies;
    for (let i = 0; i < 3; i++) {
      change[of.velocity + i] = dV[6 * local[a] + i] - (isBall ? dV[6 * local[b] + i] : 0);
      change[of.omegaA + i] = dV[6 * local[a] + 3 + i] / world.radius[a];
      change[of.omegaB + i] = isBall ? dV[6 * local[b] + 3 + i] / world.radius[b] : 0;
    }
    const at = rows * width * c + 9 * width;
    for (let i = 0; i < 3; i++) next.slopes[3 * (solved.moving.freed * c + f) + i] = along(memory, at + width * i);
  }
}

/** Velocities of S at the end of the step, as they are solved for. */
function speedUp({ step }: Memory, island: Island, { moving, s }: Solved, f: number): void {
  const { world, system } = step;
  for (let p = island.from; p < island.to; p++) {
    const body = island.bodies[p];
    const at = (s.length / moving.freed) * f + 13 * body + 7;
    for (let j = 0; j < 3; j++) {
      s[at + j] = system.step[6 * (p - island.from) + j];
      s[at + 3 + j] = system.step[6 * (p - island.from) + 3 + j] / world.radius[body];
    }
  }
}

/** The pose of S at the end of the step, which follows from that at the start and the velocities at the end. */
function moveBody({ step, pose }: Memory, body: number, { states, moving, s }: Solved): void {
  const { world, system } = step;
  const { v, h } = system.velocities;
  const { pose: kernel } = bodyKernels();
  const { input, values, entries } = pose;
  for (let j = 0; j < 7; j++) input[j] = states[13 * body + j];
  for (let j = 0; j < 3; j++) {
    input[7 + j] = v[6 * body + j];
    input[10 + j] = v[6 * body + 3 + j] / world.radius[body];
  }
  input[13] = h;
  kernel.jacobian(input, values, entries);
  const { row, col } = kernel.pattern;
  for (let f = 0; f < moving.freed; f++) {
    const at = (s.length / moving.freed) * f + 13 * body;
    values.fill(0);
    for (let e = 0; e < row.length; e++) values[row[e]] += entries[e] * (col[e] === 13 ? moving.h[f] : s[at + col[e]]);
    for (let j = 0; j < 7; j++) s[at + j] = values[j];
  }
}
