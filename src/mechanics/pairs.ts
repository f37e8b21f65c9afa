import { ballOnBall, ballOnHalfSpace, ballOnNearest, type Carried } from "../geometry/ball-pairs.js";
import type { ContactGeometry } from "../geometry/contact-geometry.js";
import type { Ball, HalfSpace, Shape } from "../geometry/shape.js";
import { ellipsoidOnHalfSpace, ringOnHalfSpace } from "../geometry/smooth-pairs.js";
import { pointOnHalfSpace, pointOnPolygon, reverseContact } from "../geometry/vertex-pairs.js";
import type { Body, Motion } from "./body.js";
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
      " vertexContacts makes one for each vertex, round end or rim",
  );
}

function carried<S extends Shape>(body: string | undefined, shape: S, { now, next }: Motions): Carried<S> {
  if (body === undefined) return { shape, body, now: undefined, next: undefined };
  return { shape, body, now: now.get(body), next: next.get(body) };
}

type Geometry = (first: Carried<Shape>, second: Carried<Shape>, planar: boolean) => ContactGeometry;

/** A pair of shapes that make one contact, in the plane, in space, or in both. */
interface Pair {
  readonly spaces: readonly Body["space"][];
  readonly geometry: Geometry;
}

const pairOf = <A extends Shape, B extends Shape>(
  geometry: (first: Carried<A>, second: Carried<B>, planar: boolean) => ContactGeometry,
  spaces: Pair["spaces"] = ["planar", "spatial"],
): Pair => ({
  spaces,
  geometry: (first, second, planar) => geometry(first as Carried<A>, second as Carried<B>, planar),
});

/** Which shapes make one contact; either may come first. */
const pairs: Partial<Record<Shape["kind"], Partial<Record<Shape["kind"], Pair>>>> = {
  ball: {
    ball: pairOf(ballOnBall),
    "half-space": pairOf<Ball, HalfSpace>((ball, plane, planar) =>
      plane.shape.stretch === undefined && plane.shape.breadth === undefined
        ? ballOnHalfSpace(ball, plane)
        : ballOnNearest(ball, plane, planar),
    ),
    point: pairOf(ballOnNearest),
    segment: pairOf(ballOnNearest),
    capsule: pairOf(ballOnNearest),
    polygon: pairOf(ballOnNearest, ["planar"]),
    box: pairOf(ballOnNearest),
    cylinder: pairOf(ballOnNearest, ["spatial"]),
  },
  point: {
    "half-space": pairOf(pointOnHalfSpace),
    polygon: pairOf(pointOnPolygon, ["planar"]),
  },
  ellipsoid: { "half-space": pairOf(ellipsoidOnHalfSpace) },
  ring: { "half-space": pairOf(ringOnHalfSpace, ["spatial"]) },
};

function between(first: Carried<Shape>, second: Carried<Shape>, planar: boolean): ContactGeometry | undefined {
  const pair = pairs[first.shape.kind]?.[second.shape.kind];
  return pair?.spaces.includes(planar ? "planar" : "spatial") ? pair.geometry(first, second, planar) : undefined;
}

/** True of two shapes that make one contact, in either order. */
export function makeOneContact(first: Shape, second: Shape, space: Body["space"]): boolean {
  return [pairs[first.kind]?.[second.kind], pairs[second.kind]?.[first.kind]].some((pair) =>
    pair?.spaces.includes(space),
  );
}
