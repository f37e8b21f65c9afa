import { resolveGrid } from "../../motion/problem/grid.js";
import { gridMethod, resolveParameters, type Settings } from "../../motion/problem/parameters.js";
import { heldGridOf } from "../../motion/problem/pieces.js";
import type { Problem } from "../../motion/problem/problem.js";

/** True where everything has its declared value: settings that repeat the default change nothing. */
export function isDefault(problem: Problem, set: Settings): boolean {
  const declared = resolveParameters(problem, {});
  const used = resolveParameters(problem, set);
  const [method, own] = [gridMethod(problem, set), gridMethod(problem, {})];
  const isExact = method === "exact" && Object.keys(set).some((name) => name.startsWith("grid."));
  if (method !== own || isExact) return false;
  // of the method exact no part of the grid is set any more
  const isGrid = method !== "exact";
  const grid = isGrid ? resolveGrid(problem.grid, gridNumbers(set), used.numbers.time) : undefined;
  const grids = isGrid ? resolveGrid(problem.grid, {}, declared.numbers.time) : undefined;
  return (
    Object.entries(declared.numbers).every(([name, value]) => used.numbers[name] === value) &&
    Object.entries(declared.choices).every(([name, value]) => used.choices[name] === value) &&
    grid?.steps === grids?.steps &&
    grid?.h === grids?.h &&
    (set["grid.tolerance"] === undefined || Number(set["grid.tolerance"]) === problem.grid.refine?.tolerance)
  );
}

/** The grid as people read it: steps and their length only where they decide the motion. */
export function shownGrid(problem: Problem, set: Settings, time: number | undefined): Record<string, number | string> {
  const method = gridMethod(problem, set);
  const exact = heldGridOf(problem, gridNumbers(set), method, time)?.exact;
  if (exact !== undefined) return { "grid.end": exact.end, "grid.method": method, "grid.accuracy": exact.accuracy };
  const { steps, h, end } = resolveGrid(problem.grid, gridNumbers(set), time);
  return { "grid.steps": steps, "grid.h": h, "grid.end": end, "grid.method": method };
}

/** The settings of the time grid, as numbers. */
export function gridNumbers(set: Settings): Record<string, number> {
  return Object.fromEntries(
    Object.entries(set)
      .filter(([name]) => name.startsWith("grid.") && name !== "grid.method")
      .map(([name, value]) => [name, Number(value)]),
  );
}
