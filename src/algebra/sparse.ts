/**
 * Sparse matrices by compressed columns. Entry p of column j, for colPtr[j] ≤ p < colPtr[j + 1], is
 * A[rowIdx[p], j] = values[p]; row indices ascend in each column. The pattern is fixed at birth, only values change,
 * so that an analysis of the pattern serves every Newton iteration.
 */
export interface SparseMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly colPtr: Int32Array;
  readonly rowIdx: Int32Array;
  readonly values: Float64Array;
}

/**
 * A = Σ_k x[k] e_i[k] e_j[k]ᵀ: duplicates are summed, explicit zeros stay in the pattern. Without `x` all values are
 * zero: a pattern to be filled later. Throws a RangeError on unequal lengths or an index outside rows × cols.
 */
export function fromTriplets(
  rows: number,
  cols: number,
  i: ArrayLike<number>,
  j: ArrayLike<number>,
  x?: ArrayLike<number>,
): SparseMatrix {
  const count = i.length;
  if (j.length !== count || (x !== undefined && x.length !== count)) {
    throw new RangeError(`triplets of unequal lengths: ${count} rows, ${j.length} columns, ${x?.length} values`);
  }
  for (let t = 0; t < count; t++) {
    if (!isIndex(i[t]!, rows) || !isIndex(j[t]!, cols)) {
      throw new RangeError(`triplet ${t} at (${i[t]}, ${j[t]}) lies outside a ${rows} × ${cols} matrix`);
    }
  }
  // Two stable counting sorts, by row and then by column, leave the rows ascending in each column.
  const order = countingSort(j, cols, countingSort(i, rows));
  const colPtr = new Int32Array(cols + 1);
  const rowIdx = new Int32Array(count);
  const values = new Float64Array(count);
  let end = 0;
  let col = -1;
  for (let s = 0; s < count; s++) {
    const t = order[s]!;
    const duplicate = j[t] === col && rowIdx[end - 1] === i[t];
    while (col < j[t]!) colPtr[++col] = end;
    if (!duplicate) rowIdx[end++] = i[t]!;
    values[end - 1]! += x === undefined ? 0 : x[t]!;
  }
  while (col < cols) colPtr[++col] = end;
  return { rows, cols, colPtr, rowIdx: rowIdx.slice(0, end), values: values.slice(0, end) };
}

/** B = Aᵀ. Linear in the number of entries; rows come out ascending. */
export function transpose(a: SparseMatrix): SparseMatrix {
  const { rows, cols, colPtr, rowIdx, values } = a;
  const bPtr = new Int32Array(rows + 1);
  const bIdx = new Int32Array(rowIdx.length);
  const bVal = new Float64Array(rowIdx.length);
  for (let p = 0; p < rowIdx.length; p++) bPtr[rowIdx[p]! + 1]!++;
  for (let i = 0; i < rows; i++) bPtr[i + 1]! += bPtr[i]!;
  const next = bPtr.slice(0, rows);
  for (let j = 0; j < cols; j++) {
    for (let p = colPtr[j]!; p < colPtr[j + 1]!; p++) {
      const q = next[rowIdx[p]!]!++;
      bIdx[q] = j;
      bVal[q] = values[p]!;
    }
  }
  return { rows: cols, cols: rows, colPtr: bPtr, rowIdx: bIdx, values: bVal };
}

/** y = A x. Overwrites and returns `y` (length rows), which must not be `x`. */
export function multiply(a: SparseMatrix, x: Float64Array, y = new Float64Array(a.rows)): Float64Array {
  const { cols, colPtr, rowIdx, values } = a;
  checkLength("x", x, cols);
  checkLength("y", y, a.rows);
  y.fill(0);
  for (let j = 0; j < cols; j++) {
    const xj = x[j]!;
    for (let p = colPtr[j]!; p < colPtr[j + 1]!; p++) y[rowIdx[p]!]! += values[p]! * xj;
  }
  return y;
}

/** y = Aᵀ x. Overwrites and returns `y` (length cols), which must not be `x`. */
export function multiplyTransposed(a: SparseMatrix, x: Float64Array, y = new Float64Array(a.cols)): Float64Array {
  const { cols, colPtr, rowIdx, values } = a;
  checkLength("x", x, a.rows);
  checkLength("y", y, cols);
  for (let j = 0; j < cols; j++) {
    let sum = 0;
    for (let p = colPtr[j]!; p < colPtr[j + 1]!; p++) sum += values[p]! * x[rowIdx[p]!]!;
    y[j] = sum;
  }
  return y;
}

/** C = A B. Its pattern is that of the product with no cancellation. Throws a RangeError if the shapes disagree. */
export function product(a: SparseMatrix, b: SparseMatrix): SparseMatrix {
  if (a.cols !== b.rows) throw new RangeError(`product of ${a.rows} × ${a.cols} and ${b.rows} × ${b.cols} matrices`);
  const colPtr = new Int32Array(b.cols + 1);
  const seenIn = new Int32Array(a.rows).fill(-1);
  const sum = new Float64Array(a.rows);
  const rowIdx: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < b.cols; j++) {
    for (let q = b.colPtr[j]!; q < b.colPtr[j + 1]!; q++) {
      const k = b.rowIdx[q]!;
      for (let p = a.colPtr[k]!; p < a.colPtr[k + 1]!; p++) {
        const i = a.rowIdx[p]!;
        if (seenIn[i] !== j) {
          seenIn[i] = j;
          sum[i] = 0;
          rowIdx.push(i);
        }
        sum[i]! += a.values[p]! * b.values[q]!;
      }
    }
    for (let p = colPtr[j]!; p < rowIdx.length; p++) values.push(sum[rowIdx[p]!]!);
    colPtr[j + 1] = rowIdx.length;
  }
  const unsorted = {
    rows: a.rows,
    cols: b.cols,
    colPtr,
    rowIdx: Int32Array.from(rowIdx),
    values: Float64Array.from(values),
  };
  return transpose(transpose(unsorted)); // each transposition sorts, in linear time
}

/** The n × n identity. */
export function identity(n: number): SparseMatrix {
  return {
    rows: n,
    cols: n,
    colPtr: Int32Array.from({ length: n + 1 }, (_, k) => k),
    rowIdx: Int32Array.from({ length: n }, (_, k) => k),
    values: new Float64Array(n).fill(1),
  };
}

/** The p with A[row, col] = values[p], or -1 if (row, col) is not in the pattern. Binary search. */
export function entryIndex(a: SparseMatrix, row: number, col: number): number {
  if (!isIndex(row, a.rows) || !isIndex(col, a.cols)) return -1;
  let low = a.colPtr[col]!;
  let high = a.colPtr[col + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (a.rowIdx[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return low < a.colPtr[col + 1]! && a.rowIdx[low] === row ? low : -1;
}

/** ‖A‖₁ = max_j Σ_i |A_ij|. NaN if an entry is. */
export function norm1(a: SparseMatrix): number {
  let norm = 0;
  for (let j = 0; j < a.cols; j++) {
    let sum = 0;
    for (let p = a.colPtr[j]!; p < a.colPtr[j + 1]!; p++) sum += Math.abs(a.values[p]!);
    norm = Math.max(norm, sum);
  }
  return norm;
}

/** The rows of A in full. For tests and for people: it takes rows × cols numbers. */
export function toDense(a: SparseMatrix): Float64Array[] {
  const dense = Array.from({ length: a.rows }, () => new Float64Array(a.cols));
  for (let j = 0; j < a.cols; j++) {
    for (let p = a.colPtr[j]!; p < a.colPtr[j + 1]!; p++) dense[a.rowIdx[p]!]![j] = a.values[p]!;
  }
  return dense;
}

/** Positions in order of ascending key (0 ≤ key < limit); equal keys keep the order of `from` (default 0, 1, 2 …). */
function countingSort(key: ArrayLike<number>, limit: number, from?: Int32Array): Int32Array {
  const next = new Int32Array(limit + 1);
  for (let t = 0; t < key.length; t++) next[key[t]! + 1]!++;
  for (let v = 0; v < limit; v++) next[v + 1]! += next[v]!;
  const sorted = new Int32Array(key.length);
  for (let s = 0; s < key.length; s++) {
    const t = from === undefined ? s : from[s]!;
    sorted[next[key[t]!]!++] = t;
  }
  return sorted;
}

function isIndex(k: number, limit: number): boolean {
  return Number.isInteger(k) && k >= 0 && k < limit;
}

function checkLength(name: string, x: Float64Array, length: number): void {
  if (x.length !== length) throw new RangeError(`${name} has length ${x.length}, needed is ${length}`);
}
