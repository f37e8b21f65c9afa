import fc from "fast-check";
import { loadHighs } from "../../../../src/solve/lp/highs.js";
import { type LinearProgram, type LpAnswer, loadLp } from "../../../../src/solve/lp/lp.js";
import { asAny, type Verdict } from "../../target.js";
import { dice } from "./random-rows.js";

/** Rows, bounds and slopes may be missed by this, in units of the largest number. */
const tolerance = 1e-6;

/** A linear program of a seed, some without a point, some without a bound, some with rows that repeat. */
function programOf(seed: number): LinearProgram {
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

/** Linear programs by both solvers: optima by their slopes, verdicts by each other. */
export const linear = asAny({ about: "linear programs", limit: 5, cases: fc.integer({ min: 1 }), judge });

async function judge(seed: number): Promise<Verdict> {
  const program = programOf(seed);
  const answers: LpAnswer[] = [];
  for (const solver of [await loadLp(), await loadHighs()]) {
    const problem = solver.open(program.cost.length);
    const { status, x, rowDuals } = problem.solve(program, true);
    answers.push({ status, x: x.slice(), rowDuals: rowDuals.slice() });
    problem.dispose();
    const fault = status === "optimal" ? missOf(program, x, rowDuals) : undefined;
    if (fault !== undefined) return { outcome: status, fault: `${solver.name}: ${fault}` };
  }
  const [{ status: one }, { status: other }] = answers;
  const apart = one !== other && one !== "failed" && other !== "failed";
  // a program may have neither a point nor a bound
  const differs = apart && (one === "optimal" || other === "optimal");
  return { outcome: one, ...(differs && { fault: `one solver says ${one}, the other ${other}` }) };
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
