import { evaluate, mul, type Scalar, toExpr } from "../../expr/expr.js";
import { type Contact, elementsOf, partnerOf } from "../../mechanics/contact.js";
import { box, type Shape } from "../../mechanics/shape.js";
import type { Result } from "../../motion/result.js";
import type { Outline, Spot } from "./figures.js";
import type { View } from "./view.js";

/** What the fixed world is made of, at the parameters of a result. */
export function worldOutlines(view: View, result: Result): Outline[] {
  const shapes = view.contacts.flatMap((contact) => {
    const { body, shape } = partnerOf(contact);
    return body === undefined ? [shape] : [];
  });
  return distinct(shapes.map((shape) => outline(shape, view, result)));
}

/** What a body is made of, in its own axes; a dot where nothing of it can touch. */
export function bodyOutlines(body: string, view: View, result: Result): Outline[] {
  const shapes = view.contacts.flatMap((contact) => {
    const partner = partnerOf(contact);
    const own = contact.body === body ? elementsOf(contact).map(({ shape }) => shape) : [];
    return partner.body === body ? [...own, partner.shape] : own;
  });
  // the surface of a half-space has no end: a moving one is not drawn
  const found = distinct(
    shapes.filter(({ kind }) => kind !== "half-space").map((shape) => outline(shape, view, result)),
  );
  const solid = found.filter(({ kind }) => kind !== "point");
  if (solid.length > 0) return solid;
  return found.length > 0 ? [hull(found)] : [{ kind: "point", at: [0, 0] }];
}

/** μ of a contact, where it is a number or a formula of parameters. */
export const frictionOf = ({ friction }: Contact, result: Result): number => numberOf(friction, result);

function outline(shape: Shape, { pick }: View, result: Result): Outline {
  const value = (x: Scalar): number => Number(numberOf(x, result).toPrecision(7));
  const spot = (components: readonly Scalar[]): Spot => [value(components[pick[0]]!), value(components[pick[1]]!)];
  switch (shape.kind) {
    case "round":
      return { kind: "circle", centre: spot(shape.centre ?? [0, 0, 0]), radius: value(shape.radius) };
    case "point":
      return { kind: "point", at: spot(shape.at) };
    case "segment":
      return { kind: "polygon", points: [spot(shape.from), spot(shape.to)] };
    case "polygon":
      return { kind: "polygon", points: shape.vertices.map((vertex) => spot([...vertex, 0])) };
    case "vertices":
      return hull(shape.vertices.map((at) => ({ kind: "point", at: spot(at) })));
    case "patch":
      return hull(shape.points.map((at) => ({ kind: "point", at: spot(at) })));
    case "pad":
      return hull([-1, 1].map((end) => ({ kind: "point", at: spot([mul(end, shape.half[0]), 0, 0]) })));
    case "block":
      return hull(box(...shape.half).vertices.map((at) => ({ kind: "point", at: spot(at) })));
    case "cylinder": {
      if (pick[1] === 1) return { kind: "circle", centre: [0, 0], radius: value(shape.radius) };
      const { vertices } = box(shape.radius, shape.radius, shape.halfLength);
      return hull(vertices.map((at) => ({ kind: "point", at: spot(at) })));
    }
    case "half-space": {
      const { normal, tangent, offset, stretch } = shape;
      const ends = stretch && { stretch: [value(stretch[0]), value(stretch[1])] as const };
      return { kind: "half-plane", normal: spot(normal), tangent: spot(tangent), offset: value(offset), ...ends };
    }
  }
}

const numberOf = (x: Scalar, { parameters }: Result): number =>
  evaluate(toExpr(x), (leaf) => Number(parameters[leaf.slice("parameters.".length)]));

function distinct(outlines: readonly Outline[]): Outline[] {
  return [...new Map(outlines.map((one) => [JSON.stringify(one), one])).values()];
}

function hull(outlines: readonly Outline[]): Outline {
  const spots = outlines.flatMap((one) => (one.kind === "point" ? [one.at] : []));
  return spots.length === 1 ? outlines[0]! : { kind: "polygon", points: convexOutline(spots) };
}

/** The convex hull of points, anticlockwise, by Andrew's monotone chain. */
export function convexOutline(points: readonly Spot[]): Spot[] {
  const spots = [...points].sort(leftFirst);
  if (spots.length < 3) return spots;
  const half = (sorted: readonly Spot[]): Spot[] => {
    const chain: Spot[] = [];
    for (const spot of sorted) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, spot) <= 0) chain.pop();
      chain.push(spot);
    }
    return chain.slice(0, -1);
  };
  return [...half(spots), ...half([...spots].reverse())];
}

const leftFirst = (a: Spot, b: Spot): number => a[0] - b[0] || a[1] - b[1];

/** Twice the area of the triangle a b c, positive where it turns anticlockwise. */
const turn = (a: Spot, b: Spot, c: Spot): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
