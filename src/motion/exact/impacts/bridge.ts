import type { Stepwise } from "../../../algebra/stepwise.js";
import type { Compiled } from "../../compile/compile-problem.js";
import type { Asked } from "../asked.js";
import type { ElementStart } from "../element.js";
import type { Prober } from "../modes.js";
import type { Stepped } from "../record.js";
import type { Impacts } from "./strike.js";

/** Those who know how steps of the model go, and what impacts there are. */
interface Bridging {
  readonly compiled: Compiled;
  readonly prober: Prober;
  readonly impacts: Impacts;
  readonly sensitivity: Float64Array;
}

/** A place on the way, from which steps go on. */
interface Going extends ElementStart {
  t: number;
  state: Float64Array;
  readonly slopes: Float64Array;
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

/** Steady forces change velocities by no more than this part of the fastest change of one. */
const steady = 2;

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
  { prober, compiled, impacts, sensitivity }: Bridging,
  now: Going,
  { end, tolerance, sensitivities, notes }: Asked,
  blows: Blows,
): Stepwise<number | undefined> {
  const isDifferentiated = sensitivities && compiled.freed.length > 0;
  blows.forget();
  if (impacts.restitutions === undefined || isDifferentiated || blows.bridges >= mostBridges) return undefined;
  const all = Math.max(longest * Math.min(1, tolerance / atTolerance), count * shortest);
  const h = Math.min(all * end, end - now.t);
  const isGentle = (to: Stepped | undefined): boolean =>
    to !== undefined && isLittle(compiled, now, to.state, { h, tolerance });
  // one step tells at once what many would
  if (!blows.isPlastic && !isGentle(yield* prober.steps(now, h, 1))) return undefined;
  const behind = yield* prober.steps(now, h / count, count);
  if (behind === undefined || !(blows.isPlastic || isGentle(behind))) return undefined;
  blows.bridges++;
  notes?.rest(now, h, sensitivity, behind);
  now.state = behind.state;
  now.t += h;
  return h;
}

/** Steps over the time of bounces without end: of first order, and that time is some microseconds. */
const alongside = 16;

/** Takes the time of bounces without end: on the whole they push as a closed contact does, along which bodies go on meanwhile. */
export function* comeToRest(
  { prober, sensitivity }: Pick<Bridging, "prober" | "sensitivity">,
  now: Going,
  h: number,
  { notes }: Pick<Asked, "notes">,
): Stepwise<void> {
  // no bounce presses for longer than an instant
  notes?.rest(now, h, sensitivity);
  now.state = (yield* prober.steps(now, h / alongside, alongside))?.state ?? now.state;
  now.t += h;
}

/** True where velocities change by no more than a tolerance beside what steady forces do in a time h. */
function isLittle(
  { model }: Compiled,
  { state: before, slopes }: Going,
  behind: Float64Array,
  { h, tolerance }: { readonly h: number; readonly tolerance: number },
): boolean {
  const fastest =
    h * slopes.reduce((most, x, k) => (isRate(model.state[k].unit) ? Math.max(most, Math.abs(x)) : most), 0);
  return model.state.every(
    ({ unit, scale }, k) => !isRate(unit) || Math.abs(behind[k] - before[k]) <= tolerance * scale + steady * fastest,
  );
}

const isRate = (unit: string): boolean => unit === "m/s" || unit === "rad/s";
