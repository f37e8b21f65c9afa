import { add, constant, div, max, sub } from "../../expr/expr.js";
import { dot, vec3 } from "../../expr/vector.js";
import { axesOf } from "../../geometry/ball-pairs.js";
import { type ConvexShape, radiusOf } from "../../geometry/convex.js";
import { coreOf } from "../../geometry/cores/core.js";
import { coreDistance, coreHeight } from "../../geometry/cores/distance.js";
import { unitMotionOf } from "../../mechanics/body.js";
import { next, now } from "../../mechanics/model.js";
import type { Overlapping } from "../../mechanics/solids/overlaps.js";
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

function placeOf(of: string | undefined, shape: ConvexShape) {
  const moving = of === undefined ? undefined : { name: of, space: "spatial" as const };
  const at = (leaves: typeof now) => moving && unitMotionOf(moving, leaves);
  return axesOf({ shape, body: of, now: at(now), next: at(next) }, "next");
}

/** A surface without a core is as thick as this part of the reach of what touches it. */
const thinnest = 5;

/** How deep the two of a contact are in each other at the start; a patch does not deform. */
export function patchOverlap(contact: PatchContact): Overlapping[] {
  const { name, body, shape, against, rounding } = contact;
  const core = patchCore(contact);
  const common = { at: name, pressed: constant(0) };
  if (core !== undefined && isConvexSupport(against))
    return [{ ...common, names: [body, against.body], gap: core.gap, room: core.room }];
  const own = coreOf(shape, false, "sharp");
  if (isConvexSupport(against) || typeof own === "string") return [];
  const level = { normal: vec3(...against.normal), offset: add(against.offset, rounding ?? 0) };
  const gap = coreHeight({ core: own, place: placeOf(body, shape) }, level);
  const place = placeOf(body, shape);
  const height = sub(dot(level.normal, place?.position ?? vec3(0, 0, 0)), level.offset);
  return [{ ...common, names: [body, undefined], gap, room: div(radiusOf(shape), thinnest), height }];
}
