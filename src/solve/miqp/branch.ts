import { safeBound } from "../lp/bound.js";
import type { LpProblem } from "../lp/lp.js";
import { elastic } from "./elastic.js";
import { complete, type Incumbent, leastOf, modeOf, nextPair, type Prepared, smallerSides, tryMode } from "./modes.js";
import { FIRST, feasibility, type Mode, SECOND } from "./problem.js";
import type { Relaxation } from "./relaxation.js";
import { type Tangents, tangents } from "./tangents.js";

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

/** Rounds of tangents at a node: each adds those of its last point, and few are needed. */
const rounds = 12;

/** Ends of a search: the gap at which it is closed, its most nodes, and its most nodes where it has a point. */
export interface SearchLimits {
  readonly gap: number;
  readonly maxNodes: number;
  readonly enoughNodes: number;
}

/** By how much the bound may lie below the objective where a point counts as optimal. */
export function allowedGap(tolerance: number, objective: number): number {
  return tolerance * Math.max(1, Math.abs(objective));
}

/** Tries a complete mode that has not been tried; its least point if that is better than the best one. */
export function improve(prepared: Prepared, known: Knowledge, mode: Mode): Incumbent | undefined {
  const key = String.fromCharCode(...mode);
  if (known.tried.has(key)) return undefined;
  known.tried.add(key);
  const found = tryMode(prepared, mode);
  if (found === undefined || found.objective >= (known.incumbent?.objective ?? Number.POSITIVE_INFINITY))
    return undefined;
  known.incumbent = found;
  return found;
}

/**
 * Best first over the modes of pairs, each node bounded by a linear relaxation with tangents of the cost: the bound is
 * computed from its multipliers by our own arithmetic, and a node leaves only by that bound or by a certificate that
 * it is infeasible. Ends with the gap closed, with nothing left, at `maxNodes`, or at `enoughNodes` if there is a point;
 * returns whether nothing is left.
 */
export function branch(
  prepared: Prepared,
  relaxation: Relaxation,
  known: Knowledge,
  { gap, maxNodes, enoughNodes }: SearchLimits,
): boolean {
  const { miqp, lp, hints } = prepared;
  const { program } = relaxation;
  const pairs = miqp.pairs.length;
  const certificate = elastic(lp, program, program.rowLower.length);
  const cuts = tangents(program, miqp.H);
  if (known.incumbent !== undefined) cuts.add(known.incumbent.x, 0);
  const problem = lp.open(program.cost.length);
  const bounder = nodeBounder(prepared, relaxation, problem, cuts);
  const queue: Node[] = [{ mode: new Uint8Array(pairs), bound: known.lowerBound }];
  let settled = Number.POSITIVE_INFINITY; // least bound of what will not be looked at again

  const cutoff = (): number => {
    const best = known.incumbent?.objective;
    return best === undefined ? Number.POSITIVE_INFINITY : best - allowedGap(gap, best);
  };
  const close = (bound: number): void => {
    settled = Math.min(settled, bound);
  };

  const mayGoOn = (): boolean => known.nodes < maxNodes && (known.incumbent === undefined || known.nodes < enoughNodes);

  while (mayGoOn()) {
    const node = queue.pop();
    if (node === undefined) break;
    if (node.bound >= cutoff()) {
      close(node.bound);
      continue;
    }
    known.nodes++;
    relaxation.decide(node.mode);
    const found = bounder(node.bound, cutoff);
    if (found.status === "infeasible" && certificate.violation(program) > feasibility) continue;
    if (found.bound >= cutoff()) {
      close(found.bound);
      continue;
    }
    const x = found.status === "optimal" ? found.x : undefined;
    if (x !== undefined) {
      improve(prepared, known, complete(node.mode, smallerSides(prepared, x)));
      if (hints.modeOf !== undefined) improve(prepared, known, modeOf(prepared, x, 1e-7));
    }
    if (found.bound >= cutoff()) {
      close(found.bound);
      continue;
    }
    const pair = nextPair(prepared, node.mode, x);
    if (pair < 0) {
      // everything is decided: the least point of the mode is exact, and its tangent bounds the mode up to rounding,
      // where the rounds before may have ended short of it
      improve(prepared, known, node.mode);
      const least = leastOf(prepared, node.mode);
      if (least !== undefined) cuts.add(least, 0);
      close(Math.max(found.bound, bounder(found.bound, cutoff).bound));
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

interface NodeBound {
  readonly status: "optimal" | "infeasible" | "failed";
  readonly bound: number;
  readonly x: Float64Array;
}

/** Solves the relaxation as it is decided now, with more tangents until they change nothing or the node can go. */
function nodeBounder(prepared: Prepared, { program }: Relaxation, problem: LpProblem, cuts: Tangents) {
  let rowsSeen = -1;
  const work = new Float64Array(2 * program.cost.length);
  return (parent: number, cutoff: () => number): NodeBound => {
    let bound = parent;
    for (let round = 0; ; round++) {
      const changed = rowsSeen !== program.rowLower.length;
      rowsSeen = program.rowLower.length;
      const { status, x, rowDuals } = problem.solve(program, changed);
      if (status !== "optimal") return { status: status === "infeasible" ? status : "failed", bound, x };
      bound = Math.max(bound, safeBound(program, program.cost, rowDuals, work));
      if (bound >= cutoff() || round === rounds || !cuts.add(x, 1e-9))
        return { status, bound, x: x.slice(0, prepared.miqp.c.length) };
    }
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
