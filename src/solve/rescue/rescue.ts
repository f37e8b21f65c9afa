/**
 * More than one route to the solution of a mixed complementarity problem, for callers who ask once: the semismooth Newton,
 * fresh starts where it fails, and what makes an answer one (`inside.ts`: within its bounds; `faint.ts`: rows with tiny
 * slopes). Marches and horizons, which know good starts, use the Newton itself.
 *
 * @module solve/rescue
 */

import { randomNumbers } from "../../algebra/random.js";
import type { Mcp, Solution } from "../mcp.js";
import { newton, run } from "../newton/newton.js";
import type { Watch } from "../newton/run.js";
import { type NewtonSettings, withDefaults } from "../newton/settings.js";
import { strengthenFaint } from "./faint.js";
import { bringInside } from "./inside.js";

/** Sizes of fresh starts, in scales of the unknowns, in the order in which they are tried. */
const sizes = [1, 5, 0.2, 1, 20, 5, 1, 1];
/** Newton iterations of a fresh start: those that lead anywhere need 15 to 90 on a wall of a thousand unknowns. */
const freshMost = 100;

/**
 * The Newton from the start, then from fresh ones: free unknowns near zero and bounded ones at random inside their bounds,
 * seeded. A singular free part (joints that share a load) has rays along which one start runs and another does not.
 * `infeasible` is said only where every start ends at a stationary point. Iterations count over all starts, and
 * `maxIterations`, if given, bounds them all; with no `restarts` there are no fresh starts.
 */
export function solveByRoutes(mcp: Mcp, start: Float64Array, settings: NewtonSettings, watch: Watch): Solution {
  const { tolerance, restarts, seed } = withDefaults(settings);
  let used = 0;
  const attempt = (problem: Mcp, from: Float64Array, more: NewtonSettings): Solution => {
    const before = used;
    const found = run(newton({ ...settings, ...more }), problem, from, {
      signal: watch.signal,
      onIteration: (info) => {
        // the start of a later attempt is no iteration
        if (before === 0 || info.iteration > 0) watch.onIteration?.({ ...info, iteration: before + info.iteration });
      },
    });
    used += found.iterations;
    return { ...found, iterations: used };
  };
  const allowed = (): number => Math.min(freshMost, (settings.maxIterations ?? Number.POSITIVE_INFINITY) - used);
  const polish = (problem: Mcp, from: Float64Array, goal: number): Solution =>
    attempt(problem, from, { tolerance: goal, restarts: 0, maxIterations: Math.max(0, Math.min(20, allowed())) });
  const finish = (found: Solution): Solution => {
    const strong = strengthenFaint(mcp, found, tolerance, polish);
    return bringInside(mcp, strong, tolerance, polish);
  };

  const first = attempt(mcp, start, {});
  if (first.status === "solved") return finish(first);
  if (first.status === "cancelled" || first.status === "not-finite" || restarts === 0) return first;
  const random = randomNumbers(seed);
  let agree = true;
  for (const size of sizes) {
    if (!(allowed() > 0)) return { ...unsolved(first, false), iterations: used };
    const found = attempt(mcp, freshStart(mcp, size, random), { restarts: 0, maxIterations: allowed() });
    if (found.status === "solved") return finish(found);
    if (found.status === "cancelled") return { ...found, z: first.z, residual: first.residual, worst: first.worst };
    agree &&= found.status === "infeasible";
  }
  return { ...unsolved(first, agree), iterations: used };
}

/** The first answer; `infeasible` only where all starts agree. */
function unsolved(first: Solution, agree: boolean): Solution {
  if (first.status !== "infeasible" || agree) return first;
  const message = `No solution was found from any start; ${first.message.charAt(0).toLowerCase()}${first.message.slice(1)}`;
  return { ...first, status: "no-progress", message };
}

function freshStart({ lower, upper, scale }: Mcp, size: number, random: () => number): Float64Array {
  return Float64Array.from(lower, (low, i) => {
    const reach = size * scale[i] * random();
    if (low > Number.NEGATIVE_INFINITY) return Math.min(upper[i], low + reach);
    return upper[i] < Number.POSITIVE_INFINITY ? upper[i] - reach : 0;
  });
}
