import { pow } from "../../algebra/elementary/elementary.js";
import type { Vector } from "../../algebra/rotation.js";
import { length, minus, outer, type ReadonlyVector } from "../../algebra/vectors.js";
import { evaluate, type Scalar, toExpr } from "../../expr/expr.js";
import type { Footprint } from "../../mechanics/views.js";

/** A stretch of steps in which a contact keeps its kind, its touching vertices and its mode. */
export interface ContactSegment {
  /** First and last step, 1-based and inclusive. */
  readonly from: number;
  readonly to: number;
  readonly contact: "surface" | "line" | "point" | "none";
  /** The vertices that touch, ascending in the user's order. */
  readonly vertices: readonly number[];
  readonly mode: "stick" | "slip" | "free";
  /** Which contact, where a motion has several. */
  readonly of?: string;
}

/** A vertex below this height touches [m]. */
const touch = 1e-10;
/** A contact whose σ exceeds this slips [m/s]. */
const slipping = 1e-9;
/** Vertices on one line within this part of their extent make a line. */
const straight = 1e-9;

/**
 * The contact segments of a motion, contact by contact, from the heights of vertices and the slip; entry 0 of a column
 * belongs to no step.
 * @throws {RangeError} for a column that the motion does not have.
 */
export function contactSegments(
  footprints: readonly Footprint[],
  columns: Readonly<Record<string, Float64Array>>,
  parameters: (leaf: string) => number,
): ContactSegment[] {
  return footprints.flatMap(({ contact, vertices, columns: names }) => {
    const number = (x: Scalar): number => evaluate(toExpr(x), parameters);
    const points = vertices.map(([x, y, z]): Vector => [number(x), number(y), number(z)]);
    const heights = names.heights.map((name) => columnOf(columns, name));
    const slip = columnOf(columns, names.slip);
    const segments: ContactSegment[] = [];
    for (let k = 1; k < slip.length; k++) {
      const touching = points.map((_, i) => i).filter((i) => heights[i][k] < touch);
      const mode = touching.length === 0 ? "free" : slip[k] > slipping ? "slip" : "stick";
      const last = segments.at(-1);
      if (last !== undefined && last.mode === mode && `${last.vertices}` === `${touching}`)
        segments[segments.length - 1] = { ...last, to: k };
      else segments.push({ from: k, to: k, contact: kindOf(touching.map((i) => points[i])), vertices: touching, mode });
    }
    return footprints.length === 1 ? segments : segments.map((segment) => ({ ...segment, of: contact }));
  });
}

function columnOf(columns: Readonly<Record<string, Float64Array>>, name: string): Float64Array {
  const column = columns[name];
  if (column === undefined) throw new RangeError(`contact segments need the column "${name}"`);
  return column;
}

/** The kind of contact that touching vertices make: nothing, a point, a line, or a surface. */
function kindOf(points: readonly ReadonlyVector[]): ContactSegment["contact"] {
  const [a, ...others] = points;
  if (a === undefined) return "none";
  if (others.length === 0) return "point";
  const arms = others.map((p) => minus(p, a));
  const longest = arms.reduce((best, arm) => (length(arm) > length(best) ? arm : best));
  const size = length(longest);
  // ‖arm × longest‖ is the distance from the line times its length
  return arms.every((arm) => length(outer(arm, longest)) <= straight * pow(size, 2)) ? "line" : "surface";
}
