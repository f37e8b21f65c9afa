import { add, div, type Expr, max, mul, norm, type Scalar, sub } from "../../expr/expr.js";
import type { Components } from "../../geometry/shape.js";
import { projectOntoBall } from "../../mechanics/friction.js";
import { equation, type Row } from "../../mechanics/model.js";

/** p_t, p_o [N s] and p_r [N m s], or v_t, v_o [m/s] and ω_r [rad/s]: along two tangents and about the normal. */
export type Rubbing = readonly [Expr, Expr, Expr];

/**
 * The friction ellipsoid (p_t/e_t)² + (p_o/e_o)² + (p_r/e_r)² ≤ μ²p_n² of Xie and Chakraborty (13). In impulses p̂ = p/e
 * and velocities v̂ = e v it is the ball of radius μ p_n, with the same power p·v = p̂·v̂.
 */
export interface Ellipsoid {
  /** e_t, e_o [1] and e_r [m]. */
  readonly axes: Components;
  /** μ p_n [N s]. */
  readonly radius: Expr;
  /** Impulses in units of the axes [N s], p̂. */
  readonly impulse: Rubbing;
  /** Slip in units of the axes [m/s], v̂. */
  readonly velocity: Rubbing;
  /** The inertia [kg] that makes an impulse of a velocity in p̂ − r v̂: any positive number gives the same law. */
  readonly inertia: Expr;
  /** Divisors of a residual in p̂, to make it a velocity or an angular velocity: r e, for axes that are not tiny [kg, kg m]. */
  readonly units: Rubbing;
}

/** Axes below this (e_t, e_o), or this part of the body's radius (e_r), do not scale their rows. */
const tiny = 0.05;

/** The ellipsoid of impulses p and slip velocities v that a normal impulse allows, on a body of radius L [m]. */
export function ellipsoid(
  { axes, radius, impulse: p, velocity: v }: Pick<Ellipsoid, "axes" | "radius" | "impulse" | "velocity">,
  { inertia, L }: { readonly inertia: Expr; readonly L: Expr },
): Ellipsoid {
  const scaled = (values: Rubbing, by: (x: Expr, e: Scalar) => Expr): Rubbing => [
    by(values[0], axes[0]),
    by(values[1], axes[1]),
    by(values[2], axes[2]),
  ];
  const units: Rubbing = [
    mul(inertia, max(axes[0], tiny)),
    mul(inertia, max(axes[1], tiny)),
    mul(inertia, max(axes[2], mul(tiny, L))),
  ];
  return { axes, radius, impulse: scaled(p, div), velocity: scaled(v, mul), inertia, units };
}

/** p̂ − r v̂: the impulse that would stop the slip. */
function trial({ impulse, velocity, inertia }: Ellipsoid): Rubbing {
  const stop = (i: 0 | 1 | 2): Expr => sub(impulse[i], mul(inertia, velocity[i]));
  return [stop(0), stop(1), stop(2)];
}

/**
 * Maximum dissipation over the ellipsoid as the natural map p̂ = Proj_{μp_n}(p̂ − r v̂), three rows that stay regular
 * where p_n = 0, as velocities [m/s, rad/s].
 */
export function projectionRows(names: readonly string[], of: Ellipsoid): Row[] {
  const projected = projectOntoBall(trial(of), of.radius);
  return of.impulse.map((p, i) => equation(names[i], div(sub(p, projected[i]), of.units[i])));
}

/**
 * Maximum dissipation by the Fritz John conditions of Xie and Chakraborty (14), (15), with the slip σ as multiplier:
 *
 *     0 = e²μp_n v + p σ  for t, o, r,     0 ≤ σ ⟂ μ²p_n² − p_t²/e_t² − p_o²/e_o² − p_r²/e_r² ≥ 0.
 *
 * Where p_n = 0 they leave σ free and their Jacobian is singular. The last row is divided by r², to be the square of a
 * velocity [m²/s²]: a tolerance then means the same for light bodies and heavy ones.
 */
export function fritzJohnRows(
  names: readonly string[],
  of: Ellipsoid,
  slip: { readonly name: string; readonly sigma: Expr },
): Row[] {
  const { impulse, velocity, radius, units, inertia } = of;
  const rows = impulse.map((p, i) =>
    equation(names[i], div(add(mul(radius, velocity[i]), mul(p, slip.sigma)), units[i])),
  );
  const room = sub(mul(radius, radius), add(...impulse.map((p) => mul(p, p))));
  return [...rows, { unknown: slip.name, residual: div(room, mul(inertia, inertia)) }];
}

/** σ = |v̂| [m/s]. */
export function slipOf({ velocity }: Ellipsoid): Expr {
  return norm(...velocity);
}

/** |p̂| − μ p_n [N s]: how far an impulse leaves the ellipsoid. */
export function ellipsoidExcess({ impulse, radius }: Ellipsoid): Expr {
  return sub(norm(...impulse), radius);
}

/** μ p_n − |p̂ − r v̂| [N s]: positive where the contact sticks. */
export function stickMargin(of: Ellipsoid): Expr {
  return sub(of.radius, norm(...trial(of)));
}
