import type { Matrix } from "ml-matrix";
import { hypot } from "../../../algebra/elementary/elementary.js";
import { leastNorm } from "../../boundary/bounded-step.js";
import type { BoundaryTask } from "../../boundary/guess.js";
import { landing } from "../../boundary/shot.js";
import type { Accepted, ExactMarch } from "../../exact/asked.js";
import { exactEnds, withFreed } from "../../exact/boundary.js";
import { endOf, walkerOf } from "../../exact/exact.js";
import { heldInputs } from "../../exact/held.js";
import { limitsOf } from "./limits.js";
import { pastOf } from "./past.js";

/** One motion of a search: its freed values, the events on its way, and where it says that conditions are met. */
export interface Track {
  readonly values: readonly number[];
  /** Contacts that are struck and matter to the conditions, or switches that are passed, in their order. */
  readonly events: readonly string[];
  readonly sights: readonly Sighting[];
  /** True where the motion breaks off: what it would show is not known. */
  readonly isLost: boolean;
}

/** A place of a track from which a step of Newton's method leads to the conditions. */
export interface Sighting {
  /** The events before it. */
  readonly window: string;
  /** The freed values there: a freed time is one in the element that begins at the place. */
  readonly from: readonly number[];
  /** The change of them that would meet the conditions. */
  readonly step: readonly number[];
  /** How far the time to which it leads lies outside of that element, in parts of it. */
  readonly outside: number;
  /** How far the conditions are missed there [own units]. */
  readonly miss: number;
}

/** Error of an element of a track [parts of scales]. */
const roughly = 1e-4;
/** The longest element of a track, as a part of it. */
const longest = 1 / 16;
/** A step meets the conditions where it leaves no more of them than this part: else they do not move with it. */
const left = 1e-6;
/** A time this part of an element before it, or behind, is still looked for from there. */
const beside = 2;
/** A time from which is gone on is no later in its element than at this part. */
const late = 0.95;

/** The start of an element, and how the state and the time there follow what is freed. */
interface Place {
  readonly t: number;
  readonly h: number;
  readonly state: Float64Array;
  readonly slopes: Float64Array;
  readonly times: Float64Array;
  readonly sensitivity: Float64Array;
  readonly struck: number;
}

/** A march, and all that was noted on the way. */
interface Seen {
  readonly places: readonly Place[];
  readonly struck: readonly string[];
  readonly marched: ExactMarch;
  readonly isBroken: boolean;
}

/** The place of `time` among the freed values; −1 where the end stays. */
export const endingOf = ({ setup: { compiled } }: Pick<BoundaryTask, "setup">): number =>
  compiled.freed.findIndex((index) => compiled.parameters[index] === "time");

/**
 * Marches once and notes from where conditions can be met. A freed `time` is not marched to: every place of the motion is an
 * end that it may have. The motion ends where a limit is passed, which counts as its last event, and behind the `window` that
 * is asked for: events that matter only come to those before.
 */
export function* trackOf(task: BoundaryTask, values: readonly number[], window?: string): Generator<undefined, Track> {
  const { setup, signal } = task;
  const parameters = withFreed(setup, values);
  const limits = limitsOf(setup, parameters);
  const ending = endingOf(task);
  const struck: string[] = [];
  const places: Place[] = [];
  let broken: string | undefined;
  const past = pastOf(setup.compiled);
  const isBehind = (): boolean => window !== undefined && past(struck).join().length > window.length;
  const look = (state: Float64Array): void => {
    const before = places.at(-1);
    if (before !== undefined) broken ??= limits.passedBetween(before.state, state);
  };
  const marched = yield* walkerOf(task).march(parameters, {
    end: endOf(setup, parameters),
    tolerance: roughly,
    sensitivities: true,
    signal,
    held: heldInputs(setup, parameters),
    notes: {
      longest,
      stop: () => broken !== undefined || (ending >= 0 && isBehind()),
      accept(start, h, sensitivity) {
        look(start.state);
        if (broken === undefined) places.push(placeOf(start, { h, sensitivity, struck: struck.length }));
      },
      rest() {},
      struck: (contact) => struck.push(contact),
    },
  });
  look(marched.state);
  yield;
  const seen: Seen = { places, struck, marched, isBroken: broken !== undefined };
  const isLost = broken === undefined && marched.status !== "solved";
  return { values, events: eventsOf(task, seen), sights: sightsOf(task, parameters, seen), isLost };
}

function placeOf(
  { t, state, slopes, times }: Accepted,
  { h, sensitivity, struck }: Pick<Place, "h" | "sensitivity" | "struck">,
): Place {
  const copies = { state: state.slice(), slopes: slopes.slice(), times: times.slice() };
  return { t, h, ...copies, sensitivity: sensitivity.slice(), struck };
}

/** Compliant contacts are not struck: the switches that elements end on are then the events. */
function eventsOf({ setup }: BoundaryTask, { struck, marched }: Seen): readonly string[] {
  if (struck.length > 0) return pastOf(setup.compiled)(struck);
  return marched.elements.flatMap(({ event, modes }) => (event < 0 ? [] : [`${event} ${modes[event]}`]));
}

/** The places of a motion whose conditions move with what is freed. */
function sightsOf(task: BoundaryTask, parameters: Float64Array, seen: Seen): Sighting[] {
  const { places, struck, marched, isBroken } = seen;
  const ending = endingOf(task);
  const { setup } = task;
  const { compiled } = setup;
  const { freed } = compiled;
  const march = { status: "solved", steps: 0, iterations: 0, residual: 0, failure: undefined } as const;
  const valuesAt = (t: number): number[] => freed.map((index, j) => (j === ending ? t : parameters[index]));
  if (ending < 0) {
    if (isBroken || marched.status !== "solved") return [];
    const { sensitivity } = marched;
    const shot = landing(setup, parameters, { march, ends: exactEnds(setup, parameters, marched), sensitivity });
    const step = newtonStep(shot);
    const window = eventsOf(task, seen).join();
    return step === undefined
      ? []
      : [{ window, from: valuesAt(marched.t), step, outside: 0, miss: hypot(...shot.values) }];
  }
  const at = parameters.slice();
  const past = pastOf(compiled);
  return places.flatMap(({ t, h, state, slopes, times, sensitivity: carried, struck: before }, i) => {
    at[freed[ending]] = t;
    const sensitivity = carried.slice();
    const states = state.length;
    // ∂x/∂p at a time that stays is S − ẋ ∂t/∂p, and ∂x/∂t = ẋ
    for (let f = 0; f < freed.length; f++)
      for (let k = 0; k < states; k++) sensitivity[f * states + k] += (f === ending ? 1 : -times[f]) * slopes[k];
    const ends = exactEnds(setup, at, { ...marched, state });
    const shot = landing(setup, at, { march, ends, sensitivity });
    const step = newtonStep(shot);
    if (step === undefined) return [];
    const outside = Math.max(0, -step[ending] / h, step[ending] / h - 1);
    if (!(outside <= beside)) return [];
    const elements = marched.elements.slice(0, i);
    const window =
      struck.length > 0
        ? past(struck.slice(0, before))
        : eventsOf(task, { ...seen, marched: { ...marched, elements } });
    const part = Math.min(late, Math.max(1 - late, step[ending] / h)) * h;
    const from = valuesAt(t + part);
    return [
      {
        window: window.join(),
        from,
        step: step.with(ending, step[ending] - part),
        outside,
        miss: hypot(...shot.values),
      },
    ];
  });
}

/** −D⁻¹Υ; undefined where the conditions do not move with it. */
function newtonStep({ values, jacobian }: { values: Float64Array; jacobian: Matrix }): number[] | undefined {
  if (!values.every(Number.isFinite) || !jacobian.to1DArray().every(Number.isFinite)) return undefined;
  const step = leastNorm(jacobian, values).map((x) => -x);
  const isMet = [...values].every((value, i) => {
    const rest = step.reduce((sum, x, j) => sum + jacobian.get(i, j) * x, value);
    return Math.abs(rest) <= left * Math.abs(value) + Number.EPSILON;
  });
  return isMet && step.every(Number.isFinite) ? step : undefined;
}
