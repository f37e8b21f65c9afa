import { factorDense, solveDense } from "../../../algebra/dense.js";
import type { Stepwise } from "../../../algebra/stepwise.js";
import type { SpaceSizes } from "../../../mechanics/assembly.js";
import { solidInputs } from "../../../mechanics/solids/solid-kinds.js";
import { naturalRow } from "../../../solve/mcp.js";
import { attainable, type BodyInputs, loadVelocities, type Near, type SolidIsland } from "./island.js";
import { bodyInputs, solidBody } from "./world.js";

/** Memory for the full steps of islands of so many bodies at most; it grows where a contact needs more. */
export interface FullSteps {
  /** The matrix of all velocities, by rows, and what their balance leaves. */
  readonly matrix: Float64Array;
  readonly right: Float64Array;
  readonly pivots: Int32Array;
  /** Of each contact its rows after elimination, by rows with the right side last. */
  readonly blocks: Float64Array[];
}

/** Bodies up to which the matrix of all velocities is full: beyond, the sparse matrix of all unknowns costs less. */
export const mostFull = 30;

/** Steps before the careful Newton takes over: most islands need two to five. */
const mostSteps = 14;
/** Steps that are full, whatever the residual does; later ones are halved until it falls by a part of what they promise. */
const firstFull = 6;
const decrease = 1e-3;
const shortest = 1 / 64;

/** Memory for islands of at most so many bodies. */
export function fullSteps(bodies: number, { velocities }: SpaceSizes): FullSteps {
  const n = velocities * Math.min(bodies, mostFull);
  return {
    matrix: new Float64Array(n * n),
    right: new Float64Array(n),
    pivots: new Int32Array(n),
    blocks: [],
  };
}

const rows = new Float64Array(6);
const slopes = new Float64Array(36);

/**
 * Full Newton steps of z − mid(l, u, z − F/d) = 0, d = max(1, ∂F/∂z), from z, whose contacts are eliminated one by one: what is
 * left is a matrix of velocities alone. Returns the natural residual where it stopped; `count` is how many steps it took.
 */
export function* takeFullSteps(
  memory: FullSteps,
  island: SolidIsland,
  inputs: BodyInputs,
  { z, tolerance, took }: { readonly z: Float64Array; readonly tolerance: number; readonly took: { count: number } },
): Stepwise<number> {
  const n = island.sizes.velocities * island.bodies.length;
  const { right } = memory;
  const start = new Float64Array(z.length);
  const step = new Float64Array(z.length);
  let residual = assemble(memory, island, inputs, z);
  for (took.count = 0; residual > tolerance && took.count < mostSteps; took.count++) {
    if (!eliminate(memory, island) || factorDense(memory.matrix.subarray(0, n * n), n, memory.pivots) >= 0)
      return Infinity;
    solveDense(memory.matrix, n, memory.pivots, right);
    for (let i = 0; i < n; i++) step[i] = right[i];
    for (let c = 0; c < island.contacts.length; c++) followContact(memory, island, c, step);
    const before = residual;
    start.set(z);
    for (let part = 1; part >= shortest; part /= 2) {
      advance(island, { z, start, step, part });
      residual = assemble(memory, island, inputs, z);
      yield;
      if (took.count < firstFull || residual < (1 - decrease * part) * before) break;
    }
    // rounding lets no large force be balanced any better
    if (!(residual < Infinity) || (residual <= attainable && residual > 0.5 * before)) return residual;
  }
  return residual;
}

/** z = mid(l, u, start + part · step): a nearest point that leaves its shape would be an arm of any length. */
function advance(
  { bodies, contacts, offsets, sizes }: SolidIsland,
  {
    z,
    start,
    step,
    part,
  }: { readonly z: Float64Array; readonly start: Float64Array; readonly step: Float64Array; readonly part: number },
): void {
  for (let i = 0; i < sizes.velocities * bodies.length; i++) z[i] = start[i] + part * step[i];
  for (let c = 0; c < contacts.length; c++) {
    const { unknowns, kind } = contacts[c].kernels;
    for (let k = 0, i = offsets[c]; k < unknowns; k++, i++) {
      const { lower, upper } = kind.unknowns[k];
      z[i] = Math.min(upper, Math.max(lower, start[i] + part * step[i]));
    }
  }
}

/** Evaluates all rows at z: the bodies' into the matrix, the contacts' into their blocks. Returns the natural residual. */
function assemble(memory: FullSteps, island: SolidIsland, inputs: BodyInputs, z: Float64Array): number {
  const { bodies, contacts, sizes } = island;
  const { matrix, right } = memory;
  const { rows: own } = solidBody(sizes.space);
  const wide = sizes.velocities;
  const n = wide * bodies.length;
  matrix.fill(0, 0, n * n);
  for (let i = 0; i < bodies.length; i++) {
    const x = inputs[bodies[i]];
    for (let k = 0; k < wide; k++) x[bodyInputs.velocities + k] = z[wide * i + k];
    own.jacobian(x, rows, slopes);
    for (let k = 0; k < wide; k++) right[wide * i + k] = -rows[k];
    const { row, col } = own.pattern;
    for (let p = 0; p < row.length; p++) matrix[(wide * i + row[p]) * n + wide * i + col[p]] += slopes[p];
  }
  let most = 0;
  for (let c = 0; c < contacts.length; c++) {
    const r = fillBlock(memory, island, c, z);
    if (!(r <= most)) most = r;
  }
  const unit = island.unit();
  for (let i = 0; i < n; i++) {
    const r = Math.abs(right[i]) / unit;
    if (!(r <= most)) most = r;
  }
  return most;
}

/** The block of a contact: its unknowns and then velocities, by its rows and then momenta, and the right side. */
function fillBlock(memory: FullSteps, island: SolidIsland, c: number, z: Float64Array): number {
  const contact = island.contacts[c];
  const { kernels, x } = contact;
  const { unknowns: m, kind, rows: kernel, velocities: moving, sizes } = kernels;
  const wide = m + moving + 1;
  memory.blocks[c] ??= new Float64Array(wide * wide);
  if (memory.blocks[c].length < wide * wide) memory.blocks[c] = new Float64Array(wide * wide);
  const block = memory.blocks[c];
  const offset = island.offsets[c];
  loadVelocities(island, contact, z);
  for (let k = 0; k < m; k++) x[solidInputs.unknowns + k] = z[offset + k];
  kernel.jacobian(x, contact.work.rows, contact.work.slopes);
  block.fill(0, 0, wide * wide);
  const { row, col } = kernel.pattern;
  for (let p = 0; p < row.length; p++)
    block[row[p] * wide + (col[p] < moving ? m + col[p] : col[p] - moving)] = contact.work.slopes[p];
  const unit = island.unit();
  let most = 0;
  for (let k = 0; k < m; k++) {
    const { lower, upper } = kind.unknowns[k];
    // as long a step as the row's own slope allows, or a steep row would leap from bound to bound
    const target = z[offset + k] - contact.work.rows[k] / Math.max(1, block[k * wide + k]);
    const r = Math.abs(naturalRow(z[offset + k], lower, upper, contact.work.rows[k])) / (k < sizes.friction ? unit : 1);
    if (!(r <= most)) most = r;
    block[k * wide + wide - 1] = -contact.work.rows[k];
    if (target >= lower && target <= upper) continue;
    block.fill(0, k * wide, (k + 1) * wide);
    block[k * wide + k] = 1;
    block[k * wide + wide - 1] = (target < lower ? lower : upper) - z[offset + k];
  }
  for (let k = 0; k < moving; k++) memory.right[velocityAt(island, contact, k)] -= contact.work.rows[m + k];
  return most;
}

/** The place of the kth velocity of the two of a contact. */
export const velocityAt = ({ at, sizes: { velocities } }: SolidIsland, { a, b }: Near, k: number): number =>
  k < velocities ? at(a) + k : at(b) + k - velocities;

/** Eliminates the unknowns of each contact, with pivots among its own rows; false where they do not tell. */
function eliminate({ matrix, right, blocks }: FullSteps, island: SolidIsland): boolean {
  const n = island.sizes.velocities * island.bodies.length;
  for (let c = 0; c < island.contacts.length; c++) {
    const contact = island.contacts[c];
    const { unknowns: m, velocities: moving } = contact.kernels;
    const wide = m + moving + 1;
    const block = blocks[c];
    if (!triangular(block, { unknowns: m, rows: wide - 1, wide })) return false;
    for (let k = 0; k < moving; k++) {
      const from = (m + k) * wide;
      const to = velocityAt(island, contact, k);
      for (let j = 0; j < moving; j++) matrix[to * n + velocityAt(island, contact, j)] += block[from + m + j];
      right[to] += block[from + wide - 1];
    }
  }
  return true;
}

/** A block by rows: its first rows are those of unknowns, whose columns come first. */
interface Block {
  readonly unknowns: number;
  readonly rows: number;
  readonly wide: number;
}

/** Gauss on the columns of the unknowns of a block, with pivots among their rows; false where they do not tell. */
export function triangular(block: Float64Array, { unknowns: m, rows, wide }: Block): boolean {
  for (let k = 0; k < m; k++) {
    let pivot = k;
    for (let r = k + 1; r < m; r++) if (Math.abs(block[r * wide + k]) > Math.abs(block[pivot * wide + k])) pivot = r;
    const size = Math.abs(block[pivot * wide + k]);
    if (!(size > 0 && size < Infinity)) return false;
    if (pivot !== k)
      for (let j = k; j < wide; j++) {
        const kept = block[k * wide + j];
        block[k * wide + j] = block[pivot * wide + j];
        block[pivot * wide + j] = kept;
      }
    const inverse = 1 / block[k * wide + k];
    for (let r = k + 1; r < rows; r++) {
      const l = block[r * wide + k] * inverse;
      if (l === 0) continue;
      for (let j = k + 1; j < wide; j++) block[r * wide + j] -= l * block[k * wide + j];
    }
  }
  return true;
}

const change = new Float64Array(12);

/** The step of the unknowns of a contact, which follows from that of its velocities, from the last unknown to the first. */
function followContact({ blocks }: FullSteps, island: SolidIsland, c: number, step: Float64Array): void {
  const contact = island.contacts[c];
  const { unknowns: m, velocities: moving } = contact.kernels;
  const wide = m + moving + 1;
  const block = blocks[c];
  const offset = island.offsets[c];
  for (let j = 0; j < moving; j++) change[j] = step[velocityAt(island, contact, j)];
  for (let k = m - 1; k >= 0; k--) {
    let sum = block[k * wide + wide - 1];
    for (let j = 0; j < moving; j++) sum -= block[k * wide + m + j] * change[j];
    for (let j = k + 1; j < m; j++) sum -= block[k * wide + j] * step[offset + j];
    step[offset + k] = sum / block[k * wide + k];
  }
}
