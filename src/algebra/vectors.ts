import { hypot } from "./elementary/elementary.js";
import type { Vector } from "./rotation.js";

/** A point or direction that is only read. */
export type ReadonlyVector = readonly [x: number, y: number, z: number];

/** a + b */
export function plus(a: ReadonlyVector, b: ReadonlyVector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** a − b */
export function minus(a: ReadonlyVector, b: ReadonlyVector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** s a */
export function times(s: number, a: ReadonlyVector): Vector {
  return [s * a[0], s * a[1], s * a[2]];
}

/** aᵀb */
export function inner(a: ReadonlyVector, b: ReadonlyVector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** a × b */
export function outer(a: ReadonlyVector, b: ReadonlyVector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** ‖a‖ */
export function length(a: ReadonlyVector): number {
  return hypot(a[0], a[1], a[2]);
}

/** a/‖a‖; NaN where a is zero. */
export function direction(a: ReadonlyVector): Vector {
  return times(1 / length(a), a);
}

/** Σ (p_{i+1} − p_0) × (p_{i+2} − p_0)/2: the area of a closed polygon as a vector, along its normal (anticlockwise). */
export function areaVector(polygon: readonly ReadonlyVector[]): Vector {
  let sum: Vector = [0, 0, 0];
  for (let i = 2; i < polygon.length; i++)
    sum = plus(sum, outer(minus(polygon[i - 1], polygon[0]), minus(polygon[i], polygon[0])));
  return times(0.5, sum);
}
