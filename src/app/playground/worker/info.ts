import { setUp } from "../../../motion/compile/setup.js";
import { freedBy, isSquare } from "../../../motion/problem/condition.js";
import { isOptimal } from "../../../motion/problem/objective.js";
import type { Problem } from "../../../motion/problem/problem.js";
import type { Verb } from "../../run/choice.js";
import { conditionsInWords, describeParameters } from "../../run/describe.js";
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
    conditions: conditionsInWords(problem).map(({ name, unit, text, frees }) => ({ name, unit, text, frees })),
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
function canBeScanned(problem: Problem): boolean {
  const last = freedBy(problem).at(-1);
  if (last === undefined || !isSquare(problem)) return false;
  const { min, max } = problem.parameters[last] ?? {};
  return min !== undefined && max !== undefined;
}
