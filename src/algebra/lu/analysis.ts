import type { SparseMatrix } from "../sparse.js";
import { finish, type Stepwise } from "../stepwise.js";
import { blockTriangular } from "./blocks.js";
import { orderedByDegree } from "./ordering.js";

/** Order of elimination inside each diagonal block. Between blocks there is no choice. */
export type Ordering = "minimum-degree" | "natural";

/**
 * All that the pattern alone decides: A[rowOrder, colOrder] is block upper triangular with diagonal blocks
 * blockPtr[b] … blockPtr[b + 1] - 1 and, unless structurally singular, an entry in every diagonal place.
 */
export interface Analysis {
  readonly pattern: SparseMatrix; // only its pattern is used
  readonly rowOrder: Int32Array;
  readonly colOrder: Int32Array;
  readonly blockPtr: Int32Array;
  readonly rank: number; // structural: below n, every matrix of the pattern is singular
  readonly row: number; // a row and a column without a partner, where structurally singular, else -1
  readonly column: number;
}

/**
 * Orders a square pattern for factoring: block triangular form, then in each block an order that keeps the factors
 * sparse. Rows and columns of a block move together, so where the pattern has a full diagonal the order is symmetric.
 * Throws a RangeError if the matrix is not square.
 */
export function analyse(pattern: SparseMatrix, ordering: Ordering = "minimum-degree"): Analysis {
  return finish(analysing(pattern, ordering));
}

/** `analyse` in parts. */
export function* analysing(pattern: SparseMatrix, ordering: Ordering = "minimum-degree"): Stepwise<Analysis> {
  const form = blockTriangular(pattern);
  yield;
  const { matching, blockPtr } = form;
  const { rowOrder, colOrder } = ordering === "natural" ? form : yield* reorderBlocks(pattern, form);
  return {
    pattern,
    rowOrder,
    colOrder,
    blockPtr,
    rank: matching.rank,
    row: matching.columnOf.indexOf(-1),
    column: matching.rowOf.indexOf(-1),
  };
}

/**
 * Minimum degree inside each block. One call serves all blocks: without the entries off the diagonal blocks the graph
 * falls apart, and only the order within a block is read from the result.
 */
function* reorderBlocks(
  pattern: SparseMatrix,
  form: { rowOrder: Int32Array; colOrder: Int32Array; blockPtr: Int32Array },
): Stepwise<{ rowOrder: Int32Array; colOrder: Int32Array }> {
  const n = pattern.cols;
  const { blockPtr } = form;
  const blockOf = new Int32Array(n);
  for (let b = 0; b + 1 < blockPtr.length; b++) blockOf.fill(b, blockPtr[b], blockPtr[b + 1]);
  const blocks = diagonalBlocks(pattern, form, blockOf);
  yield;
  const order = yield* orderedByDegree(blocks);
  const next = blockPtr.slice();
  const rowOrder = new Int32Array(n);
  const colOrder = new Int32Array(n);
  for (let t = 0; t < n; t++) {
    const k = next[blockOf[order[t]]]++;
    rowOrder[k] = form.rowOrder[order[t]];
    colOrder[k] = form.colOrder[order[t]];
  }
  return { rowOrder, colOrder };
}

/** The pattern of A[rowOrder, colOrder] without what lies off its diagonal blocks. */
function diagonalBlocks(
  pattern: SparseMatrix,
  form: { rowOrder: Int32Array; colOrder: Int32Array },
  blockOf: Int32Array,
): SparseMatrix {
  const n = pattern.cols;
  const placeOf = new Int32Array(n);
  for (let k = 0; k < n; k++) placeOf[form.rowOrder[k]] = k;
  const colPtr = new Int32Array(n + 1);
  const rowIdx = new Int32Array(pattern.rowIdx.length);
  let end = 0;
  for (let k = 0; k < n; k++) {
    const j = form.colOrder[k];
    const begin = end;
    for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) {
      const i = placeOf[pattern.rowIdx[p]];
      if (blockOf[i] === blockOf[k]) rowIdx[end++] = i;
    }
    rowIdx.subarray(begin, end).sort();
    colPtr[k + 1] = end;
  }
  return { rows: n, cols: n, colPtr, rowIdx: rowIdx.slice(0, end), values: new Float64Array(end) };
}
