import type { Stepwise } from "../../algebra/stepwise.js";
import { turns } from "../../solve/drive.js";
import type { Status } from "../../solve/mcp.js";
import { type Compiled, startSlopes } from "../compile/compile-problem.js";
import type { Marcher } from "../march/march.js";
import { type Asked, countedFrom, type ElementRecord, type ExactMarch, type Now, shortest } from "./asked.js";
import { branchRows } from "./branches.js";
import { type Element, element, solved } from "./element.js";
import { type Estimate, estimate, inheriting, rootOf, unlikeMessage } from "./estimate.js";
import { type Watch, watch } from "./events.js";
import { unheld } from "./held.js";
import { blowAtStart, comeToBlow, isBeforeBlow } from "./impacts/at-start.js";
import { blowsOf, bridge, comeToRest } from "./impacts/bridge.js";
import { blownAt, bouncing, type Impacts, impactsOf, isPlastic, strike } from "./impacts/strike.js";
import { chatter, flip, located, lying, partBefore, rested } from "./locate.js";
import { behind, type Likely, likelyBehind, type Prober, prober } from "./modes.js";
import { digits, evened, follow } from "./plan.js";
import { accept } from "./propagate.js";
import { type Order, radau } from "./tableau.js";

/** The elements of a problem with the memory to march with them. */
export interface Walker {
  readonly element: Element;
  march(parameters: Float64Array, asked: Asked): Generator<undefined, ExactMarch>;
}

/** The tiny step that finds branches, as a part of the motion. */
const tiny = 1e-8;
/** And the longest element, so that pictures and thin obstacles see what happens between. */
const longest = 1 / 50;
const mostElements = 200_000;
/** Tries of elements, on the way to events too, for each that is allowed: a motion that chatters comes to no element at all. */
const solvesAnElement = 8;
/** Steps are lengthened and shortened within these, with this caution. */
const [least, most, caution] = [0.1, 8, 0.9];
/** Lengths that are tried for one element. */
const mostTries = 500;
/** A switch that is on the wrong side in so many elements in a row, each shorter, is: in still shorter ones all is rounding. */
const sureWrong = 3;
/** An element of this part of the motion tells a gap that closes from one that rounding moves. */
const telling = 1e-4;
/** A branch that lasts no longer than so many of the steps that find branches is not sure. */
const doubtful = 16;
/** Beyond this part of scales, a step is no function of its next state and its rates, and its element is halved. */
const unlikeRates = 1e-6;
/** Times that it is; where that does not help, what is unlike is not of the element's length. */
const mostUnlike = 12;

/** An element that ends on an event by chance is shortened to this part. */
const beside = 0.7;

interface Walking {
  readonly compiled: Compiled;
  readonly element: Element;
  readonly estimate: Estimate;
  readonly watch: Watch;
  readonly prober: Prober;
  readonly frame: Float64Array;
  readonly sensitivity: Float64Array;
  readonly impacts: Impacts;
}

/** Elements of a compiled problem by Radau IIA, which march on their own steps between located events. */
export function walker(compiled: Compiled, marcher: Marcher, order: Order): Walker {
  const { layout } = compiled.kernels;
  // behind the branches stands who strikes in an impact, with what impulse, and what corners gave way to
  const frame = new Float64Array(layout.leaves.length + 4 * branchRows(compiled).switches + layout.insides);
  const own = element(compiled, radau(order), frame);
  const walking: Walking = {
    compiled,
    element: own,
    estimate: estimate(own, compiled.model, frame),
    watch: watch(own, compiled, frame),
    prober: prober(compiled, marcher, frame),
    frame,
    sensitivity: new Float64Array(layout.states * compiled.freed.length),
    impacts: impactsOf(compiled, frame),
  };
  return {
    element: own,
    *march(parameters, asked) {
      yield* walking.impacts.made();
      return yield* march(walking, parameters, { ...asked, ...evened(asked) });
    },
  };
}

const tooMany = (limit: number, t: number): string =>
  `More than ${limit} elements, or ${solvesAnElement} tries of each, until t = ${digits(t)} s.`;

function* march(walking: Walking, parameters: Float64Array, asked: Asked): Generator<undefined, ExactMarch> {
  const { compiled, element, estimate, watch, sensitivity, impacts } = walking;
  const { end, plan, signal, held: pieces = [unheld(compiled)], limit = mostElements } = asked;
  let [piece, lost] = [0, -1];
  element.before.forget();
  estimate.forget();
  watch.begin(longest * end);
  if (asked.sensitivities) sensitivity.set(startSlopes(compiled, parameters));
  const elements: ElementRecord[] = [];
  const now = beginning(walking, parameters, asked);
  const finish = (status: Status, message: string): ExactMarch => ({
    status,
    message,
    elements,
    t: now.t,
    state: now.state,
    sensitivity: sensitivity.slice(),
  });
  // a motion that broke off where it begins is told up to there
  if (end <= 0) return finish("solved", "0 elements, 0 events.");
  if (!setOut(walking, now, asked)) return finish("no-progress", broken(now.t));
  const first = plan === undefined ? blowAtStart(walking, now, { end, tiny: tiny * end }) : plan[0];
  const isTime = turns();
  const bounces = bouncing(end);
  const blows = blowsOf(end, isPlastic(impacts, parameters));
  const idle = chatter();
  /** Goes on by steps from where elements do not; false where impacts would lose what they give back, or steps are no way either. */
  function* isBridged(): Stepwise<boolean> {
    const h = plan === undefined ? yield* bridge(walking, now, asked, blows) : undefined;
    if (h === undefined || !(now.t === end || setOut(walking, now, asked))) return false;
    elements.push({ h, modes: now.modes, event: -1 });
    idle.clear();
    return true;
  }
  /** Finds branches anew where none goes on, once at a time. */
  const isSetOutAnew = (): boolean => {
    if (plan !== undefined || lost === now.t || !setOut(walking, now, asked)) return false;
    lost = now.t;
    idle.clear();
    return true;
  };
  while (end - now.t > shortest * end) {
    if (elements.length >= limit || element.parts.work.solves >= solvesAnElement * limit)
      return finish("iteration-limit", tooMany(limit, now.t));
    if (now.held.until - now.t <= shortest * end && piece + 1 < pieces.length) {
      now.held = pieces[++piece];
      asked.notes?.piece?.(now, sensitivity);
      if (plan === undefined && !setOutAgain(walking, now, asked)) return finish("no-progress", broken(now.t));
      continue;
    }
    const taken = next(walking, now, asked, { first, count: elements.length });
    if (typeof taken === "string") {
      // all that slides may stop at once, where no branch but that of rest goes on
      if (isSetOutAnew()) continue;
      if (taken !== unlikeMessage && (yield* isBridged())) continue;
      return finish("no-progress", taken);
    }
    if (taken.h > 0) {
      elements.push(taken);
      idle.clear();
      let likely: Likely | undefined;
      const struck =
        taken.modes[taken.event] === -1 ? blownAt(impacts.restitutions, taken.event, parameters) : undefined;
      if (struck !== undefined) {
        if (struck.contact !== undefined) asked.notes?.struck(struck.contact);
        blows.add(taken.event, now.t);
        const blow = strike(walking, now, bounces, struck);
        if (blow === undefined) {
          if (yield* isBridged()) continue;
          return finish("no-progress", `The impact at t = ${digits(now.t)} s was not solved.`);
        }
        likely = blow.modes && { modes: blow.modes };
        const last = Math.min(blow.rest, end - now.t);
        if (last > 0) {
          elements.push({ h: last, modes: now.modes, event: -1 });
          const isReady = (): boolean => setOut(walking, now, asked);
          if (yield* comeToRest(walking, now, { h: last, struck, isReady }, asked)) continue;
        }
      }
      if (struck !== undefined && blows.isCrowd(now.t) && (yield* isBridged())) continue;
      if (!goesOn(walking, now, asked, { event: taken.event, isBlow: struck !== undefined, likely }))
        return finish("no-progress", broken(now.t));
    } else if (!idle.goesOn(now.modes)) {
      if (yield* isBridged()) continue;
      if (plan === undefined && now.here.chattered !== now.t) {
        now.here.chattered = now.t;
        idle.clear();
        continue;
      }
      if (isSetOutAnew()) continue;
      return finish("no-progress", `Branches chatter at t = ${digits(now.t)} s: no motion goes on from there.`);
    }
    if (asked.notes?.stop?.()) break;
    if (!isTime()) continue;
    yield;
    if (signal?.aborted) return finish("cancelled", `Cancelled at t = ${digits(now.t)} s.`);
  }
  asked.notes?.piece?.(now, sensitivity);
  return finish("solved", `${elements.length} elements, ${elements.filter(({ event }) => event >= 0).length} events.`);
}

/** The start of a motion, whose branches are not known yet. */
function beginning(
  { compiled, prober }: Walking,
  parameters: Float64Array,
  { end, held = [unheld(compiled)] }: Asked,
): Now {
  return {
    t: 0,
    state: prober.begin(parameters, tiny * end),
    modes: new Float64Array(0),
    held: held[0],
    slopes: new Float64Array(0),
    h: 0,
    here: { fresh: true, chattered: -1, steadily: new Float64Array(0) },
    times: new Float64Array(compiled.freed.length),
  };
}

/** The switch that was passed, and on which branches a motion goes on then. */
interface Past {
  readonly passed: number;
  readonly likely?: Likely | undefined;
}
const nothing: Past = { passed: -1 };

/** Branches, slopes and the first step from where a motion starts, or goes on behind an event: the switch that was `passed`. */
function setOut(
  walking: Walking,
  now: Now,
  { end, tolerance }: Asked,
  { passed, likely = likelyBehind(passed, now.modes, walking.element) }: Past = nothing,
): boolean {
  const { prober, element } = walking;
  const outset = prober.outset(now, likely);
  if (outset === undefined) return false;
  now.modes = behind(element.parts.branches.live, now.modes, outset, {
    passed,
    isRigid: walking.impacts.restitutions !== undefined,
  });
  now.slopes = outset.slopes;
  now.here.fresh = true;
  const { z, parts } = element;
  const { branches, size, tableau } = parts;
  let fastest = 0;
  for (let k = 0; k < now.state.length; k++)
    fastest = Math.max(
      fastest,
      Math.abs(outset.slopes[k]) / Math.max(branches.unknowns[k].scale, Math.abs(now.state[k])),
    );
  now.h = Math.min(end / 4, (0.5 * rootOf(tolerance, tableau.stages)) / (fastest + 1 / end));
  for (let i = 0; i < tableau.stages; i++) {
    z.set(outset.unknowns, i * size);
    z.set(now.state, i * size);
  }
  return true;
}

/** Sets out with other inputs: how short elements must be is known, only their branches are not. */
function setOutAgain(walking: Walking, now: Now, asked: Asked): boolean {
  const { h } = now;
  if (!setOut(walking, now, asked)) return false;
  now.h = Math.max(now.h, h);
  return true;
}

/**
 * Sets out behind an event, where one was. A plan knows its branches; behind a blow it does not know the unknowns, and from those
 * before it a Newton may find another root.
 */
function goesOn(
  walking: Walking,
  now: Now,
  asked: Asked,
  { event, isBlow, likely }: { event: number; isBlow: boolean; likely: Likely | undefined },
): boolean {
  if (event < 0 || (asked.plan !== undefined && !isBlow)) return true;
  return setOut(walking, now, asked, { passed: isBlow ? -1 : event, likely }) || asked.plan !== undefined;
}

/** The next element, behind so many: where something strikes at the start up to that, of a plan its own; a sentence where none can be made. */
function next(
  walking: Walking,
  now: Now,
  asked: Asked,
  { first, count }: { readonly first: ElementRecord | undefined; readonly count: number },
): ElementRecord | string {
  if (first && isBeforeBlow(now.t, first, asked.end) && comeToBlow(walking, now, first, asked)) return first;
  return asked.plan === undefined ? step(walking, now, asked) : follow(walking, now, asked, asked.plan[count]);
}

/** One element that keeps its tolerance, up to the next event; a sentence where none can be made. */
function step(walking: Walking, now: Now, asked: Asked): ElementRecord | string {
  const { element, estimate, watch } = walking;
  const { end, tolerance } = asked;
  const kept = element.z.slice();
  const stop = Math.min(end, now.held.until);
  const room = Math.min((asked.notes?.longest ?? longest) * end, stop - now.t);
  let h = Math.min(now.h, room);
  const isBlow = (at: number): boolean => now.modes[at] === -1 && walking.impacts.restitutions?.by.has(at) === true;
  /** The other branch, but a gap that closes strikes, even if no time is left before it. */
  const immediately = (at: number): ElementRecord => {
    const least = 2 * shortest * end;
    if (!isBlow(at) || !solved(element, now, least, kept)) return flip(now, at);
    return accept(walking, now, { h: least, event: at }, asked);
  };
  const wrong = { at: -1, row: 0 };
  let halved = 0;
  const isInherited = inheriting();
  // behind an event rounding chooses between branches of which one ends at once
  const isRound = now.here.chattered === now.t;
  const isSure = isRound || !now.here.fresh || walking.impacts.restitutions === undefined;
  for (let tried = 0; h > shortest * end && tried < mostTries; tried++) {
    // a remainder that is no step of its own is taken with this one
    if (stop - now.t - h < 1e-3 * h) h = stop - now.t;
    if (!solved(element, now, h, kept)) {
      h /= 4;
      continue;
    }
    const rest = rested(walking, now, { tolerance, most: room, h, kept });
    if (rest !== undefined) return accept(walking, now, { h: rest, event: -1 }, asked);
    const error = estimate.error(now, h, now.slopes) / tolerance;
    const factor = Math.min(most, Math.max(least, caution / rootOf(error, element.parts.tableau.stages)));
    if (!(isInherited(error) || error <= 1)) {
      h *= Number.isFinite(error) ? Math.min(0.9, factor) : least;
      continue;
    }
    const passing = watch.first(now, h);
    if (passing === undefined) {
      // wrong at once in a longer element, and nothing but rounding in this one
      const isTold = element.parts.work.areForcesFound && !watch.isRounding(now, h, wrong.at);
      if (wrong.row > 0 && !isTold)
        return isRound && isBlow(wrong.at) ? accept(walking, now, { h, event: wrong.at }, asked) : flip(now, wrong.at);
      // beyond a switch a branch means nothing, and in the shortest elements all is rounding
      const { all, lasting } = estimate.unlike();
      if (h > countedFrom * end && !(all <= Math.max(unlikeRates, tolerance) && lasting <= unlikeRates)) {
        if (++halved > mostUnlike) return unlikeMessage;
        h /= 2;
        continue;
      }
      if (h < stop - now.t && h > countedFrom * end && watch.meets(now)) {
        h *= beside;
        continue;
      }
      if (halved > 0 && !(estimate.owe() <= tolerance)) return unlikeMessage;
      const until = h === stop - now.t && stop < end ? { until: stop } : undefined;
      now.h = h * factor;
      return accept(walking, now, { h, event: -1, ...until }, asked);
    }
    const isStruck = isBlow(passing.at);
    // what closes strikes, however soon
    const soon = isSure || isStruck ? shortest : doubtful * tiny;
    if (passing.atOnce) {
      if (isStruck && passing.isFaint && h > telling * end)
        return lying(now, passing.at, { branches: element.parts.branches, later: watch.later() });
      wrong.row = wrong.at === passing.at ? wrong.row + 1 : 1;
      wrong.at = passing.at;
      if (h > 1e3 * shortest * end && (isStruck || wrong.row < sureWrong)) {
        h /= 16;
        continue;
      }
      if (!isStruck || !passing.drifts) return flip(now, passing.at);
      // what pulls at once lets go before it
      const other = watch.first(now, h, new Set([passing.at]));
      if (other?.atOnce && !isBlow(other.at)) return flip(now, other.at);
      // no rate is left to hold
      return accept(walking, now, { h, event: passing.at }, asked);
    }
    const event = located(walking, now, { h, kept, first: passing });
    if (event === undefined) {
      // two contacts that slip together: in elements so short a distance is rounding, and its zero is not found
      if (passing.part * h <= 2 * soon * end) return immediately(passing.at);
      h *= Math.min(0.5, Math.max(1e-3, 0.9 * passing.part));
      continue;
    }
    if (event.h <= soon * end) return immediately(event.at);
    const stay = rested(walking, now, { tolerance, most: room, h: event.h, kept });
    if (stay !== undefined) return accept(walking, now, { h: stay, event: -1 }, asked);
    const sooner = partBefore(watch.first(now, event.h), event.at);
    h = Math.max(sooner * event.h, Math.min(event.h, 2 * shortest * end));
    if (h < event.h) continue;
    // a flight between impacts has its apex inside
    if (walking.impacts.restitutions !== undefined && now.here.fresh && event.h > countedFrom * end) {
      now.here.fresh = false;
      wrong.row = 0;
      h = 0.5 * event.h;
      continue;
    }
    return accept(walking, now, { h: event.h, event: event.at }, asked);
  }
  return `No element at t = ${digits(now.t)} s is short enough to be solved.`;
}

const broken = (t: number): string => `No step goes on from t = ${digits(t)} s.`;
