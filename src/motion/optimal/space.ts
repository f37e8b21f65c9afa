import type { Stepwise } from "../../algebra/stepwise.js";
import { leaves, toExpr } from "../../expr/expr.js";
import { frame } from "../../mechanics/model.js";
import type { MpccState } from "../../solve/mpcc/mpcc.js";
import { type Setup, withSteps } from "../compile/setup.js";
import type { Workspace } from "../march/workspace.js";
import { uniform } from "../problem/grid.js";
import { type OptimalForms, optimalForms } from "./forms.js";
import { type OptimalProgram, optimalProgram } from "./program.js";
import { type SmoothMarch, smoothMarch } from "./smooth-march.js";
import { formsOf, type OptimalTask, optimalTask } from "./task.js";

/** One grid of an optimal motion: its program, and the memory of the optimiser. */
export interface Level {
  setup: Setup;
  readonly program: OptimalProgram;
  /** Most steps of the optimiser: with free step lengths the barrier follows many that hardly matter. */
  readonly maxIterations: number;
  memory: MpccState | undefined;
  /** Units of the motion's own, by units as they are declared. */
  readonly own?: (unit: string) => number;
}

/** The memory of a search for optimal motions besides numbers: made once, kept for the next one on as many steps. */
export interface OptimalSpace {
  readonly forms: string;
  readonly asked: OptimalTask;
  /** The formulas of its steps, which serve grids of any number of them. */
  readonly written: OptimalForms;
  /** Coarsest grid first. */
  readonly levels: readonly Level[];
  /** The smoothed march on the coarsest grid, built when first asked for. */
  march: SmoothMarch | undefined;
}

/** Grids finer than this are reached by doubling from one that is not. */
const coarse = 48;
/**
 * The same where contacts change and no guess says when: on fewer steps there are fewer ways to touch, searches take less time
 * and more of them end at a minimum. A guess that says when needs steps that can tell it.
 */
const coarseOfContacts = 24;
/** Unknowns above which a grid is made coarser anyway: a step of the optimiser takes ten milliseconds there. */
const many = 1000;
/** Coarser grids than those, where none is found there: searches go on coarser grids, but not below this. */
const coarsest = 8;

/** Runs a plan to its end. */
export type Drive = <T>(plan: Generator<undefined, T>) => Promise<T>;

const spaces = new WeakMap<Workspace, OptimalSpace>();

/** The space of a workspace, made where there is none for these forms, with the numbers of the problem in it. */
export function* optimalSpace(workspace: Workspace, setup: Setup): Stepwise<OptimalSpace> {
  const forms = formsOf(setup);
  const kept = spaces.get(workspace);
  const gridsOf = (asked: OptimalTask): Setup[] =>
    gridCounts(setup.steps.h.length, asked).map((count) => onSteps(setup, count));
  if (kept !== undefined && kept.forms === forms) {
    const grids = gridsOf(kept.asked);
    kept.levels.forEach((level, i) => {
      level.setup = grids[i];
      level.program.setNumbers(grids[i]);
    });
    return kept;
  }
  const asked = optimalTask(setup);
  const written = yield* optimalForms(setup.compiled, asked);
  const levels: Level[] = [];
  for (const grid of gridsOf(asked)) {
    levels.push(levelOn(grid, asked, written));
    yield;
  }
  const made = { forms, asked, written, levels, march: undefined };
  spaces.set(workspace, made);
  return made;
}

/** The space with one more grid, half as fine as the coarsest; undefined where that would be too coarse. */
export function coarserSpace({ forms, asked, written, levels }: OptimalSpace): OptimalSpace | undefined {
  const { setup } = levels[0];
  const count = half(setup.steps.h.length);
  if (count < coarsest) return undefined;
  return {
    forms,
    asked,
    written,
    levels: [levelOn(onSteps(setup, count), asked, written), ...levels],
    march: undefined,
  };
}

/** One grid with its program. */
export function levelOn(grid: Setup, asked: OptimalTask, written: OptimalForms): Level {
  return {
    setup: grid,
    program: optimalProgram(grid, asked, written),
    maxIterations: asked.freeSteps ? 1000 : 300,
    memory: undefined,
  };
}

function onSteps(setup: Setup, count: number): Setup {
  return withSteps(setup, uniform(count, setup.steps.t[setup.steps.h.length] / count));
}

const half = (count: number): number => Math.ceil(count / 2);

/** N, halved until it is coarse, coarsest first. */
function gridCounts(count: number, asked: OptimalTask): number[] {
  const { pairs, unknowns } = asked.step;
  const most = pairs.length > 0 && !saysMotion(asked) ? coarseOfContacts : coarse;
  const isMany = (steps: number): boolean =>
    pairs.length > 0 && steps * unknowns.length > many && half(steps) >= coarsest;
  const counts = [count];
  while (counts[0] > most || isMany(counts[0])) counts.unshift(half(counts[0]));
  return counts;
}

/** True where guesses of controls are formulas of time: they say a whole motion, and the search begins with that. */
export const saysMotion = ({ controls }: OptimalTask): boolean =>
  Object.values(controls).some(({ guess }) => guess !== undefined && leaves([toExpr(guess)]).includes(frame.t));

/** The smoothed march of a space on its coarsest grid, with the numbers of the problem. */
export function marchOf(space: OptimalSpace): SmoothMarch {
  const { asked, levels } = space;
  space.march ??= smoothMarch(levels[0].setup, asked);
  space.march.setNumbers(levels[0].setup);
  return space.march;
}
