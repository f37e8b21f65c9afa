import { fromTriplets } from "../../algebra/sparse.js";
import type { Mcp } from "../../solve/mcp.js";
import { growsWithWeight } from "../compile/lightness.js";
import type { StepKernels } from "../compile/step.js";

/** Scales of forces are declared for what people hold in their hands: those of grains and ships go by their lightness. */
export function scaleForces({ scale }: Mcp, { implicit: { unknowns } }: StepKernels, lightness: number): void {
  unknowns.forEach((unknown, i) => {
    scale[i] = unknown.scale * (growsWithWeight(unknown.unit) ? lightness : 1);
  });
}

/** The rows of one step as an Mcp over its implicit unknowns; everything else is read from the frame. */
export function stepMcp(kernels: StepKernels, frame: Float64Array): Mcp {
  const { unknowns, at } = kernels.implicit;
  const rows = kernels.implicit.rows();
  const { row, col } = rows.pattern;
  const write = (z: Float64Array): void => {
    for (let i = 0; i < at.length; i++) frame[at[i]] = z[i];
  };
  return {
    name: (i) => unknowns[i].name,
    lower: Float64Array.from(unknowns, ({ lower }) => lower ?? Number.NEGATIVE_INFINITY),
    upper: Float64Array.from(unknowns, ({ upper }) => upper ?? Number.POSITIVE_INFINITY),
    scale: Float64Array.from(unknowns, ({ scale }) => scale),
    pattern: fromTriplets([unknowns.length, unknowns.length], row, col),
    evaluate(z, residual, jacobian) {
      write(z);
      if (jacobian === undefined) rows.residual(frame, residual);
      else rows.jacobian(frame, residual, jacobian);
      return true;
    },
  };
}
