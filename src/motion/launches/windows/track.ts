import type { Matrix } from "ml-matrix";
import { hypot } from "../../../algebra/elementary/elementary.js";
import { once } from "../../../algebra/once.js";
import { leastNorm } from "../../boundary/bounded-step.js";
import type { BoundaryTask } from "../../boundary/guess.js";
import { turnOf } from "../../boundary/rank.js";
import { landing, type Shot } from "../../boundary/shot.js";
import { basis, basisSlope } from "../../compile/between.js";
import type { Accepted, ExactMarch } from "../../exact/asked.js";
import { exactEnds, withFreed } from "../../exact/boundary.js";
import { type Element, joined } from "../../exact/element.js";
import { endOf, longestUnseen, walkerOf } from "../../exact/exact.js";
import { heldInputs } from "../../exact/held.js";
import { type Beside, passing } from "./hidden.js";
import { limitsOf } from "./limits.js";
import { pastOf } from "./past.js";

/** One motion of a search: its freed values, the events on its way, and where it says that conditions are met. */
export interface Track {
  readonly values: readonly number[];
  /** Contacts that are struck and matter to the conditions, or switches that are passed, in their order. */
  readonly events: readonly string[];
  /** All contacts that are struck, or else these events. */
  readonly strikes: readonly string[];
  readonly sights: readonly Sighting[];
  /** Made where it is asked for: most motions are not judged by it. */
  readonly beside: () => Beside;
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
  /** When the motion is nearest to the conditions [s], where the time is freed, else zero. */
  readonly time: number;
  /** Of two motions on different sides there is a launch between; zero where there are no sides. */
  readonly side: number;
  /** The sign of det ∂Υ/∂(freed). */
  readonly turn: number;
  /** How far that lies outside of the element, in parts of it; infinite of a whole window that comes nearest far outside of itself. */
  readonly outside: number;
  /** How far the conditions are missed there [own units]. */
  readonly miss: number;
}

/** Error of an element of a track [parts of scales]. */
const roughly = 1e-4;
/** A step meets the conditions where it leaves no more of them than this part: else they do not move with it. */
const left = 1e-6;
/** A time this part of an element before it, or behind, is still looked for from there. */
const beside = 2;
/** Steps along an element to the time at which one of its places comes nearest, and what is none of them, in parts of it. */
const [mostAlong, none] = [6, 1e-3];
/** Two places of a motion that say so nearly the same time [parts of their elements] say the same. */
const sameTime = 0.1;
/** In an element what moves by no more than this part of what is missed stands still: where it goes is rounding. */
const still = 1e-9;
/** A time from which is gone on is no later in its element than at this part. */
const late = 0.95;

/** An element: the states at its start and its stages, and how they and the times of both ends follow what is freed. */
interface Place {
  readonly t: number;
  readonly h: number;
  readonly state: Float64Array;
  readonly stages: Float64Array;
  readonly times: readonly Float64Array[];
  /** Of its start, states × freed, and of its stages, stages × freed × states. */
  readonly sensitivities: readonly Float64Array[];
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
  const { element, march } = walkerOf(task);
  const marched = yield* march(parameters, {
    end: endOf(setup, parameters),
    tolerance: roughly,
    sensitivities: true,
    signal,
    held: heldInputs(setup, parameters),
    notes: {
      longest: longestUnseen,
      stop: () => broken !== undefined || (ending >= 0 && isBehind()),
      accept(start, h, sensitivity) {
        look(start.state);
        if (broken === undefined) places.push(placeOf(element, start, { h, sensitivity, struck: struck.length }));
      },
      ...(ending >= 0 && {
        carried(stages: Float64Array, times: Float64Array) {
          if (broken !== undefined) return;
          const place = places[places.length - 1];
          const own = { sensitivities: [...place.sensitivities, stages], times: [...place.times, times.slice()] };
          places[places.length - 1] = { ...place, ...own };
        },
      }),
      rest() {},
      struck: (contact) => struck.push(contact),
    },
  });
  look(marched.state);
  yield;
  const seen: Seen = { places, struck, marched, isBroken: broken !== undefined };
  const isLost = broken === undefined && marched.status !== "solved";
  const beside = once(() => {
    const way = passing(setup.compiled, parameters);
    for (const { state, stages, struck: before } of places)
      way.add(state, stages.subarray(stages.length - state.length), before);
    return {
      events,
      struck,
      passes: way.passes(),
      posts: way.posts(),
      ways,
      limit: broken,
      isOwn: limits.isOwn(broken),
    };
  });
  const events = eventsOf(task, seen);
  const { sights, ways } = sightsOf(task, parameters, seen);
  return { values, events, strikes: struck.length > 0 ? struck : events, sights, beside, isLost };
}

function placeOf(
  { z, parts: { tableau, size } }: Element,
  { t, state, times }: Accepted,
  { h, sensitivity, struck }: Pick<Place, "h" | "struck"> & { readonly sensitivity: Float64Array },
): Place {
  const stages = joined(Array.from({ length: tableau.stages }, (_, i) => z.slice(i * size, i * size + state.length)));
  return { t, h, state: state.slice(), stages, times: [times.slice()], sensitivities: [sensitivity.slice()], struck };
}

/** Compliant contacts are not struck: the switches that elements end on are then the events. */
function eventsOf({ setup }: BoundaryTask, { struck, marched }: Seen): readonly string[] {
  if (struck.length > 0) return pastOf(setup.compiled)(struck);
  return marched.elements.flatMap(({ event, modes }) => (event < 0 ? [] : [`${event} ${modes[event]}`]));
}

/** The sightings of a motion, and where the conditions go by the time in each window: at the place that comes nearest. */
interface Sights {
  readonly sights: readonly Sighting[];
  readonly ways: ReadonlyMap<string, readonly number[]>;
}

/** The places of a motion whose conditions move with what is freed. */
function sightsOf(task: BoundaryTask, parameters: Float64Array, seen: Seen): Sights {
  const { places, struck, marched, isBroken } = seen;
  const ending = endingOf(task);
  const { setup } = task;
  const { compiled } = setup;
  const { freed } = compiled;
  const march = { status: "solved", steps: 0, iterations: 0, residual: 0, failure: undefined } as const;
  const valuesAt = (t: number): number[] => freed.map((index, j) => (j === ending ? t : parameters[index]));
  if (ending < 0) {
    const ways = new Map<string, readonly number[]>();
    if (isBroken || marched.status !== "solved") return { sights: [], ways };
    const { sensitivity } = marched;
    const shot = landing(setup, parameters, { march, ends: exactEnds(setup, parameters, marched), sensitivity });
    const step = newtonStep(shot);
    const window = eventsOf(task, seen).join();
    const told = {
      window,
      time: 0,
      side: sideOf(shot, ending),
      turn: turnOf(shot),
      outside: 0,
      miss: hypot(...shot.values),
    };
    return { sights: step === undefined ? [] : [{ ...told, from: valuesAt(marched.t), step }], ways };
  }
  const at = parameters.slice();
  const past = pastOf(compiled);
  const along = alongElements(task);
  const lookFrom = (place: Place, part: number): Shot => {
    at[freed[ending]] = place.t + part * place.h;
    const { state, sensitivity } = along(place, part);
    return landing(setup, at, { march, ends: exactEnds(setup, at, { ...marched, state }), sensitivity });
  };
  const ways = new Map<string, { readonly way: readonly number[]; readonly outside: number }>();
  const looks = places.map((place, i): Look => {
    const { h, struck: before } = place;
    let part = 0;
    let shot = lookFrom(place, part);
    for (let k = 1; k < mostAlong; k++) {
      const next = Math.max(-beside, Math.min(1 + beside, part + nearer(shot, ending) / h));
      if (Math.abs(next - part) <= none) break;
      part = next;
      shot = lookFrom(place, part);
    }
    const outside = Math.max(0, -part, part - 1);
    const elements = marched.elements.slice(0, i);
    const events =
      struck.length > 0
        ? past(struck.slice(0, before))
        : eventsOf(task, { ...seen, marched: { ...marched, elements } });
    const window = events.join();
    const way = shot.jacobian.getColumn(ending);
    const isMoving = h * hypot(...way) > still * hypot(...shot.values);
    if (isMoving && outside < (ways.get(window)?.outside ?? Number.POSITIVE_INFINITY))
      ways.set(window, { way, outside });
    return { place, window, part, outside, shot };
  });
  const sightOf = (look: Look): Seeing[] => {
    const { place, window, part, outside, shot } = look;
    const { t, h } = place;
    const step = newtonStep(shot);
    if (step === undefined) return [];
    const from = Math.min(late, Math.max(1 - late, part));
    const rest = step.with(ending, step[ending] + (part - from) * h);
    const passed = { time: t + part * h, side: sideOf(shot, ending), turn: turnOf(shot), miss: hypot(...shot.values) };
    return [{ place, sight: { ...passed, window, from: valuesAt(t + from * h), step: rest, outside } }];
  };
  const near = looks.filter(({ outside }) => outside < beside).flatMap(sightOf);
  const own = near.filter((one) => !near.some((other) => isOwnOf(other, one)));
  const isSeen = (window: string): boolean => own.some(({ sight }) => sight.window === window);
  const far = [...ways.keys()]
    .filter((window) => !isSeen(window))
    .flatMap((wanted) => {
      const all = looks.filter(({ window }) => window === wanted);
      return sightOf(leastOf(all, lookFrom)).filter(({ sight: { from, step } }) =>
        isBeside(all, from[ending] + step[ending]),
      );
    });
  return {
    sights: [...own, ...far].map(({ sight }) => sight),
    ways: new Map([...ways].map(([window, { way }]) => [window, way])),
  };
}

/** A place, and where near to it the motion comes nearest to its conditions, in parts of its element. */
interface Look {
  readonly place: Place;
  readonly window: string;
  readonly part: number;
  /** How far that lies outside of the element, in parts of it. */
  readonly outside: number;
  readonly shot: Shot;
}

/** The nearest place within a window that comes nearest far outside of its elements. */
const leastOf = (all: readonly Look[], lookFrom: (place: Place, part: number) => Shot): Look =>
  all
    .map(({ place, window, part: nearest }): Look => {
      const part = Math.min(1, Math.max(0, nearest));
      return { place, window, part, outside: Number.POSITIVE_INFINITY, shot: lookFrom(place, part) };
    })
    .reduce((a, b) => (hypot(...b.shot.values) < hypot(...a.shot.values) ? b : a));

/** True of a time no farther from a window than that is long: the window of a motion beside it may have it. */
function isBeside(all: readonly Look[], time: number): boolean {
  const [first, last] = [all[0].place, all[all.length - 1].place];
  const [begin, end] = [first.t, last.t + last.h];
  return time >= begin - (end - begin) && time <= end + (end - begin);
}

/** The change of the time after which a path is nearest to its conditions, −(Υ̇ · Υ)/(Υ̇ · Υ̇). */
function nearer({ values, jacobian }: Shot, ending: number): number {
  let [toward, all] = [0, 0];
  values.forEach((value, i) => {
    const rate = jacobian.get(i, ending);
    toward += rate * value;
    all += rate * rate;
  });
  return all > 0 ? -toward / all : 0;
}

/** On which side of two conditions a path passes by, det(Υ, Υ̇), or how far one is missed where no time is freed. */
function sideOf({ values, jacobian }: Shot, ending: number): number {
  if (ending < 0) return values.length === 1 ? values[0] : 0;
  return values.length === 2 ? values[0] * jacobian.get(1, ending) - values[1] * jacobian.get(0, ending) : 0;
}

/** A sighting with the element that it was seen from. */
interface Seeing {
  readonly place: Pick<Place, "t" | "h">;
  readonly sight: Sighting;
}

/** True where another element of the same window sees by itself what one sees from afar: from nearer, or first. */
function isOwnOf(other: Seeing, one: Seeing): boolean {
  const { window, time, outside } = one.sight;
  if (other === one || other.sight.window !== window) return false;
  const isSame = Math.abs(other.sight.time - time) <= sameTime * Math.min(one.place.h, other.place.h);
  const isNearer = other.sight.outside < outside || (other.sight.outside === outside && other.place.t < one.place.t);
  return isSame && isNearer;
}

/**
 * The state after a part of an element, on its polynomial, and ∂x/∂p at a time that stays, Σ_j ℓ_j S_j − ẋ (∂T/∂p + θ ∂h/∂p), but by
 * the freed time ẋ: a path bends, and a step from where an element starts misses what lies at its end.
 */
function alongElements(task: BoundaryTask) {
  const { compiled } = task.setup;
  const { states } = compiled.kernels.layout;
  const { all: nodes } = walkerOf(task).element.parts.tableau.nodes;
  const ending = endingOf(task);
  return ({ h, state: start, stages, times: [from, to], sensitivities: [own, others] }: Place, part: number) => {
    const weights = nodes.map((_, j) => basis(nodes, j, part));
    const slopes = nodes.map((_, j) => basisSlope(nodes, j, part) / h);
    const state = summed(start, stages, weights);
    const rates = summed(start, stages, slopes);
    const sensitivity = summed(own, others, weights);
    for (let f = 0; f < compiled.freed.length; f++)
      for (let k = 0; k < states; k++)
        sensitivity[f * states + k] =
          f === ending ? rates[k] : sensitivity[f * states + k] - rates[k] * (from[f] + part * (to[f] - from[f]));
    return { state, sensitivity };
  };
}

/** Σ_j by_j x_j, the first of these apart from those that stand one after the other. */
function summed(first: Float64Array, rest: Float64Array, by: readonly number[]): Float64Array {
  const all = new Float64Array(first.length);
  for (let k = 0; k < all.length; k++) {
    let sum = by[0] * first[k];
    for (let j = 1; j < by.length; j++) sum += by[j] * rest[(j - 1) * all.length + k];
    all[k] = sum;
  }
  return all;
}

/** −D⁻¹Υ; undefined where the conditions do not move with it. */
function newtonStep({ values, jacobian }: { values: Float64Array; jacobian: Matrix }): number[] | undefined {
  if (!values.every(Number.isFinite) || !jacobian.to1DArray().every(Number.isFinite)) return undefined;
  const step = leastNorm(jacobian, values).map((x) => -x);
  const isMet = [...values].every((value, i) => {
    const terms = step.map((x, j) => jacobian.get(i, j) * x);
    const rest = terms.reduce((sum, x) => sum + x, value);
    const rounding = Number.EPSILON * hypot(1, ...terms);
    return Math.abs(rest) <= left * Math.abs(value) + rounding;
  });
  return isMet && step.every(Number.isFinite) ? step : undefined;
}
