import type { Asked } from "./asked.js";

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
