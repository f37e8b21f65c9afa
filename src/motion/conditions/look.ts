import type { Stepwise } from "../../algebra/stepwise.js";
import { turns } from "../../solve/drive.js";
import { goingOn, onward, type Place, stateAt, stateOn } from "../compile/between.js";
import { durationName, startSlopes } from "../compile/compile-problem.js";
import type { Path } from "../compile/path.js";
import { type Setup, withDuration, withSteps } from "../compile/setup.js";
import { hasRows, isInParts } from "../compile/step.js";
import type { Course } from "../exact/course.js";
import { type March, type Marcher, marchOn } from "../march/march.js";
import type { Steps } from "../problem/grid.js";
import { type Looking, type Sight, sightsOf, timeOf } from "../trajectory/sights.js";

/** A motion and its conditions, each row at the time at which it is looked at, with exact slopes. */
export interface Look {
  readonly parameters: Float64Array;
  readonly march: March;
  readonly sights: readonly Sight[];
  /** The steps of the motion, whose duration may have been found. */
  readonly steps: Steps;
  /** ∂value/∂(freed), sights × freed. */
  readonly slopes: Float64Array;
  /** dvalue/dt of sights whose time is chosen, where that is more than rounding, else 0. */
  readonly rates: Float64Array;
  readonly further: Further;
  /** When events happen, by the rows of these; of one that is still to come, when it would at its rate at the end. */
  readonly arrivals: ReadonlyMap<number, Arrival>;
}

/** Changes that only squares of misses ask for. */
export interface Further {
  /** d²value/dt² of sights whose time is chosen; infinite at a grid point, where straight pieces meet. */
  readonly bends: Float64Array;
  /** ∂ log(share²)/∂(freed) of what must always hold, sights × freed: elements become longer and shorter. */
  readonly growths: Float64Array;
}

/** The time of an event [s], by how much it is before the end of the motion, and ∂t/∂(freed). */
export interface Arrival {
  readonly late: number;
  readonly slopes: Float64Array;
}

/** The common ground of all motions of one problem: its marcher, the path that is written, and who may stop it. */
export interface Ground {
  readonly setup: Setup;
  readonly marcher: Marcher;
  readonly path: Path;
  readonly signal: AbortSignal | undefined;
  readonly onShot: (miss: number) => void;
  /** Motions to an accuracy, in the stead of those on the grid. */
  readonly courses?: (parameters: Float64Array) => Stepwise<Course>;
}

/** True where a motion takes some hundredths of a second or more. */
export const isDear = ({ courses, setup }: Ground): boolean =>
  courses !== undefined || !hasRows(setup.compiled.kernels);

/** A rate below this part of its terms is the rounding of the time at which they cancel. */
const still = 1e-6;
/** Parts of a step between which a row is seen to bend, and parts of it that are no room for that. */
const [apart, least] = [1e-3, 1e-6];

/** Marches with sensitivities, which are kept at every grid point (points × freed × states). */
export function* marched(
  { setup, marcher, path, signal }: Ground,
  parameters: Float64Array,
): Stepwise<Course & { readonly kept: Float64Array }> {
  const { steps, compiled } = setup;
  const { states } = compiled.kernels.layout;
  const inTime = withDuration(setup, parameters);
  // steps are parts of a duration that is found: a time that stays is another part of it
  const isFound = isInParts(compiled.kernels.layout);
  const lasting = isFound ? compiled.freed.findIndex((k) => compiled.parameters[k] === durationName) : -1;
  const count = steps.h.length;
  marcher.begin(parameters, steps, path, true);
  const width = marcher.sensitivity.length;
  const kept = new Float64Array((count + 1) * width);
  kept.set(marcher.sensitivity);
  const course = (march: March): Course & { readonly kept: Float64Array } => ({
    march,
    kept,
    steps: inTime.steps,
    path,
    sensitivity({ step, part, isOnward }, f, state) {
      const at = f * states + state;
      if (isOnward)
        return (
          kept[step * width + at] + part * goingOn(kept, { width, at }, onward(path, compiled.model, step, state), step)
        );
      return (1 - part) * kept[step * width + at] + part * kept[(step + 1) * width + at];
    },
    rate({ step, isOnward }, state, factor) {
      if (isOnward) {
        const by = goingOn(path.states, { width: states, at: state }, onward(path, compiled.model, step, state), step);
        return (factor * by) / inTime.steps.h[step];
      }
      const [from, to] = [step * states + state, (step + 1) * states + state];
      return (factor * (path.states[to] - path.states[from])) / inTime.steps.h[step];
    },
    carried: (rate, place, f) => (f === lasting ? (rate * timeOf(inTime, place)) / inTime.steps.t[count] : 0),
  });
  const isTime = turns();
  for (let k = 1; ; k++) {
    const march = yield* marcher.advancing(k, signal);
    if (march.status !== "solved") return course(march);
    kept.set(marcher.sensitivity, k * width);
    if (k === count) return course(march);
    if (!isTime()) continue;
    yield;
    if (signal?.aborted) return course({ ...march, status: "cancelled" });
  }
}

/** Looks at every condition of the motion with these parameters; undefined where it breaks off, or a row is no number. */
export function* look(ground: Ground, parameters: Float64Array, how: Looking = {}): Stepwise<Look> {
  const course = yield* ground.courses?.(parameters) ?? marched(ground, parameters);
  const { march, path, steps } = course;
  const setup = withSteps(ground.setup, steps);
  yield;
  const nothing = new Float64Array(0);
  const at = parameters.slice();
  if (march.status !== "solved") {
    const further = { bends: nothing, growths: nothing };
    const unseen = { sights: [], slopes: nothing, rates: nothing, further, arrivals: new Map() };
    return { parameters: at, march, steps, ...unseen };
  }
  const sights = yield* sightsOf(setup, parameters, path, how);
  const seen = slopesAt(setup, parameters, course, sights);
  const isNumber = sights.every(({ value }) => Number.isFinite(value)) && seen.slopes.every(Number.isFinite);
  const told: March = isNumber ? march : { ...march, status: "not-finite" };
  return { parameters: at, march: told, sights, steps, ...seen };
}

/** Conditions along a motion on the grid without slopes; undefined where it breaks off, or a row is no number. */
export function* glance({ setup, marcher, path, signal }: Ground, x: Float64Array): Stepwise<Sight[] | undefined> {
  const parameters = setup.parameters.slice();
  setup.compiled.freed.forEach((k, j) => {
    parameters[k] = x[j];
  });
  marcher.begin(parameters, setup.steps, path, false);
  if ((yield* marchOn(marcher, setup.steps.h.length, signal)).status !== "solved") return undefined;
  yield;
  const sights = yield* sightsOf(withDuration(setup, parameters), parameters, path, {});
  return sights.every(({ value }) => Number.isFinite(value)) ? sights : undefined;
}

/** By how much a step gets longer with a freed value, as a part of it, less that of the whole motion. */
function growthOf({ carried, steps: { t, h } }: Course, step: number, f: number): number {
  const last = h.length - 1;
  const longer = carried(1, { step, part: 1 }, f) - carried(1, { step, part: 0 }, f);
  return longer / h[step] - carried(1, { step: last, part: 1 }, f) / t[last + 1];
}

/** dΥ = ∂Υ/∂first S₀ + ∂Υ/∂last S + ∂Υ/∂p for every sight, S = (1 − s) S_k + s S_{k+1} on a grid, and ∂Υ/∂last ẋ. */
function slopesAt(
  setup: Setup,
  parameters: Float64Array,
  course: Course,
  sights: readonly Sight[],
): Pick<Look, "slopes" | "rates" | "further" | "arrivals"> {
  const { path } = course;
  const { compiled, steps } = setup;
  const { freed, kernels } = compiled;
  const { conditions } = compiled.formulas;
  const { states } = kernels.layout;
  const n = freed.length;
  const first = startSlopes(compiled, parameters);
  const ends = new Float64Array(2 * states + parameters.length);
  ends.set(path.states.subarray(0, states));
  ends.set(parameters, 2 * states);
  const values = new Float64Array(conditions.rows);
  const entries = new Float64Array(conditions.pattern.row.length);
  const { row: rowOf, col } = conditions.pattern;
  const slopes = new Float64Array(sights.length * n);
  const rates = new Float64Array(sights.length);
  const bends = new Float64Array(sights.length);
  const growths = new Float64Array(sights.length * n);
  const arrivals = new Map<number, Arrival>();
  let before: Sight | undefined;
  sights.forEach((sight, i) => {
    const { row, step, part, chosen, event } = sight;
    if (before?.step !== step || before.part !== part || before.isOnward !== sight.isOnward) {
      stateOn(path, compiled.model, sight, ends.subarray(states, 2 * states));
      conditions.jacobian(ends, values, entries);
    }
    before = sight;
    const own = slopes.subarray(i * n, (i + 1) * n);
    if (path.exact !== undefined && sight.share !== 1)
      for (let f = 0; f < n; f++) growths[i * n + f] = growthOf(course, step, f);
    const { rate, size } = slopesOf(row, sight, own);
    if (sight.isFixed) for (let f = 0; f < n; f++) own[f] -= course.carried(rate, sight, f);
    // terms of a row that is smallest at its time cancel
    if (chosen !== "" && Math.abs(rate) > still * size) rates[i] = rate;
    if (chosen !== "") bends[i] = bendAt(sight, steps.h[step]);
    if (compiled.conditions[row].isEvent) {
      const { t } = steps;
      const of = own.map((slope) => -slope / rate);
      const late = timeOf({ steps }, sight) - t[t.length - 1] - sight.value / rate;
      if (Math.abs(rate) > still * size) arrivals.set(row, { late, slopes: of });
    }
    if (event === undefined) return;
    // an event moves with the motion: g(x(t), t) = 0 gives dt = −dg/ġ
    const of = new Float64Array(n);
    const { rate: towards, size: most } = slopesOf(event, sight, of);
    if (!(Math.abs(towards) > still * most)) return;
    for (let f = 0; f < n; f++) own[f] -= (rate * of[f]) / towards;
  });
  return { slopes, rates, further: { bends, growths }, arrivals };

  /** The slopes of a row into `by`, its rate along the step, and the size of the terms of that. */
  function slopesOf(row: number, place: Place, by: Float64Array): { rate: number; size: number } {
    let [rate, size] = [0, 0];
    for (let p = 0; p < entries.length; p++) {
      if (rowOf[p] !== row) continue;
      const c = col[p];
      const state = c - states;
      if (state >= 0 && state < states) {
        const along = course.rate(place, state, entries[p]);
        rate += along;
        size += Math.abs(along);
      }
      for (let f = 0; f < n; f++) {
        by[f] +=
          entries[p] *
          (c < states
            ? first[f * states + c]
            : state < states
              ? course.sensitivity(place, f, state)
              : c - 2 * states === f
                ? 1
                : 0);
      }
    }
    return { rate, size };
  }

  function bendAt({ row, step, part }: Sight, h: number): number {
    const by = Math.min(apart, part, 1 - part);
    if (by < least) return Number.POSITIVE_INFINITY;
    const [before, here, after] = [-by, 0, by].map((aside) => {
      stateAt(path, states, { step, part: part + aside }, ends.subarray(states, 2 * states));
      conditions.residual(ends, values);
      return values[row];
    });
    stateAt(path, states, { step, part }, ends.subarray(states, 2 * states));
    return (before - 2 * here + after) / (by * h) ** 2;
  }
}
