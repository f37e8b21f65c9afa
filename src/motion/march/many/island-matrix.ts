import { once } from "../../../algebra/once.js";
import { analyseBlocks, type BlockLu, blockLu, factorBlocks, placeOf } from "./block-lu.js";
import { type BlockRows, blockRows, clearBlocks, factorRows } from "./block-rows.js";
import type { Contacts } from "./contacts.js";
import type { Island } from "./islands.js";
import { hasRoutines } from "./routines/routines.js";
import type { World } from "./world.js";

/** The linear system of an island, M/h − ΣSᵀHS, to which contacts add their 6 × 6 blocks H one after the other. */
export interface LinearParts {
  readonly world: World;
  readonly contacts: Contacts;
  /** The right side, which the solution overwrites. */
  readonly step: Float64Array;
  /** The place of each body in its island. */
  readonly local: Int32Array;
  /** The island, which of its contacts push, and the length of the step [s]. */
  readonly now: { island: Island; pushes: Uint8Array; h: number };
}

/** Memory of linear solves: factors of small islands, and what iterations on large ones need. */
export interface IslandMatrix {
  readonly lu: BlockLu;
  readonly felt: Float64Array;
  readonly pairs: { first: Int32Array; second: Int32Array };
  readonly rows: () => BlockRows;
  /** Of each row how far it is filled before and after its diagonal. */
  readonly filled: { readonly before: Int32Array; readonly after: Int32Array };
}

/** Vectors that an iterated solve keeps before it begins again. */
export const mostKept = 30;

/** Bodies up to which an island is factored: beyond, a preconditioned iteration costs less. */
export const mostFactored = 40;

/** True of islands that are factored; where there are no routines for iterations, all are. */
export const isFactored = (island: Island): boolean => island.to - island.from <= mostFactored || !hasRoutines();

/** Memory for the islands of so many bodies. */
export function islandMatrix(bodies: number): IslandMatrix {
  const factored = bodies > mostFactored && hasRoutines() ? mostFactored : bodies;
  const iterated = bodies > mostFactored ? bodies : 0;
  return {
    lu: blockLu(factored),
    felt: new Float64Array(36),
    pairs: { first: new Int32Array(64), second: new Int32Array(64) },
    // a right side, a solution, and room beside the vectors that are kept
    rows: once(() => blockRows(iterated, mostKept + 5)),
    filled: { before: new Int32Array(iterated), after: new Int32Array(iterated) },
  };
}

/** Factors of the velocity and the rolling of one body in those of a contact, for rows and for columns. */
interface Sides {
  row: number;
  rollingRow: number;
  column: number;
  rollingColumn: number;
}

const sides: Sides = { row: 1, rollingRow: 1, column: 1, rollingColumn: 1 };

function sidesOf(row: number, rollingRow: number, column: number, rollingColumn: number): Sides {
  sides.row = row;
  sides.rollingRow = rollingRow;
  sides.column = column;
  sides.rollingColumn = rollingColumn;
  return sides;
}

/** Subtracts SᵀHS of a contact between two sides from the block of `into` at `at`. */
function addBlock(into: Float64Array, at: number, h: Float64Array): void {
  const { row, rollingRow, column, rollingColumn } = sides;
  for (let r = 0; r < 6; r++) {
    const by = r < 3 ? row : rollingRow;
    const to = at + 6 * r;
    const from = 6 * r;
    for (let j = 0; j < 3; j++) {
      into[to + j] -= by * column * h[from + j];
      into[to + 3 + j] -= by * rollingColumn * h[from + 3 + j];
    }
  }
}

function addInertia({ world, now }: LinearParts, into: Float64Array, at: number, body: number): void {
  const mass = world.mass[body] / now.h;
  const spin = world.spin[body] / now.h;
  for (let i = 0; i < 3; i++) {
    into[at + 7 * i] += mass;
    into[at + 21 + 7 * i] += spin;
  }
}

/** The near pairs of the island; memory grows with them. */
function graphOf({ contacts, world, local, now: { island } }: LinearParts, pairs: IslandMatrix["pairs"]) {
  const most = island.contactTo - island.contactFrom;
  if (pairs.first.length < most) {
    pairs.first = new Int32Array(2 * most);
    pairs.second = new Int32Array(2 * most);
  }
  let count = 0;
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const c = island.contacts[p];
    if (contacts.second[c] >= world.bodies) continue;
    pairs.first[count] = local[contacts.first[c]];
    pairs.second[count++] = local[contacts.second[c]];
  }
  return { bodies: island.to - island.from, pairs: count, first: pairs.first, second: pairs.second };
}

/** Begins the system of an island: its pattern, and inertia. */
export function beginMatrix(parts: LinearParts, matrix: IslandMatrix): void {
  const { island } = parts.now;
  const { lu, pairs } = matrix;
  if (!isFactored(island)) {
    beginRows(parts, matrix);
    return;
  }
  analyseBlocks(lu, graphOf(parts, pairs));
  for (let p = island.from; p < island.to; p++)
    addInertia(parts, lu.values, placeOf(lu, p - island.from, p - island.from), island.bodies[p]);
}

/** The block H that `addSide` adds: where it is to be written. */
export const feltBlock = ({ now }: LinearParts, { felt, rows }: IslandMatrix): Float64Array =>
  isFactored(now.island) ? felt : rows().blocks.felt;

/** Subtracts the block of a contact that pushes, as its first or its second feels it; the first comes first. */
export function addSide(parts: LinearParts, matrix: IslandMatrix, c: number, side: 0 | 1): void {
  const { contacts, world, local, now } = parts;
  const { first, second } = contacts;
  if (!isFactored(now.island)) {
    addToRows(parts, matrix, c, side);
    return;
  }
  const { lu, felt } = matrix;
  const own = local[side === 0 ? first[c] : second[c]];
  const sign = side === 0 ? 1 : -1;
  const arm = contacts.newton.arms[2 * c + side];
  sidesOf(sign, arm, sign, arm);
  addBlock(lu.values, placeOf(lu, own, own), felt);
  if (second[c] >= world.bodies) return;
  sidesOf(sign, arm, -sign, contacts.newton.arms[2 * c + 1 - side]);
  addBlock(lu.values, placeOf(lu, own, local[side === 0 ? second[c] : first[c]]), felt);
}

/** Factors the system, whole or incompletely; false where a block is singular. */
export const factorMatrix = ({ now }: LinearParts, { lu, rows }: IslandMatrix): boolean =>
  isFactored(now.island) ? factorBlocks(lu) : factorRows(rows());

/** Which blocks the rows of a large island have: those of bodies, and of pairs that push. */
function layRows({ contacts, world, local, now: { island, pushes } }: LinearParts, rows: BlockRows): void {
  const { start, diagonal } = rows.pattern;
  const count = island.to - island.from;
  start.fill(0, 0, count + 1);
  // before its diagonal a row has the pairs in which its body is the second
  diagonal.fill(0, 0, count);
  const isPair = (c: number): boolean => pushes[c] !== 0 && contacts.second[c] < world.bodies;
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const c = island.contacts[p];
    if (!isPair(c)) continue;
    start[local[contacts.first[c]] + 1]++;
    start[local[contacts.second[c]] + 1]++;
    diagonal[local[contacts.second[c]]]++;
  }
  for (let i = 0; i < count; i++) {
    start[i + 1] += start[i] + 1;
    diagonal[i] += start[i];
  }
  clearBlocks(rows, count, start[count]);
  for (let i = 0; i < count; i++) rows.pattern.column[rows.pattern.diagonal[i]] = i;
}

function beginRows(parts: LinearParts, { rows: rowsOf, filled }: IslandMatrix): void {
  const { island } = parts.now;
  const rows = rowsOf();
  layRows(parts, rows);
  const { start, diagonal } = rows.pattern;
  for (let i = 0; i < island.to - island.from; i++) {
    filled.before[i] = start[i];
    filled.after[i] = diagonal[i] + 1;
    addInertia(parts, rows.blocks.values, 36 * diagonal[i], island.bodies[island.from + i]);
  }
}

/** Contacts ascend by their two, and so do the columns of a row. */
function addToRows({ contacts, world, local }: LinearParts, matrix: IslandMatrix, c: number, side: 0 | 1): void {
  const { pattern, blocks, routines } = matrix.rows();
  const { diagonal, column, mirror } = pattern;
  const { before, after } = matrix.filled;
  const { arms } = contacts.newton;
  const { felt } = blocks;
  const a = local[contacts.first[c]];
  const isPair = contacts.second[c] < world.bodies;
  const b = isPair ? local[contacts.second[c]] : 0;
  // as `spread` reads them
  felt[36] = side === 0 ? 1 : -1;
  felt[37] = arms[2 * c + side];
  felt[38] = arms[2 * c + 1 - side];
  const own = blocks.values.byteOffset + 288 * diagonal[side === 0 ? a : b];
  if (!isPair) routines.spread(own, blocks.unread.byteOffset);
  else if (side === 0) {
    column[after[a]] = b;
    routines.spread(own, blocks.values.byteOffset + 288 * after[a]++);
  } else {
    column[before[b]] = a;
    mirror[before[b]] = after[a] - 1;
    routines.spread(own, blocks.values.byteOffset + 288 * before[b]++);
  }
}

/** Relative velocity and rolling of a contact's two, from a vector of the island. */
export function relative(parts: LinearParts, x: Float64Array, c: number, into: Float64Array): void {
  const { contacts, world, local } = parts;
  const { arms } = contacts.newton;
  const a = 6 * local[contacts.first[c]];
  const cA = arms[2 * c];
  for (let i = 0; i < 3; i++) {
    into[i] = x[a + i];
    into[3 + i] = cA * x[a + 3 + i];
  }
  if (contacts.second[c] >= world.bodies) return;
  const b = 6 * local[contacts.second[c]];
  const cB = arms[2 * c + 1];
  for (let i = 0; i < 3; i++) {
    into[i] -= x[b + i];
    into[3 + i] += cB * x[b + 3 + i];
  }
}
