/**
 * A controller that plans again at every call: the reference over the whole time, the windows that follow it, and how a
 * plan starts the next one. It uses the room `optimal` and the verb `solve`; prices and horizons are all in `window.ts`.
 *
 * @module motion/mpc
 */
import type { Stepwise } from "../../algebra/stepwise.js";
import { anything, count, fields, positive, recordOf } from "../../checks/fields.js";
import { drive, unlessAborted } from "../../solve/drive.js";
import type { Solution, Status } from "../../solve/mcp.js";
import { type MpccSolution, mpccSolver } from "../../solve/mpcc/mpcc.js";
import { setUp } from "../compile/setup.js";
import { switching } from "../optimal/task.js";
import { checkProblem } from "../problem/check-problem.js";
import { freedBy, momentOf } from "../problem/condition.js";
import { gridParameters } from "../problem/grid.js";
import { isOptimal, objectiveOf } from "../problem/objective.js";
import { gridMethod, type Settings } from "../problem/parameters.js";
import { BadInput, type Problem } from "../problem/problem.js";
import type { Trajectory } from "../trajectory/trajectory.js";
import { columnsOf, inputsAt, joinPlans, warmStart } from "./plan.js";
import { type Plan, type Reference, referenceOf } from "./reference.js";
import { type Horizon, type Measurement, measuredName, startingAnywhere, type Window, windowsOf } from "./window.js";

export type { Horizon, Measurement };

/** The answer of a controller. */
export interface Move {
  /** Applied from now on. */
  readonly inputs: Readonly<Record<string, number>>;
  /** `solved`, or why not: then the inputs are those that the last plan has for this time. */
  readonly status: Status;
  readonly message: string;
  readonly solution: Solution;
  /** The motion as it is planned to the end, by times since it began. */
  readonly plan: Pick<Trajectory, "t" | "columns">;
  /** Time that it took. */
  readonly seconds: number;
}

/** A controller with its memory: one for each motion. */
export interface Mpc {
  /**
   * Plans again. Where the signal is aborted meanwhile the answer is `cancelled`, with the inputs that the last plan has for this
   * time; a first call that is cancelled leaves the controller as it was.
   * @throws {BadInput} where a state is missing, or the time is not between the last one and the end.
   */
  next(now: Measurement, signal?: AbortSignal): Promise<Move>;
}

/** The parts that a controller is made from. */
export interface MpcOptions {
  /** An optimal motion of given duration from a given start. */
  readonly problem: Problem;
  readonly horizon: Horizon;
  /** Values of its parameters. */
  readonly set?: Settings;
}

/** Barrier of a window that its predecessor does not solve: the contacts have changed. */
const warmMu = 1e-3;
/** Barrier of a second start. */
const coldMu = 0.1;
/** Most steps of it: a plan that comes late is of no use. */
const mostSteps = 40;
/** Largest natural residual of a plan: far below what is measured. */
const tolerance = 1e-5;

/**
 * A controller that plans again at every call: it solves the optimal motion of the next steps from the state that was
 * measured, answers with its first inputs, and starts the next time from this plan with its multipliers, moved on by
 * the time that has passed.
 *
 * The first call, at time 0, finds the whole motion to the end T, the reference; it takes some tenths of a second. A
 * window that does not reach T ends where the reference is then, priced by its costates (`windowProblem`). One that
 * does ends with T; its steps are halved when twice as many fit (`stepsFrom`). Conditions on the end are prices, too, so
 * that a window has a solution also where they cannot be met any more; bounds of controls and conditions along the path
 * hold as they are. Where a window has none, the last plan goes on.
 * @throws {BadInput} where the problem is no optimal motion of given duration from a given start.
 */
export function mpc({ problem, horizon, set = {} }: MpcOptions): Mpc {
  checkDoor(problem, horizon);
  if (gridMethod(problem, set) === "exact")
    throw new BadInput("grid.method", "A controller plans on steps, which grid.method = exact has none of: use euler.");
  const whole = setUp(problem, { ...set, ...(switching in problem.parameters && { [switching]: "fixed" }) });
  const end = whole.steps.t[whole.steps.h.length];
  const ownGrid = Object.keys(gridParameters);
  const settings = Object.fromEntries(Object.entries(whole.settings).filter(([name]) => !ownGrid.includes(name)));
  const { steps: most, h } = horizon;
  let count = Math.max(1, Math.ceil(end / h - 1e-9));
  while (2 * count <= most) count *= 2;
  const anywhere = startingAnywhere(problem, { steps: count, h: end / count });
  const windows = windowsOf(problem, settings, { own: whole.steps, whole: count, most });
  const { model } = windows;
  const states = model.state.map(({ name }) => name);
  let reference: Reference | undefined;
  let plan: Plan;
  let before: { readonly time: number; readonly inputs: Readonly<Record<string, number>> } | undefined;
  let rho: number | undefined;

  function check(now: Measurement): void {
    fields({ time: anything, state: recordOf(anything) })(now, "measurement");
    const { time, state } = now;
    const earliest = before === undefined ? 0 : before.time;
    if (!(time < end && (before === undefined ? time === 0 : time > earliest)))
      throw new BadInput(
        "time",
        before === undefined
          ? `The first call of a controller is at time 0, not ${time} s.`
          : `The time must be after ${earliest} s and before the end ${end} s, it is ${time} s.`,
      );
    for (const name of states)
      if (!Number.isFinite(state[name]))
        throw new BadInput("state", `A measurement needs a finite number for ${name}, it is ${state[name]}.`);
  }

  async function next(now: Measurement, signal?: AbortSignal): Promise<Move> {
    const began = performance.now();
    check(now);
    const { time, state } = now;
    if (reference === undefined) {
      const start = Object.fromEntries(states.map((name) => [measuredName(name), state[name]]));
      const found = await referenceOf(anywhere, { ...settings, ...start }, signal);
      plan = found.plan;
      const { status, message, solution } = found.result;
      if (status === "cancelled") return answer({ ...solution, status, message }, now, began);
      reference = found;
      await drive(windows.prepare());
    }
    let solution: Solution = reference.result.solution;
    if (solution.status === "solved") {
      const window = windows.begin(now, reference);
      if (before !== undefined) windows.keepRates(window, before.inputs, time - before.time);
      const watch = { signal, rho };
      const near = await drive(minimise(window, warmStart(plan, window.setup, window.program), watch));
      const optimum = near.status === "infeasible" ? await drive(again(window, near, reference, watch)) : near;
      if (optimum.status === "solved") {
        rho = optimum.penalty;
        const { program, unpack } = window.program;
        const first = program.lower.length + states.length;
        const multipliers = optimum.z.slice(first, first + window.setup.steps.h.length * windows.rows);
        plan = joinPlans(unpack(optimum.z), multipliers, reference.plan);
      }
      solution = optimum;
    }
    const move = answer(solution, now, began);
    before = { time, inputs: move.inputs };
    return move;
  }

  /** The plan at a time, and how it was found. */
  function answer(solution: Solution, { time }: Measurement, began: number): Move {
    const inputs = inputsAt(plan, time, model.inputs);
    const { status, message } = solution;
    const seconds = (performance.now() - began) / 1000;
    return { inputs, status, message, solution, plan: columnsOf(plan, model), seconds };
  }

  return { next };
}

/** How a window is solved: who may stop it, the penalty that the last one came to, and far from its bounds or near them. */
interface Watched {
  readonly signal: AbortSignal | undefined;
  readonly rho: number | undefined;
  readonly isCold?: boolean;
}

/** A window without a solution, it seems: the same from the reference and far inside its bounds, which must agree. */
function* again(
  window: Window,
  first: MpccSolution,
  { plan: whole }: Reference,
  watch: Watched,
): Stepwise<MpccSolution> {
  const other = yield* minimise(window, warmStart(whole, window.setup, window.program), { ...watch, isCold: true });
  if (other.status === "solved" || other.status === "cancelled") return other;
  if (other.status === "infeasible") return { ...first, message: `${first.message} A start elsewhere agrees.` };
  return { ...first, status: "no-progress", message: `${first.message} A start elsewhere does not agree.` };
}

function* minimise(
  window: Window,
  start: Float64Array,
  { signal, rho, isCold = false }: Watched,
): Stepwise<MpccSolution> {
  const solver = mpccSolver({
    warm: !isCold,
    tolerance,
    mu: isCold ? coldMu : warmMu,
    maxIterations: mostSteps,
    ...(rho !== undefined && { rho }),
  });
  const state = solver.init(window.program.program, start, window.memory);
  window.memory = state;
  while (solver.done(state) === undefined) {
    yield* unlessAborted(solver.stepping(state), signal);
    if (signal?.aborted && state.status === undefined) state.status = "cancelled";
  }
  return yield* solver.concluding(state);
}

function checkDoor(problem: Problem, horizon: Horizon): void {
  checkProblem(problem);
  fields({ steps: count, h: positive })(horizon, "horizon");
  const { inputs = {} } = problem;
  if (!isOptimal(problem))
    throw new BadInput("problem", `${problem.name} varies no inputs: a controller needs an optimal motion.`);
  const timed = (problem.boundary ?? []).find((one) => momentOf(one).kind !== "end");
  if (timed !== undefined)
    throw new BadInput(
      "problem",
      `A controller knows no condition before the end, as ${timed.name} is: use objective.path.`,
    );
  const others = [...objectiveOf(problem).vary.filter((name) => !Object.hasOwn(inputs, name)), ...freedBy(problem)];
  if (others.length > 0)
    throw new BadInput("problem", `A controller varies inputs only, and ${problem.name} varies ${others[0]}, too.`);
}
