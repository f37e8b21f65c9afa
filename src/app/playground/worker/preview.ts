import { resolveGrid } from "../../../motion/problem/grid.js";
import { gridMethod, resolveParameters, type Settings } from "../../../motion/problem/parameters.js";
import type { Problem } from "../../../motion/problem/problem.js";
import { gridNumbers } from "../../run/settings.js";

/** Fewer steps than this show nothing of a motion. */
const fewest = 12;
/** The largest error that may be asked for by these names. */
const roughest = { "grid.accuracy": 0.01, "grid.tolerance": 1 } as const;

/** The same settings on a grid of so many times fewer steps over the same time, or to so many times less accuracy. */
export function coarserSettings(problem: Problem, set: Settings, times: number): Settings {
  const { time } = resolveParameters(problem, set).numbers;
  const rough = (name: keyof typeof roughest, now: number): Settings => ({
    ...set,
    [name]: Math.min(roughest[name], now * times ** 2),
  });
  const { "grid.steps": _steps, "grid.h": _h, "grid.end": _end, ...others } = set;
  if (gridMethod(problem, set) === "exact") return rough("grid.accuracy", Number(set["grid.accuracy"] ?? 1e-4));
  const { refine } = problem.grid;
  if (refine !== undefined) return rough("grid.tolerance", Number(set["grid.tolerance"] ?? refine.tolerance));
  const { steps, end } = resolveGrid(problem.grid, gridNumbers(set), time);
  const fewer = Math.max(Math.min(fewest, steps), Math.round(steps / times));
  return { ...others, "grid.steps": fewer, ...(time === undefined && { "grid.h": end / fewer }) };
}
