import { log2 } from "../../algebra/elementary/elementary.js";
import type { Mpcc } from "./problem.js";
import type { MpccSolution } from "./solution.js";

/** Units of a program's unknowns, rows and cost, all of them powers of two. */
export interface Units {
  readonly unknowns: Float64Array;
  readonly rows: Float64Array;
  readonly cost: number;
}

/** The middle of all units may be so far from one: beyond, a program as it is written is not near its solver's tolerances. */
const farthest = 256;

/** Unknowns whose units are known, the others' being 0; and whether they are to be used however near to one they are. */
export interface KnownUnits {
  readonly of: (unknown: number) => number;
  readonly always: boolean;
}

/**
 * Units in which a program is near one, where its own are far from that; undefined where they are not. Some unknowns have
 * a `known` one (positions and velocities of a motion), rows are told by what they make of these, all other unknowns
 * by what they change of rows, and the cost by what unknowns change of it.
 */
export function unitsOf(problem: Mpcc, known: KnownUnits, z: Float64Array): Units | undefined {
  const kept = (unknown: number): boolean => known.of(unknown) > 0;
  const { jacobian: pattern, hessian } = problem.patterns;
  const n = problem.lower.length;
  const gradient = new Float64Array(n);
  const values = new Float64Array(pattern.rowIdx.length);
  problem.slopes(z, gradient, values);
  const unknowns = Float64Array.from({ length: n }, (_, j) => (kept(j) ? known.of(j) : 1));
  const rows = new Float64Array(pattern.rows);
  const each = (visit: (i: number, j: number, size: number) => void): void => {
    for (let j = 0; j < n; j++)
      for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) {
        const size = Math.abs(values[p]);
        if (size > 0 && size < Number.POSITIVE_INFINITY) visit(pattern.rowIdx[p], j, size);
      }
  };
  each((i, j, size) => {
    if (kept(j)) rows[i] = Math.max(rows[i], size * unknowns[j]);
  });
  const most = new Float64Array(n);
  each((i, j, size) => {
    if (!kept(j) && rows[i] > 0) most[j] = Math.max(most[j], size / rows[i]);
  });
  for (let j = 0; j < n; j++) if (most[j] > 0) unknowns[j] = powerOfTwo(1 / most[j]);
  each((i, j, size) => {
    if (!kept(j) && most[j] > 0) rows[i] = Math.max(rows[i], size * unknowns[j]);
  });
  // coefficients of controls stand in rows of controls alone
  each((i, j, size) => {
    if (!kept(j) && !(most[j] > 0) && rows[i] > 0) unknowns[j] = powerOfTwo(rows[i] / size);
  });
  for (let i = 0; i < rows.length; i++) rows[i] = rows[i] > 0 ? powerOfTwo(rows[i]) : 1;
  const others = unknowns.filter((_, j) => !kept(j));
  const [least, largest] = [
    others.reduce((a, b) => Math.min(a, b), Infinity),
    others.reduce((a, b) => Math.max(a, b), 0),
  ];
  const middle = Math.sqrt(least * largest);
  if (!known.always && !(middle > farthest || middle < 1 / farthest)) return undefined;
  const curved = new Float64Array(hessian.rowIdx.length);
  problem.curvature(z, new Float64Array(pattern.rows), curved);
  let cost = 0;
  for (let j = 0; j < n; j++) {
    cost = Math.max(cost, finite(gradient[j] * unknowns[j]));
    for (let p = hessian.colPtr[j]; p < hessian.colPtr[j + 1]; p++)
      cost = Math.max(cost, finite(curved[p] * unknowns[j] * unknowns[hessian.rowIdx[p]]));
  }
  return { unknowns, rows, cost: cost > 0 ? powerOfTwo(cost) : 1 };
}

const finite = (x: number): number => (Number.isFinite(x) ? Math.abs(x) : 0);
const powerOfTwo = (x: number): number => 2 ** Math.round(log2(x));

/** min f(s ẑ)/c subject to c_i(s ẑ)/r_i = 0 with units s, r and c: its multipliers are ŷ = r y/c. */
export function inUnits(problem: Mpcc, { unknowns, rows, cost }: Units): Mpcc {
  const { jacobian: pattern, hessian } = problem.patterns;
  const n = unknowns.length;
  const z = new Float64Array(n);
  const y = new Float64Array(rows.length);
  const load = (scaled: Float64Array): void => {
    for (let j = 0; j < n; j++) z[j] = scaled[j] * unknowns[j];
  };
  return {
    ...problem,
    lower: problem.lower.map((x, j) => x / unknowns[j]),
    upper: problem.upper.map((x, j) => x / unknowns[j]),
    evaluate(scaled, values) {
      load(scaled);
      const f = problem.evaluate(z, values);
      for (let i = 0; i < rows.length; i++) values[i] /= rows[i];
      return f / cost;
    },
    slopes(scaled, gradient, values) {
      load(scaled);
      problem.slopes(z, gradient, values);
      for (let j = 0; j < n; j++) {
        gradient[j] *= unknowns[j] / cost;
        for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++)
          values[p] *= unknowns[j] / rows[pattern.rowIdx[p]];
      }
    },
    curvature(scaled, multipliers, values) {
      load(scaled);
      for (let i = 0; i < rows.length; i++) y[i] = (multipliers[i] * cost) / rows[i];
      problem.curvature(z, y, values);
      for (let j = 0; j < n; j++)
        for (let p = hessian.colPtr[j]; p < hessian.colPtr[j + 1]; p++)
          values[p] *= (unknowns[j] * unknowns[hessian.rowIdx[p]]) / cost;
    },
  };
}

/** A point, with multipliers behind it where it has them, in these units. */
export function pointIn({ unknowns, rows, cost }: Units, zy: Float64Array): Float64Array {
  const n = unknowns.length;
  return zy.map((x, i) => (i < n ? x / unknowns[i] : (x * rows[i - n]) / cost));
}

/** A solution of the program in units, of the program as it was written. */
export function solutionFrom({ unknowns, rows, cost }: Units, found: MpccSolution): MpccSolution {
  const n = unknowns.length;
  const z = found.z.map((x, i) => (i < n ? x * unknowns[i] : (x * cost) / rows[i - n]));
  return { ...found, z, cost: found.cost * cost };
}
