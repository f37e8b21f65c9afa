import { CholeskyDecomposition, Matrix } from "ml-matrix";

/**
 * Normal equations of least squares whose unknowns are shared by all blocks of rows or belong to one of them:
 * [Hss Hse; Hes Hee] with a block-diagonal Hee, solved by the Schur complement of the shared ones.
 */
export interface Arrow {
  readonly shared: number;
  readonly Hss: Matrix;
  readonly gs: Matrix;
  readonly blocks: readonly Block[];
}

export interface Block {
  readonly Hse: Matrix;
  readonly Hee: Matrix;
  readonly ge: Matrix;
}

/** The weighted rows of one block: d_i and D_i (first shared, then own), and how much each counts. */
export interface Rows {
  readonly values: Float64Array;
  readonly slopes: Float64Array;
  readonly weights: Float64Array;
}

/** J'WJ and J'Wd of blocks of rows, with `shared` and `own` unknowns. */
export function arrow(blocks: readonly Rows[], shared: number, own: number): Arrow {
  const n = shared + own;
  const Hss = Matrix.zeros(shared, shared);
  const gs = Matrix.zeros(shared, 1);
  const made = blocks.map(({ values, slopes, weights }) => {
    const H = new Float64Array(n * n);
    const g = new Float64Array(n);
    values.forEach((d, r) => {
      const row = slopes.subarray(r * n, (r + 1) * n);
      for (let i = 0; i < n; i++) {
        const weighted = weights[r] * row[i];
        if (weighted === 0) continue;
        g[i] += weighted * d;
        for (let j = 0; j < n; j++) H[i * n + j] += weighted * row[j];
      }
    });
    const part = (i0: number, i1: number, j0: number, j1: number): Matrix => {
      const matrix = Matrix.zeros(i1 - i0, j1 - j0);
      for (let i = i0; i < i1; i++) for (let j = j0; j < j1; j++) matrix.set(i - i0, j - j0, H[i * n + j]);
      return matrix;
    };
    Hss.add(part(0, shared, 0, shared));
    gs.add(Matrix.columnVector(g.subarray(0, shared)));
    return {
      Hse: part(0, shared, shared, n),
      Hee: part(shared, n, shared, n),
      ge: Matrix.columnVector(g.subarray(shared)),
    };
  });
  return { shared, Hss, gs, blocks: made };
}

/** The size by which changes of an unknown are compared with it [own unit]. */
export const sizeOf = (x: number): number => Math.max(1, Math.abs(x));

/** Curvatures by changes as large as an unknown that are below this leave deviations of a thousand times that: they say nothing. */
export const unknown = 1e-6;

/** The factor of a matrix that is symmetric but for rounding, or undefined where it is not positive definite. */
export function factorOf(matrix: Matrix): CholeskyDecomposition | undefined {
  if (matrix.rows === 0) return undefined;
  const factor = new CholeskyDecomposition(Matrix.add(matrix, matrix.transpose()).mul(0.5));
  return factor.isPositiveDefinite() ? factor : undefined;
}

/** Hss − Σ Hse Hee⁻¹ Hes, and gs − Σ Hse Hee⁻¹ ge; undefined where a block does not determine its own unknowns. */
export function reduced({ Hss, gs, blocks }: Arrow): { H: Matrix; g: Matrix } | undefined {
  const H = Hss.clone();
  const g = gs.clone();
  for (const { Hse, Hee, ge } of blocks) {
    if (Hee.rows === 0) continue;
    const factor = factorOf(Hee);
    if (factor === undefined) return undefined;
    H.sub(Hse.mmul(factor.solve(Hse.transpose())));
    g.sub(Hse.mmul(factor.solve(ge)));
  }
  return { H, g };
}

/** The covariance of the shared unknowns; undefined where the rows do not determine them. */
export function sharedCovariance(given: Arrow): Matrix | undefined {
  const outer = given.shared === 0 ? undefined : reduced(given);
  return outer && factorOf(outer.H)?.solve(Matrix.eye(given.shared));
}

/** A step of the shared unknowns, and the steps −Hee⁻¹ Hes of the others with which the cost rises least. */
export function following({ blocks }: Arrow, shared: readonly number[]): Float64Array {
  const ds = Matrix.columnVector([...shared]);
  const own = blocks.flatMap(({ Hse, Hee }) =>
    Hee.rows === 0 ? [] : (factorOf(Hee)?.solve(Hse.transpose().mmul(ds)).mul(-1).to1DArray() ?? []),
  );
  return Float64Array.from([...shared, ...own]);
}

/**
 * The step −H⁻¹ g with λ times the diagonal added (Marquardt's scaling), unknowns of `held` left where they are: shared
 * ones first, then those of each block.
 */
export function step(given: Arrow, lambda: number, held: readonly boolean[]): Float64Array | undefined {
  const damped = withDamping(given, lambda, held);
  const outer = reduced(damped);
  if (outer === undefined) return undefined;
  const { shared } = given;
  let ds = Matrix.zeros(0, 1);
  if (shared > 0) {
    const factor = factorOf(outer.H);
    if (factor === undefined) return undefined;
    ds = factor.solve(outer.g).mul(-1);
  }
  const steps = [...ds.to1DArray()];
  for (const { Hse, Hee, ge } of damped.blocks) {
    if (Hee.rows === 0) continue;
    const factor = factorOf(Hee);
    if (factor === undefined) return undefined;
    const right = shared > 0 ? Matrix.add(ge, Hse.transpose().mmul(ds)) : ge;
    steps.push(...factor.solve(right).mul(-1).to1DArray());
  }
  return Float64Array.from(steps);
}

/** The equations with a heavier diagonal; a held unknown stands alone, with nothing that moves it. */
function withDamping({ shared, Hss, gs, blocks }: Arrow, lambda: number, held: readonly boolean[]): Arrow {
  const own = blocks[0]?.Hee.rows ?? 0;
  const isHeld = (i: number): boolean => held[i] ?? false;
  const square = (matrix: Matrix, from: number): Matrix => {
    const copy = matrix.clone();
    for (let i = 0; i < copy.rows; i++) {
      if (isHeld(from + i)) {
        for (let j = 0; j < copy.rows; j++) {
          copy.set(i, j, 0);
          copy.set(j, i, 0);
        }
        copy.set(i, i, 1);
      } else copy.set(i, i, copy.get(i, i) * (1 + lambda) + Number.MIN_VALUE);
    }
    return copy;
  };
  const column = (matrix: Matrix, from: number): Matrix => {
    const copy = matrix.clone();
    for (let i = 0; i < copy.rows; i++) if (isHeld(from + i)) copy.set(i, 0, 0);
    return copy;
  };
  return {
    shared,
    Hss: square(Hss, 0),
    gs: column(gs, 0),
    blocks: blocks.map(({ Hse, Hee, ge }, b) => {
      const from = shared + b * own;
      const across = Hse.clone();
      for (let i = 0; i < across.rows; i++)
        for (let j = 0; j < across.columns; j++) if (isHeld(i) || isHeld(from + j)) across.set(i, j, 0);
      return { Hse: across, Hee: square(Hee, from), ge: column(ge, from) };
    }),
  };
}
