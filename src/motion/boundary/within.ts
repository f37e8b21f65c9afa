import { Matrix } from "ml-matrix";
import { evaluator, leaves } from "../../expr/expr.js";
import { frame } from "../../mechanics/model.js";
import type { Setup } from "../compile/setup.js";
import type { Found } from "../march/outcome.js";
import { leastNorm } from "./bounded-step.js";

/** Deeper than this [m] bodies are in what they touch, and not on it. */
const depth = 1e-6;
/** Conditions are met by places where they leave less than this of what they left before. */
const left = 1e-9;

/**
 * A sentence where the conditions put bodies into what they touch, so that no motion ends there, whatever is freed: the gap of
 * a contact is below zero at the places that they alone determine. Undefined where nothing is said against them.
 */
export function saidWithin({ compiled, parameters }: Setup): string | undefined {
  const { aims, start } = compiled.formulas;
  const { states } = compiled.kernels.layout;
  const { row, col } = aims.pattern;
  const ends = new Float64Array(2 * states + parameters.length);
  start.residual(parameters, ends);
  ends.copyWithin(states, 0, states);
  ends.set(parameters, 2 * states);
  const values = new Float64Array(aims.rows);
  const entries = new Float64Array(col.length);
  aims.jacobian(ends, values, entries);
  const places = [...new Set(col)].filter((k) => k >= states && k < 2 * states);
  // what follows the start or a freed value is no place that is known before
  if (places.length !== aims.rows || col.some((k) => k < states || k >= 2 * states)) return undefined;
  const slopes = Matrix.zeros(aims.rows, places.length);
  entries.forEach((x, p) => {
    slopes.set(row[p], places.indexOf(col[p]), x);
  });
  const before = Math.max(...values.map(Math.abs));
  leastNorm(slopes, values).forEach((x, j) => {
    ends[places[j]] -= x;
  });
  aims.residual(ends, values);
  if (!values.every((x) => Math.abs(x) <= left * before)) return undefined;
  const { model } = compiled;
  const known = new Map<string, number>([
    ...places.map((k) => [`next.${model.state[k - states].name}`, ends[k]] as const),
    ...compiled.parameters.flatMap((name, i) =>
      compiled.freed.includes(i) ? [] : [[`parameters.${name}`, parameters[i]] as const],
    ),
  ]);
  const { observe } = model.step(frame);
  for (const { name, body, columns } of model.views?.contacts ?? []) {
    const gap = columns.separation === undefined ? undefined : observe[columns.separation];
    if (gap === undefined || !leaves([gap]).every((leaf) => known.has(leaf.name))) continue;
    const at = evaluator(gap)((leaf) => known.get(leaf) ?? Number.NaN);
    if (at < -depth)
      return `No motion ends where the conditions ask for it: there "${body}" is ${(-1000 * at).toPrecision(3)} mm inside what ${name} touches.`;
  }
  return undefined;
}

/** The motion that is shown where there is none, and why. */
export function noMotion(shown: Found, message: string): Found {
  const status = "infeasible";
  return { ...shown, status, message, solution: { ...shown.solution, status, message } };
}
