import { factorDense, solveDense, solveDenseTransposed } from "../../algebra/dense.js";
import { type FullPivots, fullPivots } from "../../algebra/full-pivots.js";
import type { RowKernel } from "../../expr/compile.js";
import type { Compiled } from "./compile-problem.js";

/**
 * A solved step made linear, ready to be carried forwards or backwards: rows R(u, now, p, w) = 0 of the implicit unknowns
 * u, then definitions d(u, now, p, w), with their slopes by the columns u, states at the start, freed parameters p,
 * inputs w. An unknown that stays at its bound is held: it does not move, and its row says nothing; so is one whose
 * row is empty, such as a friction force in an open contact by the Fritz John conditions. Where rows say the same, as those of
 * four feet that three would do for, one of the forces that they leave open does not move either, and one of the rows is not asked.
 */
export interface StepSlopes {
  readonly size: { readonly unknowns: number; readonly rows: number };
  readonly pattern: RowKernel["pattern"];
  /** Entries by column: u before `start`, then states, from `freed` parameters, from `inputs` inputs. */
  readonly sections: { readonly start: number; readonly freed: number; readonly inputs: number };
  readonly values: Float64Array;
  readonly held: Uint8Array;
  /** Evaluates and factors R_u for the step that stands solved in `frame`; where it is not finite, nor is what follows. */
  load(frame: Float64Array): void;
  /** R_u x = b and R_uᵀ x = b; x overwrites b. */
  solve(b: Float64Array): void;
  solveTransposed(b: Float64Array): void;
}

/** A force or a gap below this part of the largest force is none; of a pair of such the force stays none. */
const faint = 1e-12;

/** A pivot below this part of the terms that it is the sum of is their rounding. */
const rounding = 1e-8;

/** True where a pivot u_kk = a_kk − Σ l_kj u_jk is rounding. */
function hasLostPivot(dense: Float64Array, n: number): boolean {
  for (let k = 1; k < n; k++) {
    const pivot = Math.abs(dense[k * n + k]);
    for (let j = 0; j < k; j++) if (pivot < rounding * Math.abs(dense[k * n + j] * dense[j * n + k])) return true;
  }
  return false;
}

/** Slopes of the steps of a compiled problem, with their memory. */
export function stepSlopes({ kernels, freed }: Compiled): StepSlopes {
  const { layout, implicit, defined } = kernels;
  const implicitAt = implicit.at;
  const kernel = kernels.whole.sensitivity();
  const n = implicitAt.length;
  const { row, col, colPtr } = kernel.pattern;
  const values = new Float64Array(row.length);
  const residual = new Float64Array(n + defined.at.length);
  const dense = new Float64Array(n * n);
  const pivots = new Int32Array(n);
  // a bounded unknown that stands at its bound, its row open, stays there: the smaller side of the pair decides
  const held = new Uint8Array(n);
  const lower = implicit.unknowns.map((unknown) => unknown.lower ?? Number.NEGATIVE_INFINITY);
  const upper = implicit.unknowns.map((unknown) => unknown.upper ?? Number.POSITIVE_INFINITY);
  const bounded = [...lower.keys()].filter(
    (i) => lower[i] > Number.NEGATIVE_INFINITY || upper[i] < Number.POSITIVE_INFINITY,
  );
  const forces = bounded.filter((i) => lower[i] > Number.NEGATIVE_INFINITY);
  const startEntries = colPtr[n];
  let full: FullPivots | undefined;
  let isFull = false;

  function load(frame: Float64Array): void {
    kernel.jacobian(frame, residual, values);
    held.fill(0);
    let little = 0;
    for (const i of forces) little = Math.max(little, faint * (frame[implicitAt[i]] - lower[i]));
    for (const i of bounded) {
      const u = frame[implicitAt[i]];
      const isBoth = Math.abs(residual[i]) <= little;
      held[i] =
        u - lower[i] < (isBoth ? little : residual[i]) || upper[i] - u < (isBoth ? little : -residual[i]) ? 1 : 0;
    }
    isFull = false;
    let undetermined = factor();
    if (undetermined >= 0 && !values.every(Number.isFinite)) {
      dense.fill(Number.NaN);
      return;
    }
    for (; undetermined >= 0 && held[undetermined] === 0 && isOpen(undetermined); undetermined = factor())
      held[undetermined] = 1;
    if (undetermined < 0 && !hasLostPivot(dense, n)) return;
    // rows that say the same, of feet more than carry: their forces are open, but not what they do to bodies
    full ??= fullPivots(n);
    fill();
    full.factor(dense);
    isFull = full.rank() < n;
    if (!isFull) factorDense(dense, n, pivots);
  }

  /** True of an unknown whose row says nothing. */
  function isOpen(unknown: number): boolean {
    for (let p = 0; p < startEntries; p++) if (row[p] === unknown && values[p] !== 0) return false;
    return true;
  }

  /** R_u with the rows of what is held replaced. */
  function fill(): void {
    dense.fill(0);
    for (let p = 0; p < startEntries; p++) if (row[p] < n && held[row[p]] === 0) dense[row[p] * n + col[p]] = values[p];
    for (let i = 0; i < n; i++) if (held[i] === 1) dense[i * n + i] = 1;
  }

  /** Factors it; −1, or an unknown that its rows do not determine. */
  function factor(): number {
    fill();
    return factorDense(dense, n, pivots);
  }

  return {
    size: { unknowns: n, rows: n + defined.at.length },
    pattern: kernel.pattern,
    sections: {
      start: startEntries,
      freed: colPtr[n + layout.states],
      inputs: colPtr[n + layout.states + freed.length],
    },
    values,
    held,
    load,
    solve: (b) => (isFull && full ? full.solve(b) : solveDense(dense, n, pivots, b)),
    solveTransposed: (b) => (isFull && full ? full.solveTransposed(b) : solveDenseTransposed(dense, n, pivots, b)),
  };
}
