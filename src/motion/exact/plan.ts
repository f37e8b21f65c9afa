import type { Asked, ElementRecord, Now } from "./asked.js";
import { solved } from "./element.js";
import type { Watch } from "./events.js";
import { locate } from "./locate.js";
import { accept } from "./propagate.js";

/** An element of a plan shorter than this part of the one before leaves its event no room. */
const slim = 0.5;

/**
 * A plan whose events have room to move: of a short element up to one, and of a short last one, the element before takes half.
 * In a sliver of its own an event could come no earlier than the sliver begins.
 */
export function evened({ plan }: Asked): Pick<Asked, "plan"> {
  if (plan === undefined) return {};
  const even = plan.slice();
  for (let i = 1; i < even.length; i++) {
    const [before, own] = [even[i - 1], even[i]];
    const isMovable = own.until === undefined && (own.event >= 0 || i + 1 === even.length);
    const isWhole = before.event < 0 && before.until === undefined && before.modes === own.modes;
    if (!isMovable || !isWhole || !(own.h < slim * before.h)) continue;
    const h = 0.5 * (before.h + own.h);
    [even[i - 1], even[i]] = [
      { ...before, h },
      { ...own, h },
    ];
  }
  return { plan: even };
}

/** A time in words [s]. */
export const digits = (t: number): string => t.toPrecision(6);

/** Those who solve an element again up to its event, and go on to its end. */
type Following = Parameters<typeof accept>[0] & { readonly watch: Watch };

/** An element of a plan, on the same branches: of the same length, up to the same event, or up to the end. */
export function follow(
  walking: Following,
  now: Now,
  asked: Asked,
  record: ElementRecord | undefined,
): ElementRecord | string {
  const { element } = walking;
  if (record === undefined) return "The plan ends before the motion.";
  now.modes = record.modes;
  const last = asked.plan?.at(-1) === record;
  const { until } = record;
  const room = asked.end - now.t;
  let { event } = record;
  let h = last ? room : until === undefined ? record.h : until - now.t;
  const lost = `The events of the plan are lost at t = ${digits(now.t)} s.`;
  if (!(h > 0) || !solved(element, now, h, element.z.slice())) return lost;
  if (event >= 0) {
    const bracket = { guess: h * (1 + 1e-7), solved: h, most: 2 * h, isKnown: true };
    const found = locate(walking, now, event, bracket) ?? Number.NaN;
    if (!Number.isFinite(found)) return lost;
    h = found;
  }
  // what later events leave no time for does not happen
  if (h > room) {
    [h, event] = [room, -1];
    if (!element.solve(now, h)) return lost;
  }
  const taken = { h, event, ...(until !== undefined && { until }) };
  return accept(walking, now, taken, asked);
}
