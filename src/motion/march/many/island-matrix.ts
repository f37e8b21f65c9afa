import { once } from "../../../algebra/once.js";
import { kindValues } from "../../../mechanics/contact-kinds.js";
import { analyseBlocks, type BlockLu, blockLu, factorBlocks, placeOf, solveBlocks } from "./block-lu.js";
import { type BlockRows, blockRows, clearBlocks, factorRows } from "./block-rows.js";
import type { Contacts } from "./contacts.js";
import type { Island } from "./islands.js";
import type { World } from "./world.js";

/** The linear system of an island, M/h − ΣSᵀHS, whose 6 × 6 blocks H stand with the contacts. */
export interface LinearParts {
  readonly world: World;
  readonly contacts: Contacts;
  /** The right side, which the solution overwrites. */
  readonly step: Float64Array;
  /** The place of each body in its island. */
  readonly local: Int32Array;
  /**
   * The island, which of its contacts push, and the length of the step [s]; blocks as the second bodies feel their contacts,
   * where those differ.
   */
  readonly now: { island: Island; pushes: Uint8Array; h: number; second?: Float64Array | undefined };
}

/** Memory of linear solves: factors of small islands, and what iterations on large ones need. */
export interface IslandMatrix {
  readonly lu: BlockLu;
  readonly pairs: { first: Int32Array; second: Int32Array };
  readonly rows: () => BlockRows;
  /** Of each row how far it is filled before and after its diagonal. */
  readonly filled: { readonly before: Int32Array; readonly after: Int32Array };
}

/** Vectors that an iterated solve keeps before it begins again. */
export const mostKept = 30;

/** Memory for islands of so many bodies that are factored, and that are not. */
export function islandMatrix(factored: number, iterated: number): IslandMatrix {
  return {
    lu: blockLu(factored),
    pairs: { first: new Int32Array(64), second: new Int32Array(64) },
    // a right side, a solution, and room beside the vectors that are kept
    rows: once(() => blockRows(iterated, mostKept + 4)),
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
function addBlock(into: Float64Array, at: number, h: Float64Array, c: number): void {
  const { row, rollingRow, column, rollingColumn } = sides;
  for (let r = 0; r < 6; r++) {
    const by = r < 3 ? row : rollingRow;
    const to = at + 6 * r;
    const from = 36 * c + 6 * r;
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

/** c of a contact's first or second body: its arm over its radius. */
export function armOf({ contacts, world }: LinearParts, c: number, side: 0 | 1): number {
  const body = side === 0 ? contacts.first[c] : contacts.second[c];
  return contacts.values[c][kindValues.arms + side] / world.radius[body];
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

/** Assembles and factors the blocks of a small island. */
export function factorIsland(parts: LinearParts, { lu, pairs }: IslandMatrix): boolean {
  const { contacts, world, local, now } = parts;
  const { block } = contacts.newton;
  const { island, pushes, second = block } = now;
  analyseBlocks(lu, graphOf(parts, pairs));
  for (let p = island.from; p < island.to; p++)
    addInertia(parts, lu.values, placeOf(lu, p - island.from, p - island.from), island.bodies[p]);
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const c = island.contacts[p];
    if (pushes[c] === 0) continue;
    const a = local[contacts.first[c]];
    const cA = armOf(parts, c, 0);
    sidesOf(1, cA, 1, cA);
    addBlock(lu.values, placeOf(lu, a, a), block, c);
    if (contacts.second[c] >= world.bodies) continue;
    const b = local[contacts.second[c]];
    const cB = armOf(parts, c, 1);
    sidesOf(-1, cB, -1, cB);
    addBlock(lu.values, placeOf(lu, b, b), second, c);
    sidesOf(1, cA, -1, cB);
    addBlock(lu.values, placeOf(lu, a, b), block, c);
    sidesOf(-1, cB, 1, cA);
    addBlock(lu.values, placeOf(lu, b, a), second, c);
  }
  return factorBlocks(lu);
}

/** Factors the blocks of a small island and solves; false where a block is singular. */
export function solveFactored(parts: LinearParts, matrix: IslandMatrix): boolean {
  if (!factorIsland(parts, matrix)) return false;
  solveBlocks(matrix.lu, parts.step);
  return true;
}

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

/** Writes the factors of a contact's velocity and rolling behind its block, as one of its two feels them: see `spread`. */
function feelBy(felt: Float64Array, sign: number, arm: number, otherArm: number): void {
  felt[36] = sign;
  felt[37] = arm;
  felt[38] = otherArm;
}

/** Assembles the rows of a large island and their incomplete factors; false where a block is singular. */
export function factorLarge(parts: LinearParts, { rows: rowsOf, filled }: IslandMatrix): boolean {
  const rows = rowsOf();
  const { contacts, world, local, now } = parts;
  const { block } = contacts.newton;
  const { island, pushes, second = block } = now;
  layRows(parts, rows);
  const { start, diagonal, column, mirror } = rows.pattern;
  const count = island.to - island.from;
  for (let i = 0; i < count; i++) {
    filled.before[i] = start[i];
    filled.after[i] = diagonal[i] + 1;
    addInertia(parts, rows.blocks.values, 36 * diagonal[i], island.bodies[island.from + i]);
  }
  const { felt, unread } = rows.blocks;
  const addressOf = (p: number): number => rows.blocks.values.byteOffset + 8 * 36 * p;
  for (let p = island.contactFrom; p < island.contactTo; p++) {
    const c = island.contacts[p];
    if (pushes[c] === 0) continue;
    const a = local[contacts.first[c]];
    const cA = armOf(parts, c, 0);
    for (let i = 0; i < 36; i++) felt[i] = block[36 * c + i];
    if (contacts.second[c] >= world.bodies) {
      feelBy(felt, 1, cA, 0);
      rows.routines.spread(addressOf(diagonal[a]), unread.byteOffset);
      continue;
    }
    const b = local[contacts.second[c]];
    const cB = armOf(parts, c, 1);
    // contacts ascend by their two, and so do the columns of a row
    column[filled.after[a]] = b;
    column[filled.before[b]] = a;
    mirror[filled.before[b]] = filled.after[a];
    feelBy(felt, 1, cA, cB);
    rows.routines.spread(addressOf(diagonal[a]), addressOf(filled.after[a]++));
    if (second !== block) for (let i = 0; i < 36; i++) felt[i] = second[36 * c + i];
    feelBy(felt, -1, cB, cA);
    rows.routines.spread(addressOf(diagonal[b]), addressOf(filled.before[b]++));
  }
  return factorRows(rows);
}

/** Relative velocity and rolling of a contact's two, from a vector of the island. */
export function relative(parts: LinearParts, x: Float64Array, c: number, into: Float64Array): void {
  const { contacts, world, local } = parts;
  const a = 6 * local[contacts.first[c]];
  const cA = armOf(parts, c, 0);
  for (let i = 0; i < 3; i++) {
    into[i] = x[a + i];
    into[3 + i] = cA * x[a + 3 + i];
  }
  if (contacts.second[c] >= world.bodies) return;
  const b = 6 * local[contacts.second[c]];
  const cB = armOf(parts, c, 1);
  for (let i = 0; i < 3; i++) {
    into[i] -= x[b + i];
    into[3 + i] += cB * x[b + 3 + i];
  }
}
