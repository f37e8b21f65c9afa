import { finish, type Stepwise } from "../algebra/stepwise.js";
import { assemble, mayAssemble } from "./assembly/assemble.js";
import { differentiated } from "./derivative.js";
import { generate, operationsPerFunction } from "./generate.js";
import { interpret, type Run } from "./interpret.js";
import type { Expr } from "./node.js";
import { type Schedule, schedule } from "./schedule.js";

export { type Switch, switches } from "./switches.js";

/** How a kernel runs: as generated WebAssembly or JavaScript, or by an interpreter with bit-identical results. */
export type Mode = "generated" | "interpreted";

/** How formulas are compiled; what is left out is as in `defaults`. */
export interface CompileSettings {
  /** `auto` generates WebAssembly for long formulas, JavaScript for short ones, and interprets where that is forbidden. */
  readonly mode?: "auto" | Mode;
  /** The number of operations after which generated code is cut into another function. */
  readonly limit?: number;
}

const defaults: Required<CompileSettings> = { mode: "auto", limit: operationsPerFunction };

/** Formulas made ready to be evaluated often. Running one allocates nothing. */
export interface Kernel {
  readonly inputs: number;
  readonly outputs: number;
  readonly operations: number;
  readonly mode: Mode;
  /** Values in the given order. The arrays must be different and long enough; further entries are left alone. */
  run(input: Float64Array, output: Float64Array): void;
}

/** The places of a Jacobian's values: by column, row indices ascending (the layout of SparseMatrix). */
export interface Pattern {
  readonly rows: number;
  readonly cols: number;
  /** Entries colPtr[j] … colPtr[j + 1] − 1 are those of column j. */
  readonly colPtr: Int32Array;
  /** Row of every entry. */
  readonly row: Int32Array;
  /** Column of every entry. */
  readonly col: Int32Array;
}

/** Rows and their Jacobian made ready to be evaluated often. */
export interface RowKernel {
  readonly inputs: number;
  readonly rows: number;
  /** Of one call of `jacobian`. */
  readonly operations: number;
  readonly mode: Mode;
  readonly pattern: Pattern;
  /** F := rows(input) */
  residual(input: Float64Array, F: Float64Array): void;
  /** F := rows(input) and J := the values of ∂rows/∂wrt on the pattern, with their common parts done once. */
  jacobian(input: Float64Array, F: Float64Array, J: Float64Array): void;
}

/**
 * A kernel for the outputs as functions of the inputs (leaves, in the order of the input array). Throws if an output
 * uses a leaf that is not among the inputs.
 */
export function compile(inputs: readonly Expr[], outputs: readonly Expr[], settings: CompileSettings = {}): Kernel {
  return finish(compiled(inputs, outputs, settings));
}

/** `compile` in parts. */
export function* compiled(
  inputs: readonly Expr[],
  outputs: readonly Expr[],
  settings: CompileSettings = {},
): Stepwise<Kernel> {
  const plan = schedule(inputs, outputs);
  yield;
  const built = realise(plan, outputs.length, settings);
  return {
    inputs: inputs.length,
    outputs: outputs.length,
    operations: plan.operations.length / 4,
    mode: built.mode,
    run: built.run as (input: Float64Array, output: Float64Array) => void,
  };
}

/** `compile` for rows and their derivatives by `wrt`; the generalised derivative at kinks is that of `gradient`. */
export function compileRows(
  inputs: readonly Expr[],
  wrt: readonly Expr[],
  rows: readonly Expr[],
  settings: CompileSettings = {},
): RowKernel {
  return finish(compiledRows(inputs, wrt, rows, settings));
}

/** `compileRows` in parts. */
export function* compiledRows(
  inputs: readonly Expr[],
  wrt: readonly Expr[],
  rows: readonly Expr[],
  settings: CompileSettings = {},
): Stepwise<RowKernel> {
  const entries = yield* differentiated(rows, wrt);
  const residualPlan = schedule(inputs, rows);
  yield;
  const jacobianPlan = schedule(inputs, [...rows, ...entries.map(({ value }) => value)]);
  yield;
  const both = realise(jacobianPlan, rows.length, settings);
  yield;
  const alone = realise(residualPlan, rows.length, settings);
  yield;
  const colPtr = new Int32Array(wrt.length + 1);
  for (const { col } of entries) colPtr[col + 1]++;
  for (let col = 0; col < wrt.length; col++) colPtr[col + 1] += colPtr[col];
  return {
    inputs: inputs.length,
    rows: rows.length,
    operations: jacobianPlan.operations.length / 4,
    mode: both.mode,
    pattern: {
      rows: rows.length,
      cols: wrt.length,
      colPtr,
      row: Int32Array.from(entries, ({ row }) => row),
      col: Int32Array.from(entries, ({ col }) => col),
    },
    residual: alone.run as RowKernel["residual"],
    jacobian: both.run,
  };
}

/** From so many operations on, an engine takes longer to optimise generated JavaScript than most runs take. */
const operationsAssembled = 1000;

function realise(plan: Schedule, split: number, settings: CompileSettings): { run: Run; mode: Mode } {
  const { mode, limit } = { ...defaults, ...settings };
  const count = plan.operations.length / 4;
  const generated = (): Run | undefined => {
    try {
      return generate(plan, split, limit);
    } catch (refused) {
      if (mode === "generated") throw refused;
      return undefined;
    }
  };
  if (mode === "auto" && count >= operationsAssembled && mayAssemble())
    return { run: assemble(plan, split, generated), mode: "generated" };
  const run = mode === "interpreted" ? undefined : generated();
  return run === undefined ? { run: interpret(plan, split), mode: "interpreted" } : { run, mode: "generated" };
}
