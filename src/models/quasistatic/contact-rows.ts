import { cos, sin } from "../../algebra/elementary/elementary.js";
import { add, type Expr, mul } from "../../expr/expr.js";
import { addV, dot, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import type { ContactFrame } from "../../geometry/contact-geometry.js";
import type { Nearest } from "../../geometry/distance.js";
import type { Pose } from "../../geometry/placement.js";
import { pointVelocity, type UnitTwist } from "../../robots/robot.js";

/** Something that touches: where it is, and what every rate that moves it does to it. The world is carried by nothing. */
export interface Carrier {
  readonly pose: Pose;
  readonly twists: readonly UnitTwist[];
}

/** One row of a Jacobian: the coefficient of every coordinate that has one. */
export type JacobianRow = ReadonlyMap<string, Expr>;

/**
 * A contact as (23) of Pang, Tedrake (2018) wants it: gap φ [m], J_n with dφ/dt = J_n v, and one row of J_f for every
 * edge of the friction polygon, all by coordinate.
 */
export interface ContactRows {
  readonly gap: Expr;
  readonly normal: JacobianRow;
  readonly edges: readonly JacobianRow[];
}

/**
 * The edges d_1 … d_m of a friction polygon: equal angles from t about n, so that every d has its −d (balanced). In the
 * plane there are two, t and −t.
 * @throws {RangeError} for an odd number of edges or less than two.
 */
export function frictionEdges({ tangent, orthogonal }: ContactFrame, count: number): Vec3[] {
  if (!Number.isInteger(count / 2) || count < 2)
    throw new RangeError(`a friction polygon has an even number of edges, at least 2, not ${count}`);
  const half = Array.from({ length: count / 2 }, (_, k): Vec3 => {
    const angle = (2 * Math.PI * k) / count;
    const [c, s] = k === 0 ? [1, 0] : 4 * k === count ? [0, 1] : [cos(angle), sin(angle)];
    return addV(scaleV(c, tangent), scaleV(s, orthogonal));
  });
  return [...half, ...half.map((d) => scaleV(-1, d))];
}

/** J v along a direction: the velocity v_β − v_α of the first surface's nearest point over the second's, (2) and (3). */
export function slopesAlong(
  direction: Vec3,
  nearest: Nearest,
  first: Carrier | undefined,
  second: Carrier | undefined,
): JacobianRow {
  const row = new Map<string, Expr>();
  const put = (carrier: Carrier | undefined, point: Vec3, sign: 1 | -1): void => {
    if (carrier === undefined) return;
    const arm = subV(point, carrier.pose.position);
    for (const twist of carrier.twists) {
      const rate = mul(sign, dot(direction, pointVelocity(twist, arm)));
      row.set(twist.coordinate, add(row.get(twist.coordinate) ?? 0, rate));
    }
  };
  put(first, nearest.first, 1);
  put(second, nearest.second, -1);
  return row;
}

/** Gap, normal row and edge rows of a contact between two carriers; the world is undefined. */
export function contactRows(
  nearest: Nearest,
  first: Carrier | undefined,
  second: Carrier | undefined,
  edgeCount: number,
): ContactRows {
  return {
    gap: nearest.gap,
    normal: slopesAlong(nearest.frame.normal, nearest, first, second),
    edges: frictionEdges(nearest.frame, edgeCount).map((edge) => slopesAlong(edge, nearest, first, second)),
  };
}

const axes: readonly Vec3[] = [vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)];
const still = vec3(0, 0, 0);

/**
 * The unit twists of a free body about its position: `<name>.x y z` translate along the world's axes, `<name>.rx ry rz`
 * turn about them; in the plane `<name>.x y` and `<name>.rz`.
 */
export function freeTwists(name: string, space: "planar" | "spatial"): UnitTwist[] {
  const slide = axes.map((linear, i) => ({ coordinate: `${name}.${"xyz"[i]}`, linear, angular: still }));
  const turn = axes.map((angular, i) => ({ coordinate: `${name}.r${"xyz"[i]}`, linear: still, angular }));
  return space === "planar" ? [slide[0], slide[1], turn[2]] : [...slide, ...turn];
}

/** The unit twist of a coordinate that slides a body along a direction. */
export function slide(coordinate: string, direction: Vec3): UnitTwist {
  return { coordinate, linear: direction, angular: vec3(0, 0, 0) };
}
