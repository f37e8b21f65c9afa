import { problems } from "../../../problems/index.js";
import { type Problem, type Result, simulate, solve } from "../../../src/index.js";
import { freedBy } from "../../../src/motion/problem/condition.js";
import type { RunOptions } from "../../../src/solvers.js";

const verbs = { solve, simulate };

/** The claimed error of the grid of an answer, and the true one, by steps of a twentieth. */
export interface Claim {
  readonly claimed: number;
  readonly truth: number;
  readonly status: string;
}

/** Steps in so many parts have an error that is none beside that of the whole ones. */
const parts = 20;

/** Numbers at the end of a motion, orientations of length one, then the freed ones: each with its scale. */
function numbersOf({ model, trajectory, run, problem }: Result, freed: boolean): { value: number; scale: number }[] {
  const end = new Map(model.state.map(({ name }) => [name, trajectory.columns[name].at(-1) ?? Number.NaN] as const));
  for (const { orientation } of model.views?.bodies ?? []) {
    if (orientation === undefined || typeof orientation === "string") continue;
    const length = Math.hypot(...orientation.map((name) => end.get(name) ?? 0));
    for (const name of orientation) end.set(name, (end.get(name) ?? 0) / length);
  }
  const states = model.state.map(({ name, scale }) => ({ value: end.get(name) ?? Number.NaN, scale }));
  const frees = freed ? freedBy(problem).map((name) => ({ value: Number(run.parameters[name]), scale: 1 })) : [];
  return [...states, ...frees];
}

/** How far an answer is from another one, as certificates measure it. */
export function distance(of: Result, from: Result, freed: boolean): number {
  const [a, b] = [numbersOf(of, freed), numbersOf(from, freed)];
  return a.reduce((most, { value }, i) => {
    const part = Math.abs(value - b[i].value) / Math.max(b[i].scale, Math.abs(b[i].value));
    return Math.max(part, most);
  }, 0);
}

/** The claimed and the true error of a problem on its declared grid, or on another one. */
export async function claimOf(problem: Problem, verb: keyof typeof verbs, options: RunOptions = {}): Promise<Claim> {
  const own = await verbs[verb](problem, options);
  const { set = {} } = options;
  const { steps, h } = problem.grid;
  const count = Number(set["grid.steps"] ?? steps);
  const timed = problem.parameters.time === undefined ? { "grid.h": Number(set["grid.h"] ?? h) / parts } : {};
  const finer = { ...set, "grid.steps": parts * count, ...timed };
  const fine = await verbs[verb](problem, { ...options, set: finer, gridError: false });
  const claimed = own.trajectory.certificate.gridError?.value ?? Number.NaN;
  if (fine.status !== "solved") return { claimed, truth: Number.NaN, status: fine.status };
  return { claimed, truth: distance(own, fine, verb === "solve"), status: own.status };
}

/** Problems on uniform grids whose grid can be made finer: no inputs by the number of the step, nothing found step by step. */
export const measured = Object.entries(problems).filter(
  ([, { problem, expected }]) =>
    expected.verb !== "design" && problem.inputs === undefined && problem.grid.refine === undefined,
);
