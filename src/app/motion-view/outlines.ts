import { evaluate, type Scalar, toExpr } from "../../expr/expr.js";
import type { Contact } from "../../mechanics/contact.js";
import type { Result } from "../../motion/result.js";

/** A point of the plane that is drawn [m]. */
export type Spot = readonly [number, number];

/** μ of a contact, where it is a number or a formula of parameters. */
export const frictionOf = ({ friction }: Contact, result: Result): number => numberOf(friction, result);

const numberOf = (x: Scalar, { run: { parameters } }: Result): number =>
  evaluate(toExpr(x), (leaf) => Number(parameters[leaf.slice("parameters.".length)]));

/** The convex hull of points, anticlockwise, by Andrew's monotone chain. */
export function convexOutline(points: readonly Spot[]): Spot[] {
  const spots = [...points].sort(leftFirst);
  if (spots.length < 3) return spots;
  const half = (sorted: readonly Spot[]): Spot[] => {
    const chain: Spot[] = [];
    for (const spot of sorted) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], spot) <= 0) chain.pop();
      chain.push(spot);
    }
    return chain.slice(0, -1);
  };
  return [...half(spots), ...half([...spots].reverse())];
}

const leftFirst = (a: Spot, b: Spot): number => a[0] - b[0] || a[1] - b[1];

/** Twice the area of the triangle a b c, positive where it turns anticlockwise. */
const turn = (a: Spot, b: Spot, c: Spot): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
