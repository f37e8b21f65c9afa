import { sentences } from "../../checks/words.js";
import { isExpr, leaves } from "../../expr/expr.js";
import type { Setup } from "../compile/setup.js";
import type { FoundError } from "../exact/exact.js";
import type { Compared, GridError } from "../grid-error/grid-error.js";
import { step } from "../problem/inputs.js";
import type { Settings } from "../problem/parameters.js";
import type { Problem } from "../problem/problem.js";
import type { Result } from "../result.js";

/** The error of a design's grid, by steps of a tenth. */
type FinerGrid = GridError & { readonly fineH: number };

type Values = Readonly<Record<string, number | null>>;

/** The part of h with which a motion is simulated again: backward Euler then has a tenth of its error. Elements keep a tenth of theirs. */
export const parts = 10;
/** Steps of the finer grid: more are not worth the wait. */
const mostSteps = 200_000;
/** Settings of a grid that stay: a motion that is declared to an accuracy may be asked for in steps. */
const kept: ReadonlySet<string> = new Set(["grid.tolerance", "grid.method"]);
/** A change by more, relative to values above one, is large. */
const large = 1e-2;

/**
 * The settings of the same motion on steps of h/10, or of another part; undefined where the finer grid would be another motion (inputs by
 * the number of the step) or too long.
 */
export function finerSettings(
  problem: Problem,
  { compiled, steps }: Setup,
  set: Settings,
  into: number = parts,
): Settings | undefined {
  const byStep = Object.values(problem.inputs ?? {}).some((of) => !isExpr(of) || leaves([of]).includes(step));
  if (byStep || into * steps.h.length > mostSteps) return undefined;
  const others = Object.entries(set).filter(([name]) => !name.startsWith("grid.") || kept.has(name));
  // where a parameter `time` is the duration, it gives the length of a step
  const h = compiled.parameters.includes("time") ? {} : { "grid.h": steps.h[0] / into };
  return { ...Object.fromEntries(others), "grid.steps": into * steps.h.length, ...h };
}

/** The formulas among the values of a motion on both grids; counts of steps are no values of the motion itself. */
export function gridErrorOf({ compiled, steps }: Setup, own: Values, finer: Values): FinerGrid {
  const values = comparedValues(compiled.problem, own, finer);
  return { h: steps.h[0], fineH: steps.h[0] / parts, values, steps: parts * steps.h.length };
}

function comparedValues({ values: declared }: Problem, own: Values, finer: Values): Record<string, Compared> {
  const values: Record<string, Compared> = {};
  for (const [name, { of }] of Object.entries(declared)) {
    const [here, there] = [own[name], finer[name]];
    if (isExpr(of) && typeof here === "number" && typeof there === "number")
      values[name] = { value: here, fine: there };
  }
  return values;
}

/** A design by the method exact with the error that a finer computation finds in its values, too; `coarse` beyond the accuracy. */
export function confirmed(best: Result, fine: Result, accuracy: number): Result {
  const { trajectory, problem, message } = best;
  const { certificate } = trajectory;
  const error = worstOfValues({ values: comparedValues(problem, best.values, fine.values) }, certificate.gridError);
  const told = {
    ...trajectory,
    certificate: { ...certificate, gridError: { ...error, step: 0, limit: accuracy } },
  };
  const size = `A finer computation moves it by ${error.value.toExponential(1)} (${error.row})`;
  if (error.value <= accuracy)
    return { ...best, trajectory: told, message: sentences(message, `${size}, within the accuracy ${accuracy}.`) };
  const why = `${size}, more than the accuracy ${accuracy}: set grid.accuracy to what is needed.`;
  // a search that did not end is no better for that
  const status = best.status === "solved" ? "coarse" : best.status;
  return { ...best, status, message: sentences(why, message), trajectory: { ...told, status: "coarse" } };
}

/** The value that changes most, in parts of values above one, or what of the states is known to change more. */
export function worstOfValues(
  { values }: Pick<GridError, "values">,
  known: FoundError = { value: 0, row: "" },
): FoundError {
  let worst: FoundError = { value: known.value, row: known.row };
  for (const [row, { value: own, fine }] of Object.entries(values)) {
    const value = Math.abs(fine - own) / (1 - 1 / parts) / Math.max(1, Math.abs(fine));
    if (!(value <= worst.value)) worst = { value, row };
  }
  return worst;
}

/** "At h/10 = 1e-4 s end.x is 2.25 instead of 2.5: the grid error is large." The value that changes most is named. */
export function gridErrorInWords({ fineH, values }: FinerGrid): string {
  const size = ({ value, fine }: { value: number; fine: number }): number =>
    Math.abs(fine - value) / Math.max(1, Math.abs(fine));
  const [most] = Object.entries(values).sort(([, a], [, b]) => size(b) - size(a));
  if (most === undefined) return "";
  const [name, pair] = most;
  const verdict = size(pair) > large ? ": the grid error is large." : ".";
  return `Simulated again with h/${parts} = ${fineH.toPrecision(3)} s, ${name} is ${pair.fine.toPrecision(5)} instead of ${pair.value.toPrecision(5)}${verdict}`;
}
