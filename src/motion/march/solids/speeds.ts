import type { SpaceSizes } from "../../../mechanics/assembly.js";

/** The length of a vector of so many numbers. */
export function size(x: Float64Array, at: number, count: number): number {
  let sum = 0;
  for (let i = at; i < at + count; i++) sum += x[i] * x[i];
  return Math.sqrt(sum);
}

/** |ω| [rad/s] of a body whose velocities stand here. */
export const turning = ({ linear, velocities }: SpaceSizes, x: Float64Array, at: number): number =>
  size(x, at + linear, velocities - linear);
