import type { WorstRow } from "../mcp.js";
import { normInf } from "./barrier.js";
import type { Mpcc } from "./problem.js";

/** Rows are met to this. */
export const rowTolerance = 1e-6;
/** max min(z_i, z_j) over the pairs to which they are complementary: above it the penalty is too small to be exact. */
export const pairTolerance = 1e-4;

/** The members of a pair, and the value of the smaller one. */
export interface PairEnds {
  readonly smaller: number;
  readonly larger: number;
  readonly least: number;
}

export const pairEnds = ({ pairs }: Mpcc, z: Float64Array): PairEnds[] =>
  Array.from(pairs.first, (i, k) => {
    const j = pairs.second[k];
    const [smaller, larger] = z[i] <= z[j] ? [i, j] : [j, i];
    return { smaller, larger, least: z[smaller] };
  });

/** max min(z_i, z_j) over the pairs. */
export function complementarity({ pairs }: Mpcc, z: Float64Array): number {
  let largest = 0;
  pairs.first.forEach((i, k) => {
    largest = Math.max(largest, Math.min(z[i], z[pairs.second[k]]));
  });
  return largest;
}

/** The violation of rows and pairs at a point: the worst of them, largest first, and which kind is beyond its tolerance. */
export interface Violation {
  readonly worst: readonly WorstRow[];
  readonly largest: number;
  readonly byRows: boolean;
  readonly byPairs: boolean;
}

/** The violation of rows and pairs at z. */
export function violation(problem: Mpcc, z: Float64Array): Violation {
  const { names, pairs, patterns } = problem;
  const rows = new Float64Array(patterns.jacobian.rows);
  problem.evaluate(z, rows);
  const all = [
    ...Array.from(rows, (residual, r) => ({ row: names.row(r), residual: Math.abs(residual) })),
    ...Array.from(pairs.first, (i, k) => {
      const j = pairs.second[k];
      return { row: `${names.unknown(i)} ⟂ ${names.unknown(j)}`, residual: Math.max(0, Math.min(z[i], z[j])) };
    }),
  ];
  const worst = all.sort((a, b) => b.residual - a.residual).slice(0, 5);
  return {
    worst,
    largest: worst[0]?.residual ?? 0,
    byRows: normInf(rows) > rowTolerance,
    byPairs: complementarity(problem, z) > pairTolerance,
  };
}
