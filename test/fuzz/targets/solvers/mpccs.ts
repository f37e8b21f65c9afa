import fc from "fast-check";
import { add, type Expr, mul, sub } from "../../../../src/expr/expr.js";
import { loadHighs } from "../../../../src/solve/lp/highs.js";
import { solveMpcc } from "../../../../src/solve/mpcc/mpcc.js";
import { programOf } from "../../../solve/mpcc/programs.js";
import { faultOf } from "../../sentence.js";
import { asAny, type Verdict } from "../../target.js";
import { type Dice, dice, times } from "./random-rows.js";

/** Rows, bounds and pairs of a solution may be missed by this; a slope down by this is none. */
const [feasibility, descent] = [1e-7, 1e-5];

interface Quadratic {
  readonly n: number;
  readonly pairs: number;
  /** ½ zᵀHz + cᵀz, with H positive semidefinite or not, subject to A z = b. */
  readonly H: readonly (readonly number[])[];
  readonly c: readonly number[];
  readonly A: readonly (readonly number[])[];
  readonly b: readonly number[];
  readonly start: readonly number[];
}

function quadraticOf(d: Dice): Quadratic {
  const pairs = d.whole(1, 3);
  const n = 2 * pairs + d.whole(0, 2);
  const B = Array.from({ length: n }, () => Array.from({ length: n }, d.coarse));
  const H = B.map((row, i) => B.map((other, j) => row.reduce((sum, x, k) => sum + x * other[k], i === j ? 0.1 : 0)));
  const A = Array.from({ length: d.whole(0, Math.max(0, n - pairs - 1)) }, () => Array.from({ length: n }, d.coarse));
  const point = Array.from({ length: n }, (_, i) =>
    i >= 2 * pairs ? d.coarse() : i % 2 === 0 && d.chance(0.5) ? 0 : Math.abs(d.coarse()),
  );
  for (let k = 0; k < pairs; k++) if (point[2 * k] > 0) point[2 * k + 1] = 0;
  const b = d.chance(0.8) ? times(A, point) : A.map(d.coarse);
  return { n, pairs, H, c: H.map(d.coarse), A, b, start: H.map(() => Math.abs(d.coarse())) };
}

/** Quadratic costs over linear rows and pairs: solutions by their rows, and by a linear program that looks for a way down. */
export const mpccs = asAny({ about: "programs with pairs", limit: 10, cases: fc.integer({ min: 1 }), judge });

/** The program of a seed, as solvers see it, and what it is made of. */
export function mpccOf(seed: number) {
  const quadratic = quadraticOf(dice(seed));
  const { n, pairs, H, c, A, b } = quadratic;
  const lower = c.map((_, i) => (i < 2 * pairs ? 0 : -10));
  const upper = c.map((_, i) => (i < 2 * pairs ? Number.POSITIVE_INFINITY : 10));
  const linear = (row: readonly number[], z: readonly Expr[]): Expr => add(...row.map((x, j) => mul(x, z[j])));
  const program = programOf({
    n,
    lower,
    upper,
    pairs: Array.from({ length: pairs }, (_, k) => [2 * k, 2 * k + 1] as const),
    cost: (z) => add(linear(c, z), ...H.map((row, i) => mul(0.5, z[i], linear(row, z)))),
    rows: (z) => A.map((row, i) => sub(linear(row, z), b[i])),
  });
  return { ...quadratic, lower, upper, program };
}

async function judge(seed: number): Promise<Verdict> {
  const { n, pairs, H, c, A, b, start, lower, upper, program } = mpccOf(seed);
  const { status, z: zy, message, bStationary, cost } = solveMpcc(program, Float64Array.from(start));
  const told = faultOf(message);
  if (told !== undefined) return { outcome: status, fault: told };
  if (status !== "solved") return { outcome: status };
  const z = [...zy.slice(0, n)];
  const misses = [
    ...times(A, z).map((x, i) => Math.abs(x - b[i])),
    ...z.map((x, i) => Math.max(lower[i] - x, x - upper[i])),
    ...Array.from({ length: pairs }, (_, k) => Math.min(z[2 * k], z[2 * k + 1])),
  ];
  const size = Math.max(1, ...z.map(Math.abs));
  if (!(Math.max(...misses) <= feasibility * size))
    return { outcome: status, fault: `solved, missing by ${Math.max(...misses)}` };
  const slope = times(H, z).map((x, i) => x + c[i]);
  const own = z.reduce((sum, x, i) => sum + x * (c[i] + 0.5 * (slope[i] - c[i])), 0);
  if (!(Math.abs(own - cost) <= 1e-8 * Math.max(1, size * size * 40)))
    return { outcome: status, fault: `the cost is ${own}, said ${cost}` };
  if (!bStationary) return { outcome: "solved, not B-stationary" };
  const down = await steepest({ z, slope, A, pairs, lower, upper });
  return {
    outcome: status,
    ...(down < -descent * size && { fault: `B-stationary, but a way down of slope ${down} is left` }),
  };
}

interface Place {
  readonly z: readonly number[];
  readonly slope: readonly number[];
  readonly A: readonly (readonly number[])[];
  readonly pairs: number;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** The least slope·d over directions |d| ≤ 1 that rows, bounds and the branches of the pairs allow. */
async function steepest({ z, slope, A, pairs, lower, upper }: Place): Promise<number> {
  const highs = await loadHighs();
  const zero = 1e-6;
  let least = 0;
  for (let code = 0; code < 2 ** pairs; code++) {
    const low = z.map((x, i) => (x <= lower[i] + zero ? 0 : -1));
    const high = z.map((x, i) => (x >= upper[i] - zero ? 0 : 1));
    let possible = true;
    for (let k = 0; k < pairs; k++) {
      const held = 2 * k + ((code >> k) & 1);
      if (z[held] > zero) possible = false;
      low[held] = 0;
      high[held] = 0;
    }
    if (!possible) continue;
    const entries = A.flatMap((row, i) => row.map((v, j) => ({ i, j, v })).filter(({ v }) => v !== 0));
    const problem = highs.open(z.length);
    const { status, x } = problem.solve(
      {
        cost: [...slope],
        lower: low,
        upper: high,
        rowLower: A.map(() => 0),
        rowUpper: A.map(() => 0),
        row: entries.map(({ i }) => i),
        column: entries.map(({ j }) => j),
        value: entries.map(({ v }) => v),
      },
      true,
    );
    if (status === "optimal")
      least = Math.min(
        least,
        x.reduce((sum, d, i) => sum + d * slope[i], 0),
      );
    problem.dispose();
  }
  return least;
}
