import type { Stepwise } from "../../algebra/stepwise.js";
import { join, leave, type QuadraticWorkspace, solveR } from "./active-rows.js";
import { productsAtOnce } from "./elimination.js";

export { type QuadraticWorkspace, quadraticWorkspace } from "./active-rows.js";

/**
 * The convex quadratic program min ½ yᵀGy + gᵀy subject to C y ≥ d; G is positive semidefinite. G (`size` × `size`,
 * symmetric) and C (`rows` × `size`) are stored by rows.
 */
export interface QuadraticProgram {
  size: number;
  rows: number;
  G: Float64Array;
  g: Float64Array;
  C: Float64Array;
  d: Float64Array;
}

/** How the method left: at a minimum, with a contradiction, or where rounding has no end. */
export type QuadraticStatus = "optimal" | "infeasible" | "failed";

/** Slack of a row, relative to its length, below which it counts as violated. */
const slackTolerance = 1e-11;
/** By how much a row may be violated that contradicts active rows: rounding of the data explains so much. */
const contradictionTolerance = 1e-10;
/** The squared share of a row outside the span of the active rows (in the metric of G + δI) below which it lies in it. */
const dependence = 1e-20;
/** δ relative to the largest element of G: it holds unknowns that are not in the cost, and is taken out again afterwards. */
const proximal = 1e-7;

function reserve(work: QuadraticWorkspace, n: number, m: number): void {
  const { active, factors, vectors, rows } = work;
  if (work.y.length < n) {
    work.y = new Float64Array(n);
    active.rows = new Int32Array(n + 1);
    active.multipliers = new Float64Array(n + 1);
    factors.L = new Float64Array(n * n);
    factors.J = new Float64Array(n * n);
    factors.R = new Float64Array(n * n);
    vectors.gradient = new Float64Array(n);
    vectors.direction = new Float64Array(n);
    vectors.step = new Float64Array(n);
    vectors.ratio = new Float64Array(n);
  }
  if (rows.isActive.length < m) {
    rows.isActive = new Uint8Array(m);
    rows.norm = new Float64Array(m);
    rows.single = new Int32Array(m);
  }
}

/**
 * Proximal points (Rockafellar 1976): each minimises ½ yᵀGy + gᵀy + ½ δ‖y − centre‖² by the dual active set method
 * of Goldfarb and Idnani (Math. Programming 27, 1983), the next has its centre there; for such small δ the first has
 * nearly always the right active rows, and on them the minimum is found at once. `work.y` is a minimum of the program;
 * infeasible, or failed where rounding has no end. In parts, as the products of numbers add up.
 */
export function* solvingQuadratic(program: QuadraticProgram, work: QuadraticWorkspace): Stepwise<QuadraticStatus> {
  const { size: n, rows: m, C, d, G } = program;
  reserve(work, n, m);
  const { y } = work;
  const { norm, single } = work.rows;
  for (let i = 0; i < m; i++) {
    let sum = 0;
    let nonzeros = 0;
    for (let j = 0, p = i * n; j < n; j++, p++) {
      if (C[p] === 0) continue;
      sum += C[p] * C[p];
      nonzeros++;
      single[i] = j;
    }
    if (nonzeros !== 1) single[i] = -1;
    norm[i] = Math.sqrt(sum);
    if (sum === 0 && d[i] > slackTolerance * (1 + Math.abs(d[i]))) return "infeasible";
  }
  let largest = 0;
  for (let j = 0; j < n; j++) largest = Math.max(largest, G[j * n + j]);
  const delta = proximal * (largest || 1);
  y.fill(0, 0, n);
  for (let iteration = 0; iteration < 8; iteration++) {
    if (!(yield* freeMinimum(program, delta, work))) return "failed";
    const status = yield* activate(program, work);
    if (status !== "optimal" || removeProximal(program, work)) return status;
  }
  return "failed";
}

/**
 * Takes δ out on the active rows: y − J₂J₂ᵀ∇f is the next proximal point on them. True if that is the minimum: no row
 * is violated there and no multiplier has the wrong sign. Otherwise y stays a proximal point.
 */
function removeProximal(program: QuadraticProgram, work: QuadraticWorkspace): boolean {
  const { size: n } = program;
  const { y, active } = work;
  const { J } = work.factors;
  const { direction, gradient, ratio } = work.vectors;
  const q = active.count;
  returnToRows(program, work);
  let last = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < 4; pass++) {
    slope(program, work);
    let size = 0;
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let i = 0, p = j * n; i < n; i++, p++) sum += J[p] * gradient[i];
      direction[j] = sum;
      if (j >= q) size += sum * sum;
    }
    if (size < 1e-30 || size >= last) break;
    last = size;
    for (let j = q; j < n; j++) for (let i = 0, p = j * n; i < n; i++, p++) y[i] -= direction[j] * J[p];
  }
  solveR(work, n);
  let scale = 1;
  for (let k = 0; k < q; k++) scale = Math.max(scale, Math.abs(ratio[k]));
  for (let k = 0; k < q; k++) {
    if (ratio[k] < -1e-9 * scale) return false;
    active.multipliers[k] = ratio[k];
  }
  return mostViolated(program, work, 100 * slackTolerance) < 0;
}

/** Puts y back onto the active rows: rounding has moved it away where the free minimum was far. C_active J₁ = Rᵀ. */
function returnToRows({ size: n, C, d }: QuadraticProgram, { y, active, factors, vectors }: QuadraticWorkspace): void {
  const { R, J } = factors;
  const { ratio } = vectors;
  const { count: q, rows } = active;
  for (let k = 0; k < q; k++) {
    const row = rows[k];
    let sum = d[row];
    for (let j = 0, p = row * n; j < n; j++, p++) sum -= C[p] * y[j];
    for (let i = 0; i < k; i++) sum -= R[i * n + k] * ratio[i];
    ratio[k] = sum / R[k * n + k];
  }
  for (let k = 0; k < q; k++) for (let i = 0, p = k * n; i < n; i++, p++) y[i] += ratio[k] * J[p];
}

/** gradient = G y + g. */
function slope({ size: n, G, g }: QuadraticProgram, { y, vectors: { gradient } }: QuadraticWorkspace): void {
  for (let i = 0; i < n; i++) {
    let sum = g[i];
    for (let j = 0, p = i * n; j < n; j++, p++) sum += G[p] * y[j];
    gradient[i] = sum;
  }
}

/** From the free minimum, the most violated row joins, rows whose multiplier would change sign leave. */
function* activate(program: QuadraticProgram, work: QuadraticWorkspace): Stepwise<QuadraticStatus> {
  const { size: n, rows: m, C } = program;
  const { y, active } = work;
  const { multipliers } = active;
  const { J } = work.factors;
  const { direction, step, ratio } = work.vectors;
  const { isActive, single } = work.rows;
  isActive.fill(0, 0, m);
  active.count = 0;
  let left = 20 * (n + m);
  let products = 0;
  for (;;) {
    const row = mostViolated(program, work, slackTolerance);
    if (row < 0) return "optimal";
    const start = row * n;
    let multiplier = 0;
    for (;;) {
      if (--left < 0) return "failed";
      products += n * (3 * n + m);
      if (products > productsAtOnce) {
        products = 0;
        yield;
      }
      const q = active.count;
      // direction = Jᵀc, step = J₂J₂ᵀc, ratio = R⁻¹J₁ᵀc
      const only = single[row];
      let outside = 0;
      let all = 0;
      for (let j = 0; j < n; j++) {
        let sum = 0;
        if (only >= 0) sum = J[j * n + only] * C[start + only];
        else for (let i = 0, p = j * n; i < n; i++, p++) sum += J[p] * C[start + i];
        direction[j] = sum;
        all += sum * sum;
        if (j >= q) outside += sum * sum;
      }
      solveR(work, n);
      let dualStep = Number.POSITIVE_INFINITY;
      let leaving = -1;
      for (let k = 0; k < q; k++) {
        if (ratio[k] <= 1e-14) continue;
        const t = multipliers[k] / ratio[k];
        if (t >= dualStep) continue;
        dualStep = t;
        leaving = k;
      }
      const slack = -violation(program, work, row);
      const inSpan = q === n || outside <= dependence * all;
      const primalStep = inSpan ? Number.POSITIVE_INFINITY : -slack / outside;
      const t = Math.min(dualStep, primalStep);
      if (t === Number.POSITIVE_INFINITY) {
        returnToRows(program, work);
        if (violation(program, work, row) > contradictionTolerance) return "infeasible";
        isActive[row] = 1; // it repeats active rows but for rounding
        break;
      }
      for (let k = 0; k < q; k++) multipliers[k] -= t * ratio[k];
      multiplier += t;
      if (!inSpan) {
        step.fill(0, 0, n);
        for (let j = q; j < n; j++) {
          const v = direction[j];
          if (v !== 0) for (let i = 0, p = j * n; i < n; i++, p++) step[i] += v * J[p];
        }
        for (let i = 0; i < n; i++) y[i] += t * step[i];
      }
      if (t === primalStep) {
        join(work, n, Math.sqrt(outside));
        active.rows[q] = row;
        multipliers[q] = multiplier;
        active.count = q + 1;
        isActive[row] = 1;
        break;
      }
      isActive[active.rows[leaving]] = 0;
      leave(work, n, leaving);
    }
  }
}

/** G + δI = L Lᵀ, J = L⁻ᵀ, y ← (G + δI)⁻¹(δ y − g). False where G is not positive semidefinite. */
function* freeMinimum({ size: n, G, g }: QuadraticProgram, delta: number, work: QuadraticWorkspace): Stepwise<boolean> {
  const { y } = work;
  const { J, L } = work.factors;
  const { direction } = work.vectors;
  let products = 0;
  for (let i = 0; i < n; i++) {
    products += (i * i) >> 1;
    if (products > productsAtOnce) {
      products = 0;
      yield;
    }
    for (let j = 0; j <= i; j++) {
      let sum = G[i * n + j] + (i === j ? delta : 0);
      for (let k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
      if (i > j) L[i * n + j] = sum / L[j * n + j];
      else if (sum > 0) L[j * n + j] = Math.sqrt(sum);
      else return false;
    }
  }
  // column j of L⁻ᵀ is row j of L⁻¹
  J.fill(0, 0, n * n);
  for (let j = 0; j < n; j++) {
    products += (j * j) >> 1;
    if (products > productsAtOnce) {
      products = 0;
      yield;
    }
    J[j * n + j] = 1 / L[j * n + j];
    for (let i = j - 1; i >= 0; i--) {
      let sum = 0;
      for (let k = i + 1; k <= j; k++) sum -= J[j * n + k] * L[k * n + i];
      J[j * n + i] = sum / L[i * n + i];
    }
  }
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let i = 0; i <= j; i++) sum += J[j * n + i] * (delta * y[i] - g[i]);
    direction[j] = sum;
  }
  y.fill(0, 0, n);
  for (let j = 0; j < n; j++) for (let i = 0; i <= j; i++) y[i] += J[j * n + i] * direction[j];
  return true;
}

/** The row that is violated most, relative to its length and right-hand side; −1 if none is by more than `tolerance`. */
function mostViolated(
  { size: n, rows: m, C, d }: QuadraticProgram,
  { y, rows: { isActive, norm, single } }: QuadraticWorkspace,
  tolerance: number,
): number {
  let worst = -1;
  let least = -tolerance;
  for (let i = 0; i < m; i++) {
    if (isActive[i] === 1 || norm[i] === 0) continue;
    let slack = -d[i];
    const only = single[i];
    if (only >= 0) slack += C[i * n + only] * y[only];
    else for (let j = 0, p = i * n; j < n; j++, p++) slack += C[p] * y[j];
    const relative = slack / (norm[i] + Math.abs(d[i]));
    if (relative >= least) continue;
    least = relative;
    worst = i;
  }
  return worst;
}

/** d − C y of one row. */
function violation({ size: n, C, d }: QuadraticProgram, { y }: QuadraticWorkspace, row: number): number {
  let sum = d[row];
  for (let j = 0, p = row * n; j < n; j++, p++) sum -= C[p] * y[j];
  return sum;
}
