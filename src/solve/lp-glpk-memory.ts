import type { LinearProgram, LpAnswer, LpProblem, LpSolver, LpStatus } from "./lp.js";

/**
 * What is used of the WebAssembly of glpk.js 5.0.0, whose export names are minified. Problems and parameters are
 * addresses; rows and columns count from 1.
 */
export interface GlpkExports {
  readonly l: WebAssembly.Memory;
  /** glp_create_prob */ o(): number;
  /** glp_set_obj_dir(problem, 1 = minimise) */ q(problem: number, direction: number): void;
  /** glp_add_rows(problem, count) */ r(problem: number, count: number): number;
  /** glp_add_cols(problem, count) */ s(problem: number, count: number): number;
  /** glp_set_row_bnds(problem, row, type, lower, upper) */
  v(problem: number, row: number, type: number, lower: number, upper: number): void;
  /** glp_set_col_bnds(problem, column, type, lower, upper) */
  w(problem: number, column: number, type: number, lower: number, upper: number): void;
  /** glp_set_obj_coef(problem, column, cost) */ x(problem: number, column: number, cost: number): void;
  /** glp_load_matrix(problem, entries, rows, columns, values) */
  y(problem: number, entries: number, rows: number, columns: number, values: number): void;
  /** glp_delete_prob(problem) */ A(problem: number): void;
  /** glp_simplex(problem, parameters): 0, or why it did not run */ I(problem: number, parameters: number): number;
  /** glp_get_status(problem) */ J(problem: number): number;
  /** glp_get_row_dual(problem, row) */ M(problem: number, row: number): number;
  /** glp_get_col_prim(problem, column) */ N(problem: number, column: number): number;
  /** get_glp_smcp(iterations, messages, milliseconds, presolve) */
  W(iterations: number, messages: number, milliseconds: number, presolve: number): number;
  /** malloc(bytes) */ X(bytes: number): number;
  /** free(address) */ Y(address: number): void;
  /** emscripten_stack_restore(pointer) */ aa(pointer: number): void;
  /** emscripten_stack_get_current() */ ca(): number;
}

/**
 * Runs `load` and keeps the exports of the WebAssembly that it makes: glpk.js makes its instance at once when it is
 * called and does not give it away.
 */
export async function captureExports<T>(
  load: () => Promise<T>,
): Promise<{ readonly result: T; readonly exports: GlpkExports | undefined }> {
  const { Instance } = WebAssembly;
  const { log, error } = console;
  // the library binds these when it is loaded, and prints its failed assertions
  console.log = (...words) => silent || log(...words);
  console.error = (...words) => silent || error(...words);
  let exports: GlpkExports | undefined;
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      super(module, imports);
      // one that another library makes meanwhile has other exports
      const found = this.exports as unknown as GlpkExports;
      if (hasNames(found)) exports = found;
    }
  };
  try {
    return { result: await load(), exports };
  } finally {
    WebAssembly.Instance = Instance;
    console.log = log;
    console.error = error;
  }
}

let silent = false;

/** Runs the library without its prints, which belong to nobody. */
export function silently<T>(run: () => T): T {
  silent = true;
  try {
    return run();
  } finally {
    silent = false;
  }
}

/** The names in the order of their definition in the pinned build. */
const pinnedNames = `${[..."lmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$"].join()},aa,ba,ca`;

const hasNames = (exports: GlpkExports): boolean => Object.keys(exports).join() === pinnedNames;

/** Whether this is the build whose names stand above: it has them, and solves a program with a known answer. */
export function isPinned(exports: GlpkExports): boolean {
  if (!hasNames(exports)) return false;
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
    return answer.status === "optimal" && found.every((v, k) => Math.abs(v! - [2, 1, 1.5, -0.5][k]!) < 1e-12);
  } catch {
    return false;
  }
}

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
  const parameters = glpk.W(iterations, 0, 0x7fffffff, 0);
  const settings = new DataView(glpk.l.buffer, parameters);
  settings.setInt32(4, 2, true); // meth: dual simplex, the primal one where that fails
  settings.setFloat64(16, 1e-9, true); // tol_bnd, of the scaled numbers
  settings.setFloat64(24, 1e-9, true); // tol_dj
  let problem = fresh(glpk, columns);
  let rows = 0;
  const x = new Float64Array(columns);
  let rowDuals = new Float64Array(0);

  /** Bounds, costs and (if asked) the matrix, as they are now. */
  function write(program: LinearProgram, matrix: boolean): void {
    const { cost, lower, upper, rowLower, rowUpper } = program;
    if (rowLower.length > rows) {
      glpk.r(problem, rowLower.length - rows);
      rows = rowLower.length;
    }
    for (let i = 0; i < rows; i++) {
      const low = rowLower[i]!;
      const high = rowUpper[i]!;
      glpk.v(problem, i + 1, kind(low, high), low, high);
    }
    for (let j = 0; j < columns; j++) {
      const low = lower[j]!;
      const high = upper[j]!;
      glpk.w(problem, j + 1, kind(low, high), low, high);
      glpk.x(problem, j + 1, cost[j]!);
    }
    if (matrix) loadMatrix(glpk, problem, program);
  }

  /**
   * Runs the simplex; false where it does not end. The library stops its program where the last basis has become
   * singular in its pattern ("k1 < k2"); the stack is put back, and the problem left where it is.
   */
  function simplex(): boolean {
    const stack = glpk.ca();
    try {
      return silently(() => glpk.I(problem, parameters)) === 0;
    } catch {
      glpk.aa(stack);
      problem = fresh(glpk, columns);
      rows = 0;
      return false;
    }
  }

  function renew(): void {
    glpk.A(problem);
    problem = fresh(glpk, columns);
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
      for (let j = 0; j < columns; j++) x[j] = glpk.N(problem, j + 1);
      for (let i = 0; i < rows; i++) rowDuals[i] = glpk.M(problem, i + 1);
      return { status: statuses[glpk.J(problem)] ?? "failed", x, rowDuals };
    },
    dispose() {
      glpk.A(problem);
      glpk.Y(parameters);
    },
  };
}

function fresh(glpk: GlpkExports, columns: number): number {
  const problem = glpk.o();
  glpk.q(problem, 1);
  glpk.s(problem, columns);
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
  const address = glpk.X(16 * (entries + 1));
  const values = new Float64Array(glpk.l.buffer, address, entries + 1);
  const indices = new Int32Array(glpk.l.buffer, address + 8 * (entries + 1), 2 * (entries + 1));
  for (let k = 0; k < entries; k++) {
    values[k + 1] = value[k]!;
    indices[k + 1] = row[k]! + 1;
    indices[entries + k + 2] = column[k]! + 1;
  }
  const rows = address + 8 * (entries + 1);
  glpk.y(problem, entries, rows, rows + 4 * (entries + 1), address);
  glpk.Y(address);
}
