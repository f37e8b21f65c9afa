import type { Unknown } from "../../../mechanics/model.js";
import { isRate } from "../../compile/between.js";
import type { Compiled } from "../../compile/compile-problem.js";
import { type Asked, type ElementRecord, type Now, shortest } from "../asked.js";
import { unheldDistances } from "../branches.js";
import { type Element, loadElement } from "../element.js";
import { gapsOf } from "./places.js";
import type { Impacts } from "./strike.js";

/** Those who solve an element in a frame, and know what strikes. */
interface Starting {
  readonly compiled: Compiled;
  readonly element: Element;
  readonly frame: Float64Array;
  readonly impacts: Impacts;
  readonly sensitivity: Float64Array;
}

/** A speed that changes by this part of its scale in a tiny step is stopped by a blow. */
const blow = 1e-6;
/** No time passes before it that counts: so many of the shortest elements. */
const instants = 2;
/** A gap closes by a speed where in the time after it closes by less than so many times as much; what lies in something does not close on. */
const quadratic = 3;

/**
 * The gap that is closed where a motion begins, and closes on: it strikes at once, where the tiny step that finds branches has only stopped it.
 * The element before it has no length, and all gaps open; undefined where nothing strikes.
 */
export function blowAtStart(
  { compiled, element, frame, impacts }: Starting,
  now: Now,
  { end, tiny }: { readonly end: number; readonly tiny: number },
): ElementRecord | undefined {
  const isStopped = (state: Unknown, k: number): boolean =>
    isRate(state) && Math.abs(now.slopes[k]) * tiny > blow * state.scale;
  if (impacts.restitutions === undefined || !compiled.model.state.some(isStopped)) return undefined;
  const gaps = [...impacts.restitutions.by.keys()];
  const kept = element.z.slice();
  const modes = now.modes.map((mode, k) => (gaps.includes(k) ? -1 : mode));
  const start = { ...now, modes };
  const distances = unheldDistances(compiled);
  const [widthsOf, values] = [gapsOf(compiled), new Float64Array(distances.rows)];
  const { layout, tableau } = element.parts;
  const widths = (h: number): Float64Array => {
    element.z.set(kept);
    if (!element.solve(start, h)) return new Float64Array(0);
    loadElement(layout, start, frame);
    element.load(start, h, tableau.stages - 1, frame);
    distances.residual(frame, values);
    return widthsOf(frame, values);
  };
  const [quarter, half, whole] = [widths(tiny / 4), widths(tiny / 2), widths(tiny)];
  const closing = gaps.findIndex((k) => {
    const [before, after] = [half[k] - quarter[k], whole[k] - half[k]];
    return whole[k] < 0 && -after > (blow * tiny) / 2 && after > quadratic * before;
  });
  if (closing >= 0) return { h: instants * shortest * end, modes, event: gaps[closing] };
  element.z.set(kept);
  return undefined;
}

/** True of the element before such a blow. */
export const isBeforeBlow = (t: number, { h, event }: ElementRecord, end: number): boolean =>
  t === 0 && event >= 0 && h <= instants * shortest * end;

/** Comes to a blow at the start, up to which nothing moves; false where its speeds are not found. */
export function comeToBlow(
  { element, sensitivity }: Starting,
  now: Now,
  own: ElementRecord,
  { notes }: Asked,
): boolean {
  now.modes = own.modes;
  if (!element.solve(now, own.h)) return false;
  const slopes = now.state.slice();
  element.slope(now, element.parts.tableau.stages - 1, slopes);
  now.slopes = slopes.map((x) => x / own.h);
  notes?.rest(now, own.h, sensitivity);
  now.t += own.h;
  notes?.passed?.(own.event, now.t, now.times);
  return true;
}
