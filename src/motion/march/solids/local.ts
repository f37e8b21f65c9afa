import { fromTriplets } from "../../../algebra/sparse.js";
import { solidInputs } from "../../../mechanics/solids/solid-kinds.js";
import { denseLu } from "../../../solve/linear.js";
import type { Mcp } from "../../../solve/mcp.js";
import { type NewtonState, newton } from "../../../solve/newton/newton.js";
import { attainable, type Near } from "./island.js";
import type { KindKernels } from "./world.js";

/** Rounds of sweeps and Newton, and sweeps in each: nearly parallel faces need many, which are short. */
const mostRounds = 20;
const mostSweeps = 200;

const solver = newton({ tolerance: 1e-12, maxIterations: 30, restarts: 0, linear: denseLu });

/** The rows of one contact at velocities that are given, with its unknowns alone: one for each kind. */
interface Local {
  readonly mcp: Mcp;
  /** The contact that is looked at. */
  readonly now: { x: Float64Array };
  state: NewtonState | undefined;
}

const made = new WeakMap<KindKernels, Local>();

/**
 * Finds the unknowns of a contact for velocities as they stand among its inputs: where its nearest points are is a convex
 * problem of its own, and a step that starts from its solution has fewer ways to go astray. Faces that are parallel or nearly
 * so have many nearest points: where Newton goes round among them, sweeps bring it nearer first.
 */
export function settleContact({ x, kernels }: Near): void {
  const { unknowns } = kernels;
  const local = made.get(kernels) ?? localOf(kernels);
  made.set(kernels, local);
  local.now.x = x;
  let z: Float64Array = x.slice(solidInputs.unknowns, solidInputs.unknowns + unknowns);
  for (let round = 0; round < mostRounds; round++) {
    if (round > 0) z = swept(local.mcp, z);
    const state = solver.init(local.mcp, z, local.state);
    local.state = state;
    while (solver.done(state) === undefined) solver.step(state);
    z = state.iterate.z;
    if (state.iterate.residual <= attainable) break;
  }
  for (let i = 0; i < unknowns; i++) x[solidInputs.unknowns + i] = z[i];
}

/** Slopes below this are what keeps the multiplier of a face from being undetermined, and no curvature. */
const least = 1e-6;

/**
 * Projected Gauss–Seidel on the rows as they are linear at z. The multiplier of a face has no curvature of its own: it moves
 * by the one that is left of the rows it acts on when their own unknowns have followed (Uzawa's method).
 */
function swept({ lower, upper, pattern, evaluate }: Mcp, z: Float64Array): Float64Array {
  const n = z.length;
  const F = new Float64Array(n);
  const J = new Float64Array(pattern.rowIdx.length);
  evaluate(z, F, J);
  const slopes = new Float64Array(n * n);
  for (let j = 0; j < n; j++)
    for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) slopes[pattern.rowIdx[p] * n + j] = J[p];
  const steps = Float64Array.from(z, (_, i) => {
    const own = slopes[i * n + i];
    if (own > least) return own;
    let sum = own;
    for (let j = 0; j < n; j++) {
      const other = slopes[j * n + j];
      if (other > least) sum -= (slopes[i * n + j] * slopes[j * n + i]) / other;
    }
    return sum;
  });
  const next = z.slice();
  for (let sweep = 0; sweep < mostSweeps; sweep++)
    for (let i = 0; i < n; i++) {
      if (!(steps[i] > 0)) continue;
      let row = F[i];
      for (let j = 0; j < n; j++) row += slopes[i * n + j] * (next[j] - z[j]);
      next[i] = Math.min(upper[i], Math.max(lower[i], next[i] - row / steps[i]));
    }
  return next;
}

function localOf({ rows, kind, unknowns, velocities }: KindKernels): Local {
  const places = Array.from(rows.pattern.row, (_, p) => p).filter(
    (p) => rows.pattern.row[p] < unknowns && rows.pattern.col[p] >= velocities,
  );
  const F = new Float64Array(rows.rows);
  const J = new Float64Array(rows.pattern.row.length);
  const now = { x: new Float64Array(0) };
  return {
    now,
    state: undefined,
    mcp: {
      name: (i) => kind.unknowns[i].name,
      lower: Float64Array.from(kind.unknowns, ({ lower }) => lower),
      upper: Float64Array.from(kind.unknowns, ({ upper }) => upper),
      scale: new Float64Array(unknowns).fill(1),
      // by column with rows ascending, as the places already are
      pattern: fromTriplets(
        [unknowns, unknowns],
        places.map((p) => rows.pattern.row[p]),
        places.map((p) => rows.pattern.col[p] - velocities),
      ),
      evaluate(z, residual, jacobian) {
        for (let i = 0; i < unknowns; i++) now.x[solidInputs.unknowns + i] = z[i];
        rows.jacobian(now.x, F, J);
        for (let i = 0; i < unknowns; i++) residual[i] = F[i];
        if (jacobian !== undefined) for (let p = 0; p < places.length; p++) jacobian[p] = J[places[p]];
        return true;
      },
    },
  };
}
