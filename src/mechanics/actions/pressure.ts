import { cos, sin } from "../../algebra/elementary/elementary.js";
import { mul, type Scalar } from "../../expr/expr.js";
import type { Components } from "../../geometry/shape.js";

/** A point on which a body lies, in its axes [m], and its part of the load. */
export interface PressurePoint {
  readonly at: Components;
  readonly share: Scalar;
}

/**
 * The even pressure of a disk of radius R about the centre of mass, as points on `rings` with as many on each: rings at the
 * Gauss–Legendre nodes of (r/R)², which have the moments of the disk up to the order 2 rings − 1, every other one turned by half a
 * point. Three rings of eight resist as the disk does, to a percent.
 * @throws {RangeError} for less than one ring or three points on each, or more than ten or a hundred.
 */
export function diskPressure(radius: Scalar, rings = 3, around = 8): PressurePoint[] {
  if (!(Number.isInteger(rings) && rings >= 1 && rings <= 10))
    throw new RangeError(`a disk has 1 to 10 rings of points, not ${rings}`);
  if (!(Number.isInteger(around) && around >= 3 && around <= 100))
    throw new RangeError(`a ring has 3 to 100 points, not ${around}`);
  return gaussNodes(rings).flatMap(({ node, weight }, ring) =>
    Array.from({ length: around }, (_, i): PressurePoint => {
      const angle = (2 * Math.PI * (i + (ring % 2 === 0 ? 0 : 0.5))) / around;
      const [x, y] = [Math.sqrt(node) * cos(angle), Math.sqrt(node) * sin(angle)];
      return { at: [mul(x, radius), mul(y, radius), 0], share: weight / around };
    }),
  );
}

/** Steps of Newton's method from Tricomi's guess of a root of a Legendre polynomial: its error squares from 1e-3 on. */
const polishing = 6;

/** Nodes and weights of Gauss and Legendre on [0, 1]: roots of P_n, w = 1/((1 − x²) P_n′²). */
function gaussNodes(n: number): { readonly node: number; readonly weight: number }[] {
  return Array.from({ length: n }, (_, i) => {
    let x = cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let k = 0; k < polishing; k++) {
      let [before, value] = [1, x];
      for (let j = 2; j <= n; j++) [before, value] = [value, ((2 * j - 1) * x * value - (j - 1) * before) / j];
      slope = (n * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    return { node: 0.5 * (x + 1), weight: 1 / ((1 - x * x) * slope * slope) };
  });
}
