import type { GLPK, LP, Result } from "glpk.js/node";
import { captureExports, type GlpkExports } from "./glpk-exports.js";
import { glpkByMemory, solvesKnown } from "./glpk-memory.js";
import type { LinearProgram, LpAnswer, LpProblem, LpSolver, LpStatus } from "./program.js";

interface Library {
  readonly result: GLPK;
  readonly exports: GlpkExports | undefined;
}

let loaded: Promise<Library> | undefined;

/** One instance for the process: each call of the library takes another memory, and the fifth can fail. */
function library(): Promise<Library> {
  loaded ??= captureExports(async () => (await import("glpk.js/node")).default());
  return loaded;
}

/**
 * glpk.js 5.0.0 (GPL-3.0, an optional dependency), driven through the memory of its own WebAssembly: problems stay in
 * it, and the dual simplex starts from the last basis. Where the library is not the pinned one, by its JSON interface.
 * @throws where glpk.js is not installed or does not load.
 */
export async function loadGlpk(): Promise<LpSolver> {
  const { result, exports } = await library();
  if (exports !== undefined && solvesKnown(exports)) return glpkByMemory(exports);
  return byJson(result);
}

/** The same library by its documented JSON interface: every solve starts anew. */
export async function loadGlpkByJson(): Promise<LpSolver> {
  return byJson((await library()).result);
}

function byJson(glpk: GLPK): LpSolver {
  return { name: "glpk.js by JSON", open: () => openByJson(glpk) };
}

function openByJson(glpk: GLPK): LpProblem {
  const statuses = new Map<number, LpStatus>([
    [glpk.GLP_OPT, "optimal"],
    [glpk.GLP_NOFEAS, "infeasible"],
    [glpk.GLP_UNBND, "unbounded"],
  ]);
  return {
    solve(program): LpAnswer {
      // the presolver gives wrong verdicts or none on such programs
      const options = { presol: false, msglev: glpk.GLP_MSG_OFF };
      let solved: Result;
      try {
        solved = glpk.solve(json(glpk, program), options);
      } catch {
        return { status: "failed", x: new Float64Array(0), rowDuals: new Float64Array(0) };
      }
      const { result } = solved;
      return {
        status: statuses.get(result.status) ?? "failed",
        x: Float64Array.from(program.cost, (_, j) => result.vars[`x${j}`] ?? Number.NaN),
        rowDuals: Float64Array.from(program.rowLower, (_, i) => result.dual?.[`r${i}`] ?? Number.NaN),
      };
    },
    dispose() {},
  };
}

function json(glpk: GLPK, { cost, lower, upper, rowLower, rowUpper, row, column, value }: LinearProgram): LP {
  const bound = (low: number, high: number): { type: number; lb: number; ub: number } => {
    const lb = Number.isFinite(low) ? low : 0;
    const ub = Number.isFinite(high) ? high : 0;
    if (low === high) return { type: glpk.GLP_FX, lb, ub };
    if (Number.isFinite(low)) return { type: Number.isFinite(high) ? glpk.GLP_DB : glpk.GLP_LO, lb, ub };
    return { type: Number.isFinite(high) ? glpk.GLP_UP : glpk.GLP_FR, lb, ub };
  };
  const entries = rowLower.map((): { name: string; coef: number }[] => []);
  for (let k = 0; k < row.length; k++) entries[row[k]].push({ name: `x${column[k]}`, coef: value[k] });
  return {
    name: "program",
    objective: { direction: glpk.GLP_MIN, name: "cost", vars: cost.map((coef, j) => ({ name: `x${j}`, coef })) },
    subjectTo: entries.map((vars, i) => ({ name: `r${i}`, vars, bnds: bound(rowLower[i], rowUpper[i]) })),
    bounds: lower.map((low, j) => ({ name: `x${j}`, ...bound(low, upper[j]) })),
  };
}
