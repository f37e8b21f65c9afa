import { type Mcp, naturalResidual, type Solution, type Status, worstRows } from "../solve/mcp.js";
import { type IterationInfo, iterationInfo, newton } from "../solve/newton.js";
import type { Bound } from "./bind.js";
import { continued } from "./continuation.js";
import { straightLine } from "./guess.js";
import { emptyPath, type March, marchOn, type Path } from "./march.js";
import { BadInput } from "./problem.js";
import { type Deficiency, describeDeficiency } from "./rank.js";
import type { Guess, ProgressInfo, Strategy } from "./result.js";
import { sequenced } from "./sequence.js";
import { deficiencyAt, type Range, type Shooting, type Shot, shoot, shot } from "./shoot.js";
import type { Workspace } from "./workspace.js";

/** A motion as a plan leaves it: freed values in `parameters`, `count` finished steps in `path`. */
export interface Found {
  readonly status: Status;
  readonly message: string;
  readonly parameters: Float64Array;
  readonly path: Path;
  readonly count: number;
  readonly solution: Solution;
  readonly unknowns: number;
  readonly shots: number;
}

/** What a plan is given besides the problem. */
export interface Task {
  readonly bound: Bound;
  readonly workspace: Workspace;
  readonly guess: Guess;
  readonly strategy: Strategy;
  readonly signal: AbortSignal | undefined;
  readonly report: (info: ProgressInfo) => void;
}

/** Tolerance of the whole horizon [declared units]: a hundred times that of a step, the rounding of many. */
const tolerance = 1e-10;
/** From a poor start the front between slip and stick moves a step or two an iteration. */
const maxIterations = 300;

/** Marches from the start values. */
export function* simulation({ bound, workspace, signal, report }: Task): Generator<undefined, Found> {
  const parameters = bound.parameters.slice();
  const count = bound.steps.h.length;
  const path = emptyPath(bound.compiled.kernels, count);
  workspace.marcher.begin(parameters, bound.steps, path, false);
  const march = yield* marchOn(workspace.marcher, count, signal);
  report({
    phase: "march",
    iteration: march.steps,
    residual: march.residual,
    merit: 0,
    stepLength: 1,
    stepKind: "newton",
  });
  const solution = march.failure ?? marchSolution(march);
  return {
    status: march.status,
    message: march.status === "solved" ? `Simulated ${count} steps.` : stepMessage(bound, march),
    parameters,
    path,
    count: march.steps,
    solution,
    unknowns: bound.compiled.kernels.implicit.length,
    shots: 0,
  };
}

/**
 * Solves the boundary problem: simulate → shoot → global Newton. Where shooting fails, the conditions are approached
 * by continuation; whatever comes of it, the global Newton has the last word.
 * @throws {BadInput} where conditions repeat what the motion implies, or leave a freed parameter undetermined.
 */
export function* boundaryValue(task: Task): Generator<undefined, Found> {
  const { bound, workspace, signal, report } = task;
  const { freed, conditions } = bound.compiled;
  const parameters = bound.parameters.slice();
  const line = firstGuess(task, parameters);
  const path = emptyPath(bound.compiled.kernels, bound.steps.h.length);
  let shots = 0;
  const range: Range = {
    bound,
    marcher: workspace.marcher,
    path,
    signal,
    onShot: (residual, stepLength) => {
      shots++;
      report({
        phase: "shoot",
        iteration: shots,
        residual,
        merit: 0.5 * residual * residual,
        stepLength,
        stepKind: "newton",
      });
    },
  };
  if (freed.length > 0) {
    const opening = yield* shot(range, parameters);
    if (opening.march.status === "cancelled") return leave(task, parameters, path, opening.march, shots);
    const deficiency = yield* lastingDeficiency(range, parameters, opening);
    if (deficiency !== undefined) {
      const sentence = `These boundary conditions do not determine a motion: ${describeDeficiency(bound, deficiency)}.`;
      if (!deficiency.contradicts) throw new BadInput("boundary", sentence);
      return assess(task, "infeasible", parameters, path, shots, sentence);
    }
  }
  if (task.strategy === "auto" && freed.length > 0) {
    let shooting: Shooting = yield* shoot(range, parameters, new Float64Array(conditions.rows));
    for (const fallback of [continued, sequenced])
      if (shooting.status !== "solved" && shooting.status !== "cancelled" && !pressed(bound, parameters))
        shooting = yield* fallback(range, parameters, shooting);
    if (shooting.status === "cancelled") return leave(task, parameters, path, shooting.last.march, shots);
    if (shooting.status === "infeasible" && pressed(bound, parameters))
      return assess(task, "infeasible", parameters, path, shots, infeasibleSentence(bound, parameters));
  } else if (freed.length === 0) {
    workspace.marcher.begin(parameters, bound.steps, path, false);
    const march = yield* marchOn(workspace.marcher, bound.steps.h.length, signal);
    if (march.status !== "solved" && task.strategy === "auto") return leave(task, parameters, path, march, shots);
  }
  const horizon = workspace.stack(bound);
  const start = horizon.pack(task.strategy === "global" && line !== undefined ? line : path, parameters);
  const solution = yield* globalNewton(task, horizon.mcp, start);
  horizon.unpack(solution.z, path);
  horizon.freed(solution.z, parameters);
  if (solution.status === "solved" && outOfRange(bound, parameters) !== undefined) {
    const wanted = outOfRange(bound, parameters)!;
    yield* shoot(range, parameters, new Float64Array(conditions.rows));
    return assess(task, "infeasible", parameters, path, shots, `${wanted} ${infeasibleSentence(bound, parameters)}`);
  }
  const { status, message } = solution;
  return { status, message, parameters, path, count: bound.steps.h.length, solution, unknowns: start.length, shots };
}

/** Writes the guessed launch into `parameters`; a path where the guess is one. */
function firstGuess({ bound, guess }: Task, parameters: Float64Array): Path | undefined {
  const { freed, boundary } = bound.compiled;
  if (guess === "auto") return undefined;
  if (guess === "line") return straightLine(bound, parameters);
  if (guess === "zeros") {
    for (const index of freed) parameters[index] = 0;
    return emptyPath(bound.compiled.kernels, bound.steps.h.length);
  }
  if (guess.length !== freed.length)
    throw new BadInput(
      "start",
      `launch= needs ${freed.length} values (${boundary.map(({ frees }) => frees).join(", ") || "none are freed"}), it has ${guess.length}.`,
    );
  const wrong = guess.find((x) => !Number.isFinite(x));
  if (wrong !== undefined) throw new BadInput("start", `launch= needs finite numbers, not ${wrong}.`);
  guess.forEach((x, j) => {
    parameters[freed[j]!] = x;
  });
  return undefined;
}

/**
 * A deficiency at the guess that is still there elsewhere: sensitivities can vanish at one launch by chance, but not at
 * two unrelated ones.
 */
function* lastingDeficiency(
  range: Range,
  parameters: Float64Array,
  opening: Shot,
): Generator<undefined, Deficiency | undefined> {
  const { bound } = range;
  const here = deficiencyAt(bound, opening);
  if (here === undefined) return undefined;
  const elsewhere = parameters.slice();
  bound.compiled.freed.forEach((index, j) => {
    elsewhere[index] = clamp(
      bound,
      index,
      parameters[index]! + (0.37 + 0.11 * j) * (1 + 0.1 * Math.abs(parameters[index]!)),
    );
  });
  const there = deficiencyAt(bound, yield* shot(range, elsewhere));
  yield* shot(range, parameters);
  return there === undefined ? undefined : here;
}

function* globalNewton(
  { workspace, signal, report }: Task,
  mcp: Mcp,
  start: Float64Array,
): Generator<undefined, Solution> {
  const solver = newton({ tolerance, maxIterations });
  const tell = (info: IterationInfo): void => report({ phase: "newton", ...info });
  const state = solver.init(mcp, start, workspace.newton);
  workspace.newton = state;
  tell(iterationInfo(state));
  while (solver.done(state) === undefined) {
    if (signal?.aborted) {
      state.status = "cancelled";
      break;
    }
    solver.step(state);
    tell(iterationInfo(state));
    yield;
  }
  return solver.solution(state);
}

/** A motion that does not meet its conditions, as the horizon's own rows see it. */
function assess(
  task: Task,
  status: Status,
  parameters: Float64Array,
  path: Path,
  shots: number,
  message: string,
): Found {
  const horizon = task.workspace.stack({ ...task.bound, parameters });
  const z = horizon.pack(path, parameters);
  const rows = new Float64Array(z.length);
  horizon.mcp.evaluate(z, rows);
  const solution: Solution = {
    status,
    z,
    residual: naturalResidual(horizon.mcp, z, rows),
    iterations: 0,
    worst: worstRows(horizon.mcp, z, rows),
    message,
  };
  return { status, message, parameters, path, count: task.bound.steps.h.length, solution, unknowns: z.length, shots };
}

/** What there is of a motion when a march broke off. */
function leave({ bound }: Task, parameters: Float64Array, path: Path, march: March, shots: number): Found {
  const solution = march.failure ?? marchSolution(march);
  const { status, steps } = march;
  return {
    status,
    message: stepMessage(bound, march),
    parameters,
    path,
    count: steps,
    solution,
    unknowns: bound.compiled.kernels.implicit.length,
    shots,
  };
}

function marchSolution({ status, residual, iterations }: March): Solution {
  const message = status === "cancelled" ? "Cancelled." : "";
  return { status, z: new Float64Array(0), residual, iterations, worst: [], message };
}

function stepMessage(bound: Bound, march: March): string {
  if (march.status === "cancelled") return `Cancelled after ${march.steps} of ${bound.steps.h.length} steps.`;
  return `Step ${march.steps + 1} (t = ${bound.steps.t[march.steps + 1]!.toPrecision(4)} s) was not solved: ${march.failure?.message ?? march.status}`;
}

function clamp({ compiled }: Bound, index: number, x: number): number {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } =
    compiled.problem.parameters[compiled.parameters[index]!]!;
  return Math.min(max, Math.max(min, x));
}

/** Whether any freed parameter stands at the end of its range. */
function pressed(bound: Bound, parameters: Float64Array): boolean {
  return bound.compiled.freed.some((index) => {
    const { min, max } = bound.compiled.problem.parameters[bound.compiled.parameters[index]!]!;
    return parameters[index] === min || parameters[index] === max;
  });
}

/** "launch.vx would have to be 56.6 m/s, outside its range from -20 to 20." or undefined. */
function outOfRange(bound: Bound, parameters: Float64Array): string | undefined {
  const { freed, problem, parameters: names } = bound.compiled;
  const index = freed.find((i) => clamp(bound, i, parameters[i]!) !== parameters[i]);
  if (index === undefined) return undefined;
  const { min, max, unit } = problem.parameters[names[index]!]!;
  return `${names[index]} would have to be ${parameters[index]!.toPrecision(6)} ${unit}, outside its range from ${min ?? "-∞"} to ${max ?? "∞"}.`;
}

/** Which condition stays open at the closest end that was found, and what holds it open. */
function infeasibleSentence(bound: Bound, parameters: Float64Array): string {
  const { freed, problem, parameters: names } = bound.compiled;
  const held = freed
    .filter((index) => {
      const { min, max } = problem.parameters[names[index]!]!;
      return parameters[index] === min || parameters[index] === max;
    })
    .map((index) => `${names[index]} = ${parameters[index]}`);
  const why = held.length > 0 ? ` with ${held.join(", ")} at the end of its range` : "";
  return `No motion within the declared ranges was found that meets the conditions; shown is the closest end${why} (this is no proof).`;
}
