import type { Stepwise } from "../../../algebra/stepwise.js";
import { lookUp } from "../../../checks/look-up.js";
import type { RowKernel } from "../../../expr/compile.js";
import { type SolidKind, solidPlaces, solidSizes } from "../../../mechanics/assembly.js";
import { solidInputs } from "../../../mechanics/solids/solid-kinds.js";
import type { Lazy } from "../../compile/step.js";
import type { ManySlopes, Solved } from "../many/slopes.js";
import { triangular } from "./full-steps.js";
import { keyAt, keyOf, lawAt } from "./gather.js";
import type { Near, SolidIsland } from "./island.js";
import { bodySlopes, deformations } from "./slope-kernels.js";
import type { SolidStep } from "./solid-memory.js";
import { type VelocityMatrix, velocityMatrix } from "./velocity-matrix.js";
import { bodyAt, bodyInputs, type KindKernels } from "./world.js";

/** Slopes of the deformations of a contact, by its key: three for each freed value. */
type Kept = ReadonlyMap<number, Float64Array>;

/** A contact that stands solved, its unknowns eliminated: momenta and deformations by velocities, and by each freed value. */
interface Derived {
  readonly contact: Near;
  /** Columns of its unknowns, of velocities and of freed values, by rows of unknowns, of momenta and of deformations. */
  readonly block: Float64Array;
  readonly wide: number;
  readonly isRegular: boolean;
}

/** The matrix of an island's velocities, and a right side for each freed value. */
interface Sides {
  readonly matrix: VelocityMatrix;
  readonly right: readonly Float64Array[];
}

interface Memory {
  readonly step: SolidStep;
  /** Slopes of each kind of contact. */
  readonly kinds: ReadonlyMap<SolidKind, Lazy<RowKernel>>;
  kept: Kept;
  readonly blocks: WeakMap<Near, Float64Array>;
  /** Slopes of each body's rows and pose where they stand. */
  readonly bodies: readonly Float64Array[];
  /** Slopes of the velocities at the end of the step, by freed value and body. */
  speeds: Float64Array;
  readonly sides: WeakMap<SolidIsland, Sides>;
}

/** Values that kernels write besides slopes. */
let values = new Float64Array(0);
let entries = new Float64Array(0);
let changes = new Float64Array(0);
const bodyChange = new Float64Array(bodyInputs.size);

/**
 * Slopes of the steps of solids: with all rows F(z; x) = 0 of bodies and contacts, z velocities and the unknowns of contacts,
 *
 *     F_z dz = −F_x dx,
 *
 * island by island. Contacts are eliminated one by one, and the matrix of velocities that is left is factored once for all freed
 * values. Unknowns that lie at a bound stay there; contacts push, stick or slide as they do where the step stands solved.
 */
export function solidSlopes(step: SolidStep, kinds: Memory["kinds"]): ManySlopes {
  const { world, inputs } = step;
  const { length } = bodySlopes(world.solids.sizes.space)().pattern.row;
  const memory: Memory = {
    step,
    kinds,
    kept: new Map(),
    blocks: new WeakMap(),
    bodies: inputs.map(() => new Float64Array(length)),
    speeds: new Float64Array(0),
    sides: new WeakMap(),
  };
  return {
    begin() {
      memory.kept = new Map();
    },
    advance: (solved) => advance(memory, solved),
  };
}

function* advance(memory: Memory, solved: Solved): Stepwise<void> {
  const { step } = memory;
  const { world, contacts, islands } = step;
  const { freed } = solved.moving;
  const size = freed * world.bodies * world.solids.sizes.velocities;
  if (memory.speeds.length < size) memory.speeds = new Float64Array(size);
  const derived = new Map<Near, Derived>();
  for (const contact of contacts.near) {
    if (!contact.now.pushes && !isDeformed(contact)) continue;
    derived.set(contact, derive(memory, contact, solved));
    yield;
  }
  for (const island of islands.values()) yield* solveFor(memory, island, derived, solved);
  memory.kept = deform(memory, derived, solved);
  for (let body = 0; body < world.bodies; body++) moveBody(memory, body, solved);
}

function isDeformed({ x, kernels: { places } }: Near): boolean {
  for (let i = 0; i < deformations; i++) if (x[places.deformation + i] !== 0) return true;
  return false;
}

/** The column of an input in the block of a contact, or −1: only unknowns and velocities at the end have one. */
function columnOf({ unknowns: m, kind, sizes: { velocities: wide } }: KindKernels, input: number): number {
  const unknown = input - solidInputs.unknowns;
  if (unknown >= 0) return unknown < m ? unknown : -1;
  const velocity = input - solidInputs.velocities;
  if (velocity >= 6 && kind.moving && velocity - 6 < wide) return m + wide + velocity - 6;
  return velocity >= 0 && velocity < wide ? m + velocity : -1;
}

/** Slopes of a contact where it stands, without its unknowns. */
function derive(memory: Memory, contact: Near, solved: Solved): Derived {
  const { kernels, x } = contact;
  const { unknowns: m, velocities: moving, kind } = kernels;
  const { freed } = solved.moving;
  const kernel = lookUp(memory.kinds, kind)();
  const { row, col } = kernel.pattern;
  if (values.length < kernel.rows) values = new Float64Array(kernel.rows);
  if (entries.length < row.length) entries = new Float64Array(row.length);
  kernel.jacobian(x, values, entries);
  loadChanges(memory, contact, solved, kernel.pattern.cols);
  const wide = m + moving + freed;
  const block = memory.blocks.get(contact) ?? new Float64Array((m + moving + deformations) * wide);
  memory.blocks.set(contact, block);
  block.fill(0);
  for (let p = 0; p < row.length; p++) {
    // rows are F = 0, deformations what they are
    const value = row[p] < m + moving ? entries[p] : -entries[p];
    const at = wide * row[p];
    const column = columnOf(kernels, col[p]);
    if (column >= 0) block[at + column] = value;
    else
      for (let f = 0, c = col[p]; f < freed; f++, c += kernel.pattern.cols)
        if (changes[c] !== 0) block[at + m + moving + f] -= value * changes[c];
  }
  for (let k = 0; k < m; k++) {
    const { lower, upper } = kind.unknowns[k];
    const target = x[solidInputs.unknowns + k] - values[k] / Math.max(1, block[wide * k + k]);
    if (target >= lower && target <= upper) continue;
    block.fill(0, wide * k, wide * (k + 1));
    block[wide * k + k] = 1;
  }
  const isRegular = triangular(block, { unknowns: m, rows: m + moving + deformations, wide });
  return { contact, block, wide, isRegular };
}

/** Writes how each freed value changes so many inputs of a contact: all but unknowns and velocities at the end. */
function loadChanges({ step, kept }: Memory, contact: Near, { moving, s }: Solved, count: number): void {
  const { world } = step;
  const { numbers, freed } = moving;
  const { a, b, part, kernels } = contact;
  const { places } = kernels;
  const { sizes, contacts } = world.solids;
  const { classes } = world.assembly;
  const isMoving = b < world.bodies;
  const ofShapes = contacts[classes[a] * world.classes + classes[b]][part].numbers;
  const deformed = kept.get(keyOf(world, a, b, part));
  if (changes.length < freed * count) changes = new Float64Array(freed * count);
  changes.fill(0, 0, freed * count);
  for (let f = 0; f < freed; f++) {
    const to = count * f;
    const states = (s.length / freed) * f;
    const from = world.assembly.numbers.length * f;
    for (let i = 0; i < sizes.states; i++) {
      changes[to + solidInputs.first + i] = s[states + sizes.states * a + i];
      if (isMoving) changes[to + solidInputs.second + i] = s[states + sizes.states * b + i];
    }
    for (let i = 0; i < deformations; i++) changes[to + places.deformation + i] = deformed?.[deformations * f + i] ?? 0;
    changes[to + places.h] = moving.h[f];
    const law = from + lawAt(world, a, b);
    for (let i = 0; i < solidSizes.law; i++) changes[to + places.law + i] = numbers[law + i];
    const [first, second] = [bodyAt(world, a), bodyAt(world, isMoving ? b : a)];
    for (let i = 0; i < 2; i++) {
      changes[to + places.bodies + i] = numbers[from + first + i];
      changes[to + places.bodies + 2 + i] = numbers[from + second + i];
    }
    for (let i = places.shapes; i < count; i++) changes[to + i] = numbers[from + ofShapes + i - places.shapes];
  }
}

/** Slopes of the velocities of an island at the end of the step. */
function* solveFor(
  memory: Memory,
  island: SolidIsland,
  derived: ReadonlyMap<Near, Derived>,
  solved: Solved,
): Stepwise<void> {
  const { bodies, contacts, at, sizes } = island;
  const { velocities: wide } = sizes;
  const { freed } = solved.moving;
  const n = wide * bodies.length;
  const sides = memory.sides.get(island) ?? {
    matrix: velocityMatrix(island),
    right: Array.from({ length: freed }, () => new Float64Array(n)),
  };
  memory.sides.set(island, sides);
  const { matrix, right } = sides;
  matrix.clear();
  for (const side of right) side.fill(0);
  for (const body of bodies) addBody(memory, body, { matrix, right, at: at(body) }, solved);
  let isRegular = true;
  for (const contact of contacts) {
    const one = derived.get(contact);
    if (one === undefined) continue;
    isRegular &&= one.isRegular;
    addContact(island, one, { matrix, right });
  }
  isRegular &&= yield* matrix.factoring();
  const count = wide * memory.step.world.bodies;
  for (let f = 0; f < freed; f++) {
    if (isRegular) matrix.solve(right[f]);
    else right[f].fill(Number.NaN);
    bodies.forEach((body, i) => {
      for (let k = 0; k < wide; k++) memory.speeds[count * f + wide * body + k] = right[f][wide * i + k];
    });
    yield;
  }
}

/** Adds the rows of a body whose first velocity is at `at`. */
function addBody(memory: Memory, body: number, { matrix, right, at }: Sides & { readonly at: number }, solved: Solved) {
  const { world, inputs } = memory.step;
  const { space, velocities: wide, places } = world.solids.sizes;
  const kernel = bodySlopes(space)();
  const { row, col } = kernel.pattern;
  const slopes = memory.bodies[body];
  if (values.length < wide + places) values = new Float64Array(wide + places);
  kernel.jacobian(inputs[body], values, slopes);
  for (let p = 0; p < row.length; p++)
    if (row[p] < wide && isVelocity(col[p])) matrix.add(at + row[p], at + col[p] - bodyInputs.velocities, slopes[p]);
  for (let f = 0; f < right.length; f++) {
    loadBodyChange(memory, body, solved, f);
    for (let p = 0; p < row.length; p++) if (row[p] < wide) right[f][at + row[p]] -= slopes[p] * bodyChange[col[p]];
  }
}

const isVelocity = (input: number): boolean => input >= bodyInputs.velocities && input < bodyInputs.numbers;

/** Writes how one freed value changes the inputs of a body: all but velocities at the end. */
function loadBodyChange({ step: { world } }: Memory, body: number, { moving, s }: Solved, f: number): void {
  const { states: count } = world.solids.sizes;
  const from = world.assembly.numbers.length * f;
  const states = (s.length / moving.freed) * f + count * body;
  bodyChange.fill(0);
  for (let i = 0; i < count; i++) bodyChange[bodyInputs.states + i] = s[states + i];
  for (let i = 0; i < 7; i++) bodyChange[bodyInputs.numbers + i] = moving.numbers[from + bodyAt(world, body) + i];
  for (let i = 0; i < 3; i++)
    bodyChange[bodyInputs.gravity + i] = moving.numbers[from + solidPlaces(world.assembly).gravity + i];
  bodyChange[bodyInputs.h] = moving.h[f];
}

/** Adds the momenta of a contact. */
function addContact({ at, sizes }: SolidIsland, { contact, block, wide }: Derived, { matrix, right }: Sides): void {
  const { a, b, kernels } = contact;
  const { unknowns: m, velocities: moving } = kernels;
  const [first, second] = [at(a), at(b) - sizes.velocities];
  for (let k = 0; k < moving; k++) {
    const row = k < sizes.velocities ? first + k : second + k;
    const from = wide * (m + k) + m;
    for (let j = 0; j < moving; j++) matrix.add(row, j < sizes.velocities ? first + j : second + j, block[from + j]);
    for (let f = 0; f < right.length; f++) right[f][row] += block[from + moving + f];
  }
}

/** Slopes of the deformations that are left at the end of the step: of contacts that are near, and of those that relax. */
function deform({ step, kept, speeds }: Memory, derived: ReadonlyMap<Near, Derived>, solved: Solved): Kept {
  const { world, contacts } = step;
  const { freed } = solved.moving;
  const { velocities: wide } = world.solids.sizes;
  const count = wide * world.bodies;
  const next = new Map<number, Float64Array>();
  for (const { contact, block, wide: columns, isRegular } of derived.values()) {
    const { a, b, part, kernels, x, now } = contact;
    const { unknowns: m, velocities: moving, places } = kernels;
    const key = keyOf(world, a, b, part);
    // nearest points that nothing determines press nothing
    if (!isRegular && !now.pushes) {
      next.set(key, relax(step, { a, b, from: x, at: places.deformation }, solved, kept.get(key)));
      continue;
    }
    const slopes = new Float64Array(deformations * freed);
    for (let f = 0; f < freed; f++)
      for (let i = 0; i < deformations; i++) {
        const from = columns * (m + moving + i) + m;
        let sum = block[from + moving + f];
        for (let k = 0; k < moving; k++)
          sum -= block[from + k] * speeds[count * f + (k < wide ? wide * a + k : wide * b + k - wide)];
        slopes[deformations * f + i] = sum;
      }
    next.set(key, slopes);
  }
  for (const at of contacts.relaxing) {
    const key = keyAt(world, solved.kept, at);
    const [a, b] = solved.kept.subarray(at);
    next.set(key, relax(step, { a, b, from: solved.kept, at: at + 3 }, solved, kept.get(key)));
  }
  return next;
}

/** Two that are apart, and the place of their deformations. */
interface Apart {
  readonly a: number;
  readonly b: number;
  readonly from: Float64Array;
  readonly at: number;
}

/** Slopes of δ⁺ = r δ, r = C/(hK + C). */
function relax(
  { world, inputs }: SolidStep,
  { a, b, from, at }: Apart,
  { moving }: Solved,
  slopes?: Float64Array,
): Float64Array {
  const law = lawAt(world, a, b);
  const h = inputs[a][bodyInputs.h];
  const [stiffness, damping] = [world.numbers[law + 1], world.numbers[law + 2]];
  const whole = h * stiffness + damping;
  const next = new Float64Array(deformations * moving.freed);
  for (let f = 0; f < moving.freed; f++) {
    const numbers = world.assembly.numbers.length * f + law;
    const [dStiffness, dDamping] = [moving.numbers[numbers + 1], moving.numbers[numbers + 2]];
    const change = (h * stiffness * dDamping - damping * (h * dStiffness + stiffness * moving.h[f])) / (whole * whole);
    for (let i = 0; i < deformations; i++)
      next[deformations * f + i] =
        (damping / whole) * (slopes?.[deformations * f + i] ?? 0) + (change === 0 ? 0 : change * from[at + i]);
  }
  return next;
}

/** The states of S at the end of the step: velocities as they are solved for, and the pose that follows from them. */
function moveBody(memory: Memory, body: number, solved: Solved): void {
  const { world } = memory.step;
  const { space, velocities: wide, places, states } = world.solids.sizes;
  const { moving, s } = solved;
  const { row, col } = bodySlopes(space)().pattern;
  const slopes = memory.bodies[body];
  for (let f = 0; f < moving.freed; f++) {
    const speeds = wide * (world.bodies * f + body);
    const to = (s.length / moving.freed) * f + states * body;
    loadBodyChange(memory, body, solved, f);
    for (let k = 0; k < wide; k++) bodyChange[bodyInputs.velocities + k] = memory.speeds[speeds + k];
    s.fill(0, to, to + places);
    for (let p = 0; p < row.length; p++) if (row[p] >= wide) s[to + row[p] - wide] += slopes[p] * bodyChange[col[p]];
    for (let k = 0; k < wide; k++) s[to + places + k] = memory.speeds[speeds + k];
  }
}
