import { violation } from "./barrier.js";
import type { Program } from "./program.js";

/** Rows missed by more than this are not met. */
export const open = 1e-6;
/** min(z_i, z_j) above this: the pair is not complementary, and its penalty was too small to be exact. */
export const apart = 1e-4;

/** The members of a pair, and the value of the smaller one. */
export interface PairEnds {
  readonly smaller: number;
  readonly larger: number;
  readonly least: number;
}

export const pairEnds = ({ pairs }: Program, z: Float64Array): PairEnds[] =>
  Array.from(pairs.first, (i, k) => {
    const j = pairs.second[k]!;
    const [smaller, larger] = z[i]! <= z[j]! ? [i, j] : [j, i];
    return { smaller, larger, least: z[smaller]! };
  });

/** max min(z_i, z_j) over the pairs. */
export function separation({ pairs }: Program, z: Float64Array): number {
  let largest = 0;
  pairs.first.forEach((i, k) => {
    largest = Math.max(largest, Math.min(z[i]!, z[pairs.second[k]!]!));
  });
  return largest;
}

/** The rows and pairs that a point misses by most, and whether it misses any by more than `open` and `apart`. */
export interface Missed {
  readonly worst: readonly { readonly row: string; readonly residual: number }[];
  readonly most: number;
  readonly rowsUnmet: boolean;
  readonly pairsOpen: boolean;
}

/** What a point misses. */
export function missed(program: Program, z: Float64Array): Missed {
  const rows = new Float64Array(program.jacobian.rows);
  program.evaluate(z, rows);
  const { first, second } = program.pairs;
  const all = [
    ...Array.from(rows, (residual, r) => ({ row: program.rowName(r), residual: Math.abs(residual) })),
    ...Array.from(first, (i, k) => {
      const residual = Math.max(0, Math.min(z[i]!, z[second[k]!]!));
      return { row: `${program.name(i)} ⟂ ${program.name(second[k]!)}`, residual };
    }),
  ];
  const worst = all.sort((a, b) => b.residual - a.residual).slice(0, 5);
  return {
    worst,
    most: worst[0]?.residual ?? 0,
    rowsUnmet: violation(rows) > open,
    pairsOpen: separation(program, z) > apart,
  };
}
