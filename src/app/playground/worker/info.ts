import { format } from "../../../expr/expr.js";
import { setUp } from "../../../motion/compile/setup.js";
import { isOptimal } from "../../../motion/problem/objective.js";
import type { Problem } from "../../../motion/problem/problem.js";
import type { Verb } from "../../run/choice.js";
import { conditionText, describeParameters } from "../../run/describe.js";
import type { Found } from "../../run/found.js";
import type { ParameterInfo, ProblemInfo } from "../messages.js";

/** A problem's declarations, with the values that its parameters have by themselves. */
export function infoOf({ problem, expected }: Pick<Found, "problem" | "expected">): ProblemInfo {
  const verbs = verbsOf(problem);
  const optimal = isOptimal(problem);
  return {
    name: problem.name,
    title: problem.title,
    verb: expected?.verb ?? verbs[0],
    verbs,
    parameters: parametersOf(problem),
    conditions: (problem.boundary ?? []).map(({ name, unit, residual, frees }) => ({
      name,
      unit,
      text: `${conditionText(format(residual))} = 0`,
      frees,
    })),
    values: Object.fromEntries(
      Object.entries(problem.values).map(([name, { unit, meaning }]) => [name, { unit, meaning }]),
    ),
    varies: optimal ? [] : (problem.objective?.vary ?? []),
    launches: !optimal && canBeScanned(problem),
    starts: [...(optimal ? (["solve"] as const) : []), ...(verbs.includes("design") ? (["design"] as const) : [])],
  };
}

/** The verbs that fit, the most telling first. */
function verbsOf(problem: Problem): Verb[] {
  const { objective, boundary = [] } = problem;
  if (isOptimal(problem)) return ["solve", "simulate"];
  // steps that are programs of their own can only be marched
  const marches = setUp(problem).compiled.kernels.program !== undefined;
  if (objective !== undefined) return ["design", ...(boundary.length > 0 ? (["solve"] as const) : []), "simulate"];
  return marches ? ["simulate"] : ["solve", "simulate"];
}

function parametersOf(problem: Problem): ParameterInfo[] {
  return Object.entries(describeParameters(problem, {})).map(([name, { value, range: _, ...declared }]) => ({
    name,
    initial: value,
    ...declared,
  }));
}

/** A scan goes over the declared range of the last value that is freed. */
function canBeScanned({ boundary = [], parameters }: Problem): boolean {
  const last = boundary.at(-1);
  if (last === undefined) return false;
  const { min, max } = parameters[last.frees] ?? {};
  return min !== undefined && max !== undefined;
}
