import { boxVertices, type Components, type Shape } from "../geometry/shape.js";
import { type Contact, partnerOf } from "./contact.js";

/**
 * One contact for every vertex of a polygon or box on a plane, called `<name>1`, `<name>2`, … ; for two polygons, one for
 * every vertex of the first on the second and then one for every vertex of the second on the first. Each has the
 * friction, stiffness and damping of the given contact.
 * @throws {RangeError} where neither shape has vertices.
 */
export function vertexContacts<C extends Contact>(contact: C): C[] {
  const partner = partnerOf(contact);
  const against = (shape: Shape): Contact["against"] =>
    partner.body === undefined ? shape : { body: partner.body, shape };
  const onSecond = verticesOf(contact.shape).map((at) => ({ ...contact, shape: { kind: "point" as const, at } }));
  const onFirst =
    contact.shape.kind === "half-space" || contact.shape.kind === "polygon"
      ? verticesOf(partner.shape).map((at) => ({ ...contact, against: against({ kind: "point", at }) }))
      : [];
  const all: C[] = [...onSecond, ...onFirst];
  if (all.length === 0) throw new RangeError(`contact "${contact.name}": neither shape has vertices`);
  return all.map((one, i) => ({ ...one, name: `${contact.name}${i + 1}` }));
}

function verticesOf(shape: Shape): Components[] {
  if (shape.kind === "polygon") return shape.vertices.map(([x, y]) => [x, y, 0]);
  // round corners touch as balls do
  if (shape.kind === "box") return shape.rounding === undefined ? boxVertices(shape) : [];
  return shape.kind === "hull" ? [...shape.vertices] : [];
}
