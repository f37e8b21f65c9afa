import { hypotOf } from "../../algebra/elementary/elementary.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { type Expr, evaluate, evaluator } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import type { BodyView, ContactView } from "../../mechanics/views.js";
import type { CertificateEntry } from "./certificate.js";
import type { Trajectory } from "./trajectory.js";

/** A motion with the model that says what its columns mean, and the parameters that it was made with. */
export interface Moved {
  readonly model: Model;
  readonly trajectory: Pick<Trajectory, "columns">;
  readonly run: { readonly parameters: Readonly<Record<string, number | string>> };
}

/** The value of a leaf that is a parameter. */
export const parameterOf =
  ({ parameters }: Moved["run"]) =>
  (leaf: string): number =>
    Number(parameters[leaf.slice("parameters.".length)]);

/** The largest part of the way to their cores, −gap over room, that surfaces were pressed in at a grid point. */
export function deepest(motion: Moved): CertificateEntry {
  let worst = largestShare(motion, "deepest");
  for (const { view, gaps, row, room } of coresOf(motion)) {
    const { height, front } = view.core ?? {};
    const heightAt = height && evaluator(height);
    const frontAt = front && evaluator(front);
    for (let step = 1; step < gaps.length; step++) {
      // an open mesh has nothing behind it that could be pressed in
      const isBehind = frontAt !== undefined && gaps[step] < 0 && gapBetween(frontAt, motion, step, 1) < 0;
      if (isBehind && worst.value < 1) worst = { value: 1, step, row };
      // the way to the core is never less than the room
      if (!(-gaps[step] > worst.value * room)) continue;
      const middle = heightAt === undefined ? 0 : gapBetween(heightAt, motion, step, 1) - gaps[step];
      // what hangs from where it touches has its middle under it
      const way = Math.max(room, Math.abs(middle));
      if (-gaps[step] > worst.value * way) worst = { value: -gaps[step] / way, step, row };
    }
  }
  return worst;
}

/** A body that moves less than this part of the room of a contact in a step is looked at on grid points only. */
const longStep = 0.5;

/** Two places that are looked at are this part of the room apart, or more where the gap is wide. */
const shortest = 0.1;

/** Steps, or places in one, between two pauses: the gap over ground takes milliseconds. */
const atOnce = 8;

/** No step is looked at in more places than these: one this long is of no use anyway. */
const mostPlaces = 1000;

/**
 * The same between grid points, where a body may have gone through a thin one: in steps in which the two of a contact move
 * far, along straight lines and the shortest turns, and in which the surfaces are apart on both ends.
 */
export function* passingThrough(motion: Moved): Stepwise<CertificateEntry> {
  let worst = largestShare(motion, "passedThrough");
  for (const { view, gaps, row, room, reach } of coresOf(motion)) {
    const { body, core } = view;
    if (core === undefined || core.height !== undefined) continue;
    const gapAt = typeof core.gap === "function" ? core.gap : evaluator(core.gap);
    const bodies = (motion.model.views?.bodies ?? []).filter(({ name }) => name === body || name === core.against);
    const turning = bodies.map((one) => turningOf(one, bodies, reach, motion));
    for (let step = 1; step < gaps.length; step++) {
      if (step % atOnce === 0) yield;
      let way = 0;
      for (const one of turning) way += wayOf(one, step);
      // nothing is observed at the start; to meet the core the gap must fall by all that it is at both ends, and rise again
      if (!(way > longStep * room) || (step > 1 && gaps[step - 1] + gaps[step] > way)) continue;
      // a gap changes no faster than the bodies move, so that no core is met before the way is as long as gap and room
      let part = step === 1 ? 0 : Math.max(0, gaps[step - 1]) / way;
      for (let places = 0; part < 1 && places < mostPlaces; places++) {
        const gap = gapBetween(gapAt, motion, step, part);
        if (-gap > worst.value * room) worst = { value: -gap / room, step, row };
        part += Math.max(gap, shortest * room) / way;
        if (places % atOnce === atOnce - 1) yield;
      }
    }
  }
  return worst;
}

const none: CertificateEntry = { value: 0, step: 0, row: "" };

/** The largest of what a model observes itself, of many contacts together. */
function largestShare({ model, trajectory }: Moved, meaning: "deepest" | "passedThrough"): CertificateEntry {
  let worst = none;
  for (const { shares } of model.views?.contacts ?? []) {
    const row = shares?.[meaning];
    const values = row === undefined ? undefined : trajectory.columns[row];
    if (row === undefined || values === undefined) continue;
    for (let step = 1; step < values.length; step++)
      if (values[step] > worst.value) worst = { value: values[step], step, row };
  }
  return worst;
}

interface CoreMotion {
  readonly view: ContactView;
  readonly gaps: Float64Array;
  readonly row: string;
  readonly room: number;
  readonly reach: number;
}

function coresOf({ model, run, trajectory: { columns } }: Moved): CoreMotion[] {
  return (model.views?.contacts ?? []).flatMap((view): CoreMotion[] => {
    if (view.core === undefined) return [];
    const { column: row, room: formula } = view.core;
    const gaps = columns[row];
    if (gaps === undefined) return [];
    const value = (of: Expr): number => evaluate(of, parameterOf(run));
    const room = value(formula);
    // a point in the middle of its body has no depth
    return room > 0 ? [{ view, gaps, row, room, reach: value(view.core.reach) }] : [];
  });
}

/** The columns of a body of a contact, the place of the other one, and how far the shapes reach. */
interface Turning {
  readonly position: readonly Float64Array[];
  readonly orientation: readonly Float64Array[];
  readonly other: readonly Float64Array[];
  readonly reach: number;
}

function turningOf(
  one: BodyView,
  bodies: readonly BodyView[],
  reach: number,
  { trajectory: { columns } }: Moved,
): Turning {
  const of = (names: readonly string[]): Float64Array[] => names.map((name) => columns[name]);
  const { position, orientation = [] } = one;
  return {
    position: of(position),
    orientation: of(typeof orientation === "string" ? [orientation] : orientation),
    other: of(bodies.find((body) => body !== one)?.position ?? []),
    reach,
  };
}

/** How far a point of a body may move in a step [m]: its centre, and its turn at the farthest place where the other may be. */
function wayOf({ position, orientation, other, reach }: Turning, step: number): number {
  const centre = moved(position, step);
  if (orientation.length === 0) return centre;
  // a quaternion turns by twice its way over its length, which steps shrink
  const turn =
    orientation.length === 1
      ? moved(orientation, step)
      : (2 * moved(orientation, step)) / size(orientation, (of) => of[step]);
  const apart = other.length === 0 ? 0 : size(position, (of, i) => of[step] - other[i][step]);
  return centre + turn * (reach + apart);
}

const moved = (columns: readonly Float64Array[], step: number): number =>
  size(columns, (of) => of[step] - of[step - 1]);

/** Room for the coordinates of a place or an orientation. */
const some = Array.from({ length: 5 }, (_, n) => new Float64Array(n));

function size(columns: readonly Float64Array[], at: (of: Float64Array, i: number) => number): number {
  const parts = some[columns.length];
  for (let i = 0; i < parts.length; i++) parts[i] = at(columns[i], i);
  return hypotOf(parts);
}

/** The gap at a part of a step: every state on a straight line, which turns a quaternion, of any length, the short way. */
function gapBetween(
  gap: (leaf: (name: string) => number) => number,
  { run, trajectory: { columns } }: Moved,
  step: number,
  part: number,
): number {
  return gap((leaf) => {
    const name = leaf.slice(leaf.indexOf(".") + 1);
    if (leaf.startsWith("parameters.")) return Number(run.parameters[name]);
    const column = columns[name];
    return (1 - part) * column[step - 1] + part * column[step];
  });
}
