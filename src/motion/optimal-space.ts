import type { OptimiserState } from "../solve/optimise.js";
import { type Bound, withSteps } from "./bind.js";
import { uniform } from "./grid.js";
import { type OptimalForms, optimalForms } from "./optimal-forms.js";
import { type OptimalProgram, optimalProgram } from "./optimal-program.js";
import { formsOf, type OptimalTask, optimalTask } from "./optimal-task.js";
import { type SmoothMarch, smoothMarch } from "./smooth-march.js";
import type { Workspace } from "./workspace.js";

/** One grid of an optimal motion: its program, and the memory of the optimiser. */
export interface Level {
  bound: Bound;
  readonly program: OptimalProgram;
  /** Most steps of the optimiser: with free step lengths the barrier follows many that hardly matter. */
  readonly maxIterations: number;
  memory: OptimiserState | undefined;
}

/** What a search for optimal motions needs besides numbers: made once, kept for the next one on as many steps. */
export interface OptimalSpace {
  readonly forms: string;
  readonly asked: OptimalTask;
  /** Coarsest grid first. */
  readonly levels: readonly Level[];
  /** The smoothed march on the coarsest grid, built when first asked for. */
  march: SmoothMarch | undefined;
}

/** Grids finer than this are reached by doubling from one that is not. */
const coarse = 48;
/** Where none is found there, searches go on coarser grids, but not below this. */
const coarsest = 8;

/** The space of a workspace, made where there is none for these forms, with the numbers of the problem in it. */
export function optimalSpace(workspace: Workspace, bound: Bound): OptimalSpace {
  const forms = formsOf(bound);
  const kept = workspace.optimal;
  const grids = gridCounts(bound.steps.h.length).map((count) => onSteps(bound, count));
  if (kept !== undefined && kept.forms === forms) {
    kept.levels.forEach((level, i) => {
      level.bound = grids[i]!;
      level.program.bind(grids[i]!);
    });
    return kept;
  }
  const asked = optimalTask(bound);
  const written = optimalForms(bound.compiled, asked);
  const levels = grids.map((grid) => levelOn(grid, asked, written));
  workspace.optimal = { forms, asked, levels, march: undefined };
  return workspace.optimal;
}

/** The space with one more grid, half as fine as the coarsest; undefined where that would be too coarse. */
export function coarserSpace({ forms, asked, levels }: OptimalSpace): OptimalSpace | undefined {
  const { bound } = levels[0]!;
  const count = half(bound.steps.h.length);
  if (count < coarsest) return undefined;
  return { forms, asked, levels: [levelOn(onSteps(bound, count), asked), ...levels], march: undefined };
}

function levelOn(grid: Bound, asked: OptimalTask, written?: OptimalForms): Level {
  return {
    bound: grid,
    program: optimalProgram(grid, asked, written),
    maxIterations: asked.freeSteps ? 1000 : 300,
    memory: undefined,
  };
}

function onSteps(bound: Bound, count: number): Bound {
  return withSteps(bound, uniform(count, bound.steps.t.at(-1)! / count));
}

const half = (count: number): number => Math.ceil(count / 2);

/** N, halved until it is coarse, coarsest first. */
function gridCounts(count: number): number[] {
  const counts = [count];
  while (counts[0]! > coarse) counts.unshift(half(counts[0]!));
  return counts;
}

/** The smoothed march of a space on its coarsest grid, with the numbers of the problem. */
export function marchOf(space: OptimalSpace): SmoothMarch {
  const { asked, levels } = space;
  space.march ??= smoothMarch(levels[0]!.bound, asked);
  space.march.bind(levels[0]!.bound);
  return space.march;
}
