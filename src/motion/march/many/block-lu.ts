import { apply6, image, invert6, product, product6, subtract6 } from "./blocks.js";

/** A block LU of one island: one 6 × 6 block for each body and each pair that is near, rows and columns of bodies. */
export interface BlockLu {
  values: Float64Array;
  /** Places of blocks by row and column, −1 where there is none. */
  readonly at: Int32Array;
  readonly inverses: Float64Array;
  readonly order: Elimination;
  /** Bodies, pairs and blocks as they were analysed. */
  readonly size: { bodies: number; pairs: number; blocks: number };
}

/** The order in which bodies are eliminated, and for each the bodies after it that it is linked with then. */
interface Elimination {
  readonly bodies: Int32Array;
  readonly laterStart: Int32Array;
  readonly later: Int32Array;
  /** Those of them whose block is not zero, of the body that is being eliminated. */
  readonly pushed: Int32Array;
  readonly linked: Uint8Array;
  readonly gone: Uint8Array;
  readonly knownFirst: Int32Array;
  readonly knownSecond: Int32Array;
}

/** Memory for islands of at most so many bodies. */
export function blockLu(most: number): BlockLu {
  return {
    values: new Float64Array(0),
    at: new Int32Array(most * most),
    inverses: new Float64Array(36 * most),
    order: {
      bodies: new Int32Array(most),
      laterStart: new Int32Array(most + 1),
      later: new Int32Array(most * most),
      pushed: new Int32Array(most),
      linked: new Uint8Array(most * most),
      gone: new Uint8Array(most),
      knownFirst: new Int32Array(most * most),
      knownSecond: new Int32Array(most * most),
    },
    size: { bodies: 0, pairs: -1, blocks: 0 },
  };
}

/** Pairs of an island that are near. */
export interface NearGraph {
  readonly bodies: number;
  readonly pairs: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

function isKnown({ size, order }: BlockLu, { bodies, pairs, first, second }: NearGraph): boolean {
  if (bodies !== size.bodies || pairs !== size.pairs) return false;
  for (let p = 0; p < pairs; p++)
    if (order.knownFirst[p] !== first[p] || order.knownSecond[p] !== second[p]) return false;
  return true;
}

/**
 * Finds an order of elimination by least degree on bodies, so that a rack of balls keeps most of its zeros; kept where the
 * island is as before. All blocks are zero afterwards.
 */
export function analyseBlocks(lu: BlockLu, graph: NearGraph): void {
  const { size } = lu;
  if (!isKnown(lu, graph)) eliminate(lu, graph);
  if (lu.values.length < 36 * size.blocks) lu.values = new Float64Array(72 * size.blocks);
  lu.values.fill(0, 0, 36 * size.blocks);
}

function eliminate({ size, order, at }: BlockLu, { bodies: n, pairs, first, second }: NearGraph): void {
  const { linked, gone, laterStart, later } = order;
  size.bodies = n;
  size.pairs = pairs;
  linked.fill(0, 0, n * n);
  gone.fill(0, 0, n);
  for (let p = 0; p < pairs; p++) {
    order.knownFirst[p] = first[p];
    order.knownSecond[p] = second[p];
    linked[first[p] * n + second[p]] = 1;
    linked[second[p] * n + first[p]] = 1;
  }
  let used = 0;
  for (let k = 0; k < n; k++) {
    const best = leastLinked(order, n);
    order.bodies[k] = best;
    gone[best] = 1;
    laterStart[k] = used;
    for (let j = 0; j < n; j++) if (gone[j] === 0 && linked[best * n + j] === 1) later[used++] = j;
    for (let p = laterStart[k]; p < used; p++)
      for (let q = laterStart[k]; q < used; q++) if (p !== q) linked[later[p] * n + later[q]] = 1;
  }
  laterStart[n] = used;
  size.blocks = 0;
  for (let p = 0; p < n * n; p++) at[p] = linked[p] === 1 || p % (n + 1) === 0 ? 36 * size.blocks++ : -1;
}

function leastLinked({ linked, gone }: Elimination, n: number): number {
  let best = -1;
  let least = n + 1;
  for (let i = 0; i < n; i++) {
    if (gone[i] === 1) continue;
    let links = 0;
    for (let j = 0; j < n; j++) if (gone[j] === 0 && j !== i && linked[i * n + j] === 1) links++;
    if (links >= least) continue;
    best = i;
    least = links;
  }
  return best;
}

/** The place of the block (i, j) among `values`. */
export const placeOf = ({ at, size }: BlockLu, i: number, j: number): number => at[i * size.bodies + j];

/** Factors in place; false where a block cannot be inverted. Bodies that are near but do not push have zeros, left as they are. */
export function factorBlocks({ values, at, inverses, order, size }: BlockLu): boolean {
  const { bodies, laterStart, later, pushed } = order;
  const n = size.bodies;
  for (let k = 0; k < n; k++) {
    const i = bodies[k];
    if (!invert6(values, at[i * n + i], inverses, 36 * i)) return false;
    let count = 0;
    for (let q = laterStart[k]; q < laterStart[k + 1]; q++)
      if (!isZero(values, at[i * n + later[q]])) pushed[count++] = later[q];
    for (let p = laterStart[k]; p < laterStart[k + 1]; p++) {
      const j = later[p];
      const lower = at[j * n + i];
      if (isZero(values, lower)) continue;
      product6(values, lower, inverses, 36 * i);
      for (let q = 0; q < count; q++) subtract6(values, at[j * n + pushed[q]], values, at[i * n + pushed[q]]);
      values.set(product, lower);
    }
  }
  return true;
}

function isZero(values: Float64Array, block: number): boolean {
  for (let p = block; p < block + 36; p++) if (values[p] !== 0) return false;
  return true;
}

/** x overwrites b; true, as what is factored is solved. */
export function solveBlocks({ values, at, inverses, order, size }: BlockLu, b: Float64Array): true {
  const { bodies, laterStart, later } = order;
  const n = size.bodies;
  for (let k = 0; k < n; k++) {
    const i = bodies[k];
    for (let p = laterStart[k]; p < laterStart[k + 1]; p++) {
      apply6(values, at[later[p] * n + i], b, 6 * i);
      for (let r = 0; r < 6; r++) b[6 * later[p] + r] -= image[r];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    const i = bodies[k];
    for (let p = laterStart[k]; p < laterStart[k + 1]; p++) {
      apply6(values, at[i * n + later[p]], b, 6 * later[p]);
      for (let r = 0; r < 6; r++) b[6 * i + r] -= image[r];
    }
    apply6(inverses, 36 * i, b, 6 * i);
    for (let r = 0; r < 6; r++) b[6 * i + r] = image[r];
  }
  return true;
}
