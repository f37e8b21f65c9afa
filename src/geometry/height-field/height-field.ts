/**
 * Ground that is known by heights on a grid: a smooth surface through all of them as a formula, and where it is nearest to a
 * point. The heights are numbers, a factor on them may be a formula.
 * @module geometry/height-field
 */
import { add, constant, div, type Expr, max, min, mul, norm, type Scalar, sub } from "../../expr/expr.js";
import { type Vec3, vec3 } from "../../expr/vector.js";
import type { HeightField } from "../shape.js";

/** The height of a surface over the plane, and its slopes along x and y. */
export interface SurfacePoint {
  readonly height: Expr;
  readonly slopes: readonly [Expr, Expr];
}

/**
 * Curvatures M at the heights of the natural cubic spline through them, a distance of one apart: M₀ = M_{n−1} = 0, and
 * M_{i−1} + 4 M_i + M_{i+1} = 6 (h_{i−1} − 2 h_i + h_{i+1}).
 */
export function splineCurvatures(h: readonly number[]): number[] {
  const n = h.length;
  const M = new Array<number>(n).fill(0);
  const pivots = new Array<number>(n).fill(1);
  // Thomas's elimination
  for (let i = 1; i < n - 1; i++) {
    const back = i === 1 ? 0 : 1 / pivots[i - 1];
    pivots[i] = 4 - back;
    M[i] = 6 * (h[i - 1] - 2 * h[i] + h[i + 1]) - back * M[i - 1];
  }
  for (let i = n - 2; i >= 1; i--) M[i] = (M[i] - M[i + 1]) / pivots[i];
  return M;
}

/** That spline by truncated powers: coefficients of 1, u and (u − i)₊³, i = 0 … n − 2. */
export function splineCoefficients(h: readonly number[]): number[] {
  const M = splineCurvatures(h);
  const jumps = Array.from({ length: h.length - 1 }, (_, i) => (M[i + 1] - 2 * M[i] + (i === 0 ? M[0] : M[i - 1])) / 6);
  return [h[0], h[1] - h[0] - M[1] / 6, ...jumps];
}

/** Coefficients of the surface Σ_j Σ_i c_ji P_j(v) P_i(u), with those powers P. */
export function surfaceCoefficients(heights: HeightField["heights"]): number[][] {
  const rows = heights.map(splineCoefficients);
  const columns = rows[0].map((_, i) => splineCoefficients(rows.map((row) => row[i])));
  return columns[0].map((_, j) => columns.map((column) => column[j]));
}

/** 1, u and (u − i)₊³ with their slopes. */
function powers(u: Expr, count: number): { readonly values: readonly Expr[]; readonly slopes: readonly Expr[] } {
  const beyond = Array.from({ length: count - 2 }, (_, i) => max(0, sub(u, i)));
  const squares = beyond.map((x) => mul(x, x));
  return {
    values: [constant(1), u, ...beyond.map((x, i) => mul(x, squares[i]))],
    slopes: [constant(0), constant(1), ...squares.map((square) => mul(3, square))],
  };
}

/** The surface of a height field over a place of its own x–y plane, which lies within its ends. */
export function surfaceAt({ heights, from = [0, 0], spacing, scale = 1 }: HeightField, x: Expr, y: Expr): SurfacePoint {
  const c = surfaceCoefficients(heights);
  const along = powers(div(sub(x, from[0]), spacing[0]), c[0].length);
  const across = powers(div(sub(y, from[1]), spacing[1]), c.length);
  const sum = (weights: readonly (Expr | number)[], values: readonly Expr[]): Expr =>
    add(...values.map((value, i) => mul(weights[i], value)));
  const rows = c.map((row) => sum(row, along.values));
  const rowSlopes = c.map((row) => sum(row, along.slopes));
  return {
    height: mul(scale, sum(rows, across.values)),
    slopes: [
      div(mul(scale, sum(rowSlopes, across.values)), spacing[0]),
      div(mul(scale, sum(rows, across.slopes)), spacing[1]),
    ],
  };
}

/** Both ends of the ground along x and along y [m]. */
export function endsOf({ heights, from = [0, 0], spacing }: HeightField): readonly (readonly [Scalar, Scalar])[] {
  const counts = [heights[0].length, heights.length];
  return counts.map((count, i) => [from[i], add(from[i], mul(count - 1, spacing[i]))]);
}

/**
 * A point of the surface near the nearest one to p: the foot of p on the tangent plane of the point below it, lifted to the
 * surface. On a plane that is the nearest point; else it is off by the square of the height over it times the slope.
 */
export function nearestOnGround(ground: HeightField, p: Vec3): Vec3 {
  const [alongX, alongY] = endsOf(ground);
  const within = ([a, b]: readonly [Scalar, Scalar], x: Expr): Expr => max(a, min(b, x));
  const [x, y] = [within(alongX, p[0]), within(alongY, p[1])];
  const below = surfaceAt(ground, x, y);
  const [sx, sy] = below.slopes;
  // (c − P)·n n with n = (−f_x, −f_y, 1)/√(1 + f_x² + f_y²)
  const steep = norm(1, sx, sy);
  const over = div(sub(p[2], below.height), mul(steep, steep));
  const foot = [within(alongX, add(x, mul(over, sx))), within(alongY, add(y, mul(over, sy)))] as const;
  return vec3(foot[0], foot[1], surfaceAt(ground, foot[0], foot[1]).height);
}
