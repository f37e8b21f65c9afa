/** Which row of a whole horizon depends on which unknown. */

import { stack } from "../../src/motion/boundary/horizon/stack.js";
import { setUp } from "../../src/motion/compile/setup.js";
import type { Settings } from "../../src/motion/problem/parameters.js";
import type { Problem } from "../../src/motion/problem/problem.js";

/** One entry of the Jacobian's pattern, with the names of its row and its unknown. */
interface Entry {
  readonly row: number;
  readonly column: number;
  readonly rowName: string;
  readonly columnName: string;
  readonly kind: "start" | "motion" | "contact" | "end condition";
}

/** The pattern of a problem's whole horizon, entry by entry. */
export function rowsOf(problem: Problem, set: Settings): { size: number; entries: Entry[] } {
  const setup = setUp(problem, set);
  const { mcp } = stack(setup);
  const { pattern } = mcp;
  const contacts = new Set(setup.compiled.model.inside.map(({ name }) => name));
  const conditions = pattern.rows - setup.compiled.freed.length;
  const kindOf = (row: number, name: string): Entry["kind"] => {
    if (row >= conditions) return "end condition";
    if (name.endsWith(" at the start")) return "start";
    return contacts.has(name.split(" at ")[0]) ? "contact" : "motion";
  };
  const entries: Entry[] = [];
  for (let column = 0; column < pattern.cols; column++)
    for (let p = pattern.colPtr[column]; p < pattern.colPtr[column + 1]; p++) {
      const row = pattern.rowIdx[p];
      const rowName = mcp.name(row);
      entries.push({ row, column, rowName, columnName: mcp.name(column), kind: kindOf(row, rowName) });
    }
  return { size: pattern.rows, entries };
}
