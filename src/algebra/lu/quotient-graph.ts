import { type SparseMatrix, transpose } from "../sparse.js";

/**
 * The graph of a symmetric elimination in no more room than the matrix. A node is a variable (still to be
 * eliminated; it may stand for several indistinguishable unknowns) or an element (eliminated: the clique of the
 * variables in its list).
 */
export interface QuotientGraph {
  readonly n: number;
  readonly lists: Lists;
  readonly weight: Int32Array; // unknowns a variable stands for; 0 gone; negative while in the new element
  readonly degree: Int32Array; // of a variable: bound on its external degree; of an element: weight of its list
  readonly parent: Int32Array; // the element that absorbed an element, or -1
  readonly members: Members;
}

/** The lists of all nodes, one after the other; that of a variable has its elements first, then the variables beside it. */
interface Lists {
  entries: Int32Array;
  end: number; // first free place
  readonly start: Int32Array; // of the list of a node
  readonly length: Int32Array; // of the list; 0 for a node that is gone
  readonly elements: Int32Array; // how many places of a variable's list are elements
}

/** The unknowns a node stands for, as a chain that starts at the node. */
interface Members {
  readonly next: Int32Array;
  readonly last: Int32Array;
}

/** The graph of A + Aᵀ without its diagonal. */
export function quotientGraph(pattern: SparseMatrix): QuotientGraph {
  const n = pattern.cols;
  const transposed = transpose(pattern);
  const entries = new Int32Array(2 * pattern.rowIdx.length + n);
  const start = new Int32Array(n);
  const length = new Int32Array(n);
  let end = 0;
  for (let j = 0; j < n; j++) {
    start[j] = end;
    let p = pattern.colPtr[j];
    let q = transposed.colPtr[j];
    const pEnd = pattern.colPtr[j + 1];
    const qEnd = transposed.colPtr[j + 1];
    while (p < pEnd || q < qEnd) {
      const fromA = p < pEnd ? pattern.rowIdx[p] : n;
      const fromT = q < qEnd ? transposed.rowIdx[q] : n;
      const i = Math.min(fromA, fromT);
      if (fromA === i) p++;
      if (fromT === i) q++;
      if (i !== j) entries[end++] = i;
    }
    length[j] = end - start[j];
  }
  return {
    n,
    lists: { entries, end, start, length, elements: new Int32Array(n) },
    weight: new Int32Array(n).fill(1),
    degree: length.slice(),
    parent: new Int32Array(n).fill(-1),
    members: { next: new Int32Array(n).fill(-1), last: Int32Array.from({ length: n }, (_, j) => j) },
  };
}

/** Lets node `into` stand for the unknowns of variable `i` too; `i` is gone. */
export function absorb({ lists, weight, members: { next, last } }: QuotientGraph, i: number, into: number): void {
  weight[i] = 0;
  lists.length[i] = 0;
  next[last[into]] = i;
  last[into] = last[i];
}

/** Makes sure that `needed` places are free after the last list: moves the living lists together in a new array. */
export function makeRoom({ n, lists }: QuotientGraph, needed: number): void {
  const { start, length } = lists;
  if (lists.end + needed <= lists.entries.length) return;
  let living = 0;
  for (let i = 0; i < n; i++) living += length[i];
  const entries = new Int32Array(2 * living + needed);
  let end = 0;
  for (let i = 0; i < n; i++) {
    const from = start[i];
    start[i] = end;
    for (let p = from; p < from + length[i]; p++) entries[end++] = lists.entries[p];
  }
  lists.entries = entries;
  lists.end = end;
}
