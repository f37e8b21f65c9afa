import { analyse, type Factors, factor, solve } from "../../algebra/lu/lu.js";

/** Exchanges after which the basis is factored anew: each makes a solve longer, and its rounding adds up. */
const mostExchanges = 64;

/** A column of a sparse matrix: its rows, ascending, and their values. */
export interface Column {
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/** A square matrix B whose columns are exchanged one by one. */
export interface Basis {
  /** Factors B with these columns; false where it is singular. */
  factor(columns: readonly Column[]): boolean;
  /** b ← B⁻¹ b. */
  solve(b: Float64Array): void;
  /** Puts the column a in `place`, given as B⁻¹ a. */
  exchange(place: number, solved: Float64Array): void;
  /** So many exchanges were made that it should be factored anew. */
  isWorn(): boolean;
}

/**
 * A basis of n columns, kept as sparse factors of an earlier one and the columns exchanged since, each as
 * B_k = B_{k−1} (I + (B_{k−1}⁻¹ a − e_r) e_rᵀ): the product form of the inverse (Dantzig, Orchard-Hays 1954).
 */
export function basisOf(n: number): Basis {
  const exchanged: { readonly place: number; readonly pivot: number; readonly end: number }[] = [];
  let rows = new Int32Array(8 * n);
  let values = new Float64Array(8 * n);
  let end = 0;
  let factors: Factors | undefined;
  return {
    isWorn: () => exchanged.length >= mostExchanges,
    factor(columns) {
      exchanged.length = 0;
      end = 0;
      const matrix = matrixOf(n, columns);
      factors = factor(analyse(matrix), matrix);
      return factors.status === "factored";
    },
    solve(b) {
      if (factors === undefined) throw new RangeError("nothing was factored: call factor before solve");
      solve(factors, b, b);
      let p = 0;
      for (const step of exchanged) {
        const v = b[step.place] / step.pivot;
        if (v !== 0) for (; p < step.end; p++) b[rows[p]] -= values[p] * v;
        p = step.end;
        b[step.place] = v;
      }
    },
    exchange(place, solved) {
      if (end + n > rows.length) {
        rows = enlarged(rows, new Int32Array(2 * rows.length + n));
        values = enlarged(values, new Float64Array(rows.length));
      }
      for (let i = 0; i < n; i++) {
        if (i === place || solved[i] === 0) continue;
        rows[end] = i;
        values[end++] = solved[i];
      }
      exchanged.push({ place, pivot: solved[place], end });
    },
  };
}

function enlarged<A extends Int32Array | Float64Array>(small: A, large: A): A {
  large.set(small);
  return large;
}

function matrixOf(n: number, columns: readonly Column[]) {
  const colPtr = new Int32Array(n + 1);
  columns.forEach(({ rows }, j) => {
    colPtr[j + 1] = colPtr[j] + rows.length;
  });
  const rowIdx = new Int32Array(colPtr[n]);
  const values = new Float64Array(colPtr[n]);
  columns.forEach((column, j) => {
    rowIdx.set(column.rows, colPtr[j]);
    values.set(column.values, colPtr[j]);
  });
  return { rows: n, cols: n, colPtr, rowIdx, values };
}
