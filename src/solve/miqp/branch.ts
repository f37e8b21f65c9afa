import type { Stepwise } from "../../algebra/stepwise.js";
import type { LpProblem, LpStatus } from "../lp/lp.js";
import { elastic } from "./elastic.js";
import { complete, type Incumbent, leastOf, modeOf, nextPair, type Prepared, smallerSides, tryMode } from "./modes.js";
import { FIRST, feasibility, type Mode, SECOND } from "./problem.js";
import { type Relaxation, takeSlope, tangentBound } from "./relaxation.js";

/** The knowledge of a search: the best point, a proven lower bound of the whole program, and how many nodes it took. */
export interface Knowledge {
  incumbent: Incumbent | undefined;
  lowerBound: number;
  nodes: number;
  /** Modes whose least point has been looked for. */
  readonly tried: Set<string>;
}

interface Node {
  readonly mode: Mode;
  readonly bound: number;
}

/** Ends of a search: the gap at which it is closed, its most nodes, its most nodes where it has a point, and a signal. */
export interface SearchLimits {
  readonly gap: number;
  readonly maxNodes: number;
  readonly enoughNodes: number;
  readonly signal?: AbortSignal | undefined;
}

/** By how much the bound may lie below the objective where a point counts as optimal. */
export function allowedGap(tolerance: number, objective: number): number {
  return tolerance * Math.max(1, Math.abs(objective));
}

/** Tries a complete mode that has not been tried; its least point if that is better than the best one. */
export function* improve(prepared: Prepared, known: Knowledge, mode: Mode): Stepwise<Incumbent | undefined> {
  const key = String.fromCharCode(...mode);
  if (known.tried.has(key)) return undefined;
  known.tried.add(key);
  const found = yield* tryMode(prepared, mode);
  if (found === undefined || found.objective >= (known.incumbent?.objective ?? Number.POSITIVE_INFINITY))
    return undefined;
  known.incumbent = found;
  return found;
}

/**
 * Best first over the modes of pairs, each node bounded by a linear relaxation with the tangent of the cost at the
 * node's least point: the bound is computed from its multipliers by our own arithmetic, and a node leaves only by that
 * bound or by a certificate that it is infeasible. Ends with the gap closed, with nothing left, at `maxNodes`, at
 * `enoughNodes` if there is a point, or with the signal, which it gives a turn before each node; returns whether nothing
 * is left.
 */
export function* branch(
  prepared: Prepared,
  relaxation: Relaxation,
  known: Knowledge,
  { gap, maxNodes, enoughNodes, signal }: SearchLimits,
): Generator<undefined, boolean> {
  const { miqp, lp, hints } = prepared;
  const { program } = relaxation;
  const pairs = miqp.pairs.length;
  const certificate = elastic(lp, program, program.rowLower.length);
  const problem = lp.open(program.cost.length);
  const bounder = nodeBounder(prepared, relaxation, problem);
  const queue: Node[] = [{ mode: new Uint8Array(pairs), bound: known.lowerBound }];
  let settled = Number.POSITIVE_INFINITY; // least bound of what will not be looked at again

  const cutoff = (): number => {
    const best = known.incumbent?.objective;
    return best === undefined ? Number.POSITIVE_INFINITY : best - allowedGap(gap, best);
  };
  const close = (bound: number): void => {
    settled = Math.min(settled, bound);
  };

  const mayGoOn = (): boolean =>
    signal?.aborted !== true && known.nodes < maxNodes && (known.incumbent === undefined || known.nodes < enoughNodes);

  while (mayGoOn()) {
    yield;
    const node = queue.pop();
    if (node === undefined) break;
    if (node.bound >= cutoff()) {
      close(node.bound);
      continue;
    }
    known.nodes++;
    relaxation.decide(node.mode);
    const found = yield* bounder(node.mode, node.bound, cutoff());
    if (found.status === "infeasible" && certificate.violation(program) > feasibility) continue;
    if (found.bound >= cutoff()) {
      close(found.bound);
      continue;
    }
    const { x } = found;
    if (x !== undefined) {
      yield* improve(prepared, known, complete(node.mode, smallerSides(prepared, x)));
      if (hints.modeOf !== undefined) yield* improve(prepared, known, modeOf(prepared, x, 1e-7));
    }
    if (found.bound >= cutoff()) {
      close(found.bound);
      continue;
    }
    const pair = nextPair(prepared, node.mode, x);
    if (pair < 0) {
      // everything is decided: the tangent at the least point of the mode bounds it up to rounding
      yield* improve(prepared, known, node.mode);
      close(found.bound);
      continue;
    }
    for (const decision of [FIRST, SECOND]) {
      const mode = node.mode.slice();
      mode[pair] = decision;
      insert(queue, { mode, bound: found.bound });
    }
  }
  const exhausted = queue.length === 0;
  for (const node of queue) close(node.bound);
  known.lowerBound = Math.max(known.lowerBound, Math.min(settled, known.incumbent?.objective ?? settled));
  problem.dispose();
  certificate.dispose();
  return exhausted;
}

/** The bound of a node, and the point of its linear program. */
interface NodeBound {
  readonly status: LpStatus;
  readonly bound: number;
  readonly x: Float64Array | undefined;
}

/**
 * Bounds a mode, for which the relaxation is decided: by the tangent of the cost at the least point of an earlier mode,
 * which costs one linear program, and where that is not enough, at its own least point x̂, where linear and quadratic
 * program have the same least value: their multipliers are the same. The point of the linear program is a vertex and
 * so leaves fewer pairs open than x̂; where rounding leaves no x̂, it takes its place.
 */
function nodeBounder(prepared: Prepared, { program }: Relaxation, problem: LpProblem) {
  const { miqp } = prepared;
  const n = miqp.c.length;
  const isCurved = miqp.H.values.some((v) => v !== 0);
  let at: Float64Array = new Float64Array(n);
  let isLoaded = false;
  const tangentAt = (point: Float64Array, parent: number): NodeBound => {
    at = point;
    takeSlope(prepared, program, at);
    const { status, x, rowDuals } = problem.solve(program, !isLoaded);
    isLoaded = true;
    if (status !== "optimal") return { status, bound: parent, x: undefined };
    return { status, bound: Math.max(parent, tangentBound(miqp, program, at, rowDuals)), x: x.slice(0, n) };
  };
  return function* (mode: Mode, parent: number, cutoff: number): Stepwise<NodeBound> {
    const first = tangentAt(at, parent);
    if (!isCurved || first.status === "infeasible" || first.bound >= cutoff) return first;
    const own = (yield* leastOf(prepared, mode))?.slice() ?? first.x;
    return own === undefined ? first : tangentAt(own, first.bound);
  };
}

/** Keeps the least bound at the end; equal bounds in the order of their coming, the last first. */
function insert(queue: Node[], node: Node): void {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (queue[middle].bound >= node.bound) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, node);
}
