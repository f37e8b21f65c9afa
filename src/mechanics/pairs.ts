import { ballOnBall, ballOnHalfSpace, ballOnNearest, type Carried } from "../geometry/ball-pairs.js";
import type { ContactGeometry } from "../geometry/contact-geometry.js";
import type { Ball, HalfSpace, Point, Polygon, Segment, Shape } from "../geometry/shape.js";
import { pointOnHalfSpace, pointOnPolygon, reverseContact } from "../geometry/vertex-pairs.js";
import type { Motion } from "./body.js";
import { type Contact, partnerOf } from "./contact.js";

/** Motions of all bodies at both ends of a step. */
export interface Motions {
  readonly now: ReadonlyMap<string, Motion>;
  readonly next: ReadonlyMap<string, Motion>;
}

/**
 * Signed distance, axes and arms of a contact: which two shapes may touch, in either order.
 * @throws {RangeError} for shapes between which no contact is known.
 */
export function contactGeometry(contact: Contact, motions: Motions, planar: boolean): ContactGeometry {
  const partner = partnerOf(contact);
  const first = carried(contact.body, contact.shape, motions);
  const second = carried(partner.body, partner.shape, motions);
  const there = between(first, second, planar);
  if (there !== undefined) return there;
  const back = between(second, first, planar);
  if (back !== undefined) return reverseContact(back);
  throw new RangeError(
    `contact "${contact.name}": a ${first.shape.kind} and a ${second.shape.kind} do not make one contact;` +
      " vertexContacts makes one for each vertex",
  );
}

function carried<S extends Shape>(body: string | undefined, shape: S, { now, next }: Motions): Carried<S> {
  if (body === undefined) return { shape, body, now: undefined, next: undefined };
  return { shape, body, now: now.get(body), next: next.get(body) };
}

function between(first: Carried<Shape>, second: Carried<Shape>, planar: boolean): ContactGeometry | undefined {
  const [one, two] = [first.shape.kind, second.shape.kind];
  if (one === "ball") {
    const ball = first as Carried<Ball>;
    if (two === "half-space") return ballOnHalfSpace(ball, second as Carried<HalfSpace>);
    if (two === "ball") return ballOnBall(ball, second as Carried<Ball>, planar);
    if (planar && (two === "segment" || two === "point" || two === "polygon"))
      return ballOnNearest(ball, second as Carried<Segment | Point | Polygon>);
  }
  if (one === "point") {
    const point = first as Carried<Point>;
    if (two === "half-space") return pointOnHalfSpace(point, second as Carried<HalfSpace>);
    if (planar && two === "polygon") return pointOnPolygon(point, second as Carried<Polygon>);
  }
  return undefined;
}
