import { add, max } from "../../expr/expr.js";
import { axesOf } from "../../geometry/ball-pairs.js";
import { type ConvexShape, radiusOf } from "../../geometry/convex.js";
import { coreOf } from "../../geometry/cores/core.js";
import { coreDistance } from "../../geometry/cores/distance.js";
import { unitMotionOf } from "../../mechanics/body.js";
import { next, now } from "../../mechanics/model.js";
import type { ContactCore } from "../../mechanics/views.js";
import type { PatchContact } from "./contact.js";
import { isConvexSupport } from "./ecp-pair.js";

/**
 * The cores of two convex bodies, from which certificates tell whether they went through each other between two grid points,
 * where no row sees them; nothing goes through a half-space.
 */
export function patchCore({ name, body, shape, against }: PatchContact): ContactCore | undefined {
  if (!isConvexSupport(against)) return undefined;
  const cores = [coreOf(shape, false), coreOf(against.shape, false)] as const;
  const [one, two] = cores;
  if (typeof one === "string" || typeof two === "string") return undefined;
  const placeOf = (of: string | undefined, shape: ConvexShape) => {
    const moving = of === undefined ? undefined : { name: of, space: "spatial" as const };
    const at = (leaves: typeof now) => moving && unitMotionOf(moving, leaves);
    return axesOf({ shape, body: of, now: at(now), next: at(next) }, "next");
  };
  return {
    room: add(one.radius, two.radius),
    reach: max(radiusOf(shape), against.body === undefined ? 0 : radiusOf(against.shape)),
    gap: coreDistance([
      { core: one, place: placeOf(body, shape) },
      { core: two, place: placeOf(against.body, against.shape) },
    ]),
    column: `${name}.gap`,
    ...(against.body !== undefined && { against: against.body }),
  };
}
