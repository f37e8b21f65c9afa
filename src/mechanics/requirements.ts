import { abs, add, type Expr, type Scalar, sub } from "../expr/expr.js";
import { dot, normV, vec3 } from "../expr/vector.js";
import { type Body, quaternionNorm } from "./body.js";
import type { Contact } from "./contact.js";
import { now, type Requirement } from "./model.js";

/** Unit vectors and quaternions that people type carry six digits or more. */
const typed = 1e-6;

/** field > 0. */
export function positive(field: string, value: Scalar): Requirement {
  return { field, must: "be above 0", holds: add(value, 0), orZero: false };
}

/** field ≥ 0. */
export function notNegative(field: string, value: Scalar): Requirement {
  return { field, must: "not be negative", holds: add(value, 0), orZero: true };
}

function near(field: string, must: string, value: Expr, wanted: number): Requirement {
  return { field, must, holds: sub(typed, abs(sub(value, wanted))), orZero: true };
}

/** Positive mass and inertia, principal moments that a real body can have, and a unit quaternion at the start. */
export function bodyRequirements(body: Body): Requirement[] {
  const { name, mass, inertia, space } = body;
  const requirements = [positive(`${name}.mass`, mass)];
  if (!Array.isArray(inertia)) requirements.push(positive(`${name}.inertia`, inertia as Scalar));
  else
    (inertia as readonly Scalar[]).forEach((moment, i, all) => {
      const others = add(all[(i + 1) % 3]!, all[(i + 2) % 3]!);
      requirements.push(positive(`${name}.inertia`, moment));
      requirements.push({
        field: `${name}.inertia`,
        must: "have no principal moment above the sum of the other two",
        holds: sub(others, moment),
        orZero: true,
      });
    });
  if (space === "spatial")
    requirements.push(near(`${name}.e0 … ez`, "be a unit quaternion at the start", quaternionNorm(body, now), 1));
  return requirements;
}

/** A round shape of positive radius on a plane with unit, perpendicular normal and tangent; friction not negative. */
export function contactRequirements({ name, shape, against, friction }: Contact): Requirement[] {
  const [normal, tangent] = [vec3(...against.normal), vec3(...against.tangent)];
  return [
    positive(`${name}.radius`, shape.radius),
    notNegative(`${name}.friction`, friction),
    near(`${name}.normal`, "be a unit vector", normV(normal), 1),
    near(`${name}.tangent`, "be a unit vector", normV(tangent), 1),
    near(`${name}.tangent`, "be perpendicular to the normal", dot(normal, tangent), 0),
  ];
}
