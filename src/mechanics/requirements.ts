import { BadInput } from "../checks/bad-input.js";
import { quantityOf } from "../checks/fields.js";
import { abs, add, type Expr, min, mul, norm, type Scalar, sub } from "../expr/expr.js";
import { cross, dot, normV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { hollowness } from "../geometry/height-field/touching-points.js";
import type { Box, Components, HalfSpace, Polygon, Segment, Shape, ShapePose } from "../geometry/shape.js";
import { type Body, type InertiaTensor, quaternionNorm } from "./body.js";
import { type Contact, partnerOf } from "./contact.js";
import { now, type Requirement } from "./model.js";

/** Unit vectors and quaternions that people type carry six digits or more. */
const typed = 1e-6;

/** field > 0. */
export function positive(field: string, value: Scalar): Requirement {
  return { field, must: "be above 0", holds: given(field, value), orZero: false };
}

/** field ≥ 0. */
export function notNegative(field: string, value: Scalar): Requirement {
  return { field, must: "not be negative", holds: given(field, value), orZero: true };
}

/** A field of a file, whose types may never have been checked, as a formula. */
function given(field: string, value: Scalar | undefined): Expr {
  return add(quantityOf(value, field), 0);
}

/** |v| = 1. */
export function unitVector(field: string, vector: Components): Requirement {
  return near(field, "be a unit vector", normV(vec3(...vector)), 1);
}

/** Throws where two bodies or contacts of a scene have one name. */
export function refuseRepeats(scene: {
  readonly bodies: readonly { readonly name: string }[];
  readonly contacts: readonly { readonly name: string }[];
  readonly driven?: readonly { readonly name: string }[];
  readonly joints?: readonly { readonly name: string }[];
  readonly forces?: readonly { readonly name: string }[];
}): void {
  const { bodies, contacts, driven = [], joints = [], forces = [] } = scene;
  const names = [...bodies, ...contacts, ...driven, ...joints, ...forces].map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(`scene uses the name "${twice}" twice`);
}

function near(field: string, must: string, value: Expr, wanted: Scalar): Requirement {
  return { field, must, holds: sub(typed, abs(sub(value, wanted))), orZero: true };
}

/** Positive mass and inertia, moments that a real body can have, and a unit quaternion at the start. */
export function bodyRequirements(body: Body): Requirement[] {
  const { name, mass, inertia, space } = body;
  const requirements = [positive(`${name}.mass`, mass)];
  if (Array.isArray(inertia)) requirements.push(...tensorRequirements(`${name}.inertia`, inertia));
  else requirements.push(positive(`${name}.inertia`, inertia as Scalar));
  if (space === "spatial") requirements.push(unitAtStart(body));
  return requirements;
}

/** A formula of the start that is zero as far as people type. */
export function zeroAtStart(field: string, must: string, value: Expr): Requirement {
  return near(field, must, value, 0);
}

/** A state that a formula tells, at the start. */
export function sameAtStart(field: string, value: Expr, told: Scalar): Requirement {
  return near(field, "start where it is told to be", value, told);
}

/** |e| = 1 at the start. */
export function unitAtStart(body: { readonly name: string }): Requirement {
  return near(`${body.name}.e0 … ez`, "be a unit quaternion at the start", quaternionNorm(body, now), 1);
}

/** A positive definite tensor, none of whose moments is above the sum of the other two. */
function tensorRequirements(field: string, inertia: readonly Scalar[]): Requirement[] {
  const moments = inertia.slice(0, 3).flatMap((moment, i, all) => [
    positive(field, moment),
    {
      field,
      must: "have no moment above the sum of the other two",
      holds: sub(add(all[(i + 1) % 3], all[(i + 2) % 3]), moment),
      orZero: true,
    },
  ]);
  if (inertia.length === 3) return moments;
  const [xx, yy, zz, xy, xz, yz] = inertia as InertiaTensor;
  const minor = sub(mul(xx, yy), mul(xy, xy));
  const rows = [vec3(xx, xy, xz), vec3(xy, yy, yz), vec3(xz, yz, zz)] as const;
  const must = "be positive definite";
  return [
    ...moments,
    { field, must, holds: minor, orZero: false },
    { field, must, holds: dot(rows[0], cross(rows[1], rows[2])), orZero: false },
  ];
}

/** Friction that is not negative, between shapes that can be. */
export function contactRequirements(contact: Contact): Requirement[] {
  const { name, shape, friction } = contact;
  return [
    ...shapeRequirements(name, shape),
    notNegative(`${name}.friction`, friction),
    ...shapeRequirements(name, partnerOf(contact).shape),
    ...groundRequirements(name, [shape, partnerOf(contact).shape]),
  ];
}

/** A ball touches ground at one point, which in a hollow that is narrower than the ball is not where it lies. */
function groundRequirements(name: string, shapes: readonly Shape[]): Requirement[] {
  const ball = shapes.find((one) => one.kind === "ball");
  const ground = shapes.find((one) => one.kind === "height-field");
  if (ball === undefined || ground === undefined) return [];
  const holds = sub(1, mul(hollowness(ground), ball.radius));
  return [
    {
      field: `${name}.heights`,
      must: "bend upwards less than the ball, which would lie on both sides of a hollow (on a mesh it does)",
      holds,
      orZero: false,
    },
  ];
}

/** The same of the shapes of bodies and of the world, of which contacts may have parts alone. */
export function shapesRequirements({ bodies, world = [] }: Shaped): Requirement[] {
  const all = [...bodies, ...world.map(({ name, shape }) => ({ name, shapes: [shape] }))];
  return all.flatMap(({ name, shapes = [] }) => shapes.flatMap((shape) => shapeRequirements(name, shape)));
}

interface Shaped {
  readonly bodies: readonly Pick<Body, "name" | "shapes">[];
  readonly world?: readonly { readonly name: string; readonly shape: Shape }[];
}

/**
 * Refuses a shape whose numbers cannot be; what its formulas must satisfy is known when parameters are.
 * @throws {BadInput} naming the field.
 */
export function refuseShape(name: string, shape: Shape): void {
  for (const { field, must, holds, orZero } of shapeRequirements(name, shape))
    if (holds.op === "constant" && !(orZero ? holds.value >= 0 : holds.value > 0))
      throw new BadInput(field, `${field} must ${must}.`);
}

/** Positive radii and lengths, unit axes that are perpendicular, polygons that are convex and go anticlockwise. */
function shapeRequirements(name: string, shape: Shape): Requirement[] {
  if (shape.kind === "ball") return [positive(`${name}.radius`, shape.radius)];
  if (shape.kind === "half-space") return halfSpaceRequirements(name, shape);
  if (shape.kind === "ring") return [positive(`${name}.radius`, shape.radius), unitVector(`${name}.axis`, shape.axis)];
  if (shape.kind === "capsule") return [positive(`${name}.radius`, shape.radius), ...lengthRequirements(name, shape)];
  if (shape.kind === "segment") return lengthRequirements(name, shape);
  if (shape.kind === "polygon") return polygonRequirements(name, shape);
  if (shape.kind === "cylinder")
    return [
      positive(`${name}.radius`, shape.radius),
      positive(`${name}.halfLength`, shape.halfLength),
      ...poseRequirements(name, shape),
    ];
  if (shape.kind === "ellipsoid")
    return [...shape.halfAxes.map((axis) => positive(`${name}.halfAxes`, axis)), ...poseRequirements(name, shape)];
  if (shape.kind === "height-field") return shape.spacing.map((length) => positive(`${name}.spacing`, length));
  if (shape.kind === "mesh") return poseRequirements(name, shape);
  if (shape.kind === "pad") return shape.half.map((half) => positive(`${name}.half`, half));
  if (shape.kind === "box") return boxRequirements(name, shape);
  if (shape.kind === "patch" && shape.rounding !== undefined) return [positive(`${name}.rounding`, shape.rounding)];
  return [];
}

/** Lengths above 0, with room for the rounding. */
function boxRequirements(name: string, box: Box): Requirement[] {
  const { half, rounding } = box;
  const below = (length: Scalar, most: Scalar): Requirement => ({
    field: `${name}.rounding`,
    must: "be less than every half edge of its box",
    holds: sub(most, length),
    orZero: false,
  });
  return [
    ...half.map((length) => positive(`${name}.half`, length)),
    ...(rounding === undefined
      ? []
      : [notNegative(`${name}.rounding`, rounding), ...half.map((length) => below(rounding, length))]),
    ...poseRequirements(name, box),
  ];
}

function poseRequirements(name: string, { pose }: { readonly pose?: ShapePose }): Requirement[] {
  if (pose?.orientation === undefined) return [];
  return [near(`${name}.pose.orientation`, "be a unit quaternion", norm(...pose.orientation), 1)];
}

function lengthRequirements(name: string, { from, to }: Pick<Segment, "from" | "to">): Requirement[] {
  const holds = normV(subV(vec3(...to), vec3(...from)));
  return [{ field: `${name}.to`, must: "be apart from the other end, from", holds, orZero: false }];
}

/** A unit normal and a unit tangent that is perpendicular to it. */
export function halfSpaceRequirements(
  name: string,
  { normal: n, tangent: t, stretch, breadth }: HalfSpace,
): Requirement[] {
  const [normal, tangent] = [vec3(...n), vec3(...t)];
  const upwards = (field: string, ends: readonly [Scalar, Scalar] | undefined): Requirement[] =>
    ends === undefined ? [] : [{ field, must: "end beyond its begin", holds: sub(ends[1], ends[0]), orZero: false }];
  return [
    unitVector(`${name}.normal`, n),
    unitVector(`${name}.tangent`, t),
    near(`${name}.tangent`, "be perpendicular to the normal", dot(normal, tangent), 0),
    ...upwards(`${name}.stretch`, stretch),
    ...upwards(`${name}.breadth`, breadth),
  ];
}

/** Every three vertices in a row turn left, (b − a) × (c − b) > 0, and all are left of every side: it goes around once. */
function polygonRequirements(name: string, { vertices }: Polygon): Requirement[] {
  const at = (i: number): Vec3 => vec3(...vertices[i % vertices.length], 0);
  const field = `${name}.vertices`;
  if (vertices.length < 3)
    return [{ field, must: "have three points or more", holds: sub(vertices.length, 3), orZero: true }];
  const leftOf = (i: number, k: number): Expr => cross(subV(at(i + 1), at(i)), subV(at(k), at(i)))[2];
  const turns = vertices.map((_, i) => ({
    field,
    must: "make a convex polygon, anticlockwise",
    holds: leftOf(i, i + 2),
    orZero: false,
  }));
  if (vertices.length < 5) return turns;
  const others = vertices.flatMap((_, i) => vertices.slice(3).map((_, k) => leftOf(i, i + 3 + k)));
  return [...turns, { field, must: "make a polygon that does not cross itself", holds: min(...others), orZero: true }];
}
