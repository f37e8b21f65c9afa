import { log2 } from "../../algebra/elementary/elementary.js";
import { BadInput, type Parameter, type TimeGrid } from "./problem.js";

/** Most steps that fit the memory of one machine with every row of the horizon at once. */
const mostSteps = 1_000_000;

/** The parameters that every grid declares. */
export const gridParameters: Readonly<Record<string, Omit<Parameter, "value">>> = {
  "grid.steps": { unit: "1", meaning: "number of time steps", min: 1, max: mostSteps },
  "grid.h": { unit: "s", meaning: "length of a time step", above: 0 },
  "grid.end": { unit: "s", meaning: "duration of the motion, h·steps", above: 0 },
};

/** The methods by which a motion is computed: backward Euler on the grid, or elements of high order between located events. */
export const gridMethods: readonly string[] = ["euler", "exact"];

/** The parameters of the method. */
export const methodParameters: Readonly<Record<string, Omit<Parameter, "value">>> = {
  "grid.method": {
    unit: "",
    meaning: "backward Euler on the grid, or exact: elements of high order between located events, to grid.accuracy",
    choices: gridMethods,
  },
  "grid.accuracy": {
    unit: "1",
    meaning: "error that answers may have, relative to values above their scale: beyond it they are coarse",
    min: 1e-10,
    max: 0.01,
  },
};

/** The method that a grid asks for: without a length or a number of steps there is no grid. */
export const declaredMethod = ({ steps, h, method }: TimeGrid): string =>
  method ?? (steps === undefined && h === undefined ? "exact" : "euler");

/** Steps that stand for a motion to an accuracy, whose steps nobody knows before. */
const nominalSteps = 100;

/** Steps and their length as declared; of `{ end }` alone in nominal parts. */
export function declaredSteps({ steps, h, end }: TimeGrid): { readonly steps: number; readonly h: number } {
  if (end === undefined) return { steps: steps ?? nominalSteps, h: h ?? 1 / (steps ?? nominalSteps) };
  const count = steps ?? (h === undefined ? nominalSteps : Math.round(end / h));
  return { steps: count, h: end / count };
}

/**
 * Refuses grids that say too little or the same twice; where the duration is a parameter, steps alone are enough, and a motion to
 * an accuracy needs nothing.
 * @throws {BadInput} naming the field.
 */
export function checkGrid(grid: TimeGrid, isTimed: boolean): void {
  const { steps, h, end, refine, method, accuracy } = grid;
  const refuse = (field: string, why: string): never => {
    throw new BadInput(`grid.${field}`, why);
  };
  const isAlone = steps === undefined && h === undefined;
  const isWithoutEnd = isTimed ? steps === undefined && !isAlone : steps === undefined || h === undefined;
  if (end === undefined && isWithoutEnd)
    refuse(steps === undefined ? "steps" : "h", "A grid has steps and h, one of them with the end, or the end alone.");
  if (end !== undefined && isTimed) refuse("end", "grid.end follows time here: leave it out.");
  if (end !== undefined && steps !== undefined && h !== undefined)
    refuse("end", "grid.steps and grid.h give the end: leave one of the three out.");
  if (end !== undefined && h !== undefined && Math.abs(Math.round(end / h) * h - end) > 1e-9 * end)
    refuse("end", `grid.end = ${end} s is no whole multiple of grid.h = ${h} s.`);
  if (isAlone && method === "euler") refuseAlone(isTimed);
  if (refine !== undefined && declaredMethod(grid) === "exact")
    refuse("refine", "The method exact chooses its own steps: ask for an accuracy instead of grid.refine.");
  const { min = 0, max = 1 } = methodParameters["grid.accuracy"];
  if (accuracy !== undefined && !(accuracy >= Number(min) && accuracy <= Number(max)))
    refuse("accuracy", `grid.accuracy must be from ${min} to ${max}, it is ${accuracy}.`);
}

/** The accuracy of the method exact, and of grids that are refined, where none is asked for. */
export const defaultAccuracy = 1e-4;

/** A motion that is computed to an accuracy instead of on a grid. */
export interface ExactGrid {
  readonly accuracy: number;
  readonly end: number;
}

/**
 * The method exact where it is asked for: the duration is `grid.end`, else that of the declared grid or the parameter `time`.
 * @throws {BadInput} where steps are set beside it.
 */
export function resolveExact(
  declared: TimeGrid,
  set: Readonly<Record<string, number>>,
  method: string,
  time?: number,
): ExactGrid | undefined {
  if (method !== "exact") return undefined;
  for (const name of ["grid.h", "grid.steps", "grid.tolerance"])
    if (set[name] !== undefined)
      throw new BadInput(
        name,
        `grid.method = exact chooses its own steps: set grid.accuracy${name === "grid.tolerance" ? "" : " and grid.end"} instead of ${name}.`,
      );
  const accuracy = set["grid.accuracy"] ?? declared.accuracy ?? defaultAccuracy;
  const { steps, h } = declaredSteps(declared);
  if (time === undefined) return { accuracy, end: set["grid.end"] ?? declared.end ?? steps * h };
  return { accuracy, end: dividedTime(declared, set, time).end };
}

/** Parameters that a grid that refines declares besides. */
export const refineParameters: Readonly<Record<string, Omit<Parameter, "value">>> = {
  "grid.tolerance": { unit: "1", meaning: "change of the freed values at which refinement stops", above: 0, max: 1 },
};

/** The ends of the steps: t[0] = 0 … t[N] = end, and h[k] = t[k+1] − t[k]. */
export interface Steps {
  readonly t: Float64Array;
  readonly h: Float64Array;
  /** Of halved steps: for each the 1-based number of the declared step that it is a part of. */
  readonly declared?: Int32Array;
  /** Inputs of every step, row by row, where they were found or recorded instead of given by formulas. */
  readonly inputs?: Float64Array;
}

/** The 1-based number of the declared step that step k is or belongs to: what schedules go by. */
export function declaredStep({ declared }: Steps, k: number): number {
  return declared === undefined ? k + 1 : declared[k];
}

/** The inputs of steps that are known to have them. */
export function recordedInputs({ inputs }: Steps): Float64Array {
  if (inputs === undefined) throw new RangeError("these steps have no inputs of their own");
  return inputs;
}

/** How often the declared step of step k was halved, down to step k. */
export function halvings({ h, declared }: Steps, k: number): number {
  if (declared === undefined) return 0;
  let whole = 0;
  for (let i = 0; i < h.length; i++) if (declared[i] === declared[k]) whole += h[i];
  return Math.round(log2(whole / h[k]));
}

/** The same steps with step k in two halves. */
export function halve(steps: Steps, k: number): Steps {
  const { t, h } = steps;
  const half = h[k] / 2;
  const numbers = Array.from(h, (_, i) => declaredStep(steps, i));
  return {
    t: Float64Array.from([...t.slice(0, k + 1), t[k] + half, ...t.slice(k + 1)]),
    h: Float64Array.from([...h.slice(0, k), half, half, ...h.slice(k + 1)]),
    declared: Int32Array.from([...numbers.slice(0, k + 1), ...numbers.slice(k)]),
  };
}

/**
 * The grid that is meant: setting one of `steps` or `h` keeps the other and moves `end`; setting `end` keeps `h`; any
 * two may be set. Where a parameter `time` is the duration, h = time/steps, and only `steps` may be set.
 * @throws {BadInput} where three are set and disagree, or where `end` is no multiple of `h`.
 */
export function resolveGrid(
  declared: TimeGrid,
  set: Readonly<Record<string, number>>,
  time?: number,
): { steps: number; h: number; end: number } {
  const own = declaredSteps(declared);
  const { "grid.steps": steps } = set;
  const isAlone = declared.steps === undefined && declared.h === undefined;
  if (isAlone && steps === undefined && (time !== undefined || set["grid.h"] === undefined))
    refuseAlone(time !== undefined);
  if (time !== undefined) return dividedTime(declared, set, time);
  const isWhole = steps !== undefined && set["grid.h"] !== undefined;
  const { "grid.h": h = own.h, "grid.end": end = isAlone && !isWhole ? declared.end : undefined } = set;
  const count = steps ?? (end === undefined ? own.steps : Math.round(end / h));
  checkSteps(count, steps === undefined && end !== undefined ? "grid.end" : "grid.steps");
  if (end === undefined) return { steps: count, h: checkStep(h), end: count * h };
  if (steps !== undefined && set["grid.h"] === undefined) return { steps, h: end / steps, end };
  if (Math.abs(count * h - end) <= 1e-9 * end) return { steps: count, h: checkStep(h), end };
  throw new BadInput(
    "grid.end",
    steps === undefined
      ? `grid.end = ${end} s is no whole multiple of grid.h = ${h} s; set grid.steps beside it.`
      : `grid.steps = ${steps}, grid.h = ${h} and grid.end = ${end} disagree: set two of them.`,
  );
}

/** Steps of backward Euler need to be told how many they are, or how long. */
function refuseAlone(isTimed: boolean): never {
  const [other, alone] = isTimed ? ["", "time"] : ["grid.h or ", "end"];
  throw new BadInput(
    "grid.steps",
    `grid.method = euler needs ${other}grid.steps here: the problem declares its ${alone} alone.`,
  );
}

function dividedTime(declared: TimeGrid, set: Readonly<Record<string, number>>, time: number) {
  for (const name of ["grid.h", "grid.end"])
    if (set[name] !== undefined) throw new BadInput(name, `${name} follows time and grid.steps here: set those.`);
  const steps = set["grid.steps"] ?? declaredSteps(declared).steps;
  checkSteps(steps, "grid.steps");
  return { steps, h: time / steps, end: time };
}

function checkSteps(count: number, field: string): void {
  if (!Number.isInteger(count) || count < 1 || count > mostSteps)
    throw new BadInput(field, `${field} must give a whole number of steps from 1 to ${mostSteps}, it gives ${count}.`);
}

function checkStep(h: number): number {
  if (h > 0 && h < Number.POSITIVE_INFINITY) return h;
  throw new BadInput("grid.h", `grid.h must be a finite number above 0 s, it is ${h}.`);
}

/** Equal steps. */
export function uniform(steps: number, h: number): Steps {
  return { t: Float64Array.from({ length: steps + 1 }, (_, k) => k * h), h: new Float64Array(steps).fill(h) };
}

/** Every step in so many parts, which hold the inputs of the step that they are of, `width` numbers a step. */
export function inParts(steps: Steps, parts: number, width: number): Steps {
  const n = steps.h.length;
  const h = new Float64Array(parts * n);
  const t = new Float64Array(parts * n + 1);
  const declared = new Int32Array(parts * n);
  for (let k = 0; k < n; k++)
    for (let i = 0; i < parts; i++) {
      const m = parts * k + i;
      h[m] = steps.h[k] / parts;
      t[m + 1] = i + 1 < parts ? steps.t[k] + (i + 1) * h[m] : steps.t[k + 1];
      declared[m] = declaredStep(steps, k);
    }
  if (steps.inputs === undefined) return { t, h, declared };
  const given = recordedInputs(steps);
  const inputs = new Float64Array(parts * n * width);
  for (let m = 0; m < parts * n; m++) {
    const k = Math.floor(m / parts);
    inputs.set(given.subarray(k * width, (k + 1) * width), m * width);
  }
  return { t, h, declared, inputs };
}
