import type { GlpkExports } from "./glpk-exports.js";
import type { LinearProgram, LpAnswer, LpProblem, LpSolver, LpStatus } from "./program.js";

const FREE = 1;
const LOWER = 2;
const UPPER = 3;
const BOTH = 4;
const FIXED = 5;

const statuses: Readonly<Record<number, LpStatus>> = { 5: "optimal", 4: "infeasible", 6: "unbounded" };

/** Iterations after which a solve is given up: programs of this kind need tens, and one that stalls takes seconds. */
const iterations = 1000;

/** glpk.js driven through the memory of its WebAssembly. */
export function glpkByMemory(glpk: GlpkExports): LpSolver {
  return { name: "glpk.js", open: (columns) => open(glpk, columns) };
}

function open(glpk: GlpkExports, columns: number): LpProblem {
  const parameters = glpk.createParameters(iterations, 0, 0x7fffffff, 0);
  const settings = new DataView(glpk.memory.buffer, parameters);
  settings.setInt32(4, 2, true); // meth: dual simplex, the primal one where that fails
  settings.setFloat64(16, 1e-9, true); // tol_bnd, of the scaled numbers
  settings.setFloat64(24, 1e-9, true); // tol_dj
  let problem = createProblem(glpk, columns);
  let rows = 0;
  const x = new Float64Array(columns);
  let rowDuals = new Float64Array(0);

  /** Bounds, costs and (if asked) the matrix, as they are now. */
  function write(program: LinearProgram, matrix: boolean): void {
    const { cost, lower, upper, rowLower, rowUpper } = program;
    if (rowLower.length > rows) {
      glpk.addRows(problem, rowLower.length - rows);
      rows = rowLower.length;
    }
    for (let i = 0; i < rows; i++) {
      const low = rowLower[i];
      const high = rowUpper[i];
      glpk.setRowBounds(problem, i + 1, kind(low, high), low, high);
    }
    for (let j = 0; j < columns; j++) {
      const low = lower[j];
      const high = upper[j];
      glpk.setColumnBounds(problem, j + 1, kind(low, high), low, high);
      glpk.setCost(problem, j + 1, cost[j]);
    }
    if (matrix) loadMatrix(glpk, problem, program);
  }

  /**
   * Runs the simplex; false where it does not end. The library stops its program where the last basis has become
   * singular in its pattern ("k1 < k2"); the stack is put back, and the problem left where it is.
   */
  function simplex(): boolean {
    const stack = glpk.currentStack();
    try {
      return glpk.simplex(problem, parameters) === 0;
    } catch {
      glpk.restoreStack(stack);
      problem = createProblem(glpk, columns);
      rows = 0;
      return false;
    }
  }

  function renew(): void {
    glpk.deleteProblem(problem);
    problem = createProblem(glpk, columns);
    rows = 0;
  }

  return {
    solve(program, changed): LpAnswer {
      if (program.rowLower.length < rows) renew();
      write(program, changed || rows === 0);
      // a basis that does not suit the numbers of now is left for the one of a new problem
      if (!simplex()) {
        renew();
        write(program, true);
        if (!simplex()) return { status: "failed", x, rowDuals };
      }
      if (rowDuals.length !== rows) rowDuals = new Float64Array(rows);
      for (let j = 0; j < columns; j++) x[j] = glpk.columnValue(problem, j + 1);
      for (let i = 0; i < rows; i++) rowDuals[i] = glpk.rowDual(problem, i + 1);
      return { status: statuses[glpk.status(problem)] ?? "failed", x, rowDuals };
    },
    dispose() {
      glpk.deleteProblem(problem);
      glpk.free(parameters);
    },
  };
}

function createProblem(glpk: GlpkExports, columns: number): number {
  const problem = glpk.createProblem();
  glpk.setDirection(problem, 1);
  glpk.addColumns(problem, columns);
  return problem;
}

function kind(low: number, high: number): number {
  if (low === high) return FIXED;
  if (low > Number.NEGATIVE_INFINITY) return high < Number.POSITIVE_INFINITY ? BOTH : LOWER;
  return high < Number.POSITIVE_INFINITY ? UPPER : FREE;
}

function loadMatrix(glpk: GlpkExports, problem: number, { row, column, value }: LinearProgram): void {
  const entries = row.length;
  // the arrays count from 1; values first, because they must lie at a multiple of eight
  const address = glpk.allocate(16 * (entries + 1));
  const values = new Float64Array(glpk.memory.buffer, address, entries + 1);
  const indices = new Int32Array(glpk.memory.buffer, address + 8 * (entries + 1), 2 * (entries + 1));
  for (let k = 0; k < entries; k++) {
    values[k + 1] = value[k];
    indices[k + 1] = row[k] + 1;
    indices[entries + k + 2] = column[k] + 1;
  }
  const rows = address + 8 * (entries + 1);
  glpk.loadMatrix(problem, entries, rows, rows + 4 * (entries + 1), address);
  glpk.free(address);
}

/** True if the functions do what their words say: they solve a program with a known answer. */
export function solvesKnown(exports: GlpkExports): boolean {
  try {
    const problem = glpkByMemory(exports).open(2);
    // min x + 2y, x + y ≥ 3, x − y ≤ 1, 0 ≤ x, y ≤ 9: (2, 1), multipliers 3/2 and −1/2
    const answer = problem.solve(
      {
        cost: [1, 2],
        lower: [0, 0],
        upper: [9, 9],
        rowLower: [3, Number.NEGATIVE_INFINITY],
        rowUpper: [Number.POSITIVE_INFINITY, 1],
        row: [0, 0, 1, 1],
        column: [0, 1, 0, 1],
        value: [1, 1, 1, -1],
      },
      true,
    );
    const found = [answer.x[0], answer.x[1], answer.rowDuals[0], answer.rowDuals[1]];
    problem.dispose();
    return answer.status === "optimal" && found.every((v, k) => Math.abs(v - [2, 1, 1.5, -0.5][k]) < 1e-12);
  } catch {
    return false;
  }
}
