import fc from "fast-check";
import { loadHighs } from "../../../../src/solve/lp/highs.js";
import { type LinearProgram, type LpSolver, loadLp } from "../../../../src/solve/lp/lp.js";
import { asAny, type Verdict } from "../../target.js";
import { oneSolve } from "./branches.js";
import { dice } from "./random-rows.js";

/** Rows, bounds and slopes may be missed by this, in units of the largest number. */
const tolerance = 1e-6;

/** A linear program of a seed, some without a point, some without a bound, some with rows that repeat. */
export function programOf(seed: number): LinearProgram {
  const d = dice(seed);
  const [n, m] = [d.whole(1, 8), d.whole(0, 8)];
  const entries = Array.from({ length: m }, (_, i) =>
    Array.from({ length: n }, (_, j) => ({ i, j, v: d.chance(0.4) ? 0 : d.coarse() })),
  );
  if (m > 1 && d.chance(0.3)) entries[m - 1] = entries[0].map(({ j, v }) => ({ i: m - 1, j, v }));
  const kept = entries.flat().filter(({ v }) => v !== 0);
  const scale = d.chance(0.2) ? 10 ** d.whole(-4, 4) : 1;
  const low = (): number => (d.chance(0.3) ? -Infinity : d.coarse());
  const lower = Array.from({ length: n }, low);
  const rowLower = Array.from({ length: m }, low);
  const high = (from: number): number =>
    d.chance(0.4) ? Infinity : (Number.isFinite(from) ? from : 0) + (d.chance(0.2) ? 0 : Math.abs(d.coarse()));
  return {
    cost: lower.map(() => scale * d.coarse()),
    lower,
    upper: lower.map(high),
    rowLower: rowLower.map((x) => scale * x),
    rowUpper: rowLower.map((x) => scale * high(x)),
    row: kept.map(({ i }) => i),
    column: kept.map(({ j }) => j),
    value: kept.map(({ v }) => scale * v),
  };
}

/** Linear programs by both solvers: optima by their slopes, refusals by points and rays of the other. */
export const linear = asAny({ about: "linear programs", limit: 5, cases: fc.integer({ min: 1 }), judge });

async function judge(seed: number): Promise<Verdict> {
  const program = programOf(seed);
  const [glpk, highs] = [await loadLp(), await loadHighs()];
  const one = claimOf(program, glpk, highs);
  const other = claimOf(program, highs, glpk);
  const apart = one.outcome !== other.outcome && one.outcome !== "failed" && other.outcome !== "failed";
  // a program may have neither a point nor a bound
  const differs = apart && (one.outcome === "optimal" || other.outcome === "optimal");
  const fault =
    one.fault ?? other.fault ?? (differs ? `one solver says ${one.outcome}, the other ${other.outcome}` : undefined);
  return { outcome: one.outcome, ...(fault !== undefined && { fault }) };
}

/** What a solver says of a program: optima by their slopes, the rest by the other solver. */
function claimOf(program: LinearProgram, solver: LpSolver, other: LpSolver): Verdict {
  const { status, x, rowDuals } = oneSolve(solver, program);
  if (status === "optimal") {
    const miss = missOf(program, x, rowDuals);
    return { outcome: status, ...(miss !== undefined && { fault: `${solver.name}: ${miss}` }) };
  }
  if (status === "infeasible" && oneSolve(other, { ...program, cost: zeros(program.cost) }).status === "optimal")
    return { outcome: status, fault: `${solver.name} says infeasible, but ${other.name} has a point` };
  if (status === "unbounded") {
    const ray = oneSolve(other, raysOf(program));
    const down = ray.x.reduce((sum, d, j) => sum + d * program.cost[j], 0);
    const size = Math.max(1, ...program.cost.map(Math.abs));
    if (ray.status === "optimal" && down > -tolerance * size)
      return { outcome: status, fault: `${solver.name} says unbounded, but no direction leads down` };
  }
  return { outcome: status };
}

const zeros = (x: readonly number[]): number[] => x.map(() => 0);

/** Directions that lead along all rows and bounds for ever, of components up to one. */
function raysOf({ lower, upper, rowLower, rowUpper, ...rest }: LinearProgram): LinearProgram {
  return {
    ...rest,
    lower: lower.map((low) => (low === -Infinity ? -1 : 0)),
    upper: upper.map((high) => (high === Infinity ? 1 : 0)),
    rowLower: rowLower.map((low) => (low === -Infinity ? low : 0)),
    rowUpper: rowUpper.map((high) => (high === Infinity ? high : 0)),
  };
}

/** How an optimal point misses rows, bounds, or the signs of its slopes. */
function missOf(
  { cost, lower, upper, rowLower, rowUpper, row, column, value }: LinearProgram,
  x: Float64Array,
  y: Float64Array,
) {
  const activity = rowLower.map(() => 0);
  const slope = [...cost];
  value.forEach((v, k) => {
    activity[row[k]] += v * x[column[k]];
    slope[column[k]] -= v * y[row[k]];
  });
  const size = Math.max(1, ...value.map(Math.abs), ...cost.map(Math.abs), ...x.map(Math.abs), ...y.map(Math.abs));
  const small = tolerance * size;
  const check = (what: string, i: number, [at, low, high, dual]: readonly number[]): string | undefined => {
    if (!(at >= low - small && at <= high + small)) return `${what} ${i} is ${at}, outside ${low} … ${high}`;
    if (dual > small && !(at <= low + small)) return `${what} ${i} has the slope ${dual} off its lower bound`;
    if (dual < -small && !(at >= high - small)) return `${what} ${i} has the slope ${dual} off its upper bound`;
    return undefined;
  };
  for (const [j, at] of x.entries()) {
    const fault = check("column", j, [at, lower[j], upper[j], slope[j]]);
    if (fault !== undefined) return fault;
  }
  for (const [i, at] of activity.entries()) {
    const fault = check("row", i, [at, rowLower[i], rowUpper[i], y[i]]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
