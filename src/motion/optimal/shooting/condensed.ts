import type { RowKernel } from "../../../expr/compile.js";
import type { MarchedPieces, PiecePoint, Pieces } from "./pieces.js";

/** Cost and conditions of a motion with their slopes by the unknowns: controls piece by piece, varied parameters, the duration. */
export interface Linearised {
  readonly marched: MarchedPieces;
  readonly cost: number;
  readonly rows: Float64Array;
  readonly gradient: Float64Array;
  /** A row for each condition. */
  readonly jacobian: readonly Float64Array[];
  /**
   * All that each piece follows, by the unknowns: the states at its start, its controls, varied parameters, its length. A row for
   * each.
   */
  readonly followed: readonly (readonly Float64Array[])[];
  /** The same of the ends: first and last states, and all varied parameters in their order. */
  readonly followedByEnds: readonly Float64Array[];
}

/** How many unknowns a motion has. */
export const countUnknowns = ({ controlAt, asked: { varied } }: Pieces, count: number): number =>
  count * controlAt.length + varied.length;

/** A kernel's numbers, and its slopes by so many, row by row. */
export function slopesOf(
  kernel: RowKernel,
  at: Float64Array,
  width: number,
): { readonly values: Float64Array; readonly by: Float64Array[] } {
  const values = new Float64Array(kernel.rows);
  const entries = new Float64Array(kernel.pattern.row.length);
  kernel.jacobian(at, values, entries);
  const { row, col } = kernel.pattern;
  const by = Array.from(values, () => new Float64Array(width));
  entries.forEach((x, q) => {
    by[row[q]][col[q]] += x;
  });
  return { values, by };
}

/** [first, last, parameters]: states without the cost so far. */
export function endsOf({ states }: MarchedPieces, { parameters }: PiecePoint): Float64Array {
  return Float64Array.of(...states[0].slice(0, -1), ...states[states.length - 1].slice(0, -1), ...parameters);
}

/** Σ factors · rows. */
export function combined(factors: ArrayLike<number>, rows: readonly Float64Array[], n: number): Float64Array {
  const sum = new Float64Array(n);
  for (let l = 0; l < factors.length; l++) {
    const a = factors[l];
    if (a !== 0) for (let j = 0; j < n; j++) sum[j] += a * rows[l][j];
  }
  return sum;
}

/** ∂(state i at the end of piece k)/∂(what it follows). */
export function pieceRow({ slopes, rates }: MarchedPieces, isTimed: boolean, k: number, i: number): Float64Array {
  const own = slopes[k];
  const nx = rates[k].length;
  const columns = own.length / nx;
  return Float64Array.from({ length: columns + (isTimed ? 1 : 0) }, (_, l) =>
    l < columns ? own[l * nx + i] : rates[k][i],
  );
}

/** Cost, conditions and their slopes of marched pieces. */
export function linearised(pieces: Pieces, point: PiecePoint, marched: MarchedPieces): Linearised {
  const { states, slopes } = marched;
  const { controlAt, varied, asked } = pieces;
  const isTimed = asked.time !== undefined;
  const [m, p, count, nx] = [controlAt.length, varied.length, slopes.length, states[0].length];
  const n = countUnknowns(pieces, count);
  const unit = (j: number, x = 1): Float64Array => {
    const row = new Float64Array(n);
    row[j] = x;
    return row;
  };
  const placeOf = (name: string): number => (name === asked.time ? n - 1 : count * m + varied.indexOf(name));
  const begins = slopesOf(pieces.start, point.parameters, asked.varied.length).by.map((by) => {
    const row = new Float64Array(n);
    by.forEach((x, v) => {
      row[placeOf(asked.varied[v].name)] += x;
    });
    return row;
  });
  let at: Float64Array[] = [...begins, new Float64Array(n)];
  const followed: Float64Array[][] = [];
  for (let k = 0; k < count; k++) {
    const own = [
      ...at,
      ...Array.from({ length: m }, (_, c) => unit(k * m + c)),
      ...Array.from({ length: p }, (_, j) => unit(count * m + j)),
      ...(isTimed ? [unit(n - 1, 1 / count)] : []),
    ];
    followed.push(own);
    at = Array.from({ length: nx }, (_, i) => combined(pieceRow(marched, isTimed, k, i), own, n));
  }
  const followedByEnds = [...begins, ...at.slice(0, nx - 1), ...asked.varied.map(({ name }) => unit(placeOf(name)))];
  const { values, by } = slopesOf(pieces.ends, endsOf(marched, point), followedByEnds.length);
  const all = by.map((own) => combined(own, followedByEnds, n));
  const rows = values.length - 1;
  const gradient = all[rows].map((x, j) => x + at[nx - 1][j]);
  return {
    marched,
    cost: values[rows] + states[count][nx - 1],
    rows: values.slice(0, rows),
    gradient,
    jacobian: all.slice(0, rows),
    followed,
    followedByEnds,
  };
}
