import { BadInput } from "../checks/bad-input.js";
import { ballOnBall, ballOnHalfSpace, ballOnNearest, type Carried } from "../geometry/ball-pairs.js";
import type { ContactGeometry } from "../geometry/contact-geometry.js";
import { type Core, coreOf, roundedMesh } from "../geometry/cores/core.js";
import { type Cored, convexOnHalfSpace, convexPair } from "../geometry/cores/pairs.js";
import { ellipsoidOnGround, pointOnGround, ringOnGround } from "../geometry/height-field/ground-pairs.js";
import { flatsOfParts } from "../geometry/mesh/mesh.js";
import type { Ball, HalfSpace, Shape } from "../geometry/shape.js";
import { ellipsoidOnHalfSpace, ringOnHalfSpace } from "../geometry/smooth-pairs.js";
import { pointOnHalfSpace, pointOnPolygon, reverseContact } from "../geometry/vertex-pairs.js";
import type { Body, Motion } from "./body.js";
import { type Contact, partnerOf } from "./contact.js";
import { inside, type Leaves } from "./model.js";

/** Motions of all bodies at both ends of a step. */
export interface Motions {
  readonly now: ReadonlyMap<string, Motion>;
  readonly next: ReadonlyMap<string, Motion>;
}

/**
 * Signed distance, axes and arms of a contact: which two shapes may touch, in either order.
 * @throws {RangeError} for shapes that cannot touch each other, saying why, and {BadInput} for points that have no hull.
 */
export function contactGeometry(contact: Contact, motions: Motions, planar: boolean): ContactGeometry {
  const partner = partnerOf(contact);
  const first = carried(contact.body, contact.shape, motions);
  const second = carried(partner.body, partner.shape, motions);
  const there = between(first, second, planar);
  if (there !== undefined) return there;
  const back = between(second, first, planar);
  if (back !== undefined) return reverseContact(back);
  const sought = { name: contact.name, unknown: inside, planar };
  const found = ofHulls(contact, () => byNearestPoints(sought, first, second));
  if (typeof found !== "string") return found;
  throw new RangeError(
    `contact "${contact.name}": a ${first.shape.kind} and a ${second.shape.kind} do not make one contact, because ${found}`,
  );
}

/** Asks about the two shapes of a contact. @throws {BadInput} for points that have no hull, naming the contact. */
export function ofHulls<T>({ name }: Contact, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadInput(name, `${name}: ${error.message}.`);
  }
}

/** A contact whose nearest points are unknowns: their leaves, and the plane or space. */
interface Sought {
  readonly name: string;
  readonly unknown: Leaves;
  readonly planar: boolean;
}

/** The nearest points of two convex shapes as unknowns of the step, or why there are none. */
function byNearestPoints(sought: Sought, first: Carried<Shape>, second: Carried<Shape>): ContactGeometry | string {
  const { planar } = sought;
  if (isHalfSpace(second)) return lowestPoint(sought, first, second);
  if (isHalfSpace(first)) {
    const back = lowestPoint(sought, second, first);
    return typeof back === "string" ? back : reverseContact(back);
  }
  const cores = bothCores(first.shape, second.shape, planar);
  if (typeof cores === "string") return cores;
  return convexPair(cored(sought, first, cores[0], "first"), cored(sought, second, cores[1], "second"), planar);
}

function lowestPoint(sought: Sought, first: Carried<Shape>, plane: Carried<HalfSpace>): ContactGeometry | string {
  const core = lowestCore(first.shape, plane.shape, sought.planar);
  return typeof core === "string" ? core : convexOnHalfSpace(cored(sought, first, core, "first"), plane);
}

/** The cores of two shapes that may touch by their nearest points, or why they may not. */
function bothCores(first: Shape, second: Shape, planar: boolean): readonly [Core, Core] | string {
  const [one, two] = [coreOf(first, planar), coreOf(second, planar)];
  if (typeof one === "string") return one;
  if (typeof two === "string") return two;
  const rounded = ({ radius }: Core): boolean => radius.op !== "constant" || radius.value > 0;
  if (rounded(one) || rounded(two)) return [one, two];
  // of two meshes the first gives way
  const drawn = [first, second].map((shape) => (shape.kind === "mesh" ? roundedMesh(shape) : undefined));
  if (drawn[0] !== undefined) return [drawn[0], two];
  return drawn[1] === undefined ? "neither has a thickness" : [one, drawn[1]];
}

function lowestCore(shape: Shape, { stretch, breadth }: HalfSpace, planar: boolean): Core | string {
  const core = coreOf(shape, planar, "sharp");
  if (typeof core === "string" || (stretch === undefined && breadth === undefined)) return core;
  return "the half-space ends (vertexContacts makes one for each vertex, round end or rim)";
}

const isHalfSpace = (of: Carried<Shape>): of is Carried<HalfSpace> => of.shape.kind === "half-space";

const cored = ({ name, unknown }: Sought, carried: Carried<Shape>, core: Core, side: "first" | "second"): Cored => ({
  carried,
  core,
  names: `${name}.${side}`,
  unknown,
});

/** A shape and what carries it; the world, which has no body, nothing does. */
export function carried<S extends Shape>(body: string | undefined, shape: S, { now, next }: Motions): Carried<S> {
  if (body === undefined) return { shape, body, now: undefined, next: undefined };
  return { shape, body, now: now.get(body), next: next.get(body) };
}

type Geometry = (first: Carried<Shape>, second: Carried<Shape>, planar: boolean) => ContactGeometry;

/** A pair of shapes that make one contact, in the plane, in space, or in both. */
interface Pair {
  readonly spaces: readonly Body["space"][];
  readonly geometry: Geometry;
}

const pairOf = <A extends Shape, B extends Shape>(
  geometry: (first: Carried<A>, second: Carried<B>, planar: boolean) => ContactGeometry,
  spaces: Pair["spaces"] = ["planar", "spatial"],
): Pair => ({
  spaces,
  geometry: (first, second, planar) => geometry(first as Carried<A>, second as Carried<B>, planar),
});

/**
 * The pairs of shapes whose gap has a formula; either may come first, and a new shape must stand here. All other pairs of
 * shapes that have a core make one contact by their nearest points (`geometry/cores/core.ts` says which shapes have none, and why).
 */
const formulas: Readonly<Record<Shape["kind"], Partial<Record<Shape["kind"], Pair>>>> = {
  ball: {
    ball: pairOf(ballOnBall),
    "half-space": pairOf<Ball, HalfSpace>((ball, plane, planar) =>
      plane.shape.stretch === undefined && plane.shape.breadth === undefined
        ? ballOnHalfSpace(ball, plane)
        : ballOnNearest(ball, plane, planar),
    ),
    point: pairOf(ballOnNearest),
    segment: pairOf(ballOnNearest),
    capsule: pairOf(ballOnNearest),
    polygon: pairOf(ballOnNearest, ["planar"]),
    box: pairOf(ballOnNearest),
    cylinder: pairOf(ballOnNearest, ["spatial"]),
    "height-field": pairOf(ballOnNearest, ["spatial"]),
    mesh: pairOf(ballOnNearest, ["spatial"]),
  },
  point: {
    "half-space": pairOf(pointOnHalfSpace),
    polygon: pairOf(pointOnPolygon, ["planar"]),
    "height-field": pairOf(pointOnGround, ["spatial"]),
  },
  ellipsoid: {
    "half-space": pairOf(ellipsoidOnHalfSpace),
    "height-field": pairOf(ellipsoidOnGround, ["spatial"]),
  },
  ring: {
    "half-space": pairOf(ringOnHalfSpace, ["spatial"]),
    "height-field": pairOf(ringOnGround, ["spatial"]),
  },
  "half-space": {},
  box: {},
  capsule: {},
  cylinder: {},
  hull: {},
  polygon: {},
  segment: {},
  patch: {},
  "height-field": {},
  mesh: {},
  pad: {},
};

function between(first: Carried<Shape>, second: Carried<Shape>, planar: boolean): ContactGeometry | undefined {
  const pair = formulaOf(first.shape, second.shape, planar ? "planar" : "spatial");
  return pair?.geometry(first, second, planar);
}

function formulaOf(first: Shape, second: Shape, space: Body["space"]): Pair | undefined {
  const pair = formulas[first.kind][second.kind];
  if (!pair?.spaces.includes(space)) return undefined;
  // a ball in a corner of a mesh touches twice
  return second.kind === "mesh" && flatsOfParts(second, "whole").length > 1 ? undefined : pair;
}

/** True of two shapes that make one contact by a formula, in either order. */
export function makeOneContact(first: Shape, second: Shape, space: Body["space"]): boolean {
  return formulaOf(first, second, space) !== undefined || formulaOf(second, first, space) !== undefined;
}

/** True of two shapes that make one contact by their nearest points, in either order. */
export function touchByNearestPoints(first: Shape, second: Shape, space: Body["space"]): boolean {
  const planar = space === "planar";
  const found =
    second.kind === "half-space"
      ? lowestCore(first, second, planar)
      : first.kind === "half-space"
        ? lowestCore(second, first, planar)
        : bothCores(first, second, planar);
  return typeof found !== "string";
}
