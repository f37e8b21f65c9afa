import { type Place, places } from "./routines/places.js";
import { type BlockRoutines, blockRoutines } from "./routines/routines.js";

/**
 * A sparse matrix of 6 × 6 blocks by rows, columns ascending, L + A_d + U, and beside it (I + L̂)(D + U), which differs from it
 * on the diagonal only of what closes a loop: D_i = A_ii − ΣL_ik D_k⁻¹U_ki, L̂ = LD⁻¹ (Pommerell 1992; exact without loops).
 * All of it lies in one memory, with vectors that its routines work on; views of it are new where it has grown.
 */
export interface BlockRows {
  rows: number;
  pattern: Pattern;
  blocks: Blocks;
  vectors: readonly Float64Array[];
  readonly most: { readonly rows: number; readonly vectors: number; blocks: number };
  readonly memory: WebAssembly.Memory;
  /** The words that routines read, see `places`. */
  table: Int32Array;
  readonly routines: BlockRoutines;
}

interface Pattern {
  /** Of each row the first place among `column`, and that of its diagonal. */
  readonly start: Int32Array;
  readonly diagonal: Int32Array;
  readonly column: Int32Array;
  /** Of a block before the diagonal the place of the one across it. */
  readonly mirror: Int32Array;
}

interface Blocks {
  readonly values: Float64Array;
  /** L̂ before the diagonal. */
  readonly factors: Float64Array;
  /** D⁻¹, and A_d − 2D. */
  readonly inverses: Float64Array;
  readonly rest: Float64Array;
  /** Room for a block that is spread over those of its two, and their factors. */
  readonly felt: Float64Array;
  /** Room for what planes would feel. */
  readonly unread: Float64Array;
}

/** Bytes that memory grows by at least. */
const page = 65536;
/** Numbers of a contact's block with the factors of its two. */
const feltSize = 40;

/** Memory for so many rows at most and so many vectors; blocks come as they are asked for. */
export function blockRows(rows: number, vectors: number): BlockRows {
  const memory = new WebAssembly.Memory({ initial: 0 });
  const most = { rows, vectors, blocks: 0 };
  return { rows, ...layOut(memory, most), most, memory, routines: blockRoutines(memory) };
}

/** Views of all that has a place in a memory, which grows to its size; what there is of blocks comes last. */
function layOut(memory: WebAssembly.Memory, { rows, vectors, blocks }: BlockRows["most"]) {
  const head = 8 * Math.ceil(places.size / 2);
  const size =
    head + 8 * (6 * rows * vectors + feltSize + 36 + 72 * rows + 72 * blocks) + 4 * (2 * rows + 1 + 2 * blocks);
  memory.grow(Math.max(0, Math.ceil((size - memory.buffer.byteLength) / page)));
  let used = head;
  function next<A>(make: new (buffer: ArrayBuffer, at: number, length: number) => A, bytes: number, length: number): A {
    const view = new make(memory.buffer, used, length);
    used += bytes * length;
    return view;
  }
  const numbers = (length: number): Float64Array => next(Float64Array, 8, length);
  const words = (length: number): Int32Array => next(Int32Array, 4, length);
  const laid = {
    vectors: Array.from({ length: vectors }, () => numbers(6 * rows)),
    blocks: {
      felt: numbers(feltSize),
      unread: numbers(36),
      inverses: numbers(36 * rows),
      rest: numbers(36 * rows),
      values: numbers(36 * blocks),
      factors: numbers(36 * blocks),
    },
    pattern: { start: words(rows + 1), diagonal: words(rows), column: words(blocks), mirror: words(blocks) },
  };
  const table = new Int32Array(memory.buffer, 0, places.size);
  for (const [name, { byteOffset }] of Object.entries({ ...laid.blocks, ...laid.pattern }))
    table[places[name as Place]] = byteOffset;
  return { ...laid, table };
}

/** Makes room for so many rows and blocks, all zero. */
export function clearBlocks(matrix: BlockRows, rows: number, blocks: number): void {
  const { most, memory } = matrix;
  if (most.blocks < blocks) {
    const { start, diagonal } = matrix.pattern;
    const kept = { start: start.slice(), diagonal: diagonal.slice() };
    most.blocks = 2 * blocks;
    Object.assign(matrix, layOut(memory, most));
    matrix.pattern.start.set(kept.start);
    matrix.pattern.diagonal.set(kept.diagonal);
  }
  matrix.rows = rows;
  matrix.table[places.rows] = rows;
  matrix.blocks.values.fill(0, 0, 36 * blocks);
}

/** Makes D and L̂. False where a block of D cannot be inverted. */
export const factorRows = ({ rows, routines }: BlockRows): boolean => routines.factor() === rows;

/** y = (I + L̂)⁻¹ x for two of the vectors, which may be the same, and adds it to a third. */
export function solveLower({ routines }: BlockRows, x: Float64Array, y: Float64Array, sum: Float64Array): void {
  routines.solveLower(x.byteOffset, y.byteOffset, sum.byteOffset);
}

/** x = (D + U)⁻¹ z for two of the vectors, with room for Dx and for z + (A_d − 2D)x, which are made beside it. */
export function solveUpper(
  { routines }: BlockRows,
  z: Float64Array,
  x: Float64Array,
  [dx, r]: readonly Float64Array[],
): void {
  routines.solveUpper(z.byteOffset, x.byteOffset, dx.byteOffset, r.byteOffset);
}

/**
 * y = (I + L̂)⁻¹A(D + U)⁻¹ z at the price of the two solves, without a product by A (Eisenstat 1981): with x = (D + U)⁻¹z it
 * is Dx + (I + L̂)⁻¹(z + (A_d − 2D)x).
 */
export function applyRows(matrix: BlockRows, z: Float64Array, y: Float64Array, [x, r]: readonly Float64Array[]): void {
  solveUpper(matrix, z, x, [y, r]);
  solveLower(matrix, r, r, y);
}
