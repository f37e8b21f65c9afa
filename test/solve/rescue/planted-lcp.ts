import { fullPattern } from "../../../src/algebra/sparse.js";
import type { Mcp } from "../../../src/solve/mcp.js";
import { uniform } from "../../algebra/matrices.js";

/** A linear complementarity problem 0 ≤ z ⟂ M z + q ≥ 0, M by columns. */
export interface Lcp {
  readonly mcp: Mcp;
  readonly M: Float64Array;
  readonly q: Float64Array;
}

/**
 * Kinds of dense matrices, the first ones with theory that a path leads to a solution: semidefinite of a quarter of the
 * rank, skew, their sum (P₀), a pyramid of friction, entries of one sign; and without: sparse, symmetric, all signs.
 */
export const lcpFamilies = ["semidefinite", "skew", "sum", "friction", "positive", "indefinite"] as const;
/** Those that have no theory, in which a few problems in a hundred are not solved. */
export const hardFamilies = ["symmetric", "sparse", "negative", "triangular"] as const;

type Family = (typeof lcpFamilies)[number] | (typeof hardFamilies)[number];

export function lcpOf(M: Float64Array, q: Float64Array): Lcp {
  const n = q.length;
  const mcp: Mcp = {
    name: (i) => `z${i}`,
    lower: new Float64Array(n),
    upper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    scale: new Float64Array(n).fill(1),
    pattern: fullPattern(n),
    evaluate(z, residual, jacobian) {
      residual.set(q);
      for (let j = 0, p = 0; j < n; j++) for (let i = 0; i < n; i++, p++) residual[i] += M[p] * z[j];
      jacobian?.set(M);
      return true;
    },
  };
  return { mcp, M, q };
}

/** A problem whose solution is planted, half of its unknowns zero; with an even seed some of its pairs are degenerate. */
export function plantedLcp(family: Family, seed: number, n: number): Lcp {
  const random = uniform(1000 * seed + n);
  const M = matrixOf(family, n, random);
  const z = Float64Array.from({ length: n }, () => (random() < 0.5 ? 0 : 3 * random()));
  const degenerate = seed % 2 === 0 ? 0.3 : 0;
  const q = z.map((v) => (v > 0 || random() < degenerate ? 0 : 2 * random()));
  for (let j = 0, p = 0; j < n; j++) for (let i = 0; i < n; i++, p++) q[i] -= M[p] * z[j];
  return lcpOf(M, q);
}

function matrixOf(family: Family, n: number, random: () => number): Float64Array {
  const normal = (): number => Array.from({ length: 12 }, random).reduce((sum, v) => sum + v, -6);
  const M = new Float64Array(n * n);
  const set = (value: (i: number, j: number) => number): Float64Array =>
    M.map((_, p) => value(p % n, Math.floor(p / n)));
  switch (family) {
    case "semidefinite":
      return gram(n, normal);
    case "skew":
      return skew(M, normal);
    case "sum": {
      const other = skew(new Float64Array(n * n), normal);
      return gram(n, normal).map((v, p) => v + other[p]);
    }
    case "friction":
      return friction(n, normal);
    case "positive":
      return set(random);
    case "sparse":
      return set(() => (random() < 0.1 ? normal() : 0));
    case "negative":
      return set(() => normal() - 0.3);
    case "triangular":
      return set((i, j) => (i < j ? 0 : i === j ? (random() < 0.3 ? 0 : random()) : random() < 0.5 ? 0 : 2 * normal()));
    case "symmetric":
      for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) M[j * n + i] = M[i * n + j] = normal();
      return M;
    case "indefinite":
      return set(normal);
  }
}

/** B Bᵀ of a quarter of the rank. */
function gram(n: number, normal: () => number): Float64Array {
  const rank = Math.ceil(n / 4);
  const B = Array.from({ length: n }, () => Array.from({ length: rank }, normal));
  return Float64Array.from({ length: n * n }, (_, p) =>
    B[p % n].reduce((sum, b, k) => sum + b * B[Math.floor(p / n)][k], 0),
  );
}

function skew(M: Float64Array, normal: () => number): Float64Array {
  const n = Math.sqrt(M.length);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      M[j * n + i] = normal();
      M[i * n + j] = -M[j * n + i];
    }
  return M;
}

/** Contacts of (normal, right, left, slip): Wᵀ W for forces, friction coefficient a half. */
function friction(n: number, normal: () => number): Float64Array {
  const m = Math.floor(n / 4);
  const motions = m;
  const W = Array.from({ length: 2 * m }, () => Array.from({ length: motions }, normal));
  const along = (k: number): number[] => (k < 2 * m ? W[k] : W[k - m].map((v) => -v));
  const M = new Float64Array(n * n);
  for (let i = 0; i < 3 * m; i++)
    for (let j = 0; j < 3 * m; j++) M[j * n + i] = along(i).reduce((sum, v, k) => sum + v * along(j)[k], 0);
  for (let k = 0; k < m; k++) {
    const slip = 3 * m + k;
    M[k * n + slip] = 0.5;
    for (const tangent of [m + k, 2 * m + k]) {
      M[slip * n + tangent] = 1;
      M[tangent * n + slip] = -1;
    }
  }
  return M;
}
