import type { Stepwise } from "../../algebra/stepwise.js";
import { emptyPath, type Path } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { type March, type Marcher, marchOn } from "../march/march.js";
import { type Steps, uniform } from "../problem/grid.js";
import type { Parameter, Problem } from "../problem/problem.js";
import type { Recording } from "./fitting.js";

/** Unknowns that every question may ask for, whatever the problem declares: how a recording's clock goes. */
const clocks: Readonly<Record<"clock.offset" | "clock.rate", Parameter>> = {
  "clock.offset": { value: 0, unit: "s", meaning: "how long the motion goes on when the first row is taken" },
  "clock.rate": {
    value: 1,
    unit: "1",
    meaning: "seconds of the motion in a second of the recording's clock",
    above: 0,
  },
};

/** The problem with those unknowns of a clock that are asked for. */
export function withClock(problem: Problem, names: readonly string[]): Problem {
  const asked = Object.entries(clocks).filter(
    ([name]) => names.includes(name) && !Object.hasOwn(problem.parameters, name),
  );
  return asked.length === 0
    ? problem
    : { ...problem, parameters: { ...problem.parameters, ...Object.fromEntries(asked) } };
}

/** The way from row to row of a recording: where each row is on the steps of its motion. */
export interface Walk {
  /** The motion that was marched last. */
  readonly path: Path;
  /** The times of the rows on the motion [s]. */
  times(parameters: Float64Array): Float64Array;
  /** Goes with shorter steps from now on, where one that leads to a row cannot be solved; false where they are as short as may be. */
  refine(row: number): boolean;
  /** Marches to rows one after the other, and shows each; answers the row before which the march breaks off. */
  go(parameters: Float64Array, wanted: readonly number[], withSlopes: boolean, see: See): Stepwise<number | undefined>;
  /** The motion until the last of the wanted rows, which were just gone to, as trajectories are made of it. */
  whole(parameters: Float64Array, wanted: readonly number[]): Stepwise<Whole>;
}

/** A motion with its steps, and how many of them are finished. */
export interface Whole {
  readonly setup: Setup;
  readonly path: Path;
  readonly count: number;
  /** Of a motion to an accuracy that no finer computation confirms: what that says. */
  readonly doubt?: string;
}

/** Told of the k-th of the wanted rows: the march, the states there, and their slopes by what is unknown. */
export type See = (k: number, march: March, state: Float64Array, sensitivity: Float64Array) => void;

/** Steps that cannot be solved are divided into at most so many. */
export const finest = 16;

/** A clock: places of its unknowns, −1 where one is known, and when the motion has rows of a recording. */
export interface Clock {
  readonly offset: number;
  readonly rate: number;
  /** offset + rate (t_i − t_0) [s]. */
  times(parameters: Float64Array, t: Float64Array): Float64Array;
}

/** The clock of a motion, which is that of its recording where nothing else is asked for; a later piece begins with its first row. */
export function clockOf({ compiled: { freed, parameters: names } }: Setup, isLater = false): Clock {
  const unknown = (name: string): number => freed.indexOf(names.indexOf(name));
  const shown = (parameters: Float64Array, name: keyof typeof clocks): number => {
    const at = names.indexOf(name);
    return at < 0 ? Number(clocks[name].value) : parameters[at];
  };
  return {
    offset: isLater ? -1 : unknown("clock.offset"),
    rate: unknown("clock.rate"),
    times(parameters, t) {
      const offset = isLater ? 0 : shown(parameters, "clock.offset");
      const rate = shown(parameters, "clock.rate");
      return t.map((time) => offset + rate * (time - t[0]));
    },
  };
}

/** True where a motion has a clock of its own. */
export const hasClock = ({ compiled: { parameters } }: Setup): boolean =>
  Object.keys(clocks).some((name) => parameters.includes(name));

/** Steps with the numbers of those declared ones that they lie in, where there are inputs: these go by them. */
export function numbered(steps: Steps, { compiled, steps: declared }: Setup): Steps {
  if (compiled.model.inputs.length === 0) return steps;
  const { t, h } = steps;
  const of = declared.declared;
  const [part] = declared.h;
  // what judges a fit divides every declared step in as many
  const whole = of === undefined ? part : part * (1 + of.lastIndexOf(of[0]));
  return { t, h, declared: Int32Array.from(h, (length, k) => 1 + Math.floor((t[k] + 0.5 * length) / whole)) };
}

/**
 * The walk of a recording whose clock is not that of the motion: row i is at t = offset + rate (t_i − t_0), on a straight line
 * between two steps of one length, so that ∂x/∂offset = ẋ and ∂x/∂rate = ẋ (t_i − t_0).
 */
export function walkByClock(declared: Setup, { t }: Recording, marcher: Marcher, clock: Clock): Walk {
  const { states } = declared.compiled.kernels.layout;
  let h = declared.steps.h[0];
  let setup = declared;
  let path = emptyPath(declared.compiled.kernels, 1);
  const rows = new Int32Array(t.length);
  const timesOf = (parameters: Float64Array): Float64Array => clock.times(parameters, t);

  function place(parameters: Float64Array, last: number): Float64Array {
    const times = timesOf(parameters);
    const count = Math.max(1, Math.ceil(times[last] / h));
    if (count !== setup.steps.h.length || setup === declared) {
      setup = withSteps(declared, numbered(uniform(count, h), declared));
      path = emptyPath(declared.compiled.kernels, count);
    }
    // what is before the start is on the straight line of the first step
    times.forEach((time, i) => {
      rows[i] = Math.min(count, Math.max(1, Math.ceil(time / h)));
    });
    return times;
  }

  function* go(
    parameters: Float64Array,
    wanted: readonly number[],
    withSlopes: boolean,
    see: See,
  ): Stepwise<number | undefined> {
    const times = place(parameters, Math.max(...wanted));
    marcher.begin(parameters, setup.steps, path, withSlopes);
    const [before, after] = [marcher.sensitivity.slice(), marcher.sensitivity.slice()];
    const [state, sensitivity] = [new Float64Array(states), new Float64Array(before.length)];
    let reached = 0;
    let march: March | undefined;
    for (const [k, i] of wanted.entries()) {
      const end = rows[i];
      if (end - 1 > reached) march = yield* marchOn(marcher, end - 1, undefined);
      if (end > reached) {
        before.set(marcher.sensitivity);
        if (march === undefined || march.status === "solved") march = yield* marchOn(marcher, end, undefined);
        after.set(marcher.sensitivity);
        reached = end;
      }
      if (march?.status !== "solved") return i;
      const part = (times[i] - (end - 1) * h) / h;
      for (let s = 0; s < states; s++) {
        const [a, b] = [path.states[(end - 1) * states + s], path.states[end * states + s]];
        state[s] = a + part * (b - a);
        for (let at = s; at < sensitivity.length; at += states)
          sensitivity[at] = before[at] + part * (after[at] - before[at]);
        if (clock.offset >= 0) sensitivity[clock.offset * states + s] += (b - a) / h;
        if (clock.rate >= 0) sensitivity[clock.rate * states + s] += ((b - a) / h) * (t[i] - t[0]);
      }
      see(k, march, state, sensitivity);
    }
    return undefined;
  }

  return {
    get path() {
      return path;
    },
    times: timesOf,
    go,
    *whole(_, wanted) {
      yield;
      return { setup, path, count: rows[wanted[wanted.length - 1]] };
    },
    refine() {
      h /= 2;
      setup = declared;
      return h * finest >= declared.steps.h[0];
    },
  };
}
