import { nearestInTime } from "./narrow.js";
import type { Sighting, Track } from "./track.js";

/** How steps within a window are measured and marched. */
export interface Walk {
  /** Size of a change of freed values, in parts of the spans. */
  readonly sizeOf: (way: readonly number[]) => number;
  /** Marches once, no further than motions of the window can go; undefined where the values lie outside of the field. */
  readonly track: (values: readonly number[], window: string) => Generator<undefined, Track | undefined>;
}

/** A place of a window, and the step from there. */
export interface Standing {
  readonly values: readonly number[];
  readonly sight: Sighting;
}

/** A step this long leads to a launch beside it [parts of the spans]. */
const beside = 1e-4;
/** Marches of one walk, and halvings of one step of it: behind the border of its window there are no launches of it. */
const [marches, halvings] = [16, 5];

/**
 * Newton's method that stays in a window: a step that leaves it is halved, because beyond its border motions have other
 * events, and one that leads neither closer to the conditions nor to a shorter step, too. Undefined where the launch is none
 * of the window.
 */
export function* followed(from: Standing, { sizeOf, track }: Walk): Generator<undefined, Sighting | undefined> {
  const { window } = from.sight;
  let at = from;
  for (let left = marches; left > 0; ) {
    if (sizeOf(at.sight.step) <= beside) return at.sight;
    let next: Standing | undefined;
    for (let k = 0; k <= halvings && left > 0 && next === undefined; k++) {
      left--;
      const values = at.values.map((x, j) => x + 2 ** -k * at.sight.step[j]);
      const sight = nearestInTime((yield* track(values, window))?.sights ?? [], at.sight);
      const isCloser = (to: Sighting): boolean => to.miss < at.sight.miss || sizeOf(to.step) < sizeOf(at.sight.step);
      if (sight !== undefined && isCloser(sight)) next = { values, sight };
    }
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}
