import { sentences } from "../../checks/words.js";
import { exactRefusal, type Setup } from "../compile/setup.js";
import { isOptimal } from "../problem/objective.js";
import type { Result } from "../result.js";
import type { Compared, Estimate, GridError } from "./grid-error.js";

/** Most steps that a sentence proposes. */
const mostSteps = 1_000_000;
/** A change by less, relative to values above one, is not worth a sentence. */
const small = 1e-6;
/** Numbers that differ are told apart by so many digits at most. */
const mostDigits = 15;
/** An error that falls as steps do is a little more on coarse grids. */
const margin = 1.1;
/** Values that a sentence names. */
const named = 3;

/**
 * A result with the error of its grid: in its certificate, with the values of the finer motion beside, and `coarse` where an
 * accuracy was asked for that it does not keep, or that nothing confirms. Without one the status stays.
 */
export function judged(result: Result, setup: Setup, estimate: Estimate | undefined): Result {
  const { accuracy, tolerance } = setup;
  const isMotion = result.status === "solved" || result.status === "feasible";
  if (estimate === undefined) {
    if (accuracy === undefined || setup.exact !== undefined || !isMotion) return result;
    return coarse(
      result,
      `Nothing confirms grid.accuracy = ${accuracy}: no finer motion of this problem was computed.`,
    );
  }
  const { error, gridError, isLost } = estimate;
  const { trajectory, run, problem } = result;
  const limit = accuracy === undefined ? {} : { limit: accuracy };
  const certified: Result = {
    ...result,
    run: { ...run, gridError },
    trajectory: {
      ...trajectory,
      certificate: { ...trajectory.certificate, gridError: { ...error, step: 0, ...limit } },
    },
  };
  const replay = isOptimal(problem) ? replayInWords(gridError) : undefined;
  const size = `Grid error ${error.value.toExponential(1)} (${error.row})`;
  const lost =
    isLost && isMotion
      ? `${size}: finer motions have no launch beside this one, and end elsewhere from it.`
      : undefined;
  const told = { ...certified, message: sentences(result.message, replay, lost) };
  if (accuracy !== undefined && !(error.value <= accuracy) && isMotion)
    return coarse(
      certified,
      `${size}, more than the accuracy ${accuracy}: ${whatToSet(result, setup, error.value / accuracy)}.`,
      replay,
    );
  if (tolerance === undefined || error.value <= tolerance || !isMotion) return told;
  return { ...told, message: sentences(told.message, `${size}, more than the tolerance ${tolerance} of the problem.`) };
}

function coarse(result: Result, why: string, replay?: string): Result {
  const message = sentences(why, replay, result.message);
  return { ...result, status: "coarse", message, trajectory: { ...result.trajectory, status: "coarse" } };
}

/** "set grid.steps = 4000, or grid.method = exact": backward Euler's error falls as its steps do. */
function whatToSet({ problem, trajectory }: Result, { compiled }: Setup, factor: number): string {
  const steps = Math.ceil((trajectory.t.length - 1) * factor * margin);
  const exact = exactRefusal(compiled) === undefined && !isOptimal(problem) ? "grid.method = exact" : undefined;
  const finer = steps <= mostSteps ? `grid.steps = ${steps}` : undefined;
  const ways = [finer, exact].filter((way) => way !== undefined);
  return ways.length === 0 ? "set a larger grid.accuracy" : `set ${ways.join(", or ")}`;
}

/** "The same inputs by the method exact give arrival.z = −1.21 instead of −0.5." The values that change most are named. */
function replayInWords({ fineH, values }: GridError): string | undefined {
  const size = ({ value, fine }: Compared): number => Math.abs(fine - value) / Math.max(1, Math.abs(fine));
  const most = Object.entries(values)
    .filter(([, pair]) => size(pair) >= small)
    .sort(([, a], [, b]) => size(b) - size(a))
    .slice(0, named)
    .map(([name, { value, fine }]) => {
      let digits = 5;
      while (digits < mostDigits && fine.toPrecision(digits) === value.toPrecision(digits)) digits++;
      return `${name} = ${fine.toPrecision(digits)} instead of ${value.toPrecision(digits)}`;
    });
  if (most.length === 0) return undefined;
  const how = fineH === undefined ? "by the method exact" : `with steps of ${fineH.toPrecision(3)} s`;
  return `The same inputs ${how} give ${most.join(", ")}.`;
}
