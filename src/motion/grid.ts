import { BadInput, type Parameter, type TimeGrid } from "./problem.js";

/** Most steps that fit the memory of one machine with every row of the horizon at once. */
const mostSteps = 1_000_000;

/** The parameters that every grid declares. */
export const gridParameters: Readonly<Record<string, Omit<Parameter, "value">>> = {
  "grid.steps": { unit: "1", meaning: "number of time steps", min: 1, max: mostSteps },
  "grid.h": { unit: "s", meaning: "length of a time step", above: 0 },
  "grid.end": { unit: "s", meaning: "duration of the motion, h·steps", above: 0 },
};

/** The ends of the steps: t[0] = 0 … t[N] = end, and h[k] = t[k+1] − t[k]. */
export interface Steps {
  readonly t: Float64Array;
  readonly h: Float64Array;
}

/**
 * The grid that is meant: setting one of `steps` or `h` keeps the other and moves `end`; setting `end` keeps `h`; any
 * two may be set.
 * @throws {BadInput} where three are set and disagree, or where `end` is no multiple of `h`.
 */
export function resolveGrid(
  declared: TimeGrid,
  set: Readonly<Record<string, number>>,
): Required<TimeGrid> & { end: number } {
  const { "grid.steps": steps, "grid.h": h, "grid.end": end } = set;
  if (steps !== undefined && !Number.isInteger(steps))
    throw new BadInput("grid.steps", `grid.steps must be a whole number from 1 to ${mostSteps}, it is ${steps}.`);
  if (end === undefined) {
    const n = steps ?? declared.steps;
    const step = h ?? declared.h;
    return { steps: n, h: step, end: n * step };
  }
  if (steps !== undefined && h === undefined) return { steps, h: end / steps, end };
  const step = h ?? declared.h;
  const count = Math.round(end / step);
  if (count < 1 || count > mostSteps || Math.abs(count * step - end) > 1e-9 * end)
    throw new BadInput(
      "grid.end",
      `grid.end = ${end} s is no whole multiple of grid.h = ${step} s; set grid.steps beside it.`,
    );
  if (steps !== undefined && steps !== count)
    throw new BadInput(
      "grid.end",
      `grid.steps = ${steps}, grid.h = ${h} and grid.end = ${end} disagree: set two of them.`,
    );
  return { steps: count, h: step, end };
}

/** Equal steps. */
export function uniform(steps: number, h: number): Steps {
  return { t: Float64Array.from({ length: steps + 1 }, (_, k) => k * h), h: new Float64Array(steps).fill(h) };
}
