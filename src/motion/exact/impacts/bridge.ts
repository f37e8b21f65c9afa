import type { Stepwise } from "../../../algebra/stepwise.js";
import type { Unknown } from "../../../mechanics/model.js";
import { isRate } from "../../compile/between.js";
import type { Compiled } from "../../compile/compile-problem.js";
import type { Asked, Here } from "../asked.js";
import { type Element, type ElementStart, loadElement } from "../element.js";
import { flip } from "../locate.js";
import type { Prober } from "../modes.js";
import { energiesOf, type Stepped } from "../record.js";
import type { Blown, Impacts } from "./strike.js";

/** Those who know how steps of the model go, and what impacts there are. */
interface Bridging {
  readonly compiled: Compiled;
  readonly prober: Prober;
  readonly impacts: Impacts;
  readonly sensitivity: Float64Array;
  readonly frame: Float64Array;
}

/** A place on the way, from which steps go on. */
interface Going extends ElementStart {
  t: number;
  state: Float64Array;
  modes: Float64Array;
  readonly slopes: Float64Array;
  readonly here: Pick<Here, "steadily">;
}

/** The last impacts of a motion. */
export interface Blows {
  add(at: number, t: number): void;
  /** True where impacts of several contacts follow each other so soon that they go on without end. */
  isCrowd(t: number): boolean;
  forget(): void;
  /** How often steps have gone on so far. */
  bridges: number;
  /** True where no contact gives anything back. */
  readonly isPlastic: boolean;
}

/** So many impacts, of two contacts or more, within this part of the motion go on without end. */
const [crowd, crowded] = [4, 1e-3];
/** Steps that go on from there, and how long all of them are, as a part of the motion, at this tolerance. */
const [count, longest, atTolerance] = [64, 1e-4, 1e-4];
/** No step is shorter than this part of the motion: what rounding leaves of a gap, over a shorter one, is a velocity. */
const shortest = 1e-8;
const mostBridges = 200;
/** In this part of the motion before its end nothing moves: an event so near to it leaves no element behind it. */
const atTheEnd = 1e-11;

/** Steady forces change velocities by no more than this part of the fastest change of one. */
const steady = 2;
/** So deep [m] bodies may be in each other where they are declared to touch. */
const touching = 1e-11;

/** No impact yet. */
export function blowsOf(end: number, isPlastic: boolean): Blows {
  let last: { readonly at: number; readonly t: number }[] = [];
  return {
    bridges: 0,
    isPlastic,
    add(at, t) {
      last = [...last.slice(1 - crowd), { at, t }];
    },
    isCrowd: (t) => last.length === crowd && t - last[0].t <= crowded * end && last.some(({ at }) => at !== last[0].at),
    forget() {
      last = [];
    },
  };
}

/**
 * Goes on by steps of the model from where impacts of several contacts follow each other without end, as those of a face that comes to lie
 * on its corners do: their limit is contacts that stay closed, which steps come to at once, and in which nothing is given back. So
 * nothing may strike in them that would be: where a contact has a restitution, velocities may change by no more than the tolerance beside
 * what steady forces do. All steps together are shorter the finer a motion is asked for, so that a finer computation tells what they make
 * of it; no derivative goes through them. Returns how long they are; undefined where they are no way either.
 */
export function* bridge(
  bridging: Bridging,
  now: Going,
  { end, tolerance, sensitivities, notes }: Asked,
  blows: Blows,
): Stepwise<number | undefined> {
  const { prober, compiled, impacts, sensitivity } = bridging;
  const isDifferentiated = sensitivities && compiled.freed.length > 0;
  blows.forget();
  // an end that stays while events move has slopes of its own
  if (isDifferentiated) return undefined;
  const left = end - now.t;
  if (left <= atTheEnd * end) {
    notes?.rest(now, left, sensitivity, undefined);
    now.t = end;
    return left;
  }
  if (impacts.restitutions === undefined || blows.bridges >= mostBridges) return undefined;
  const all = Math.max(longest * Math.min(1, tolerance / atTolerance), count * shortest);
  const h = Math.min(all * end, left);
  // one step tells at once what many would
  const one = blows.isPlastic ? undefined : yield* prober.steps(now, h, 1);
  const isFirst = now.here.steadily.length === 0 && one !== undefined;
  const fastest = isFirst ? yield* changeAtFirst(bridging, now, h, one) : steadyChange(compiled, now, h);
  const isGentle = (to: Stepped | undefined): boolean =>
    to !== undefined && isLittle(compiled, now.state, to.state, { fastest, tolerance });
  if (one && !isGentle(one)) return undefined;
  // the first of many would make a speed of what rounding leaves of a depth
  const behind = isFirst ? one : yield* prober.steps(now, h / count, count);
  if (behind === undefined || !(blows.isPlastic || isGentle(behind))) return undefined;
  blows.bridges++;
  notes?.rest(now, h, sensitivity, behind);
  now.state = behind.state;
  now.t += h;
  return h;
}

/** Steps over the time of bounces without end: of first order, and that time is some microseconds. */
const alongside = 16;

/** The time of bounces without end of a contact, and who finds the branches behind them, on which it is closed. */
interface Resting {
  readonly h: number;
  readonly struck: Pick<Blown, "at" | "contact">;
  readonly isReady: () => boolean;
}

/**
 * Takes the time of bounces without end: on the whole they push as a closed contact does, along which bodies go on meanwhile. What rounding
 * leaves of a gap may be a force in so short steps; one element is then taken for all of them, from which others go on: true.
 */
export function* comeToRest(
  bridging: Bridging & { readonly element: Element },
  now: Going,
  { h, struck: { at, contact }, isReady }: Resting,
  { notes }: Pick<Asked, "notes">,
): Stepwise<boolean> {
  const { prober, sensitivity, compiled } = bridging;
  const steps = yield* prober.steps(now, h / alongside, alongside);
  const isAlone = steps === undefined && isReady();
  // a speed of rounding would open it
  if (isAlone && now.modes[at] < 0) flip(now, at);
  const element = isAlone ? oneElement(bridging, now, h) : undefined;
  const behind = steps ?? element;
  // no bounce presses for longer than an instant
  const isOfBounces = ({ name }: Unknown): boolean => contact !== undefined && name.startsWith(`${contact}.`);
  behind?.insides.forEach((_, k, all) => {
    if (isOfBounces(compiled.model.inside[k])) all[k] = 0;
  });
  notes?.rest(now, h, sensitivity, behind);
  now.state = behind?.state ?? now.state;
  now.t += h;
  return element !== undefined;
}

/** The end of an element, as that of a step, and the next one starts from it; undefined where it is not solved. */
function oneElement(
  { element, compiled, frame }: Bridging & { readonly element: Element },
  now: Going,
  h: number,
): Stepped | undefined {
  if (!element.solve(now, h)) return undefined;
  const { states, next, inside, insides } = compiled.kernels.layout;
  const { stages, b } = element.parts.tableau;
  const energies = energiesOf(compiled);
  let work = 0;
  loadElement(compiled.kernels.layout, now, frame);
  for (let i = 0; i < stages; i++) {
    element.load(now, h, i, frame);
    work += b[i] * (energies?.(frame).work ?? 0);
  }
  const [before, state] = [0, next].map((at) => frame.slice(at, at + states));
  const own = frame.slice(inside, inside + insides);
  const after = energies?.(frame).now ?? 0;
  frame.set(now.state);
  const created = after - (energies?.(frame).before ?? 0) - work;
  element.slope(now, stages - 1, now.slopes);
  for (let k = 0; k < states; k++) now.slopes[k] /= h;
  element.before.keep(now, h);
  return { before, state, insides: own, h, created };
}

/** The fastest change of a velocity by steady forces in a time h, as the last element had them. */
const steadyChange = (compiled: Compiled, { here: { steadily } }: Going, h: number): number =>
  h * Math.max(0, ...ratesOf(compiled).map((k) => Math.abs(steadily[k])));

/** The same from the first steps of a motion: half a step does half of it, and pushes out of a depth, unless that is rounding, twice as fast. */
function* changeAtFirst({ compiled, prober }: Bridging, now: Going, h: number, whole: Stepped): Stepwise<number> {
  const half = yield* prober.steps(now, h / 2, 1);
  const changed = ({ state }: Stepped, k: number): number => state[k] - now.state[k];
  if (half === undefined) return 0;
  const steadily = (k: number): number => 2 * Math.sign(changed(whole, k)) * (changed(whole, k) - changed(half, k));
  return Math.max(touching / h, ...ratesOf(compiled).map(steadily));
}

/** True where velocities change by no more than a tolerance beside what steady forces do. */
const isLittle = (
  compiled: Compiled,
  before: Float64Array,
  behind: Float64Array,
  { fastest, tolerance }: { readonly fastest: number; readonly tolerance: number },
): boolean =>
  ratesOf(compiled).every(
    (k) => Math.abs(behind[k] - before[k]) <= tolerance * compiled.model.state[k].scale + steady * fastest,
  );

/** The states that are velocities. */
const ratesOf = ({ model }: Compiled): number[] => [...model.state.keys()].filter((k) => isRate(model.state[k]));
