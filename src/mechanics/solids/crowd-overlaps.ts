import { hypot } from "../../algebra/elementary/elementary.js";
import { add, constant, div, evaluate, sub } from "../../expr/expr.js";
import { dot, vec3 } from "../../expr/vector.js";
import { axesOf } from "../../geometry/ball-pairs.js";
import { coreOf } from "../../geometry/cores/core.js";
import { coreDistance, coreHeight } from "../../geometry/cores/distance.js";
import { reachIn, reachOf } from "../../geometry/reach.js";
import type { Shape } from "../../geometry/shape.js";
import { type Body, motionOf } from "../body.js";
import type { CompliantContact } from "../compliance.js";
import type { ContactLaw } from "../contact.js";
import { inParts } from "../expand.js";
import { next, now } from "../model.js";
import { contactGeometry } from "../pairs.js";
import type { Overlap } from "../views.js";
import { deepestOf, type Overlapping, overlapping } from "./overlaps.js";

/** A shape of a body, or of the world. */
interface Owner {
  readonly owner: string;
  readonly shape: Shape;
  readonly body: Body | undefined;
}

/** The overlaps of all contacts that two make in the plane. */
function inPlane(body: Body, shape: Shape, other: Owner, law: ContactLaw<CompliantContact>): Overlapping[] {
  const bodies = [body, ...(other.body === undefined ? [] : [other.body])];
  const motions = {
    now: new Map(bodies.map((one) => [one.name, motionOf(one, now)])),
    next: new Map(bodies.map((one) => [one.name, motionOf(one, next)])),
  };
  const against = other.body === undefined ? other.shape : { body: other.body.name, shape: other.shape };
  const whole = { name: `${body.name}-${other.owner}`, body: body.name, shape, against, ...anyNumbers };
  return inParts(whole, "planar").flatMap((contact) => {
    const placed = { contact, geometry: contactGeometry(contact, motions, true), motions, isLink: false };
    // a march of many bodies begins with nothing pressed in
    return overlapping(placed, law, true).map((one) => ({ ...one, pressed: constant(0) }));
  });
}

/** Who may touch whom, by their numbers. */
type Touch = (a: number, b: number) => boolean;

/** An overlap does not depend on them. */
const anyNumbers = { friction: 0, stiffness: 1, damping: 0, coneSmoothing: 0 };

/** A surface without a core is as thick as this part of the reach of what touches it. */
const thinnest = 5;

/** The two of many solids that start deepest in each other; looked for among those whose reaches overlap only. */
export function deepestOfMany(
  owners: readonly Owner[],
  touch: Touch,
  law: ContactLaw<CompliantContact>,
): (value: (leaf: string) => number) => Overlap | undefined {
  const space = owners.find(({ body }) => body !== undefined)?.body?.space ?? "spatial";
  const placed = owners.map(({ shape, body, owner }) => {
    const at = (leaves: typeof now) => body && motionOf(body, leaves);
    return { shape, owner, body, place: axesOf({ shape, body: body?.name, now: at(now), next: at(next) }, "next") };
  });
  const pairOf = (i: number, j: number): Overlapping[] => {
    const [one, two] = [placed[i], placed[j]];
    if (one.body?.space === "planar") return inPlane(one.body, one.shape, two, law);
    const common = {
      at: `${one.owner}-${two.owner}`,
      names: [one.owner, two.body?.name] as const,
      pressed: constant(0),
    };
    if (two.shape.kind === "half-space") {
      const core = coreOf(one.shape, false, "sharp");
      if (typeof core === "string") return [];
      const level = { normal: vec3(...two.shape.normal), offset: add(two.shape.offset, 0) };
      const room = div(reachOf(one.shape), thinnest);
      const height = sub(dot(level.normal, one.place?.position ?? vec3(0, 0, 0)), level.offset);
      return [{ ...common, gap: coreHeight({ core, place: one.place }, level), room, height }];
    }
    const cores = [coreOf(one.shape, false), coreOf(two.shape, false)] as const;
    if (typeof cores[0] === "string" || typeof cores[1] === "string") return [];
    const gap = coreDistance([
      { core: cores[0], place: one.place },
      { core: cores[1], place: two.place },
    ]);
    return [{ ...common, gap, room: add(cores[0].radius, cores[1].radius) }];
  };
  return (value) => {
    const balls = placed.map(({ body, shape }) => ({
      at:
        body === undefined
          ? [0, 0, 0]
          : (body.space === "planar" ? ["x", "y"] : ["x", "y", "z"]).map((axis) => value(`next.${body.name}.${axis}`)),
      reach: shape.kind === "half-space" ? Number.POSITIVE_INFINITY : evaluate(reachIn(space, shape), value),
    }));
    const near = balls.flatMap((one, i) =>
      balls.flatMap((two, j) => {
        if (j <= i || placed[i].body === undefined || !touch(i, j)) return [];
        return hypot(...one.at.map((x, k) => x - two.at[k])) < one.reach + two.reach ? pairOf(i, j) : [];
      }),
    );
    return deepestOf(near)(value);
  };
}
