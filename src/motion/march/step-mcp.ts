import { fromTriplets, type SparseMatrix } from "../../algebra/sparse.js";
import type { Mcp } from "../../solve/mcp.js";
import { growsWithWeight } from "../compile/lightness.js";
import type { StepKernels } from "../compile/step.js";

/** Scales of forces are declared for what people hold in their hands: those of grains and ships go by their lightness. */
export function scaleForces({ scale }: Mcp, { implicit: { unknowns } }: StepKernels, lightness: number): void {
  unknowns.forEach((unknown, i) => {
    scale[i] = unknown.scale * (growsWithWeight(unknown.unit) ? lightness : 1);
  });
}

/**
 * The rows of one step as an Mcp over its implicit unknowns; everything else is read from the frame. Rows are compiled when they
 * are asked for: a march that is aborted before its first step needs none.
 */
export function stepMcp(kernels: StepKernels, frame: Float64Array): Mcp {
  const { unknowns, at } = kernels.implicit;
  let pattern: SparseMatrix | undefined;
  const write = (z: Float64Array): void => {
    for (let i = 0; i < at.length; i++) frame[at[i]] = z[i];
  };
  return {
    name: (i) => unknowns[i].name,
    lower: Float64Array.from(unknowns, ({ lower }) => lower ?? Number.NEGATIVE_INFINITY),
    upper: Float64Array.from(unknowns, ({ upper }) => upper ?? Number.POSITIVE_INFINITY),
    scale: Float64Array.from(unknowns, ({ scale }) => scale),
    get pattern() {
      const { row, col } = kernels.implicit.rows().pattern;
      pattern ??= fromTriplets([unknowns.length, unknowns.length], row, col);
      return pattern;
    },
    evaluate(z, residual, jacobian) {
      const rows = kernels.implicit.rows();
      write(z);
      if (jacobian === undefined) rows.residual(frame, residual);
      else rows.jacobian(frame, residual, jacobian);
      return true;
    },
  };
}
