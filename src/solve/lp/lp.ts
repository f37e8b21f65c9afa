/**
 * Linear programs: the interface that solvers of them stand behind (`program.ts`), two of them, and bounds that hold
 * whatever a solver says (`bound.ts`). glpk.js stands in three files: `glpk-exports.ts` alone knows its build,
 * `glpk-memory.ts` drives its functions, `glpk.ts` falls back on its JSON interface. Another solver needs a file like
 * `highs.ts` and nothing else.
 *
 * @module solve/lp
 */

import type { LpSolver } from "./program.js";

export type { LinearProgram, LpAnswer, LpProblem, LpSolver, LpStatus } from "./program.js";

let loaded: Promise<LpSolver> | undefined;

/**
 * The solver to use where none is named: glpk.js where it is installed (an optional dependency under GPL-3.0), else
 * HiGHS (MIT), which is some ten times slower on small programs. One instance serves all.
 */
export function loadLp(): Promise<LpSolver> {
  loaded ??= import("./glpk.js").then(({ loadGlpk }) => loadGlpk()).catch(() => loadHighs());
  return loaded;
}

async function loadHighs(): Promise<LpSolver> {
  return (await import("./highs.js")).loadHighs();
}
