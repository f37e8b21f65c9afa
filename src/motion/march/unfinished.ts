import { type Path, recordOf } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { BadInput } from "../problem/problem.js";

/** A march of programs that was cancelled: what going on from its last step needs, and whose march it is. */
export interface Unfinished {
  /** Finished steps, how many there are to be, and the end of the last of all [s]. */
  readonly steps: number;
  readonly of: number;
  readonly end: number;
  /** Names of states, insides and parameters, and the values of the last. */
  readonly names: readonly string[];
  readonly parameters: Float64Array;
  readonly choices: Readonly<Record<string, string>>;
  /** The finished steps of the path. */
  readonly path: Path;
}

/**
 * Steps after which what a solver of programs remembers is written down, and all that cannot be (the bases of its linear programs)
 * is forgotten: where several answers are equally good, the one that it finds depends on them. A march is resumed by
 * marching the steps since then once more.
 */
export const leg = 50;
/** The step that began the leg of the k-th step. */
export const legOf = (k: number): number => (k === 0 ? 0 : k - 1 - ((k - 1) % leg));

/** The first `steps` steps of a path, to be gone on from; undefined where steps are no programs. */
export function unfinishedMarch(setup: Setup, path: Path, steps: number): Unfinished | undefined {
  const { programs } = path;
  if (programs === undefined) return undefined;
  const { states, insides } = setup.compiled.kernels.layout;
  return {
    ...owner(setup),
    steps,
    parameters: setup.parameters.slice(),
    path: {
      states: path.states.slice(0, (steps + 1) * states),
      insides: path.insides.slice(0, steps * insides),
      programs: {
        ...programs,
        modes: programs.modes.slice(0, steps),
        milliseconds: programs.milliseconds.slice(0, steps),
      },
    },
  };
}

/**
 * Puts the steps of an unfinished march into the path of the same march.
 * @throws {BadInput} where it is the march of another problem, other parameters or another grid.
 */
export function takeUp(resumed: Unfinished, setup: Setup, path: Path): void {
  const { steps, names, of, end, choices, parameters } = resumed;
  const own = owner(setup);
  const isOwn =
    JSON.stringify({ names, of, end, choices }) === JSON.stringify(own) &&
    parameters.length === setup.parameters.length &&
    parameters.every((value, i) => value === setup.parameters[i]);
  const { states, insides } = setup.compiled.kernels.layout;
  const { programs } = resumed.path;
  const isWhole =
    Number.isInteger(steps) &&
    steps < of &&
    resumed.path.states.length === (steps + 1) * states &&
    resumed.path.insides.length === steps * insides &&
    programs?.modes.length === steps &&
    programs.milliseconds.length === steps;
  if (!isOwn) throw new BadInput("resume", "What is to be resumed is a march with other parameters or another grid.");
  if (!isWhole) throw new BadInput("resume", "The march that is to be resumed is not whole.");
  path.states.set(resumed.path.states);
  path.insides.set(resumed.path.insides);
  const { modes, milliseconds, ...totals } = programs;
  const record = recordOf(path);
  Object.assign(record, totals);
  for (const mode of modes) record.modes.push(mode);
  record.milliseconds.set(milliseconds);
}

/** Whose march a path is. */
function owner({ compiled, choices, steps }: Setup): Pick<Unfinished, "names" | "of" | "end" | "choices"> {
  const { model } = compiled;
  const names = [...model.state, ...model.inside].map(({ name }) => name);
  return { names: [...names, ...compiled.parameters], of: steps.h.length, end: steps.t[steps.h.length], choices };
}
