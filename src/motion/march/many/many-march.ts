/**
 * The march of many bodies, at a cost of what touches: no pair has unknowns, only velocities are solved for, island by
 * island of bodies that are near each other, and all contacts of a kind share one kernel. The law and the geometry are those
 * of the rows of a scene; a test holds the two marches together. One file an idea: which pairs (`contacts.ts`), which
 * islands, how a contact is made linear, the Newton, its linear algebra; each can be changed alone.
 *
 * @module motion/march/many
 */
import { assemblyColumns, column } from "../../../mechanics/assembly.js";
import type { Solution } from "../../../solve/mcp.js";
import { type Compiled, startState } from "../../compile/compile-problem.js";
import { assemblyRecordOf, type Path } from "../../compile/path.js";
import type { AssemblyKernel } from "../../compile/step.js";
import type { Steps } from "../../problem/grid.js";
import type { March, Marcher } from "../march.js";
import { bodiesEnergy, finishMany } from "./many-end.js";
import { type ManyStep, manyStep, type Standing, solveMany } from "./many-step.js";
import { emptyWorld, readWorld } from "./world.js";

interface Job {
  readonly parameters: Float64Array;
  readonly steps: Steps;
  readonly path: Path;
}

/** A march with its memory. */
interface Walk {
  readonly compiled: Compiled;
  readonly kernel: AssemblyKernel;
  readonly step: ManyStep;
  readonly standing: Standing;
  readonly observed: Float64Array;
  job: Job | undefined;
  readonly progress: { finished: number; iterations: number; residual: number; pushing: boolean; energy: number };
}

/** The march of a compiled problem whose step is an assembly. */
export function manyMarcher(compiled: Compiled, kernel: AssemblyKernel): Marcher {
  const { assembly } = kernel;
  const walk: Walk = {
    compiled,
    kernel,
    step: manyStep(assembly, emptyWorld(assembly)),
    standing: { states: new Float64Array(compiled.kernels.layout.states), kept: new Float64Array(0) },
    observed: new Float64Array(assemblyColumns.length),
    job: undefined,
    progress: { finished: 0, iterations: 0, residual: 0, pushing: false, energy: 0 },
  };
  return {
    sensitivity: new Float64Array(compiled.kernels.layout.states * compiled.freed.length),
    begin: (parameters, steps, path) => begin(walk, { parameters, steps, path }),
    advance: (until) => advance(walk, until),
    rewind: (count) => rewind(walk, count),
    resume(count, steps, path) {
      walk.job = { ...begun(walk), steps, path };
      rewind(walk, count);
    },
    touching: () => walk.progress.pushing,
  };
}

function begun({ job }: Walk): Job {
  if (job === undefined) throw new RangeError("a march must be begun before it goes on");
  return job;
}

function begin(walk: Walk, job: Job): void {
  const { compiled, kernel, step, standing, progress } = walk;
  const numbers = new Float64Array(kernel.assembly.numbers.length);
  kernel.numbers().run(job.parameters, numbers);
  readWorld(kernel.assembly, numbers, step.world);
  startState(compiled, job.parameters, job.path.states);
  walk.job = job;
  standing.states.set(job.path.states.subarray(0, standing.states.length));
  standing.kept = new Float64Array(0);
  assemblyRecordOf(job.path).kept[0] = standing.kept;
  progress.finished = 0;
  progress.iterations = 0;
  progress.residual = 0;
  progress.energy = bodiesEnergy(step.world, standing.states);
}

function advance(walk: Walk, until: number): March {
  const { steps, path } = begun(walk);
  const { step, standing, observed, progress } = walk;
  const { states } = standing;
  const record = assemblyRecordOf(path);
  for (; progress.finished < until; progress.finished++) {
    const k = progress.finished;
    const h = steps.h[k];
    const verdict = solveMany(step, standing, h);
    progress.iterations += verdict.iterations;
    // the rows of a step are momenta [N s]
    const residual = verdict.residual * h;
    const { iterations } = progress;
    if (!verdict.solved) {
      const failure = failureOf(walk, verdict.worst, { residual, iterations });
      return { status: failure.status, steps: k, iterations, residual: progress.residual, failure };
    }
    progress.residual = Math.max(progress.residual, residual);
    finishMany(step, standing, observed);
    const energy = observed[column("energy")];
    observed[column("energyCreated")] = energy - progress.energy;
    progress.energy = energy;
    progress.pushing = observed[column("contacts.pushing")] > 0;
    record.columns.set(observed, k * observed.length);
    record.kept[k + 1] = standing.kept;
    path.states.set(states, (k + 1) * states.length);
  }
  const { finished, iterations, residual } = progress;
  return { status: "solved", steps: finished, iterations, residual, failure: undefined };
}

function rewind(walk: Walk, count: number): void {
  const { path } = begun(walk);
  const { step, standing, progress, observed } = walk;
  const record = assemblyRecordOf(path);
  const { length } = standing.states;
  standing.states.set(path.states.subarray(count * length, (count + 1) * length));
  standing.kept = record.kept[count];
  progress.finished = count;
  const at = (count - 1) * observed.length;
  progress.energy = count === 0 ? bodiesEnergy(step.world, standing.states) : record.columns[at + column("energy")];
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
