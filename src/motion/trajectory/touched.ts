import type { Vector } from "../../algebra/rotation.js";
import { evaluate, toExpr } from "../../expr/expr.js";
import { faceOf } from "../../geometry/hull/face.js";
import { type RealContact, realContact } from "../../geometry/real-contact.js";
import type { Components } from "../../geometry/shape.js";
import type { Footprint } from "../../mechanics/views.js";
import type { ContactSegment } from "./segments.js";

/** The part of the ground that the true shape of a body touches while these vertices of its hull touch. */
export interface Touched {
  readonly of: string;
  readonly vertices: readonly number[];
  readonly real: RealContact;
}

/**
 * For every set of vertices that touched in a motion, what of the hull's patch is real contact; only of contacts whose
 * true shape is known.
 */
export function touchedParts(
  footprints: readonly Footprint[],
  segments: readonly ContactSegment[],
  parameters: (leaf: string) => number,
): Touched[] {
  const number = (v: Components): Vector => v.map((x) => evaluate(toExpr(x), parameters)) as Vector;
  return footprints.flatMap(({ contact, vertices, faces = [], shells }) => {
    if (shells === undefined) return [];
    const corners = vertices.map(number);
    const hull = { vertices: corners, faces: faces.map((face) => faceOf(corners, face)) };
    const parts = shells.map(({ vertices, faces }) => ({ vertices: vertices.map(number), faces }));
    const own = segments.filter(({ of = contact, vertices: touching }) => of === contact && touching.length > 0);
    const sets = new Map(own.map(({ vertices: touching }) => [touching.join(" "), touching]));
    // a body so thin that vertices of both its sides are taken to touch has no one patch
    const together = (touching: readonly number[]): boolean =>
      touching.length < 3 || hull.faces.some((face) => touching.every((i) => face.vertices.includes(i)));
    return [...sets.values()].filter(together).map((touching) => ({
      of: contact,
      vertices: touching,
      real: realContact(parts, hull, touching),
    }));
  });
}
