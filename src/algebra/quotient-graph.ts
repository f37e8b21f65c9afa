import { type SparseMatrix, transpose } from "./sparse.js";

/**
 * The graph of a symmetric elimination in no more room than the matrix. A node is a variable (still to be
 * eliminated; it may stand for several indistinguishable unknowns) or an element (eliminated: the clique of the
 * variables in its list). The list of a variable holds its elements first, then the variables next to it.
 */
export interface QuotientGraph {
  readonly n: number;
  list: Int32Array; // all lists
  end: number; // first free place in it
  readonly start: Int32Array; // of the list of a node
  readonly length: Int32Array; // of the list; 0 for a node that is gone
  readonly elements: Int32Array; // how many places of a variable's list are elements
  readonly weight: Int32Array; // unknowns a variable stands for; 0 gone; negative while in the new element
  readonly degree: Int32Array; // of a variable: bound on its external degree; of an element: weight of its list
  readonly parent: Int32Array; // the element that absorbed an element, or -1
  readonly nextMember: Int32Array; // the unknowns a node stands for, as a chain that starts at the node
  readonly lastMember: Int32Array;
}

/** The graph of A + Aᵀ without its diagonal. */
export function quotientGraph(pattern: SparseMatrix): QuotientGraph {
  const n = pattern.cols;
  const transposed = transpose(pattern);
  const list = new Int32Array(2 * pattern.rowIdx.length + n);
  const start = new Int32Array(n);
  const length = new Int32Array(n);
  let end = 0;
  for (let j = 0; j < n; j++) {
    start[j] = end;
    let p = pattern.colPtr[j]!;
    let q = transposed.colPtr[j]!;
    const pEnd = pattern.colPtr[j + 1]!;
    const qEnd = transposed.colPtr[j + 1]!;
    while (p < pEnd || q < qEnd) {
      const fromA = p < pEnd ? pattern.rowIdx[p]! : n;
      const fromT = q < qEnd ? transposed.rowIdx[q]! : n;
      const i = Math.min(fromA, fromT);
      if (fromA === i) p++;
      if (fromT === i) q++;
      if (i !== j) list[end++] = i;
    }
    length[j] = end - start[j]!;
  }
  return {
    n,
    list,
    end,
    start,
    length,
    elements: new Int32Array(n),
    weight: new Int32Array(n).fill(1),
    degree: length.slice(),
    parent: new Int32Array(n).fill(-1),
    nextMember: new Int32Array(n).fill(-1),
    lastMember: Int32Array.from({ length: n }, (_, j) => j),
  };
}

/** Lets node `into` stand for the unknowns of variable `i` too; `i` is gone. */
export function absorb(graph: QuotientGraph, i: number, into: number): void {
  const { weight, length, nextMember, lastMember } = graph;
  weight[i] = 0;
  length[i] = 0;
  nextMember[lastMember[into]!] = i;
  lastMember[into] = lastMember[i]!;
}

/** Makes sure that `needed` places are free after the last list: moves the living lists together in a new array. */
export function makeRoom(graph: QuotientGraph, needed: number): void {
  const { n, start, length } = graph;
  if (graph.end + needed <= graph.list.length) return;
  let living = 0;
  for (let i = 0; i < n; i++) living += length[i]!;
  const list = new Int32Array(2 * living + needed);
  let end = 0;
  for (let i = 0; i < n; i++) {
    const from = start[i]!;
    start[i] = end;
    for (let p = from; p < from + length[i]!; p++) list[end++] = graph.list[p]!;
  }
  graph.list = list;
  graph.end = end;
}
