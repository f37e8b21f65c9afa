/**
 * The march of many bodies, at a cost of what touches: no pair has unknowns, only velocities are solved for, island by
 * island of bodies that are near each other, and all contacts of a kind share one kernel. The law and the geometry are those
 * of the rows of a scene; a test holds the two marches together. One file an idea: which pairs (`contacts.ts`), which
 * islands, how a contact is made linear, the Newton, its linear algebra; each can be changed alone.
 *
 * @module motion/march/many
 */
import { once } from "../../../algebra/once.js";
import { finish, type Stepwise } from "../../../algebra/stepwise.js";
import { type Assembly, assemblyColumns, column } from "../../../mechanics/assembly.js";
import { unlessAborted } from "../../../solve/drive.js";
import type { Solution } from "../../../solve/mcp.js";
import { type Compiled, durationName, startSlopes, startState } from "../../compile/compile-problem.js";
import { lightnessOf } from "../../compile/lightness.js";
import { assemblyRecordOf, type Path } from "../../compile/path.js";
import { type AssemblyKernel, isInParts } from "../../compile/step.js";
import type { Steps } from "../../problem/grid.js";
import type { March, Marcher } from "../march.js";
import { tolerance } from "./island-newton.js";
import { bodiesEnergy, finishMany } from "./many-end.js";
import { manyStep, type Standing, type StepVerdict, solveMany } from "./many-step.js";
import { type ManySlopes, type Moving, manySlopes } from "./slopes.js";
import { bodyKernels, contactKernels, emptyWorld, readWorld } from "./world.js";

export { preparedSlopes } from "./world.js";

/** The shortest part in which a step is taken that is not solved as a whole. */
const leastPart = 1 / 64;
/** Observations of which a step in parts has the worst. */
const worstOf = [
  { at: column("contacts.separation"), worse: Math.min },
  ...(["complementarity", "coneExcess", "deepest", "passedThrough"] as const).map((name) => ({
    at: column(`contacts.${name}`),
    worse: Math.max,
  })),
];

interface Job {
  readonly parameters: Float64Array;
  readonly steps: Steps;
  readonly path: Path;
  /** The values by which it is differentiated, if it is. */
  readonly moving: Moving | undefined;
}

/** The steps of an assembly, with the memory of one after the other. */
export interface Engine {
  /** Takes the numbers of the assembly, and the part of all tolerances that its lightest body can stand. */
  read(numbers: Float64Array, lightness: number): void;
  /** Solves a step of h [s] from where all stand; a computation that is left half way changes nothing of the next. */
  solving(standing: Standing, h: number): Stepwise<StepVerdict>;
  /** Moves to the end of the step that was solved, and writes what is observed there. */
  finish(standing: Standing, observed: Float64Array): void;
  /** Kinetic and potential energy of all bodies [J]. */
  energy(states: Float64Array): number;
  /** Slopes of its steps. */
  readonly slopes: () => ManySlopes;
}

/** How far a march is; `halvings` of steps that were not solved as a whole. */
interface Progress {
  finished: number;
  iterations: number;
  halvings: number;
  residual: number;
  pushing: boolean;
  energy: number;
}

/** A march with its memory. */
interface Walk {
  readonly compiled: Compiled;
  readonly kernel: AssemblyKernel;
  readonly engine: Engine;
  readonly lightnessOf: (parameters: Float64Array) => number;
  readonly standing: Standing;
  /** Columns and slopes of the step last finished. */
  readonly told: { readonly observed: Float64Array; readonly sensitivity: Float64Array };
  job: Job | undefined;
  readonly progress: Progress;
}

/** The march of a compiled problem whose step is an assembly. */
export function manyMarcher(
  compiled: Compiled,
  kernel: AssemblyKernel,
  engine: Engine = ballsEngine(kernel.assembly),
): Marcher {
  const walk: Walk = {
    compiled,
    kernel,
    engine,
    lightnessOf: lightnessOf(compiled),
    standing: { states: new Float64Array(compiled.kernels.layout.states), kept: new Float64Array(0) },
    told: {
      observed: new Float64Array(assemblyColumns.length),
      sensitivity: new Float64Array(compiled.kernels.layout.states * compiled.freed.length),
    },
    job: undefined,
    progress: { finished: 0, iterations: 0, halvings: 0, residual: 0, pushing: false, energy: 0 },
  };
  return {
    sensitivity: walk.told.sensitivity,
    begin: (parameters, steps, path, sensitivities) =>
      begin(walk, { parameters, steps, path, moving: sensitivities ? movingOf(walk, parameters) : undefined }),
    advance: (until) => finish(advancing(walk, until)),
    advancing: (until, signal) => advancing(walk, until, signal),
    rewind: (count) => rewind(walk, count),
    resume(count, steps, path) {
      walk.job = { ...begun(walk), steps, path, moving: undefined };
      rewind(walk, count);
    },
    touching: () => walk.progress.pushing,
  };
}

/** Balls among half-spaces. */
function ballsEngine(assembly: Assembly): Engine {
  const step = manyStep(assembly, emptyWorld(assembly));
  // with the scene, not in its first step
  contactKernels();
  bodyKernels();
  return {
    read(numbers, lightness) {
      readWorld(assembly, numbers, step.world);
      step.system.scales.aim = tolerance * lightness;
    },
    solving: (standing, h) => solveMany(step, standing, h),
    finish: (standing, observed) => finishMany(step, standing, observed),
    energy: (states) => bodiesEnergy(step.world, states),
    slopes: once(() => manySlopes(step)),
  };
}

function begun({ job }: Walk): Job {
  if (job === undefined) throw new RangeError("a march must be begun before it goes on");
  return job;
}

/** How freed values move the numbers of the assembly; steps are parts of a duration that is found. */
function movingOf({ compiled, kernel }: Walk, parameters: Float64Array): Moving {
  const freed = compiled.freed.length;
  const slopes = kernel.slopes();
  const entries = new Float64Array(slopes.pattern.row.length);
  slopes.jacobian(parameters, new Float64Array(slopes.rows), entries);
  const numbers = new Float64Array(slopes.rows * freed);
  for (let p = 0; p < entries.length; p++)
    numbers[slopes.rows * slopes.pattern.col[p] + slopes.pattern.row[p]] = entries[p];
  return { freed, numbers, h: new Float64Array(freed) };
}

/** The length of step k [s], and how it changes with a duration that is found. */
function stepLength({ compiled }: Walk, { parameters, steps, moving }: Job, k: number): number {
  const { layout } = compiled.kernels;
  if (!isInParts(layout)) return steps.h[k];
  const part = steps.h[k] / steps.t[steps.h.length];
  const at = compiled.parameters.indexOf(durationName);
  moving?.h.set(compiled.freed.map((index) => (index === at ? part : 0)));
  return part * parameters[at];
}

function begin(walk: Walk, job: Job): void {
  const { compiled, kernel, engine, standing, progress } = walk;
  const numbers = new Float64Array(kernel.assembly.numbers.length);
  kernel.numbers().run(job.parameters, numbers);
  engine.read(numbers, walk.lightnessOf(job.parameters));
  startState(compiled, job.parameters, job.path.states);
  if (job.moving !== undefined) {
    walk.told.sensitivity.set(startSlopes(compiled, job.parameters));
    engine.slopes().begin();
  }
  walk.job = job;
  standing.states.set(job.path.states.subarray(0, standing.states.length));
  standing.kept = new Float64Array(0);
  assemblyRecordOf(job.path).kept[0] = standing.kept;
  progress.finished = 0;
  progress.iterations = 0;
  progress.halvings = 0;
  progress.residual = 0;
  progress.energy = engine.energy(standing.states);
}

function* advancing(walk: Walk, until: number, signal?: AbortSignal): Stepwise<March> {
  const job = begun(walk);
  const { path } = job;
  const { standing, told, progress } = walk;
  const { observed } = told;
  const { states } = standing;
  const record = assemblyRecordOf(path);
  for (; progress.finished < until; progress.finished++) {
    const k = progress.finished;
    const h = stepLength(walk, job, k);
    const verdict = yield* unlessAborted(takeStep(walk, h), signal);
    const { iterations } = progress;
    if (!verdict?.solved) {
      // parts of the step may have been taken
      rewind(walk, k);
      if (verdict === undefined)
        return { status: "cancelled", steps: k, iterations, residual: progress.residual, failure: undefined };
      const failure = failureOf(walk, verdict.worst, { residual: verdict.residual * h, iterations });
      return { status: failure.status, steps: k, iterations, residual: progress.residual, failure };
    }
    const energy = observed[column("energy")];
    observed[column("energyCreated")] = energy - progress.energy;
    progress.energy = energy;
    progress.pushing = observed[column("contacts.pushing")] > 0;
    record.columns.set(observed, k * observed.length);
    record.kept[k + 1] = standing.kept;
    path.states.set(states, (k + 1) * states.length);
  }
  const { finished, iterations, halvings, residual } = progress;
  return { status: "solved", steps: finished, iterations, halvings, residual, failure: undefined };
}

/**
 * Takes a step of h [s]. Where it is not solved it is taken as two halves, and they likewise: a long step under stiff contacts
 * with much friction may have no root that is reached from where it begins, where shorter ones have.
 */
function* takeStep(walk: Walk, h: number, part = 1): Stepwise<StepVerdict> {
  const { engine, standing, told, progress } = walk;
  const { observed } = told;
  const { moving } = begun(walk);
  const verdict = yield* engine.solving(standing, part * h);
  progress.iterations += verdict.iterations;
  if (!verdict.solved && part > leastPart) {
    progress.halvings++;
    const first = yield* takeStep(walk, h, part / 2);
    if (!first.solved) return first;
    const half = observed.slice();
    const second = yield* takeStep(walk, h, part / 2);
    if (second.solved) for (const { at, worse } of worstOf) observed[at] = worse(half[at], observed[at]);
    return second;
  }
  if (!verdict.solved) return verdict;
  // the rows of a step are momenta [N s]
  progress.residual = Math.max(progress.residual, verdict.residual * part * h);
  if (moving !== undefined) {
    const ofPart = part === 1 ? moving : { ...moving, h: moving.h.map((x) => part * x) };
    yield* engine.slopes().advance({ ...standing, moving: ofPart, s: told.sensitivity });
  }
  engine.finish(standing, observed);
  return verdict;
}

function rewind(walk: Walk, count: number): void {
  const { path } = begun(walk);
  const { engine, standing, progress, told } = walk;
  const { observed } = told;
  const record = assemblyRecordOf(path);
  const { length } = standing.states;
  standing.states.set(path.states.subarray(count * length, (count + 1) * length));
  standing.kept = record.kept[count];
  progress.finished = count;
  const at = (count - 1) * observed.length;
  progress.energy = count === 0 ? engine.energy(standing.states) : record.columns[at + column("energy")];
  progress.pushing = count > 0 && record.columns[at + column("contacts.pushing")] > 0;
}

function failureOf(
  { kernel: { assembly }, standing }: Walk,
  worst: number,
  { residual, iterations }: { residual: number; iterations: number },
): Solution {
  const status = Number.isFinite(residual) ? "no-progress" : "not-finite";
  const name = assembly.bodies[Math.max(0, worst)];
  return {
    status,
    z: standing.states.slice(),
    residual,
    iterations,
    worst: [],
    message: `The forces on ${name} and the bodies near it were not balanced, the largest residual is ${residual.toExponential(1)} N s.`,
  };
}
