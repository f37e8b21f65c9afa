import type { Landscape } from "../../../motion/design/landscape.js";
import { freedBy } from "../../../motion/problem/condition.js";
import { resolveParameters, type Settings } from "../../../motion/problem/parameters.js";
import type { Problem } from "../../../motion/problem/problem.js";
import type { Result } from "../../../motion/result.js";
import { judged, whereWorst } from "../../../motion/trajectory/laws.js";
import { motionName } from "../../motion-view/motion-name.js";
import { sceneOf } from "../../motion-view/scene/scene-of.js";
import { reportData } from "../../report/charts/charts.js";
import { scenesOf } from "../../report/motions.js";
import type { Run } from "../../run/run.js";
import { shownGrid } from "../../run/settings.js";
import { violatedRows } from "../../run/violated-rows.js";
import { countText } from "../../run/work.js";
import type { Answer, Branch, LawRow, ValueRow } from "../messages.js";
import { handlesOf } from "./handles.js";
import { missesOf } from "./misses.js";

/** How much of an answer is wanted: while something is dragged, what is seen at once. */
export type Detail = "seen" | "all";

/** A finished run as a page shows it, of a design with the landscape around it. */
export function answerOf(run: Run, detail: Detail, landscape?: Landscape): Answer {
  const { result, verb } = run;
  const {
    problem,
    model,
    status,
    message,
    solution,
    counts,
    run: { settings },
    run: { parameters },
  } = result;
  const scene = sceneOf(result);
  const misses = missesOf(result);
  const frees = verb === "solve" ? freedBy(problem) : [];
  return {
    verb,
    status,
    message,
    values: valueRows(run),
    laws: lawRows(run),
    worst: status === "solved" ? [] : violatedRows(result),
    residual: solution.residual,
    work: countText(result),
    seconds: counts.seconds,
    launch: frees.map((name) => Number(parameters[name])),
    parameters: { ...parameters, ...gridOf(problem, settings, parameters) },
    handles: handlesOf(problem, model, numbersOf(problem, settings), frees),
    branches: branchesOf(result, frees),
    ...(misses.length > 0 && { misses }),
    ...(scene && { scene }),
    ...(detail === "all" && { figures: reportData(result, landscape) }),
  };
}

function valueRows({ result, expected = [] }: Run): ValueRow[] {
  const told = new Map(expected.map((comparison) => [comparison.name, comparison]));
  return Object.entries(result.values).map(([name, value]) => {
    const known = told.get(name);
    if (known === undefined) return { name, value };
    const { tolerance, source, holds } = known;
    return { name, value, expected: { value: known.value, tolerance, source }, holds };
  });
}

function lawRows(run: Run): LawRow[] {
  return judged(run).map(({ law, worst, unit, good }) => ({
    title: law.title,
    meaning: law.meaning,
    unit,
    value: worst.value,
    where: whereWorst(worst),
    ...(good !== undefined && { good }),
  }));
}

function branchesOf(result: Result, frees: readonly string[]): Branch[] {
  const { solutions = [] } = result;
  const scenes = scenesOf(solutions);
  return solutions.map((one, i): Branch => {
    const {
      status,
      values,
      run: { parameters, sequence },
    } = one;
    const scene = scenes[i];
    return {
      name: motionName(one, i),
      status,
      values,
      launch: frees.map((name) => Number(parameters[name])),
      ...(scene && { scene }),
      ...(sequence !== undefined && { sequence }),
    };
  });
}

/** Handles stand where the settings put them, not where a run found them. */
const numbersOf = (problem: Problem, set: Settings): Readonly<Record<string, number>> =>
  resolveParameters(problem, set).numbers;

function gridOf(problem: Problem, set: Settings, parameters: Result["run"]["parameters"]): Record<string, number> {
  const time = parameters.time === undefined ? undefined : Number(parameters.time);
  const shown = Object.entries(shownGrid(problem, set, time));
  return Object.fromEntries(shown.flatMap(([name, value]) => (typeof value === "number" ? [[name, value]] : [])));
}
