/**
 * More than one route to the solution of a mixed complementarity problem, for callers who ask once: the semismooth Newton;
 * where it fails pivots, on linear rows (`by-pivots.ts`) or on linearised ones (`linearised.ts`); fresh starts (`fresh.ts`);
 * units of its own (`units.ts`); and what makes an answer one (`inside.ts`: within its bounds; `faint.ts`: rows with tiny slopes). Marches and horizons,
 * which know good starts, use the Newton itself.
 *
 * @module solve/rescue
 */

import { randomNumbers } from "../../algebra/random.js";
import { type Mcp, naturalResidual, type Solution, type Status } from "../mcp.js";
import { iterationInfo, newton, run } from "../newton/newton.js";
import { goOn, type Watch } from "../newton/run.js";
import { type NewtonSettings, withDefaults } from "../newton/settings.js";
import { type Candidate, curvedRoutes, pathLimits, pivotRoutes, touchUp } from "./by-pivots.js";
import { strengthenFaint } from "./faint.js";
import { freshMost, freshStart, freshStarts } from "./fresh.js";
import { bringInside } from "./inside.js";
import { inOwnUnits } from "./units.js";
import { unsolved } from "./unsolved.js";

/**
 * Newton iterations after which the paths of a linear problem are tried, at the latest: on walls of a thousand unknowns
 * most starts need 15 to 60, a path takes the time of 30.
 */
const patience = 60;
/** A path that ends at a solution ends this near to it. */
const pathRounding = 1e-6;

/** The solver of one call: its tries, counted together. */
interface Tries {
  readonly mcp: Mcp;
  /** The Newton from a point, with settings of its own. */
  readonly attempt: (problem: Mcp, from: Float64Array, more: NewtonSettings) => Solution;
  /** Iterations left for a try. */
  readonly allowed: () => number;
  readonly stopped: () => boolean;
  readonly finish: (found: Solution) => Solution;
}

/**
 * The Newton from the start. Where it gets stuck: the paths of a linear problem, then fresh starts, each with the path from
 * where it gets stuck too. A singular free part (joints that share a load) has rays along which one start runs and another
 * does not. `infeasible` is said of linear rows only with a proof, of others only where every start ends at a stationary
 * point. Iterations are those of the Newton from all starts, and `maxIterations`, if given, bounds them all; with no
 * `restarts` there is the first only.
 */
export function solveByRoutes(mcp: Mcp, start: Float64Array, settings: NewtonSettings, watch: Watch): Solution {
  const { tolerance, restarts, seed } = withDefaults(settings);
  const { signal } = watch;
  const limits = pathLimits(mcp, seed, () => signal?.aborted === true);
  let used = 0;
  const attempt: Tries["attempt"] = (problem, from, more) => {
    const before = used;
    const found = run(newton({ ...settings, ...more }), problem, from, {
      signal,
      onIteration: (info) => {
        // the start of a later attempt is no iteration
        if (info.iteration > 0) watch.onIteration?.({ ...info, iteration: before + info.iteration });
      },
    });
    used += found.iterations;
    return { ...found, iterations: used };
  };
  const allowed = (): number => Math.min(freshMost, (settings.maxIterations ?? Number.POSITIVE_INFINITY) - used);
  const polish = (problem: Mcp, from: Float64Array, goal: number): Solution =>
    attempt(problem, from, { tolerance: goal, restarts: 0, maxIterations: Math.max(0, Math.min(20, allowed())) });
  function* paths(z: Float64Array): Generator<Candidate> {
    const routes = pivotRoutes(mcp, limits);
    if (routes === undefined) return;
    yield* routes.near(z);
    yield* routes.cold();
  }
  const finish = (found: Solution): Solution => {
    const strong = strengthenFaint(mcp, found, tolerance, polish);
    return bringInside(mcp, strong, tolerance, { polish, paths });
  };
  const tries: Tries = { mcp, attempt, allowed, stopped: limits.stopped, finish };

  const solver = newton(settings);
  const state = solver.init(mcp, start);
  watch.onIteration?.(iterationInfo(state));
  const isStuck = (): boolean => state.fallback.restarts > 0 || state.iterate.iteration >= patience;
  if (restarts > 0) goOn(solver, state, watch, isStuck);
  const linear = restarts > 0 && isOpen(solver.done(state)) ? pivotRoutes(mcp, limits) : undefined;
  const isLinear = linear !== undefined;
  if (!isLinear) goOn(solver, state, watch);
  const first = solver.solution(state);
  used = first.iterations;
  const leave = (status: Status): Solution => unsolved({ ...first, iterations: used }, status, isLinear);
  if (first.status === "solved") return finish(first);
  if (!isOpen(first.status) || restarts === 0) return first;
  if (!(allowed() > 0)) return leave(first.status === "infeasible" ? "no-progress" : first.status);
  const routes = linear ?? curvedRoutes(mcp, tolerance, limits);
  const cold =
    tryAll(tries, routes.cold()) ??
    tryAll(tries, routes.near(first.z)) ??
    (isLinear ? undefined : tryAll(tries, routes.near(start)));
  if (cold !== undefined) return cold;
  if (tries.stopped()) return leave("cancelled");
  if (routes.isProvenInfeasible()) return leave("infeasible");
  const random = randomNumbers(seed);
  let agree = first.status === "infeasible" && !isLinear;
  for (const size of freshStarts(start.length, isLinear)) {
    if (!(allowed() > 0)) return leave(first.status === "infeasible" ? "no-progress" : first.status);
    const found = attempt(mcp, freshStart(mcp, size, random), { restarts: 0, maxIterations: allowed() });
    if (found.status === "solved") return finish(found);
    const near = tryAll(tries, routes.near(found.z));
    if (near !== undefined) return near;
    if (tries.stopped()) return leave("cancelled");
    agree &&= found.status === "infeasible";
  }
  const beside = isLinear
    ? undefined
    : tryAll(
        tries,
        inOwnUnits(mcp, first.z, (own, from) => polish(own, from, tolerance)),
      );
  if (beside !== undefined) return beside;
  if (tries.stopped()) return leave("cancelled");
  return leave(agree || (!isLinear && first.status !== "infeasible") ? first.status : "no-progress");
}

/** There may be a solution elsewhere. */
const isOpen = (status: Status | undefined): boolean =>
  status !== "solved" && status !== "cancelled" && status !== "not-finite";

/** The first candidate that the Newton makes a solution of. */
function tryAll(
  { mcp, attempt, allowed, stopped, finish }: Tries,
  candidates: Iterable<Candidate>,
): Solution | undefined {
  for (const { z, iterations } of candidates) {
    const most = Math.min(isNearly(mcp, z) ? Math.max(iterations, touchUp) : iterations, allowed());
    const found = most > 0 ? attempt(mcp, z, { restarts: 0, maxIterations: most }) : undefined;
    if (found?.status === "solved") return finish(found);
    if (stopped()) return undefined;
  }
  return undefined;
}

/** The natural residual is rounding of the terms of the rows. */
function isNearly(mcp: Mcp, z: Float64Array): boolean {
  const row = new Float64Array(z.length);
  return mcp.evaluate(z, row) && naturalResidual(mcp, z, row) <= pathRounding;
}
