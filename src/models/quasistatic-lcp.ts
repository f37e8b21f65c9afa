import { diagonalMatrix, fullPattern } from "../algebra/sparse.js";
import type { StepSolver } from "../mechanics/program.js";
import { denseLu } from "../solve/linear.js";
import type { LpSolver } from "../solve/lp.js";
import type { Mcp } from "../solve/mcp.js";
import { type Incumbent, makeRoom, modeOf, prepare, tryMode } from "../solve/miqp-modes.js";
import { type NewtonState, newton } from "../solve/newton.js";
import { explainSqueeze } from "./quasistatic-explain.js";
import { type QuasistaticLayout, type QuasistaticProgram, quasistaticProgram } from "./quasistatic-instance.js";
import { modeLetters } from "./quasistatic-mode.js";
import { settleParts } from "./quasistatic-settle.js";
import { readStep, type StepNames, type StepSize, writeAnswer } from "./quasistatic-step.js";

/** Scaled residual of a solution: a nanonewton beside a newton. */
const tolerance = 1e-10;

/** A linear complementarity problem whose numbers change from step to step. */
interface StepMcp {
  readonly mcp: Mcp;
  /** Takes the numbers of a program, with Δq_a = Δq̄_a, and a softness of its contacts. */
  fill(program: QuasistaticProgram, soft: number): void;
}

/** What an impulse costs at first, as a gap that it leaves: small, but it decides between forces that do the same. */
const softness = 1e-3;

/**
 * Trinkle's step: (12), (16), (17) and (23a) of Pang and Tedrake (2018) with Δq_a = Δq̄_a, a linear complementarity
 * problem in (Δq_u, P_n, P_f, Γ) for the MCP solver. It starts from the solution with slightly soft contacts, of which
 * there is one only, so that contacts that need not push do not; of the forces of the motion that it finds, it takes the
 * least. There is no solution where commands leave a part no room, or where nothing can balance it: the message says
 * which.
 */
export function lcpSolver(size: StepSize, names: StepNames, lp: LpSolver): StepSolver {
  const { nu } = size;
  const solver = newton({ tolerance, linear: denseLu });
  let state: NewtonState | undefined;
  let lcp: StepMcp | undefined;

  return {
    solve(data, answer) {
      const step = readStep(size, data);
      const program = quasistaticProgram(step);
      lcp ??= stepMcp(program.layout, names);
      let z = new Float64Array(lcp.mcp.lower.length);
      let iterations = 0;
      for (const soft of [softness, 0]) {
        lcp.fill(program, soft);
        state = solver.init(lcp.mcp, z, state);
        while (solver.done(state) === undefined) solver.step(state);
        z = state.z.slice();
        iterations += state.iteration;
      }
      const { residual } = state!;
      const status = solver.done(state!)!;
      if (status !== "solved") {
        const message = explainSqueeze(step, names);
        return { status: status === "infeasible" ? status : "no-progress", residual, iterations, mode: "", message };
      }
      const { columns } = program.layout;
      const x = new Float64Array(columns[4]);
      x.set(z.subarray(0, nu));
      x.set(z.subarray(nu), columns[1]);
      // where rounding lets no least impulses be found, those that were
      const taken = leastImpulses(program, x, lp) ?? { x, residual };
      writeAnswer(size, program.unknowns(taken.x), answer);
      return { status, residual: taken.residual, iterations, mode: modeLetters(size, answer), message: "" };
    },
    settle: settleParts(size),
    memory: () => [],
    recall() {
      state = undefined;
    },
    dispose() {},
  };
}

/** Tolerance with which the mode of a motion is read, that of the program's own modes. */
const reading = 1e-9;

/**
 * The impulses with the least sum that do the same motion, and among those nearly the ones with the least squares, with
 * what they miss; undefined where rounding lets none be found.
 */
function leastImpulses(
  { miqp, hints, layout }: QuasistaticProgram,
  x: Float64Array,
  lp: LpSolver,
): Pick<Incumbent, "x" | "residual"> | undefined {
  const [actuated, normal, , slip, count] = layout.columns;
  const elastic = layout.rows[3];
  const held = (bound: Float64Array): Float64Array => {
    const fixed = bound.slice();
    for (let j = 0; j < normal; j++) fixed[j] = j < actuated ? x[j]! : 0;
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
  const prepared = prepare(least, hints, lp, makeRoom(count, miqp.rowLower.length));
  return tryMode(prepared, modeOf(prepared, x, reading));
}

/** The rows of a program that answer its columns without the deviations Δq_a − Δq̄_a: balance, then φ⁺, ρ, s in order. */
function stepMcp({ columns }: QuasistaticLayout, names: StepNames): StepMcp {
  const [nu, normal, edge, slip, count] = columns;
  const n = count - (normal - nu);
  const columnOf = Int32Array.from({ length: n }, (_, j) => (j < nu ? j : j - nu + normal));
  const place = new Int32Array(count).fill(-1);
  columnOf.forEach((column, j) => {
    place[column] = j;
  });
  const matrix = new Float64Array(n * n); // by columns
  const right = new Float64Array(n);
  const kind = (column: number): string =>
    column < edge
      ? `${names.contacts[column - normal]}.normal`
      : column < slip
        ? "edge"
        : `${names.contacts[column - slip]}.slip`;
  const mcp: Mcp = {
    name: (j) => (j < nu ? names.unactuated[j]! : kind(columnOf[j]!)),
    lower: Float64Array.from({ length: n }, (_, j) => (j < nu ? Number.NEGATIVE_INFINITY : 0)),
    upper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    scale: new Float64Array(n).fill(1),
    pattern: fullPattern(n),
    evaluate(z, residual, jacobian) {
      for (let i = 0; i < n; i++) residual[i] = -right[i]!;
      for (let j = 0, p = 0; j < n; j++) for (let i = 0; i < n; i++, p++) residual[i]! += matrix[p]! * z[j]!;
      jacobian?.set(matrix);
      return true;
    },
  };
  return {
    mcp,
    fill({ miqp: { A, rowLower } }, soft) {
      matrix.fill(0);
      for (let j = nu; j < nu + slip - normal; j++) matrix[j * n + j] = soft;
      for (let i = 0; i < n; i++) right[i] = rowLower[i]!;
      for (let column = 0; column < count; column++) {
        const j = place[column]!;
        if (j < 0) continue;
        // rows n and up are the elastic bounds, which Trinkle's step does not have
        for (let p = A.colPtr[column]!; p < A.colPtr[column + 1]!; p++)
          if (A.rowIdx[p]! < n) matrix[j * n + A.rowIdx[p]!] = A.values[p]!;
      }
    },
  };
}
