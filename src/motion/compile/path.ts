import { assemblyColumns } from "../../mechanics/assembly.js";
import type { Setup } from "./setup.js";
import type { StepKernels } from "./step.js";

/** States at every grid point ((N+1) × states) and inside unknowns of every step (N × insides), row by row. */
export interface Path {
  readonly states: Float64Array;
  readonly insides: Float64Array;
  readonly programs?: ProgramRecord;
  readonly exact?: ExactRecord;
  readonly assembly?: AssemblyRecord;
}

/** The record of finished steps of an assembly, besides the states. */
export interface AssemblyRecord {
  /** Observations of each step, in the order of `assemblyColumns`. */
  readonly columns: Float64Array;
  /** The memory of contacts at every grid point: their two, deformation and force. */
  readonly kept: Float64Array[];
}

/** Notes on elements of high order, which are read as steps. */
export interface ExactRecord {
  /**
   * The states from which a step of backward Euler as long as each element ends with its states and their slopes, row by
   * row: from there the formulas of a step see the end of the element.
   */
  readonly before: Float64Array;
  /** The states of all stages of each element, row by row, and where these are: 0, c₁ … 1 in parts of it. */
  readonly stages: Float64Array;
  readonly nodes: readonly number[];
  /** Mechanical energy that each element created [J], applied work by its quadrature; NaN where the model has none. */
  readonly created: Float64Array;
  /** The error that the motion is found to have, in parts of scales, and the state that has it. */
  readonly error: { readonly value: number; readonly row: string };
  /** Impacts that take no time, in their order: the element at whose end (1-based), and the contact. */
  readonly impacts: readonly { readonly step: number; readonly contact: string }[];
  readonly laws: ExactLaws;
  /** Values of the problem that are taken from columns between the ends of elements, by name. */
  readonly read: Readonly<Record<string, number | null>>;
}

/** How laws are judged on elements. */
export interface ExactLaws {
  /** The part of its forces that shows in every element: all of one that is not brief. */
  readonly shown: Float64Array;
  /** A gap of a closed corner is up to this part of the largest coordinate: its rate is held, and drifts. */
  readonly drift: number;
}

/** A motion in numbers: its parameters, freed ones as found, and its path. */
export interface Motion {
  readonly parameters: Float64Array;
  readonly path: Path;
}

/** The record of finished steps that are programs, besides their numbers. */
export interface ProgramRecord {
  /** Contact modes, and the wall time that each step took [ms]. */
  modes: string[];
  milliseconds: Float64Array;
  /** Work of all, the largest residual, and how many answers nobody proved to be the best. */
  iterations: number;
  residual: number;
  unproven: number;
  /** The solver's memory of earlier steps when the leg of the last step began. */
  memory: readonly Float64Array[];
}

/** [first, last, parameters] of a finished path: the inputs of boundary conditions. */
export function endsOf(setup: Setup, parameters: Float64Array, path: Path): Float64Array {
  const states = setup.compiled.kernels.layout.states;
  const end = setup.steps.h.length * states;
  const ends = new Float64Array(2 * states + parameters.length);
  ends.set(path.states.subarray(0, states));
  ends.set(path.states.subarray(end, end + states), states);
  ends.set(parameters, 2 * states);
  return ends;
}

/** Nothing known yet of N steps that are programs. */
export const emptyRecord = (count: number): ProgramRecord => ({
  modes: [],
  milliseconds: new Float64Array(count),
  iterations: 0,
  residual: 0,
  unproven: 0,
  memory: [],
});

/** The record of a path whose steps are programs. */
export function recordOf({ programs }: Path): ProgramRecord {
  if (programs === undefined) throw new RangeError("the steps of this path are no programs");
  return programs;
}

/** The record of a path whose steps are those of an assembly. */
export function assemblyRecordOf({ assembly }: Path): AssemblyRecord {
  if (assembly === undefined) throw new RangeError("the steps of this path are no assembly");
  return assembly;
}

/** Memory for a path of N steps. */
export function emptyPath({ layout, program, whole: { assembly } }: StepKernels, count: number): Path {
  return {
    states: new Float64Array((count + 1) * layout.states),
    insides: new Float64Array(count * layout.insides),
    ...(program && {
      programs: emptyRecord(count),
    }),
    ...(assembly && { assembly: { columns: new Float64Array(count * assemblyColumns.length), kept: [] } }),
  };
}
