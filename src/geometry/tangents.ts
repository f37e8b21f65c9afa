import { add, div, max, mul, neg, select, sub } from "../expr/expr.js";
import { addV, cross, dot, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
import type { ContactFrame } from "./contact-geometry.js";

/** The least that a divisor may be: it is one or two but for directions that turn right round in a step. */
const least = 1e-12;

/** The n_z at which the choice of tangents changes: far from what lies level or upright, as balls on a table do. */
const low = -0.5;

/**
 * A unit tangent of a surface in space with unit normal n: the x axis taken along by the shortest turn from z to n
 * (Frisvad 2012), or from −z where n points steeply down, so that no direction is singular (Duff and others 2017). Where
 * n passes the circle n_z = −½ the tangent jumps.
 */
export function tangentOf([x, y, z]: Vec3): Vec3 {
  const side = select(sub(z, low), 1, -1);
  const below = div(-1, add(1, mul(side, z)));
  return vec3(add(1, mul(x, x, below)), mul(x, y, below), neg(mul(side, x)));
}

/** A tangent v at the unit normal `from`, taken along by the shortest turn to the unit normal `to`. */
export function takenAlong(v: Vec3, from: Vec3, to: Vec3): Vec3 {
  return subV(v, scaleV(div(dot(v, to), max(least, add(1, dot(from, to)))), addV(from, to)));
}

/**
 * Axes in space of a contact whose normal turns: the tangent belongs to the normal at the start of the step and is taken
 * along to the mean normal (`unit`; `normal` is the one that the force acts along). What is stored for the next step is
 * turned about the normal to the tangent where that begins, so that neither the choice of tangents nor its jump is felt.
 */
export function frameTakenAlong(normal: Vec3, unit: Vec3, before: Vec3, after: Vec3): ContactFrame {
  const tangent = takenAlong(tangentOf(before), before, unit);
  const there = takenAlong(tangent, unit, after);
  const onward = tangentOf(after);
  return {
    normal,
    tangent,
    orthogonal: cross(unit, tangent),
    turn: [dot(there, onward), dot(cross(after, there), onward)],
  };
}
