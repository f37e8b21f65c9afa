import fc from "fast-check";
import { diagonalMatrix, fromTriplets, type SparseMatrix } from "../../src/algebra/sparse.js";
import { real } from "../arbitraries.js";

/** A stream of numbers in [0, 1) that depends on the seed alone (mulberry32). */
export function uniform(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** 0 … n - 1 in random order. */
export function shuffled(n: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length: n }, (_, k) => k);
  for (let k = n - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    const v = order[k];
    order[k] = order[other];
    order[other] = v;
  }
  return order;
}

/** The n × n identity. */
export function identity(n: number): SparseMatrix {
  return diagonalMatrix(new Float64Array(n).fill(1));
}

/** The rows of A in full. */
export function toDense(a: SparseMatrix): Float64Array[] {
  const dense = Array.from({ length: a.rows }, () => new Float64Array(a.cols));
  for (let j = 0; j < a.cols; j++)
    for (let p = a.colPtr[j]; p < a.colPtr[j + 1]; p++) dense[a.rowIdx[p]][j] = a.values[p];
  return dense;
}

/** Collects entries and becomes a matrix. */
export class Entries {
  readonly i: number[] = [];
  readonly j: number[] = [];
  readonly x: number[] = [];
  add(row: number, col: number, value: number): void {
    this.i.push(row);
    this.j.push(col);
    this.x.push(value);
  }
  matrix(rows: number, cols = rows): SparseMatrix {
    return fromTriplets([rows, cols], this.i, this.j, this.x);
  }
}

const STATES = 8; // x⁺ = x + h (…): carried from step to step
const FORCES = 3; // rows without their own diagonal: they act on the states and follow from them
const OUTPUTS = 5; // a third that nothing depends on
const WIDTH = STATES + FORCES + OUTPUTS;
const FREED = 2; // start values that enter the first step, as many end conditions

/**
 * What the Newton matrix of a whole horizon looks like: block lower bidiagonal with a border that closes a cycle
 * through all steps; rows of very different size, shuffled within each step, so that the diagonal means nothing.
 */
export function horizonMatrix(steps: number, seed: number): SparseMatrix {
  const random = uniform(seed);
  const value = () => 2 * random() - 1;
  const entries = new Entries();
  const n = steps * WIDTH + FREED;
  const h = 1 / steps;
  const row = shuffled(WIDTH, random);
  const col = shuffled(WIDTH, random);
  for (let s = 0; s < steps; s++) {
    const now = s * WIDTH;
    for (let r = 0; r < WIDTH; r++) {
      const size = 10 ** (4 * random() - 2);
      const at = now + row[r];
      if (r < STATES) {
        entries.add(at, now + col[r], size);
        if (s > 0) entries.add(at, now - WIDTH + col[r], -size);
        else if (r < FREED) entries.add(at, steps * WIDTH + r, -size);
        entries.add(at, now + col[(r * 5 + 3) % STATES], size * h * value());
        entries.add(at, now + col[STATES + (r % FORCES)], size * h * value());
      } else if (r < STATES + FORCES) {
        // The force of this row is weak beside those of the others and the states.
        entries.add(at, now + col[r], size * 0.01 * value());
        entries.add(at, now + col[STATES + ((r + 1) % FORCES)], size * (1 + random()));
        for (let t = 0; t < 3; t++) entries.add(at, now + col[(r * 3 + t * 2) % STATES], size * value());
      } else {
        entries.add(at, now + col[r], size * (0.5 + random()));
        for (let t = 0; t < 3; t++) entries.add(at, now + col[(r * 7 + t * 3) % (STATES + FORCES)], size * value());
      }
    }
  }
  for (let f = 0; f < FREED; f++) {
    const last = (steps - 1) * WIDTH;
    entries.add(steps * WIDTH + f, last + col[f], 1);
    entries.add(steps * WIDTH + f, last + col[STATES - 1 - f], value());
  }
  return entries.matrix(n);
}

/** The five-point Laplacian on a size × size grid. */
export function gridLaplacian(size: number): SparseMatrix {
  const entries = new Entries();
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      const k = r * size + c;
      entries.add(k, k, 4);
      if (c > 0) entries.add(k, k - 1, -1);
      if (c + 1 < size) entries.add(k, k + 1, -1);
      if (r > 0) entries.add(k, k - size, -1);
      if (r + 1 < size) entries.add(k, k + size, -1);
    }
  }
  return entries.matrix(size * size);
}

/** Square matrices up to limit × limit that have an entry in every row and column, a few more, and any sizes. */
export function sparseMatrix(limit = 80): fc.Arbitrary<SparseMatrix> {
  const shape = {
    n: fc.integer({ min: 1, max: limit }),
    seed: fc.integer(),
    extra: real(0, 4),
  };
  return fc.record(shape).map(({ n, seed, extra }) => {
    const random = uniform(seed);
    const entries = new Entries();
    const order = shuffled(n, random);
    for (let j = 0; j < n; j++) entries.add(order[j], j, 2 * random() - 1);
    for (let t = 0; t < extra * n; t++) {
      entries.add(Math.floor(random() * n), Math.floor(random() * n), (2 * random() - 1) * 10 ** (4 * random() - 2));
    }
    return entries.matrix(n);
  });
}

/** Patterns with nothing guaranteed: empty rows and columns, no diagonal. */
export function sparsePattern(limit = 40): fc.Arbitrary<SparseMatrix> {
  return fc
    .integer({ min: 1, max: limit })
    .chain((n) => fc.tuple(fc.constant(n), fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 3 * n })))
    .map(([n, places]) =>
      fromTriplets(
        [n, n],
        places.map(([i]) => i),
        places.map(([, j]) => j),
        places.map((_, t) => 1 + (t % 7)),
      ),
    );
}
