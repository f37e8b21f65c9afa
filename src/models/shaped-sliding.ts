import { BadInput } from "../checks/bad-input.js";
import { add, type Scalar, sub } from "../expr/expr.js";
import { mapV, vec3 } from "../expr/vector.js";
import { placedIn, pointToWorld } from "../geometry/placement.js";
import { box, boxVertices, type Components, type Shape, type ShapePose } from "../geometry/shape.js";
import type { Body } from "../mechanics/body.js";
import { weigh } from "../mechanics/expand.js";
import { checkTouching, type Touching } from "../mechanics/shaped-scene.js";
import { type PatchMaterial, patchMaterial, type ShapedPatchScene } from "./patch/shaped.js";

/** The numbers of a body that slides on a level floor, made of its shapes. */
export interface SlidingParts {
  readonly gravity: Scalar;
  readonly body: { readonly name: string; readonly mass: Scalar; readonly inertia: Scalar; readonly height: Scalar };
  readonly contact: {
    readonly name: string;
    readonly friction: Scalar;
    readonly frictionAxes: Components;
    readonly footprint: readonly (readonly [Scalar, Scalar])[];
  };
  readonly applied: { readonly force: Components; readonly torque: Components };
}

/** Corners of a face are level within this part of the body's size. */
const level = 1e-9;

/**
 * A scene of shapes, `contacts: "all"`, as one body that slides: mass and inertia are those of its shapes, the footprint is
 * the hull of their lowest corners, the height is that of the centre of mass over them.
 * @throws {BadInput} for more than one body, for a world that is no level floor, and for a body that stands on no flat face.
 */
export function slidingParts(given: ShapedPatchScene): SlidingParts {
  const { bodies, contacts, materials, world = [], groups, exclude, gravity, applied = [] } = given;
  const touching = { bodies, contacts, materials, world, groups, exclude } as Touching<PatchMaterial>;
  checkTouching(touching, patchMaterial);
  const [one, ...more] = bodies;
  if (one === undefined || more.length > 0 || one.space !== "spatial")
    throw new BadInput("bodies", "bodies must be one body in space: sliding knows no other.");
  const [floor, ...others] = world;
  if (floor === undefined || others.length > 0 || !isLevel(floor.shape))
    throw new BadInput("world", "world must be one level half-space without ends: sliding knows no other.");
  const [material] = materials;
  if (material === undefined || materials.length > 1)
    throw new BadInput("materials", "materials must be one entry, of the body and its floor.");
  if ([gravity[0], gravity[1]].some((g) => numberOf(g) !== 0))
    throw new BadInput("gravity", "gravity must be across the level floor: [0, 0, -g].");
  const { body } = weigh(one);
  const corners = (body.shapes ?? []).flatMap((shape) => cornersOf(shape, one.name));
  const size = Math.max(...corners.flat().map(Math.abs));
  const lowest = Math.min(...corners.map(([, , z]) => z));
  const feet = corners.filter(([, , z]) => z <= lowest + level * size);
  if (applied.some(({ body, at }) => body !== one.name || at !== undefined))
    throw new BadInput("applied", `applied must act on the centre of mass of "${one.name}" where it slides.`);
  const sums = (of: "force" | "torque"): Components =>
    mapV(vec3(0, 0, 0), (_, i) => add(0, ...applied.map((wrench) => wrench[of][i])));
  return {
    gravity: sub(0, gravity[2]),
    body: { name: one.name, mass: body.mass, inertia: aboutUpright(body), height: -lowest },
    contact: {
      name: `${one.name}-${floor.name}`,
      friction: material.friction,
      frictionAxes: material.frictionAxes,
      footprint: outlineOf(feet, one.name),
    },
    applied: { force: sums("force"), torque: sums("torque") },
  };
}

const isLevel = (shape: Shape): boolean =>
  shape.kind === "half-space" &&
  shape.stretch === undefined &&
  shape.breadth === undefined &&
  shape.normal.map(numberOf).join(" ") === "0 0 1";

function numberOf(x: Scalar): number | undefined {
  const e = add(x, 0);
  return e.op === "constant" ? e.value : undefined;
}

type Corner = readonly [number, number, number];

/** The lowest points of corners, numbers in axes of the body about its centre of mass. */
function cornersOf(shape: Shape, name: string): readonly Corner[] {
  const given = pointsOf(shape);
  if (given === undefined)
    throw new BadInput(
      `${name}.shape`,
      `${name}.shape must have a flat face to slide on: a ${shape.kind} has no corners.`,
    );
  return given.map((point): Corner => {
    const [x, y, z] = point.map(numberOf);
    if (x === undefined || y === undefined || z === undefined)
      throw new BadInput(
        `${name}.shape`,
        `${name}.shape must have numbers for lengths: which corners are lowest is not known of formulas.`,
      );
    return [x, y, z];
  });
}

function pointsOf(shape: Shape): readonly Components[] | undefined {
  if (shape.kind === "hull") return shape.vertices;
  if (shape.kind === "mesh") return placed(shape.vertices, shape.pose);
  if (shape.kind !== "box") return undefined;
  const { half, rounding = 0, pose } = shape;
  const core = box(sub(half[0], rounding), sub(half[1], rounding), sub(half[2], rounding));
  return placed(boxVertices(core), pose).map(([x, y, z]) => [x, y, sub(z, rounding)]);
}

function placed(points: readonly Components[], pose: ShapePose | undefined): readonly Components[] {
  const place = pose && placedIn(undefined, pose);
  return points.map((point) => pointToWorld(place, vec3(...point)));
}

/** I_z of a body whose z axis is a principal one. */
function aboutUpright({ name, inertia }: Body): Scalar {
  if (!Array.isArray(inertia)) return inertia as Scalar;
  const [, , zz, , xz = 0, yz = 0] = inertia;
  const size = Math.abs(numberOf(zz) ?? 1);
  if ([xz, yz].some((product) => !(Math.abs(numberOf(product) ?? Number.NaN) <= level * size)))
    throw new BadInput(
      `${name}.inertia`,
      `${name}.inertia must have the upright axis as a principal one: else it would tip as it turns.`,
    );
  return zz;
}

/** The convex outline of points in the plane, anticlockwise: each next corner has all others on its left. */
function outlineOf(points: readonly Corner[], name: string): readonly (readonly [number, number])[] {
  const left = ([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner): number =>
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  // Andrew's chains, below and above
  const chain = (along: readonly Corner[]): Corner[] => {
    const kept: Corner[] = [];
    for (const p of along) {
      for (let k = kept.length; k >= 2 && left(kept[k - 2], kept[k - 1], p) <= level; k--) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  const outline = [...chain(sorted), ...chain([...sorted].reverse())];
  if (outline.length < 3)
    throw new BadInput(
      `${name}.shape`,
      `${name}.shape must stand on three corners or more, it stands on ${outline.length}.`,
    );
  return outline.map(([x, y]) => [x, y]);
}
