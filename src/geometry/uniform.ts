import { BadInput } from "../checks/bad-input.js";
import { add, div, type Expr, mul, norm, type Scalar, sub } from "../expr/expr.js";
import { dot, subV, vec3 } from "../expr/vector.js";
import type { Ball, Box, Capsule, Cylinder, Ellipsoid } from "./shape.js";
import { type Moments, smoothMoments } from "./smooth.js";

/** Shapes whose volume and inertia have a formula, with their centre at the origin of their axes. */
export type UniformShape = Omit<Ball, "centre"> | Omit<Box, "rounding" | "pose"> | Capsule | Cylinder | Ellipsoid;

/** The mass of a body [kg], and its inertia about the centre of mass [kg m²]: principal values, or xx yy zz xy xz yz. */
export interface UniformMass {
  readonly mass: Expr;
  readonly inertia: Moments | readonly [Expr, Expr, Expr, Expr, Expr, Expr];
}

/**
 * Mass and inertia of a body of uniform density [kg/m³] as formulas of its lengths: 4πabc/3 of an ellipsoid, πr²l of a
 * cylinder, πr²(l + 4r/3) of a capsule with axis length l; a capsule's inertia is that of its cylinder and of its two
 * half-balls, whose centres of mass lie 3r/8 beyond the ends of its axis.
 * The shape's own centre must be the centre of mass: a capsule has its middle at the origin, and poses are left out.
 * @throws {BadInput} for another shape, or numbers that are not above 0.
 */
export function uniform(shape: UniformShape, density: Scalar): UniformMass {
  refuseNumbers(shape, density);
  if (shape.kind === "capsule") return uniformCapsule(shape, density);
  if (shape.kind === "box") {
    const [a, b, c] = shape.half;
    const mass = mul(8, density, a, b, c);
    const moment = (x: Scalar, y: Scalar): Expr => mul(1 / 3, mass, add(mul(x, x), mul(y, y)));
    return { mass, inertia: [moment(b, c), moment(a, c), moment(a, b)] };
  }
  const mass = mul(density, volumeOf(shape));
  return { mass, inertia: smoothMoments(shape, mass) };
}

/** Lengths that fill a shape, by their fields. */
function lengthsOf(shape: UniformShape): Readonly<Record<string, readonly Scalar[]>> {
  if (shape.kind === "box") return { half: shape.half };
  if (shape.kind === "ellipsoid") return { halfAxes: shape.halfAxes };
  if (shape.kind === "cylinder") return { radius: [shape.radius], halfLength: [shape.halfLength] };
  if (shape.kind === "ball" || shape.kind === "capsule") return { radius: [shape.radius] };
  const { kind } = shape as { readonly kind: unknown };
  throw new BadInput("kind", `kind must be ball, box, capsule, cylinder or ellipsoid, it is ${JSON.stringify(kind)}.`);
}

/** Refuses numbers that are not above 0; formulas are known when parameters are. */
function refuseNumbers(shape: UniformShape, density: Scalar): void {
  for (const [field, values] of Object.entries({ ...lengthsOf(shape), density: [density] }))
    for (const value of values)
      if (typeof value === "number" && !(value > 0 && value < Number.POSITIVE_INFINITY))
        throw new BadInput(field, `${field} must be a finite number above 0, it is ${value}.`);
}

function volumeOf(shape: Exclude<UniformShape, Capsule | Box | { readonly kind: "box" }>): Expr {
  if (shape.kind === "cylinder") return mul(2 * Math.PI, shape.radius, shape.radius, shape.halfLength);
  const [a, b, c] = shape.kind === "ball" ? [shape.radius, shape.radius, shape.radius] : shape.halfAxes;
  return mul((4 / 3) * Math.PI, a, b, c);
}

/** About its axis a: I = I_across (1 − a aᵀ) + I_along a aᵀ. */
function uniformCapsule({ from, to, radius: r }: Capsule, density: Scalar): UniformMass {
  const axis = subV(vec3(...to), vec3(...from));
  const length = norm(...axis);
  const barrel = mul(Math.PI, density, r, r, length);
  const balls = mul((4 / 3) * Math.PI, density, r, r, r);
  const along = add(mul(0.5, barrel, r, r), mul(0.4, balls, r, r));
  const across = add(
    mul(barrel, add(mul(0.25, r, r), mul(1 / 12, length, length))),
    mul(balls, add(mul(0.4, r, r), mul(0.25, length, length), mul(0.375, length, r))),
  );
  const more = div(sub(along, across), dot(axis, axis));
  const [x, y, z] = axis;
  const entry = (a: Expr, b: Expr): Expr => mul(more, a, b);
  return {
    mass: add(barrel, balls),
    inertia: [
      add(across, entry(x, x)),
      add(across, entry(y, y)),
      add(across, entry(z, z)),
      entry(x, y),
      entry(x, z),
      entry(y, z),
    ],
  };
}
