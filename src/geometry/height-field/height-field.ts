/**
 * Ground that is known by heights on a grid: a smooth surface through all of them as a formula, and where it is nearest to a
 * point. The heights are numbers, a factor on them may be a formula.
 * @module geometry/height-field
 */
import { abs, add, constant, div, type Expr, max, min, mul, type Scalar, sub } from "../../expr/expr.js";
import { type Vec3, vec3 } from "../../expr/vector.js";
import type { HeightField } from "../shape.js";

/** The height f of a surface over the plane, and its slopes along x and y. */
export interface SurfacePoint {
  readonly height: Expr;
  readonly slopes: readonly [Expr, Expr];
}

/** With its second derivatives f_xx, f_xy and f_yy. */
interface BentPoint extends SurfacePoint {
  readonly bends: readonly [Expr, Expr, Expr];
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

/** 1, u and (u − i)₊³ with their slopes and bends. */
function powers(u: Expr, count: number): Readonly<Record<"values" | "slopes" | "bends", readonly Expr[]>> {
  const beyond = Array.from({ length: count - 2 }, (_, i) => max(0, sub(u, i)));
  const squares = beyond.map((x) => mul(x, x));
  return {
    values: [constant(1), u, ...beyond.map((x, i) => mul(x, squares[i]))],
    slopes: [constant(0), constant(1), ...squares.map((square) => mul(3, square))],
    bends: [constant(0), constant(0), ...beyond.map((x) => mul(6, x))],
  };
}

/** The surface of a height field over a place of its own x–y plane, which lies within its ends. */
export function surfaceAt(ground: HeightField, x: Expr, y: Expr): SurfacePoint {
  const { height, slopes } = bentAt(ground, x, y);
  return { height, slopes };
}

function bentAt({ heights, from = [0, 0], spacing, scale = 1 }: HeightField, x: Expr, y: Expr): BentPoint {
  const c = surfaceCoefficients(heights);
  const along = powers(div(sub(x, from[0]), spacing[0]), c[0].length);
  const across = powers(div(sub(y, from[1]), spacing[1]), c.length);
  const sum = (weights: readonly (Expr | number)[], values: readonly Expr[]): Expr =>
    add(...values.map((value, i) => mul(weights[i], value)));
  const rows = c.map((row) => sum(row, along.values));
  const rowSlopes = c.map((row) => sum(row, along.slopes));
  const rowBends = c.map((row) => sum(row, along.bends));
  return {
    height: mul(scale, sum(rows, across.values)),
    slopes: [
      div(mul(scale, sum(rowSlopes, across.values)), spacing[0]),
      div(mul(scale, sum(rows, across.slopes)), spacing[1]),
    ],
    bends: [
      div(mul(scale, sum(rowBends, across.values)), mul(spacing[0], spacing[0])),
      div(mul(scale, sum(rowSlopes, across.slopes)), mul(spacing[0], spacing[1])),
      div(mul(scale, sum(rows, across.bends)), mul(spacing[1], spacing[1])),
    ],
  };
}

/** Both ends of the ground along x and along y [m]. */
export function endsOf({ heights, from = [0, 0], spacing }: HeightField): readonly (readonly [Scalar, Scalar])[] {
  const counts = [heights[0].length, heights.length];
  return counts.map((count, i) => [from[i], add(from[i], mul(count - 1, spacing[i]))]);
}

/** Steps of Newton's method to a foot. */
const steps = 2;
/** Curvature times height is no more than this in a step: beyond, the foot of a point is none, or not the only one. */
const mostBent = 0.9;

/**
 * The point of the surface nearest to p: from the one below it, Newton's method goes to where p − (u, v, f) is along the normal,
 *
 *     u − p_x − (p_z − f) f_x = 0,   v − p_y − (p_z − f) f_y = 0,
 *
 * which on a plane takes one step. A foot that is off turns the force of the ground out of its normal by as much over the
 * radius of what touches.
 */
export function nearestOnGround(ground: HeightField, p: Vec3): Vec3 {
  const [alongX, alongY] = endsOf(ground);
  const within = ([a, b]: readonly [Scalar, Scalar], x: Expr): Expr => max(a, min(b, x));
  let [u, v] = [within(alongX, p[0]), within(alongY, p[1])];
  for (let k = 0; k < steps; k++) {
    const [du, dv] = towardsFoot(bentAt(ground, u, v), [sub(p[0], u), sub(p[1], v), p[2]]);
    [u, v] = [within(alongX, add(u, du)), within(alongY, add(v, dv))];
  }
  return vec3(u, v, surfaceAt(ground, u, v).height);
}

/** −H⁻¹r of a point of the surface, with p_x − u, p_y − v and p_z given. */
function towardsFoot({ height, slopes: [fx, fy], bends }: BentPoint, [x, y, z]: Vec3): readonly [Expr, Expr] {
  const over = sub(z, height);
  const [r, s] = [add(x, mul(over, fx)), add(y, mul(over, fy))];
  const [xx, xy, yy] = bends.map((bend) => mul(over, bend));
  // 1 + ∇f∇fᵀ has no eigenvalue below one, and the bend none above this: less of it keeps H away from zero
  const most = add(max(xx, yy), abs(xy));
  const part = div(mostBent, max(mostBent, most));
  const a = sub(add(1, mul(fx, fx)), mul(part, xx));
  const b = sub(mul(fx, fy), mul(part, xy));
  const c = sub(add(1, mul(fy, fy)), mul(part, yy));
  const det = sub(mul(a, c), mul(b, b));
  return [div(sub(mul(c, r), mul(b, s)), det), div(sub(mul(a, s), mul(b, r)), det)];
}
