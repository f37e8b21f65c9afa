import type { SparseMatrix } from "../sparse.js";

/** Pairs of rows and columns with an entry in the pattern, no row and no column twice; -1 where unmatched. */
export interface Matching {
  readonly rank: number; // number of pairs
  readonly rowOf: Int32Array; // by column
  readonly columnOf: Int32Array; // by row
}

/**
 * A largest matching of rows and columns, so that the matched entries can stand on the diagonal. For a square matrix
 * rank < n means structurally singular: singular whatever its values, and what stays unmatched says where.
 *
 * Diagonal entries are matched first: a pattern with a full diagonal keeps it, and a symmetric matrix is later
 * permuted symmetrically. Then augmenting paths by depth-first search with a one-step look-ahead
 * (Duff, On algorithms for obtaining a maximum transversal, ACM TOMS 7, 1981), on a stack of its own.
 */
export function maximumTransversal(pattern: SparseMatrix): Matching {
  const { rows, cols, colPtr, rowIdx } = pattern;
  const rowOf = new Int32Array(cols).fill(-1);
  const columnOf = new Int32Array(rows).fill(-1);
  let rank = 0;
  for (let j = 0; j < cols; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      if (rowIdx[p] !== j) continue;
      rowOf[j] = j;
      columnOf[j] = j;
      rank++;
    }
  }
  const lookAhead = colPtr.slice(0, cols); // rows before it in the column were matched once, hence for ever
  const visitedBy = new Int32Array(cols).fill(-1);
  const exhausted = new Uint8Array(cols); // searches that failed: what they visited leads nowhere, for ever
  const path = new Int32Array(cols); // columns
  const step = new Int32Array(cols); // row by which the path leaves each of them
  const cursor = new Int32Array(cols);

  for (let root = 0; root < cols; root++) {
    if (rowOf[root] !== -1) continue;
    let depth = 0;
    path[0] = root;
    while (depth >= 0) {
      const j = path[depth];
      const end = colPtr[j + 1];
      if (visitedBy[j] !== root) {
        visitedBy[j] = root;
        let p = lookAhead[j];
        while (p < end && columnOf[rowIdx[p]] !== -1) p++;
        lookAhead[j] = p;
        if (p < end) {
          step[depth] = rowIdx[p];
          break;
        }
        cursor[depth] = colPtr[j];
      }
      let p = cursor[depth];
      let next = -1;
      while (p < end && next === -1) {
        const i = rowIdx[p++];
        const visitor = visitedBy[columnOf[i]];
        if (visitor === root || (visitor !== -1 && exhausted[visitor] === 1)) continue;
        step[depth] = i;
        next = columnOf[i];
      }
      cursor[depth] = p;
      if (next === -1) depth--;
      else path[++depth] = next;
    }
    if (depth < 0) {
      exhausted[root] = 1;
      continue;
    }
    for (; depth >= 0; depth--) {
      rowOf[path[depth]] = step[depth];
      columnOf[step[depth]] = path[depth];
    }
    rank++;
  }
  return { rank, rowOf, columnOf };
}
