import { add, isExpr, type Scalar, sub } from "../expr/expr.js";
import { type DesignOptions, spreadStart } from "./design/search.js";
import { checkDesignOptions } from "./problem/check-options.js";
import { checkProblem } from "./problem/check-problem.js";
import { freedBy, isPreference } from "./problem/condition.js";
import { costOf } from "./problem/demands.js";
import { designOf, objectiveOf, type Varied, writeValues } from "./problem/objective.js";
import type { Settings } from "./problem/parameters.js";
import { BadInput, type BoundaryCondition, type Problem } from "./problem/problem.js";
import type { Result } from "./result.js";
import { heard } from "./session.js";
import { solve } from "./solve.js";

/** The part of a tolerance that is left to rounding: what uses all of it is still within. */
const spare = 1e-6;

/**
 * A design whose conditions are of every kind: it chooses what the objective varies and what conditions free, so that all
 * conditions and constraints hold, and of all such motions takes one of least cost. It is the question of conditions with the cost as
 * what is preferred; with `search.starts` it is asked from others over the ranges, too.
 * @throws {BadInput} naming the field: scenarios, of which conditions know one only, and methods of searches without conditions.
 */
export async function conditioned(problem: Problem, options: DesignOptions): Promise<Result> {
  const began = performance.now();
  checkProblem(problem);
  checkDesignOptions(options);
  const { set = {}, signal, search = {}, onIteration, gridError = false } = options;
  const objective = objectiveOf(problem);
  for (const field of ["scenarios", "method"] as const)
    if (objective[field] !== undefined)
      throw new BadInput(
        `objective.${field}`,
        `objective.${field} is for designs of constraints alone, and ${problem.name} has conditions (boundary): leave it out.`,
      );
  const cost = costOf(problem, objective);
  const { varied } = designOf({ ...problem, objective: { ...objective, ...(cost !== undefined && { cost }) } });
  const asked = questionOf(problem, cost ?? 0, varied);
  const { starts = 1, seed = 1 } = search;
  const found: Result[] = [];
  for (let k = 0; k < starts && (k === 0 || signal?.aborted !== true); k++) {
    const from = k === 0 ? [] : Array.from(spreadStart({ varied }, k, seed), (x, i) => [varied[i].name, x] as const);
    const start = { ...set, ...Object.fromEntries(from) };
    found.push(
      await solve(asked, { set: start, gridError, ...(signal && { signal }), ...(onIteration && { onIteration }) }),
    );
  }
  const evaluations = found.reduce((sum, { counts }) => sum + counts.shots, 0);
  const all = found
    .map(noGreener)
    .sort(better)
    .map((one) => resultOf(problem, one, { varied, set, evaluations, began }));
  const [best] = all;
  return heard(starts === 1 ? best : { ...best, solutions: all }, signal);
}

/** The question of conditions that a design is: constraints are conditions, too, and the cost is what is preferred. */
function questionOf(problem: Problem, cost: Scalar, varied: readonly Varied[]): Problem {
  const { objective: _, ...motion } = problem;
  const { constraints = [] } = objectiveOf(problem);
  const conditions = (problem.boundary ?? []).filter(({ residual }) => !isPreference(residual)).map(banded);
  const [least, ...rows] = writeValues(problem, [cost, ...constraints.map(({ residual }) => residual)]);
  const names = new Set(conditions.map(({ name }) => name));
  const nameOf = (name: string): string => (names.has(name) ? nameOf(`${name} (constraint)`) : name);
  const freed = freedBy(problem);
  return {
    ...motion,
    boundary: [
      ...conditions,
      ...constraints.map(({ name, unit = "1", must }, i): BoundaryCondition => {
        const own = nameOf(name);
        names.add(own);
        return { name: own, unit, residual: rows[i], ...(must === "be-zero" ? {} : { within: { to: 0 } }) };
      }),
      {
        name: nameOf(costName),
        unit: "1",
        residual: { least },
        frees: varied.map(({ name }) => name).filter((name) => !freed.includes(name)),
      },
    ],
    values: { ...problem.values, [costName]: { unit: "1", meaning: "cost", of: least } },
  };
}

/** A condition whose tolerance is a band, which the cost may use. */
function banded({ tolerance, ...condition }: BoundaryCondition): BoundaryCondition {
  if (tolerance === undefined) return condition;
  const wide = tolerance * (1 - spare);
  const { within = isExpr(condition.residual) ? { from: 0, to: 0 } : { to: 0 } } = condition;
  const { from, to } = within;
  return {
    ...condition,
    within: { ...(from !== undefined && { from: sub(from, wide) }), ...(to !== undefined && { to: add(to, wide) }) },
  };
}

/** A question whose conditions are met is answered, a design is solved at a local minimum only. */
function noGreener(one: Result): Result {
  if (one.status !== "solved" || one.run.regularity?.unsettled !== true) return one;
  const status = "no-progress";
  return { ...one, status, trajectory: { ...one.trajectory, status } };
}

/** How a design was asked, and what it took. */
interface Asked {
  readonly varied: readonly Varied[];
  readonly set: Settings;
  readonly evaluations: number;
  readonly began: number;
}

function resultOf(problem: Problem, found: Result, { varied, set, evaluations, began }: Asked): Result {
  const { parameters } = found.run;
  return {
    ...found,
    problem,
    values: {
      ...found.values,
      ...Object.fromEntries(varied.map(({ name }) => [`design.${name}`, Number(parameters[name])])),
      evaluations,
    },
    run: { ...found.run, settings: set },
    counts: { ...found.counts, evaluations, seconds: (performance.now() - began) / 1000 },
  };
}

/** The name of the cost among the values of the question. */
const costName = "cost";

/** Solved before not, then the cheaper one. */
function better(a: Result, b: Result): number {
  const [isA, isB] = [a, b].map(({ status }) => status === "solved");
  if (isA !== isB) return isA ? -1 : 1;
  return Number(a.values[costName]) - Number(b.values[costName]) || 0;
}
