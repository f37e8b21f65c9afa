import type { SparseMatrix } from "../sparse.js";
import { type Matching, maximumTransversal } from "./matching.js";

/** Nodes of a directed graph by strong component, no edge leading from an earlier component to a later one. */
export interface Components {
  readonly count: number;
  readonly componentOf: Int32Array;
}

/** A[rowOrder, colOrder] is block upper triangular; block b spans blockPtr[b] … blockPtr[b + 1] - 1. */
export interface BlockForm {
  readonly rowOrder: Int32Array;
  readonly colOrder: Int32Array;
  readonly blockPtr: Int32Array;
  readonly matching: Matching;
}

/**
 * Strong components of the graph with an edge j → nodeOfRow[i] for each entry (i, j) (default nodeOfRow[i] = i), in
 * the order in which Tarjan's search completes them: whatever j reaches is numbered no later than j
 * (Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1, 1972). The stack is an array, so long
 * chains do not overflow.
 */
export function stronglyConnected(pattern: SparseMatrix, nodeOfRow?: Int32Array): Components {
  const { cols: n, colPtr, rowIdx } = pattern;
  const componentOf = new Int32Array(n).fill(-1);
  const discovered = new Int32Array(n).fill(-1); // time of discovery
  const lowest = new Int32Array(n); // earliest discovery reachable within the open component
  const path = new Int32Array(n);
  const open = new Int32Array(n); // discovered, not yet in a component
  const cursor = colPtr.slice(0, n);
  let count = 0;
  let time = 0;
  let opened = 0;

  for (let root = 0; root < n; root++) {
    if (discovered[root] !== -1) continue;
    let depth = 0;
    path[0] = root;
    while (depth >= 0) {
      const j = path[depth];
      if (discovered[j] === -1) {
        discovered[j] = lowest[j] = time++;
        open[opened++] = j;
      }
      const end = colPtr[j + 1];
      let p = cursor[j];
      let low = lowest[j];
      let next = -1;
      while (p < end && next === -1) {
        const i = rowIdx[p++];
        const node = nodeOfRow === undefined ? i : nodeOfRow[i];
        if (discovered[node] === -1) next = node;
        else if (componentOf[node] === -1 && discovered[node] < low) low = discovered[node];
      }
      cursor[j] = p;
      lowest[j] = low;
      if (next !== -1) {
        path[++depth] = next;
        continue;
      }
      if (low === discovered[j]) {
        let node = -1;
        do {
          node = open[--opened];
          componentOf[node] = count;
        } while (node !== j);
        count++;
      }
      depth--;
      if (depth >= 0 && low < lowest[path[depth]]) lowest[path[depth]] = low;
    }
  }
  return { count, componentOf };
}

/**
 * Permutes a square matrix to block upper triangular form with a matched entry in each diagonal place: a maximum
 * transversal, then strong components. Only the diagonal blocks need factoring. Inside a block the columns keep their
 * order. Rows and columns left over in a structurally singular matrix are paired as they come.
 */
export function blockTriangular(pattern: SparseMatrix): BlockForm {
  const { rows: n, cols } = pattern;
  if (n !== cols) throw new RangeError(`the block triangular form needs a square matrix, not ${n} × ${cols}`);
  const matching = maximumTransversal(pattern);
  const rowOf = matching.rowOf.slice();
  const columnOf = matching.columnOf.slice();
  for (let j = 0, i = 0; j < n; j++) {
    if (rowOf[j] !== -1) continue;
    while (columnOf[i] !== -1) i++;
    rowOf[j] = i;
    columnOf[i] = j;
  }
  const { count, componentOf } = stronglyConnected(pattern, columnOf);
  const blockPtr = new Int32Array(count + 1);
  for (let j = 0; j < n; j++) blockPtr[componentOf[j] + 1]++;
  for (let b = 0; b < count; b++) blockPtr[b + 1] += blockPtr[b];
  const next = blockPtr.slice(0, count);
  const rowOrder = new Int32Array(n);
  const colOrder = new Int32Array(n);
  for (let j = 0; j < n; j++) {
    const k = next[componentOf[j]]++;
    colOrder[k] = j;
    rowOrder[k] = rowOf[j];
  }
  return { rowOrder, colOrder, blockPtr, matching };
}
