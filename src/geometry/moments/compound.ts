import { BadInput } from "../../checks/bad-input.js";
import { add, div, type Expr, mul, type Scalar, sub, toExpr } from "../../expr/expr.js";
import { addV, scaleV, type Vec3, vec3 } from "../../expr/vector.js";
import type { Shape } from "../shape.js";
import { about, combine, type ShapeMoments, type Symmetric } from "./moments.js";
import { planarMoments } from "./planar.js";
import { spatialMoments } from "./spatial.js";

/** A shape filled with matter of one density [kg/m³; kg/m² in the plane]. */
export interface FilledShape {
  readonly shape: Shape;
  readonly density: Scalar;
}

/** Mass [kg], centre of mass [m] in the axes of the shapes, and inertia about it [kg m²] as a body has it. */
export interface CompoundMass {
  readonly mass: Expr;
  readonly centre: Vec3;
  readonly inertia: Expr | readonly [Expr, Expr, Expr] | Symmetric;
}

/**
 * The mass of a rigid body of filled shapes; where shapes overlap, both count:
 *
 *     m = Σ ρV,   c = Σ ρV c_i / m,   S = Σ ρ (S_i + V (c_i − c)(c_i − c)ᵀ),   I = tr(S) 1 − S.
 *
 * @throws {BadInput} for shapes none of which fills anything, and for densities that are numbers not above 0.
 */
export function compoundMass(parts: readonly FilledShape[], planar: boolean, at: string): CompoundMass {
  const filled = parts.flatMap(({ shape, density }): { density: Scalar; moments: ShapeMoments }[] => {
    if (typeof density === "number" && !(density > 0))
      throw new BadInput(`${at}.density`, `${at}.density must be above 0, it is ${density}.`);
    const moments = planar ? planarMoments(shape) : spatialMoments(shape, at);
    return moments === undefined ? [] : [{ density, moments }];
  });
  const zero = toExpr(0);
  const solid = filled.filter(({ moments }) => moments.volume !== zero);
  if (solid.length === 0) {
    const kinds = [...new Set(parts.map(({ shape }) => shape.kind))].join(", ");
    throw new BadInput(`${at}.mass`, `${at}.mass and ${at}.inertia must be given: its shapes (${kinds}) fill nothing.`);
  }
  const masses = solid.map(({ density, moments }) => mul(density, moments.volume));
  const mass = add(...masses);
  // nothing is divided out where all shapes have one centre
  const [{ moments: first }] = solid;
  const apart = solid.some(({ moments }) => moments.centre.some((x, i) => x !== first.centre[i]));
  const weighed = solid.map(({ moments }, i) => scaleV(masses[i], moments.centre));
  const centre = apart ? scaleV(div(1, mass), addV(vec3(0, 0, 0), ...weighed)) : first.centre;
  const S = combine(...solid.map(({ density, moments }): [Scalar, Symmetric] => [density, about(moments, centre)]));
  const [xx, yy, zz, xy, xz, yz] = S;
  if (planar) return { mass, centre, inertia: add(xx, yy) };
  const moments = [add(yy, zz), add(xx, zz), add(xx, yy)] as const;
  if ([xy, xz, yz].some((product) => product !== zero))
    return { mass, centre, inertia: [...moments, sub(0, xy), sub(0, xz), sub(0, yz)] };
  return { mass, centre, inertia: moments[0] === moments[1] && moments[1] === moments[2] ? moments[0] : moments };
}
