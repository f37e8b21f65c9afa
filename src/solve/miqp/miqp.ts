/**
 * Quadratic programs with complementarity pairs, the exact form of the mixed-integer programs of quasistatic steps: the
 * modes that a model advises first, then best-first branching, every lower bound computed by our own arithmetic. A new
 * relaxation goes into `relaxation.ts`, new advice into the model's `MiqpHints`; `convex.ts` with `elimination.ts` and
 * `quadratic.ts` solves one mode and knows nothing of pairs.
 *
 * @module solve/miqp
 */
import { drive } from "../drive.js";
import { type LpProblem, type LpSolver, loadLp } from "../lp/lp.js";
import { allowedGap, branch, improve, type Knowledge, type SearchLimits } from "./branch.js";
import { checkKinds, checkSettings } from "./door.js";
import { leastOf, makeRoom, modeOf, type Prepared, prepare, type Room } from "./modes.js";
import { type Miqp, type MiqpHints, type Mode, OPEN, refuseMiqp } from "./problem.js";
import { bigM, cutOff, linearProgram, takeSlope, tangentBound, withoutPairs } from "./relaxation.js";
import { breakTiesInMode, breakTiesOverModes } from "./ties.js";

export type { Miqp, MiqpHints, Mode } from "./problem.js";

/** Settings of the search; each default stands below with its reason. */
export interface MiqpSettings {
  /** A point is optimal where its objective exceeds the lower bound by less, relative to an objective above 1. */
  readonly gap?: number;
  /** Nodes of branching after which a search ends. */
  readonly maxNodes?: number;
  /** Nodes after which a search that has a point ends, proven or not; `maxNodes`, if left out. */
  readonly enoughNodes?: number;
  /** How pairs are relaxed: left out and decided by bounds, or by binaries and the largest values of their sides. */
  readonly formulation?: "pairs" | "big-m";
  /** Up to how many pairs ties are broken over all modes; with more, in the mode of the point that was found. */
  readonly globalTies?: number;
}

const defaults: Required<MiqpSettings> = {
  gap: 1e-7, // numbers are of order one, multipliers of the linear programs are good to about 1e-9
  maxNodes: 20_000, // some seconds; most programs of quasistatic steps need none
  enoughNodes: Number.POSITIVE_INFINITY, // who asks once wants the proof
  formulation: "pairs",
  globalTies: 12, // each level of ties is a search of its own
};

/**
 * The answer to a program. `optimal`: the objective is proven within the gap; `feasible`: it is not; `infeasible`: proven that
 * there is no point; `limit`: none was found and none excluded. `x` is empty without a point. `residual` is the
 * largest violation of a bound, a row or a pair.
 */
export interface MiqpSolution {
  readonly status: "optimal" | "feasible" | "infeasible" | "limit";
  /** Within its bounds but for the last digits. */
  readonly x: Float64Array;
  readonly objective: number;
  readonly lowerBound: number;
  readonly gap: number;
  readonly nodes: number;
  readonly residual: number;
  readonly choice: MiqpChoice;
}

/** The mode of a point, and the modes over which the least among equal points was sought. */
export interface MiqpChoice {
  readonly mode: Mode;
  readonly ties: "none" | "mode" | "all modes";
}

/** A solver that remembers the modes of the last programs, for one program after another of the same kind. */
export interface MiqpSolver {
  /** @throws {RangeError} naming the field of a program that no solver should see. */
  solve(miqp: Miqp, hints?: MiqpHints): MiqpSolution;
  /**
   * As `solve`, with turns for others within every mode and after every node. Once `signal` is aborted it ends with what it
   * has: `feasible` or `limit`, unless that is proven already.
   */
  steps(miqp: Miqp, hints?: MiqpHints, signal?: AbortSignal): Generator<undefined, MiqpSolution>;
  /** The modes of the last programs, the latest first. */
  recent(): readonly Mode[];
  /** Lets bases of earlier programs go, and all modes but these: the next answer does not depend on them. */
  forget(but?: readonly Mode[]): void;
  dispose(): void;
}

/** How many modes are remembered: a step of a motion is nearly always in one of them. */
const remembered = 6;

/** Tolerances with which the mode of an infeasible point is read: its gaps and slips are nowhere quite zero. */
const readings = [1e-9, 1e-6, 1e-3];

/**
 * Solves one program with the default solver of linear programs, and gives the event loop its turns; ends early where
 * the signal is aborted, as `MiqpSolver.steps`. @throws {RangeError} as `MiqpSolver.solve`.
 */
export async function solveMiqp(
  miqp: Miqp,
  settings: MiqpSettings = {},
  hints: MiqpHints = {},
  signal?: AbortSignal,
): Promise<MiqpSolution> {
  checkSettings(settings);
  checkKinds(miqp, hints);
  const solver = miqpSolver(await loadLp(), settings);
  try {
    return await drive(solver.steps(miqp, hints, signal));
  } finally {
    solver.dispose();
  }
}

/**
 * Exact search in the order of growing cost: modes of the last programs and complete ones that the model names, with
 * the linear relaxation at their best point; the relaxation itself; the first of the model's heuristics; its modes that
 * are not complete; its other heuristics; then branching. It ends as soon as the gap is closed.
 */
export function miqpSolver(lp: LpSolver, settings: MiqpSettings = {}): MiqpSolver {
  const options = { ...defaults, ...settings };
  let recent: Mode[] = [];
  let rooms: Room[] = [];
  let root: { readonly problem: LpProblem; readonly n: number } | undefined;

  function roomFor(miqp: Miqp): Room {
    const n = miqp.c.length;
    const m = miqp.rowLower.length;
    let room = rooms.find(({ bounds }) => bounds.lower.length === n && bounds.rowLower.length === m);
    if (room === undefined) {
      room = makeRoom(n, m);
      rooms = [room, ...rooms].slice(0, 4); // a program, and two levels of ties that may add rows
    }
    return room;
  }

  /** The problem of the root, kept from program to program for its basis. */
  function rootProblem(n: number): LpProblem {
    if (root?.n !== n) {
      root?.problem.dispose();
      root = { problem: lp.open(n), n };
    }
    return root.problem;
  }

  function solve(miqp: Miqp, hints?: MiqpHints): MiqpSolution {
    const search = steps(miqp, hints);
    let turn = search.next();
    while (!turn.done) turn = search.next();
    return turn.value;
  }

  function* steps(miqp: Miqp, hints: MiqpHints = {}, signal?: AbortSignal): Generator<undefined, MiqpSolution> {
    const refusal = refuseMiqp(miqp);
    if (refusal !== undefined) throw new RangeError(refusal);
    const again = (level: Miqp): Prepared => ({ ...prepare(level, hints, lp, roomFor(level)), signal });
    const prepared = again(miqp);
    const modes = recent.filter((mode) => mode.length === miqp.pairs.length);
    const root = rootProblem(miqp.c.length);
    const { known, exhausted } = yield* search(prepared, modes, root, { ...options, signal });
    const found = known.incumbent;
    if (found === undefined) return withoutPoint(known, exhausted);
    remember(found.mode);
    const ties = hints.ties === undefined ? "none" : miqp.pairs.length <= options.globalTies ? "all modes" : "mode";
    let settled = found;
    if (ties === "mode") settled = yield* breakTiesInMode(prepared, found, again);
    else if (ties === "all modes") settled = yield* breakTiesOverModes(prepared, found, again, signal);
    const gap = Math.max(0, settled.objective - known.lowerBound);
    return {
      status: gap <= allowedGap(options.gap, settled.objective) ? "optimal" : "feasible",
      x: settled.x,
      objective: settled.objective,
      lowerBound: known.lowerBound,
      gap,
      nodes: known.nodes,
      residual: settled.residual,
      choice: { mode: settled.mode, ties },
    };
  }

  function remember(mode: Mode): void {
    const key = mode.join();
    recent = [mode, ...recent.filter((other) => other.join() !== key)].slice(0, remembered);
  }

  return {
    solve,
    steps,
    recent: () => recent,
    forget(but = []) {
      recent = [...but];
      root?.problem.dispose();
      root = undefined;
    },
    dispose() {
      root?.problem.dispose();
      root = undefined;
    },
  };
}

function withoutPoint(known: Knowledge, exhausted: boolean): MiqpSolution {
  const none = exhausted && known.lowerBound === Number.POSITIVE_INFINITY;
  return {
    status: none ? "infeasible" : "limit",
    x: new Float64Array(0),
    objective: Number.POSITIVE_INFINITY,
    lowerBound: known.lowerBound,
    gap: none ? 0 : Number.POSITIVE_INFINITY,
    nodes: known.nodes,
    residual: Number.POSITIVE_INFINITY,
    choice: { mode: new Uint8Array(0), ties: "none" },
  };
}

/** Knowledge of a search at its end, and whether it has looked at everything. */
interface Searched {
  readonly known: Knowledge;
  readonly exhausted: boolean;
}

function* search(
  prepared: Prepared,
  modes: readonly Mode[],
  problem: LpProblem,
  options: Required<MiqpSettings> & Pick<SearchLimits, "signal">,
): Generator<undefined, Searched> {
  const { miqp, hints } = prepared;
  const program = linearProgram(miqp);
  const known: Knowledge = {
    incumbent: undefined,
    // at x = 0 the tangent of the cost is cᵀx: for c = 0 an objective of zero proves itself
    lowerBound: tangentBound(miqp, program, new Float64Array(miqp.c.length), new Float64Array(miqp.rowLower.length)),
    nodes: 0,
    tried: new Set(),
  };
  const closed = (): boolean => {
    const best = known.incumbent?.objective;
    return best !== undefined && best - known.lowerBound <= allowedGap(options.gap, best);
  };
  let loaded = false;
  /** The linear relaxation with the tangent at a point. */
  const boundAt = (x: Float64Array): void => {
    takeSlope(prepared, program, x);
    const best = known.incumbent?.objective ?? Number.POSITIVE_INFINITY;
    cutOff(miqp, best, program.lower, program.upper);
    const { rowDuals } = problem.solve(program, !loaded);
    loaded = true;
    if (rowDuals.length === miqp.rowLower.length)
      known.lowerBound = Math.max(known.lowerBound, Math.min(best, tangentBound(miqp, program, x, rowDuals)));
  };
  /** Tries a mode; true where it closes the gap, or where nobody waits for it any more. */
  function* closes(mode: Mode): Generator<undefined, boolean> {
    if (options.signal?.aborted) return true;
    const better = yield* improve(prepared, known, mode);
    if (better === undefined) return false;
    if (!closed()) boundAt(better.x);
    return closed();
  }
  const done = { known, exhausted: false };

  /** Tries the modes that a point suggests; true where one closes the gap. */
  function* closesNear(x: Float64Array | undefined): Generator<undefined, boolean> {
    if (x === undefined) return false;
    for (const tolerance of readings) {
      yield;
      if (yield* closes(modeOf(prepared, x, tolerance))) return true;
    }
    return false;
  }

  const advised = [...(hints.modes?.() ?? [])];
  for (const mode of [...modes, ...advised.filter((one) => !one.includes(OPEN))]) {
    yield;
    if (yield* closes(mode)) return done;
  }
  const relaxed = (yield* leastOf(prepared, new Uint8Array(miqp.pairs.length)))?.slice();
  if (relaxed !== undefined) {
    boundAt(relaxed);
    if (closed() || (yield* closesNear(relaxed))) return done;
  }
  const guesses = hints.heuristics?.() ?? [].values();
  if (yield* closesNear(guesses.next().value)) return done;
  for (const mode of advised)
    if (mode.includes(OPEN) && (yield* closesNear((yield* leastOf(prepared, mode))?.slice()))) return done;
  for (const other of guesses) if (yield* closesNear(other)) return done;
  const narrow = { ...miqp, lower: miqp.lower.slice(), upper: miqp.upper.slice() };
  cutOff(miqp, known.incumbent?.objective ?? Number.POSITIVE_INFINITY, narrow.lower, narrow.upper);
  const relaxation = options.formulation === "big-m" ? bigM(narrow) : withoutPairs(narrow);
  return { known, exhausted: yield* branch(prepared, relaxation, known, options) };
}
