import type { Stepwise } from "../../algebra/stepwise.js";
import { isExpr, leaves } from "../../expr/expr.js";
import { emptyPath, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { hasRows, hasSlopes } from "../compile/step.js";
import { look } from "../conditions/look.js";
import { courses } from "../exact/course.js";
import { marchOn } from "../march/march.js";
import type { Settings } from "../problem/parameters.js";
import { BadInput, type BoundaryCondition, type Problem } from "../problem/problem.js";
import type { Trial, Trials } from "../study/trial.js";
import { brokenIn } from "../trajectory/broken.js";
import { exactly, isMet, missesOf } from "../trajectory/misses.js";
import { type Sight, sightsOf } from "../trajectory/sights.js";
import { valuesOf } from "../trajectory/values.js";
import type { Marching } from "./band.js";
import { countedTolerance, type ElementMotion, elementMotion } from "./elements.js";
import { numbersOf } from "./scatter.js";

/** True of a condition that is met by more than single values: a band, a region, or a tolerance. */
const isWide = ({ residual, within, tolerance }: BoundaryCondition): boolean =>
  !isExpr(residual) || within !== undefined || tolerance !== undefined;

/** True where conditions can be met by chance. */
export const isChance = ({ boundary = [] }: Problem): boolean => boundary.length > 0 && boundary.every(isWide);

/**
 * Refuses conditions that nothing scattered meets.
 * @throws {BadInput} naming the condition.
 */
export function checkChance({ name, boundary = [] }: Problem): void {
  if (boundary.length === 0)
    throw new BadInput("boundary", `${name} has no conditions, so that nothing says what success is.`);
  const narrow = boundary.find((condition) => !isWide(condition));
  if (narrow !== undefined)
    throw new BadInput(
      "boundary",
      `Condition ${narrow.name} is met by chance with probability 0: give it a tolerance, a band or a region.`,
    );
}

/** The same problem with conditions that free what is named and nothing else, and without an objective. */
export function freeing(problem: Problem, names: readonly string[]): Problem {
  const { boundary = [], objective: _, ...rest } = problem;
  if (boundary.length === 0) return rest;
  return {
    ...rest,
    boundary: boundary.map(({ frees: __, ...condition }, i) =>
      i === 0 && names.length > 0 ? { ...condition, frees: [...names] } : condition,
    ),
  };
}

/** A finished motion as it is judged: its values, and whether it meets every condition. */
export interface Reading {
  readonly values: Readonly<Record<string, number | null>>;
  readonly isMet: boolean;
}

/** Names of declared values that are taken from states, parameters and conditions alone. */
export function readableValues({ values }: Problem, { model }: Setup["compiled"]): string[] {
  const states = new Set(model.state.map(({ name }) => name));
  const isState = (leaf: string): boolean =>
    leaf.startsWith("parameters.") || states.has(leaf.slice(leaf.indexOf(".") + 1));
  return Object.keys(values).filter((name) => {
    const { of } = values[name];
    if (isExpr(of)) return leaves([of]).every(({ name: leaf }) => isState(leaf));
    return "timeOf" in of || states.has(of.column);
  });
}

/** Reads finished motions on a setup with conditions. */
export function* readMotion(setup: Setup, parameters: Float64Array, path: Path): Stepwise<Reading> {
  const { compiled, steps } = setup;
  const { states } = compiled.kernels.layout;
  const points = steps.h.length + 1;
  const columns = Object.fromEntries(
    compiled.model.state.map(({ name }, i) => [
      name,
      Float64Array.from({ length: points }, (_, k) => path.states[k * states + i]),
    ]),
  );
  const conditions = compiled.boundary.length === 0 ? [] : yield* missesOf(setup, parameters, path);
  const values = valuesOf(setup, parameters, { t: steps.t, columns, certificate: { conditions } });
  return { values, isMet: conditions.every(isMet) };
}

/** The trials of a problem: what is chosen, which draws are made, and the settings besides. */
export interface MotionTrials {
  readonly problem: Problem;
  readonly vary: readonly string[];
  readonly set: Settings;
  readonly draws: readonly Settings[];
  /** That of the elements of motions to an accuracy. */
  readonly tolerance?: number | undefined;
}

/**
 * Trials of motions: every draw is marched with what is chosen, and every row of its conditions has a margin, which is its
 * tolerance less what it is missed by, or its distance from the end of its band. Slopes go through contacts with the march; at
 * a time that is chosen as the best they are those at that time (the envelope theorem). A motion that meets its conditions
 * against a law is no success: it counts as one that broke off.
 */
export function motionTrials(marching: Marching, { problem, vary, set, draws, tolerance }: MotionTrials): Trials {
  const { setup, workspace, signal } = marching;
  const { compiled, steps, exact } = setup;
  const count = steps.h.length;
  const path = emptyPath(compiled.kernels, count);
  const to = tolerance ?? (exact && countedTolerance(setup)) ?? 0;
  const onElements = exact && { courses: courses(marching, { tolerance: to }) };
  const counted = (parameters: Float64Array) => elementMotion(marching, parameters, to);
  const order = compiled.parameters;
  const asks = compiled.conditions.length;
  const isSmooth = hasSlopes(compiled.kernels);
  function* lawful(
    trial: Trial | undefined,
    parameters: Float64Array,
    { setup: own, path: on }: Pick<ElementMotion, "setup" | "path">,
  ): Stepwise<Trial | undefined> {
    if (trial === undefined || !isSuccess(trial)) return trial;
    return (yield* brokenIn(own, parameters, on, own.steps.h.length)).length === 0 ? trial : undefined;
  }
  return {
    count: draws.length,
    asks,
    isSmooth,
    *run(x, k, withSlopes) {
      const chosen = Object.fromEntries(vary.map((name, i) => [name, x[i]]));
      const parameters = numbersOf(problem, order, { ...set, ...draws[k], ...chosen });
      if (withSlopes && isSmooth) {
        const ground = { setup, marcher: workspace.marcher, path, signal, onShot: () => {}, ...onElements };
        const seen = yield* look(ground, parameters);
        if (seen.march.status !== "solved") return undefined;
        const trial = trialOf(setup, seen.sights, seen.slopes);
        // laws are asked of a success alone: by elements that takes a motion of its own
        if (exact === undefined || trial === undefined || !isSuccess(trial))
          return yield* lawful(trial, parameters, { setup, path });
        return yield* lawful(trial, parameters, yield* counted(parameters));
      }
      if (exact !== undefined) {
        const own = yield* counted(parameters);
        if (own.status !== "solved") return undefined;
        return yield* lawful(trialOf(setup, yield* sightsOf(own.setup, parameters, own.path)), parameters, own);
      }
      const on = hasRows(compiled.kernels) ? path : emptyPath(compiled.kernels, count);
      workspace.marcher.begin(parameters, steps, on, false);
      const march = yield* marchOn(workspace.marcher, count, signal);
      if (march.status !== "solved" && march.status !== "feasible") return undefined;
      return yield* lawful(trialOf(setup, yield* sightsOf(setup, parameters, on)), parameters, { setup, path: on });
    },
  };
}

/** True of a motion that holds all of its conditions. */
const isSuccess = ({ margins }: Trial): boolean => !margins.some((margin) => margin < 0);

/** The least margin of every row over its sights, and the slopes there. */
function trialOf({ compiled }: Setup, sights: readonly Sight[], slopes?: Float64Array): Trial | undefined {
  const { conditions, boundary, freed } = compiled;
  const n = freed.length;
  const margins = new Float64Array(conditions.length).fill(Number.POSITIVE_INFINITY);
  const ways = new Float64Array(conditions.length * n);
  for (const [i, { row, value }] of sights.entries()) {
    const { condition, must, isEvent } = conditions[row];
    if (must === "be-least") continue;
    // an event happens or it does not, whatever else may be missed
    if (isEvent && value <= 0) continue;
    const tolerance = isEvent ? 0 : (boundary[condition].tolerance ?? exactly);
    const margin = tolerance - (must === "be-zero" ? Math.abs(value) : value);
    // no number is held by nothing
    if (Number.isNaN(margin)) return undefined;
    if (margin >= margins[row]) continue;
    margins[row] = margin;
    const sign = must === "be-zero" && value < 0 ? 1 : -1;
    for (let f = 0; slopes !== undefined && f < n; f++) ways[row * n + f] = sign * slopes[i * n + f];
  }
  return { margins, ...(slopes && { slopes: ways }) };
}
