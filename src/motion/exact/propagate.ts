import type { Compiled } from "../compile/compile-problem.js";
import { type Asked, countedFrom, type ElementRecord, type Now, shortest } from "./asked.js";
import { type Change, type Element, type ElementStart, loadElement } from "./element.js";

/** The length of an element that was taken, and the switch on which it ends. */
interface Taken {
  readonly h: number;
  readonly event: number;
  /** The time at which it must end. */
  readonly until?: number;
}

/** Its sensitivities: true where its end must stay, and true for a search that those of its stages lead on. */
interface Wanted {
  readonly isLast: boolean;
  readonly areStagesWanted: boolean;
}

/** A march whose sensitivities are carried on. */
interface Carried {
  readonly compiled: Compiled;
  readonly element: Element;
  readonly frame: Float64Array;
  readonly sensitivity: Float64Array;
}

/** The start of the element, and ∂t/∂(freed) there: events move with the parameters. */
interface Carrier extends ElementStart {
  readonly times: Float64Array;
}

/** Goes on to the end of the solved element, with sensitivities, and starts the next one from its polynomial. */
export function accept(walking: Carried, now: Now, taken: Taken, asked: Asked): ElementRecord {
  const { h, event, until } = taken;
  const { element } = walking;
  const { z } = element;
  const { size, tableau } = element.parts;
  const s = tableau.stages;
  asked.notes?.accept(now, h, walking.sensitivity);
  now.here.fresh = false;
  const isLast = until !== undefined || asked.end - now.t - h <= shortest * asked.end;
  if (asked.sensitivities) {
    const carried = asked.notes?.carried;
    const stages = propagate(walking, now, taken, { isLast, areStagesWanted: carried !== undefined });
    carried?.(stages, now.times);
  }
  const slopes = new Float64Array(now.state.length);
  element.slope(now, s - 1, slopes);
  for (let k = 0; k < slopes.length; k++) slopes[k] /= h;
  now.slopes = slopes;
  if (h > countedFrom * asked.end) now.here.steadily = now.slopes;
  element.before.keep(now, h);
  now.state = z.slice((s - 1) * size, (s - 1) * size + slopes.length);
  now.t = until ?? now.t + h;
  if (event >= 0) asked.notes?.passed?.(event, now.t, now.times);
  const { modes } = now;
  return until === undefined ? { h, event, modes } : { h, event, modes, until };
}

/**
 * S⁺ = Φ_y S + Φ_p + Φ_t dt + Φ_h dh. An element that ends on a switch g = 0 has the length that keeps it there,
 * dh = −(∂g · the rest)/(∂g · Φ_h); the last one has dh = −dt, so that the end stays, or dh = 1 − dt by a freed end. Returns the
 * sensitivities of all stages (stages × freed × states) where they are wanted.
 */
function propagate(walking: Carried, now: Carrier, taken: Taken, { isLast, areStagesWanted }: Wanted): Float64Array {
  const { h, event } = taken;
  const { element, sensitivity, compiled } = walking;
  const { z } = element;
  const { size, tableau } = element.parts;
  const states = now.state.length;
  const { freed } = compiled;
  const stages = new Float64Array(areStagesWanted ? tableau.stages * freed.length * states : 0);
  if (freed.length === 0 || !element.linearise(now, h, areStagesWanted)) return stages;
  const byH = new Float64Array(z.length);
  if (isLast || event >= 0) element.by({ state: undefined, freed: -1, h: 1, t: 0 }, byH);
  const slopeByH =
    event < 0 ? 0 : distanceSlope(walking, now, taken, { z: byH, state: undefined, freed: -1, h: 1, t: 0 });
  const ending = freed.findIndex((index) => compiled.parameters[index] === "time");
  const rest = new Float64Array(z.length);
  for (let f = 0; f < freed.length; f++) {
    const state = sensitivity.slice(f * states, (f + 1) * states);
    const change = { state, freed: f, h: 0, t: now.times[f] };
    // a freed time is in no row: nothing moves with it but the last element's length
    if (isStill(element, change)) rest.fill(0);
    else element.by(change, rest);
    const dh = isLast
      ? (f === ending ? 1 : 0) - now.times[f]
      : event < 0
        ? 0
        : -distanceSlope(walking, now, taken, { z: rest, ...change }) / slopeByH;
    const end = (tableau.stages - 1) * size;
    for (let k = 0; k < states; k++) sensitivity[f * states + k] = rest[end + k] + byH[end + k] * dh;
    for (let i = 0; i < tableau.stages && areStagesWanted; i++)
      for (let k = 0; k < states; k++)
        stages[(i * freed.length + f) * states + k] = rest[i * size + k] + byH[i * size + k] * dh;
    now.times[f] += dh;
  }
  return stages;
}

/** True where nothing of an element moves with a freed value. */
function isStill({ parts }: Element, { state, freed, t }: Change): boolean {
  const { branches, size, layout } = parts;
  return (
    t === 0 &&
    state?.every((x) => x === 0) === true &&
    !branches.rows.pattern.col.includes(layout.states + size + freed)
  );
}

/** The change of a distance at the end of an element with its unknowns and what they follow. */
function distanceSlope(
  { element, frame, compiled }: Carried,
  now: Carrier,
  { h, event: at }: Taken,
  change: { z: Float64Array; state: Float64Array | undefined; freed: number; h: number; t: number },
): number {
  const { branches, size, tableau, layout } = element.parts;
  const { distances } = branches;
  const { states } = layout;
  const { stages: s, d, ofStart } = tableau;
  loadElement(layout, now, frame);
  element.load(now, h, s - 1, frame);
  const values = new Float64Array(distances.rows);
  const entries = new Float64Array(distances.pattern.col.length);
  distances.jacobian(frame, values, entries);
  const { row, col } = distances.pattern;
  const end = (s - 1) * size;
  const freed = compiled.freed.length;
  let sum = 0;
  for (let p = 0; p < col.length; p++) {
    if (row[p] !== at) continue;
    const k = col[p];
    let x = 0;
    if (k < states) {
      x = change.z[end + k] + ofStart[s - 1] * (change.state?.[k] ?? 0);
      for (let j = 0; j < s; j++) x -= d[(s - 1) * s + j] * change.z[j * size + k];
    } else if (k < states + size) x = change.z[end + k - states];
    else if (k < states + size + freed) x = k - states - size === change.freed ? 1 : 0;
    else if (k === states + size + freed) x = change.h;
    else x = change.t;
    sum += entries[p] * x;
  }
  return sum;
}
