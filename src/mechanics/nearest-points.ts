import { add, type Expr, max, neg, sub } from "../expr/expr.js";
import type { ContactGeometry } from "../geometry/contact-geometry.js";
import { inside, type Pair, type Row, type Unknown } from "./model.js";

/** The share of nearest points without a formula in a step: unknowns, rows, pairs and first guesses. */
export interface NearestPoints {
  readonly unknowns: readonly Unknown[];
  readonly rows: readonly Row[];
  readonly pairs: readonly Pair[];
  readonly guess: Readonly<Record<string, Expr>>;
  /** The middles of the shapes, as another guess. */
  readonly middle: Readonly<Record<string, Expr>>;
}

/** The unknowns of all nearest points, with 0 ≤ x − lower ⟂ max(0, residual) ≥ 0 and the same of upper for pairs. */
export function nearestPoints(geometries: readonly ContactGeometry[]): NearestPoints {
  const all = geometries.flatMap(({ nearest = [] }) => nearest);
  return {
    unknowns: all.map(({ name, lower, upper }) => ({
      name,
      unit: "1",
      scale: 1,
      ...(lower !== undefined && { lower }),
      ...(upper !== undefined && { upper }),
    })),
    rows: all.map(({ name, residual }) => ({ unknown: name, residual })),
    pairs: all.flatMap(({ name, lower, upper, residual }): Pair[] => {
      const x = inside(name);
      if (upper === undefined) return lower === undefined ? [] : [{ name, a: sub(x, lower), b: residual }];
      return [
        ...(lower === undefined ? [] : [{ name: `${name}.lower`, a: sub(x, lower), b: max(0, residual) }]),
        { name: `${name}.upper`, a: sub(upper, x), b: max(0, neg(residual)) },
      ];
    }),
    guess: Object.fromEntries(all.map(({ name, guess }) => [name, add(guess, 0)])),
    middle: Object.fromEntries(all.map(({ name }) => [name, add(0, 0)])),
  };
}
