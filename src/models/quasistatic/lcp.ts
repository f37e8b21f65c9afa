import { diagonalMatrix } from "../../algebra/sparse.js";
import type { StepSolver } from "../../mechanics/program.js";
import { denseLcp, type Lcp, lcpSolver } from "../../solve/lcp/lcp.js";
import type { LpSolver } from "../../solve/lp/lp.js";
import { type Incumbent, leastNear } from "../../solve/miqp/modes.js";
import type { QuasistaticLayout } from "./layout.js";
import { modeLetters } from "./mode.js";
import { type QuasistaticProgram, quasistaticProgram } from "./program.js";
import { settleParts } from "./settle.js";
import { explainSqueeze } from "./squeeze.js";
import { readStep, type StepNames, type StepSize, writeAnswer } from "./step.js";

/** Scaled residual of a solution: a nanonewton beside a newton. */
const tolerance = 1e-10;

/** The cost of an impulse at first, as a gap that it leaves: small, but it decides between forces that do the same. */
const softness = 1e-3;

/**
 * Trinkle's step: (12), (16), (17) and (23a) of Pang and Tedrake (2018) with Δq_a = Δq̄_a, a linear complementarity
 * problem in (Δq_u, P_n, P_f, Γ) for the MCP solver. It starts from the solution with slightly soft contacts, of which
 * there is one only, so that contacts that need not push do not; of the forces of the motion that it finds, it takes the
 * least. There is no solution where commands leave a part no room, or where nothing can balance it: the message says
 * which.
 */
export function lcpStepSolver(size: StepSize, names: StepNames, lp: LpSolver): StepSolver {
  const { nu } = size;
  const solver = lcpSolver(tolerance);
  let lcp: Lcp | undefined;

  return {
    solve(data, answer) {
      const step = readStep(size, data);
      const program = quasistaticProgram(step);
      const { normal, slip, count } = program.layout.columns;
      lcp ??= stepLcp(program.layout, names);
      fillLcp(lcp, program);
      const { status, z, residual, iterations } = solver.solve(lcp, slip - normal, softness);
      if (status !== "solved") {
        // one way to no forces is no proof that there are none
        const { isProven, message } = explainSqueeze(step, names);
        return { status: isProven ? "infeasible" : "no-progress", residual, iterations, mode: "", message };
      }
      const x = new Float64Array(count);
      x.set(z.subarray(0, nu));
      x.set(z.subarray(nu), normal);
      // where rounding lets no least impulses be found, those that were
      const taken = leastImpulses(program, x, lp) ?? { x, residual };
      writeAnswer(size, program.unknowns(taken.x), answer);
      return { status, residual: taken.residual, iterations, mode: modeLetters(size, answer), message: "" };
    },
    settle: settleParts(size),
    memory: () => [],
    recall: () => solver.forget(),
    dispose() {},
  };
}

/** Tolerance with which the mode of a motion is read, that of the program's own modes. */
const reading = 1e-9;

/**
 * The impulses with the least sum that do the same motion, and among those nearly the ones with the least squares, with
 * their residual; undefined where rounding lets none be found.
 */
function leastImpulses(
  { miqp, hints, layout }: QuasistaticProgram,
  x: Float64Array,
  lp: LpSolver,
): Pick<Incumbent, "x" | "residual"> | undefined {
  const { actuated, normal, slip, count } = layout.columns;
  const { elastic } = layout.rows;
  const held = (bound: Float64Array): Float64Array => {
    const fixed = bound.slice();
    for (let j = 0; j < normal; j++) fixed[j] = j < actuated ? x[j] : 0;
    return fixed;
  };
  const least = {
    ...miqp,
    H: diagonalMatrix(new Float64Array(count).fill(softness, normal, slip)),
    c: new Float64Array(count).fill(1, normal, slip),
    lower: held(miqp.lower),
    upper: held(miqp.upper),
    rowLower: miqp.rowLower.map((bound, i) => (i < elastic ? bound : Number.NEGATIVE_INFINITY)),
  };
  return leastNear({ miqp: least, hints }, lp, x, reading);
}

/** The problem of a step over the columns of its program without the deviations Δq_a − Δq̄_a. */
function stepLcp({ columns }: QuasistaticLayout, names: StepNames): Lcp {
  const { actuated: nu, normal, edge, slip, count } = columns;
  const deviations = normal - nu;
  return denseLcp(count - deviations, nu, (j) => {
    if (j < nu) return names.unactuated[j];
    const column = j + deviations;
    if (column < edge) return `${names.contacts[column - normal]}.normal`;
    return column < slip ? "edge" : `${names.contacts[column - slip]}.slip`;
  });
}

/** Takes the numbers of a program with Δq_a = Δq̄_a: its rows answer those columns in order, balance, then φ⁺, ρ, s. */
function fillLcp({ matrix, right }: Lcp, { miqp: { A, rowLower }, layout }: QuasistaticProgram): void {
  const { actuated: nu, normal, count } = layout.columns;
  const n = right.length;
  matrix.fill(0);
  for (let i = 0; i < n; i++) right[i] = rowLower[i];
  for (let column = 0; column < count; column++) {
    if (column >= nu && column < normal) continue;
    const j = column < nu ? column : column - normal + nu;
    // rows n and up are the elastic bounds, which Trinkle's step does not have
    for (let p = A.colPtr[column]; p < A.colPtr[column + 1]; p++)
      if (A.rowIdx[p] < n) matrix[j * n + A.rowIdx[p]] = A.values[p];
  }
}
