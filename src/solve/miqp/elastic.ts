import { leastViolation } from "../lp/bound.js";
import type { LinearProgram, LpProblem, LpSolver } from "../lp/lp.js";
import { entry } from "./relaxation.js";

/** Certifies that rows cannot be met: `violation` is a safe lower bound on the sum of their violations. */
export interface Elastic {
  violation(program: LinearProgram): number;
  dispose(): void;
}

/**
 * The elastic twin of a program, of its first `rows` rows: each may be violated at a cost of 1 a unit and nothing else
 * costs. Its bounds are taken anew at every call.
 */
export function elastic(lp: LpSolver, base: LinearProgram, rows: number): Elastic {
  const columns = base.cost.length;
  const infinite = Number.POSITIVE_INFINITY;
  const slacks = Array.from({ length: 2 * rows });
  const twin: LinearProgram = {
    cost: [...base.cost.map(() => 0), ...slacks.map(() => 1)],
    lower: [...base.lower, ...slacks.map(() => 0)],
    upper: [...base.upper, ...slacks.map(() => infinite)],
    rowLower: base.rowLower.slice(0, rows),
    rowUpper: base.rowUpper.slice(0, rows),
    row: [],
    column: [],
    value: [],
  };
  const inside: LinearProgram = { ...twin, cost: [], lower: [], upper: [], row: [], column: [], value: [] };
  for (let k = 0; k < base.row.length; k++) {
    if (base.row[k] >= rows) continue;
    entry(twin, base.row[k], base.column[k], base.value[k]);
    entry(inside, base.row[k], base.column[k], base.value[k]);
  }
  for (let i = 0; i < rows; i++) {
    entry(twin, i, columns + 2 * i, 1);
    entry(twin, i, columns + 2 * i + 1, -1);
  }
  const work = new Float64Array(2 * columns);
  let problem: LpProblem | undefined;
  return {
    violation(program) {
      const isNew = problem === undefined;
      problem ??= lp.open(twin.cost.length);
      for (let j = 0; j < columns; j++) {
        twin.lower[j] = inside.lower[j] = program.lower[j];
        twin.upper[j] = inside.upper[j] = program.upper[j];
      }
      for (let i = 0; i < rows; i++) {
        twin.rowLower[i] = program.rowLower[i];
        twin.rowUpper[i] = program.rowUpper[i];
      }
      const { rowDuals } = problem.solve(twin, isNew);
      return rowDuals.length === rows ? leastViolation(inside, rowDuals.slice(), work) : 0;
    },
    dispose: () => problem?.dispose(),
  };
}
