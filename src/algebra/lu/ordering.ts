import type { SparseMatrix } from "../sparse.js";
import { finish, type Stepwise } from "../stepwise.js";
import { absorb, makeRoom, type QuotientGraph, quotientGraph } from "./quotient-graph.js";

/** So many pivots are taken between two pauses: a millisecond or two. */
const pivotsAtOnce = 256;

/** Memory of one ordering beside its graph. */
interface Workspace {
  readonly queue: Queue;
  readonly marks: Marks;
  readonly hashes: Hashes;
}

/** Variables by degree bound, as doubly linked lists. */
interface Queue {
  readonly head: Int32Array; // by degree
  readonly next: Int32Array;
  readonly previous: Int32Array; // -1 for the first of its list
  lowest: number; // no list below is occupied
}

/** The marks of the current pivot. */
interface Marks {
  readonly mark: Int32Array; // of an element, stamp + the weight of its part outside the new one; 0 gone
  stamp: number;
  largest: number; // weight of any element so far
}

/** Variables of the new element by a hash of their lists. */
interface Hashes {
  readonly bucket: Int32Array; // the first variable of a hash
  readonly nextInBucket: Int32Array;
  readonly hash: Int32Array;
}

/**
 * An order of elimination that keeps the factors of A + Aᵀ sparse: `order[k]` is the unknown to take k-th.
 * Approximate minimum degree (Amestoy, Davis, Duff, SIAM J. Matrix Anal. Appl. 17, 1996): quotient graph with
 * element absorption, mass elimination and indistinguishable variables, and for variable i of the new element p
 *
 *     d_i = min(n - k, d_i + |L_p \ i|, |A_i \ i| + |L_p \ i| + Σ_{e ≠ p} |L_e \ L_p|).
 *
 * Unknowns with more than 10 √n neighbours (a parameter that enters every step) come last and slow nothing down.
 */
export const minimumDegree = (pattern: SparseMatrix): Int32Array => finish(orderedByDegree(pattern));

/** `minimumDegree` in parts. */
export function* orderedByDegree(pattern: SparseMatrix): Stepwise<Int32Array> {
  const graph = quotientGraph(pattern);
  const { n, weight, degree } = graph;
  const work = workspace(n);
  const { queue } = work;
  const pivots = new Int32Array(n);
  const dense: number[] = [];
  const denseDegree = Math.max(16, 10 * Math.sqrt(n)); // the limit the authors' own code settled on
  for (let i = n - 1; i >= 0; i--) {
    if (degree[i] <= denseDegree) {
      insert(queue, i, degree[i]);
      continue;
    }
    dense.push(i);
    weight[i] = 0;
    graph.lists.length[i] = 0;
  }
  let left = n - dense.length;
  let pivotCount = 0;
  while (left > 0) {
    while (queue.head[queue.lowest] === -1) queue.lowest++;
    const pivot = queue.head[queue.lowest];
    remove(queue, pivot, queue.lowest);
    pivots[pivotCount++] = pivot;
    left -= weight[pivot];
    formElement(graph, work, pivot);
    measureOverlap(graph, work, pivot);
    left -= updateDegrees(graph, work, pivot);
    mergeTwins(graph, work, pivot);
    requeue(graph, work, pivot, left);
    if (pivotCount % pivotsAtOnce === 0) yield;
  }
  return sequence(graph, pivots.subarray(0, pivotCount), dense);
}

function workspace(n: number): Workspace {
  return {
    queue: {
      head: new Int32Array(n + 1).fill(-1),
      next: new Int32Array(n).fill(-1),
      previous: new Int32Array(n).fill(-1),
      lowest: 0,
    },
    marks: { mark: new Int32Array(n).fill(1), stamp: 2, largest: 0 },
    hashes: {
      bucket: new Int32Array(n).fill(-1),
      nextInBucket: new Int32Array(n).fill(-1),
      hash: new Int32Array(n),
    },
  };
}

/** L_p = (A_p ∪ ⋃_{e ∈ E_p} L_e) \ p: the variables next to the pivot become one element and absorb its elements. */
function formElement(graph: QuotientGraph, work: Workspace, pivot: number): void {
  const { lists, weight, degree, parent } = graph;
  const { start, length, elements } = lists;
  const { queue, marks } = work;
  const elementCount = elements[pivot];
  weight[pivot] = -weight[pivot];
  if (elementCount > 0) {
    let needed = length[pivot];
    const from = start[pivot];
    for (let p = from; p < from + elementCount; p++) needed += length[lists.entries[p]];
    makeRoom(graph, needed);
  }
  const list = lists.entries;
  const from = start[pivot];
  const begin = elementCount > 0 ? lists.end : from;
  let out = begin;
  let size = 0;
  for (let s = 0; s <= elementCount; s++) {
    // The elements of the pivot one after the other, and at last its own variables.
    const element = s < elementCount ? list[from + s] : -1;
    const p1 = element === -1 ? from + elementCount : start[element];
    const p2 = element === -1 ? from + length[pivot] : p1 + length[element];
    for (let p = p1; p < p2; p++) {
      const i = list[p];
      const w = weight[i];
      if (w <= 0) continue;
      size += w;
      weight[i] = -w;
      list[out++] = i;
      remove(queue, i, degree[i]);
    }
    if (element === -1) continue;
    parent[element] = pivot;
    marks.mark[element] = 0;
    length[element] = 0;
  }
  if (elementCount > 0) lists.end = out;
  start[pivot] = begin;
  length[pivot] = out - begin;
  elements[pivot] = 0;
  degree[pivot] = size;
  if (size > marks.largest) marks.largest = size;
}

/** mark[e] - stamp = |L_e \ L_p| for every element e that touches the new element p. */
function measureOverlap(graph: QuotientGraph, work: Workspace, pivot: number): void {
  const { weight, degree } = graph;
  const { entries: list, start, length, elements } = graph.lists;
  const { marks } = work;
  const { mark } = marks;
  if (marks.stamp > 2 ** 30) {
    for (let e = 0; e < graph.n; e++) if (mark[e] !== 0) mark[e] = 1;
    marks.stamp = 2;
  }
  const { stamp } = marks;
  const end = start[pivot] + length[pivot];
  for (let s = start[pivot]; s < end; s++) {
    const i = list[s];
    const w = -weight[i];
    const pEnd = start[i] + elements[i];
    for (let p = start[i]; p < pEnd; p++) {
      const e = list[p];
      const m = mark[e];
      if (m >= stamp) mark[e] = m - w;
      else if (m !== 0) mark[e] = degree[e] + stamp - w;
    }
  }
}

/**
 * Strikes what the new element covers from the lists of its variables, absorbs elements that lie inside it, bounds
 * the degrees and hashes the lists. A variable that is left with nothing but the new element is eliminated with the
 * pivot. Returns how many unknowns went that way.
 */
function updateDegrees(graph: QuotientGraph, work: Workspace, pivot: number): number {
  const { n, weight, degree, parent } = graph;
  const { entries: list, start, length, elements } = graph.lists;
  const { marks } = work;
  const { mark, stamp } = marks;
  const { bucket, nextInBucket, hash } = work.hashes;
  const end = start[pivot] + length[pivot];
  let eliminated = 0;
  for (let s = start[pivot]; s < end; s++) {
    const i = list[s];
    const begin = start[i];
    const pEnd = begin + elements[i];
    const qEnd = begin + length[i];
    let out = begin;
    let bound = 0;
    let sum = 0;
    for (let p = begin; p < pEnd; p++) {
      const e = list[p];
      if (mark[e] === 0) continue;
      const outside = mark[e] - stamp;
      if (outside > 0) {
        bound += outside;
        sum += e;
        list[out++] = e;
      } else {
        parent[e] = pivot;
        mark[e] = 0;
        length[e] = 0;
      }
    }
    const middle = out;
    for (let p = pEnd; p < qEnd; p++) {
      const j = list[p];
      if (weight[j] <= 0) continue;
      bound += weight[j];
      sum += j;
      list[out++] = j;
    }
    if (out === begin) {
      eliminated -= weight[i];
      absorb(graph, i, pivot);
      continue;
    }
    // The pivot becomes the first element; one place is free, since i was next to it or to what it absorbed.
    list[out++] = list[middle];
    list[middle] = list[begin];
    list[begin] = pivot;
    elements[i] = middle - begin + 1;
    length[i] = out - begin;
    if (bound < degree[i]) degree[i] = bound;
    const h = sum % n;
    hash[i] = h;
    nextInBucket[i] = bucket[h];
    bucket[h] = i;
  }
  weight[pivot] -= eliminated; // both negative for now
  degree[pivot] -= eliminated;
  marks.stamp += marks.largest + 1; // above every mark
  return eliminated;
}

/** Variables of the new element with equal lists are indistinguishable from now on: one stands for all. */
function mergeTwins(graph: QuotientGraph, work: Workspace, pivot: number): void {
  const { weight } = graph;
  const { entries: list, start, length, elements } = graph.lists;
  const { marks } = work;
  const { mark } = marks;
  const { bucket, nextInBucket, hash } = work.hashes;
  const end = start[pivot] + length[pivot];
  for (let s = start[pivot]; s < end; s++) {
    if (weight[list[s]] === 0) continue;
    const h = hash[list[s]];
    let i = bucket[h];
    bucket[h] = -1;
    for (; i !== -1 && nextInBucket[i] !== -1; i = nextInBucket[i]) {
      const stamp = marks.stamp++;
      for (let p = start[i] + 1; p < start[i] + length[i]; p++) mark[list[p]] = stamp;
      let before = i;
      for (let j = nextInBucket[i]; j !== -1; j = nextInBucket[j]) {
        let equal = length[j] === length[i] && elements[j] === elements[i];
        for (let p = start[j] + 1; equal && p < start[j] + length[j]; p++) equal = mark[list[p]] === stamp;
        if (!equal) {
          before = j;
          continue;
        }
        weight[i] += weight[j];
        absorb(graph, j, i);
        nextInBucket[before] = nextInBucket[j];
      }
    }
  }
}

/** Puts the variables of the new element back into the queue with their new bounds, and closes its list. */
function requeue(graph: QuotientGraph, work: Workspace, pivot: number, left: number): void {
  const { lists, weight, degree } = graph;
  const { entries: list, start, length } = lists;
  const begin = start[pivot];
  const end = begin + length[pivot];
  const size = degree[pivot];
  let out = begin;
  for (let s = begin; s < end; s++) {
    const i = list[s];
    const w = -weight[i];
    if (w === 0) continue;
    weight[i] = w;
    let d = degree[i] + size - w;
    if (d > left - w) d = left - w;
    degree[i] = d;
    insert(work.queue, i, d);
    list[out++] = i;
  }
  if (lists.end === end) lists.end = out;
  length[pivot] = out - begin;
  weight[pivot] = -weight[pivot];
  if (out === begin) work.marks.mark[pivot] = 0;
}

/** The unknowns in the order of a depth-first walk of the element tree: fill is that of `pivots`, memory is local. */
function sequence(graph: QuotientGraph, pivots: Int32Array, dense: number[]): Int32Array {
  const { n, parent, members } = graph;
  const child = new Int32Array(n).fill(-1);
  const sibling = new Int32Array(n).fill(-1);
  const roots: number[] = [];
  for (let k = pivots.length - 1; k >= 0; k--) {
    const e = pivots[k];
    const up = parent[e];
    if (up === -1) roots.push(e);
    else {
      sibling[e] = child[up];
      child[up] = e;
    }
  }
  const order = new Int32Array(n);
  const path = new Int32Array(n);
  let k = 0;
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    let depth = 0;
    path[0] = root;
    while (depth >= 0) {
      const e = path[depth];
      const next = child[e];
      if (next !== -1) {
        child[e] = sibling[next];
        path[++depth] = next;
        continue;
      }
      for (let i = e; i !== -1; i = members.next[i]) order[k++] = i;
      depth--;
    }
  }
  for (let d = dense.length - 1; d >= 0; d--) order[k++] = dense[d];
  return order;
}

function insert(queue: Queue, i: number, degree: number): void {
  const { head, next, previous } = queue;
  const first = head[degree];
  next[i] = first;
  previous[i] = -1;
  if (first !== -1) previous[first] = i;
  head[degree] = i;
  if (degree < queue.lowest) queue.lowest = degree;
}

function remove(queue: Queue, i: number, degree: number): void {
  const { head, next, previous } = queue;
  const before = previous[i];
  const after = next[i];
  if (after !== -1) previous[after] = before;
  if (before !== -1) next[before] = after;
  else head[degree] = after;
}
