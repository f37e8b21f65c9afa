import type { Mcp, Solution } from "../../solve/mcp.js";
import type { StepKernels } from "../compile/step.js";

/** Tells whether a root of a step is one that its start could not have come to. */
export type Leaps = (z: Float64Array) => boolean;

/** A Newton that begins a step away needs no more iterations than this: it went nowhere else, and nobody looks. */
export const straight = 5;

/** Leaps of a model that has joints, by its own formula; no others. */
export function leaps({ implicit: { at, leap } }: StepKernels, frame: Float64Array): Leaps | undefined {
  if (leap === undefined) return undefined;
  const beyond = new Float64Array(1);
  return (z) => {
    for (let i = 0; i < at.length; i++) frame[at[i]] = z[i];
    leap().run(frame, beyond);
    return beyond[0] > 0;
  };
}

/** A point near the root that continues the motion, where one is found. */
type Continuing = (mcp: Mcp, start: Float64Array, tolerance: number) => Float64Array | undefined;

let loaded: Continuing | undefined;

/** Loads what steps of joints may need, before they are marched, of any model where none is given: pivots are a script of their own. */
export async function loadContinuing(kernels?: StepKernels): Promise<void> {
  if (kernels === undefined || kernels.implicit.leap !== undefined)
    loaded ??= (await import("./continued.js")).continued;
}

/** The point from which a step of joints goes on, as `continued.ts` finds it. */
export const continued: Continuing = (mcp, start, tolerance) => loaded?.(mcp, start, tolerance);

/** A root that is none, said so. */
export const farAway = (solution: Solution): Solution => ({
  ...solution,
  status: "no-progress",
  message: "Its rows are solved far away from where it starts, with energy that nothing gave; try shorter steps.",
});
