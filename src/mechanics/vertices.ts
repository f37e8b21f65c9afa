import { mul, type Scalar, sub } from "../expr/expr.js";
import { addV, cross, scaleV, type Vec3, vec3 } from "../expr/vector.js";
import { numbersOf } from "../geometry/cores/core.js";
import { touchingPoints } from "../geometry/height-field/touching-points.js";
import { hullOrFlat, type Parting, partsOfMesh } from "../geometry/mesh/mesh.js";
import { directionToWorld, placedIn, pointToWorld } from "../geometry/placement.js";
import {
  type Box,
  box,
  boxVertices,
  type Components,
  type Cylinder,
  type HalfSpace,
  type MeshShape,
  type Shape,
} from "../geometry/shape.js";
import { type Contact, partnerOf } from "./contact.js";

/**
 * One contact for every part of a shape that a plane may touch, called `<name>1`, `<name>2`, … : the vertices of a polygon,
 * box or hull, the outermost of a mesh, the round ends of a capsule, the rims of a cylinder. For two polygons, one for every vertex of the first on
 * the second and then one for every vertex of the second on the first. Each has the friction, stiffness and damping of the
 * given contact. The edges of a half-space that ends are `endContacts`.
 * @throws {RangeError} for other pairs, whose parts could miss each other while the shapes do not.
 */
export function vertexContacts<C extends Contact>(contact: C): C[] {
  const { shape } = contact;
  const partner = partnerOf(contact);
  if (partner.shape.kind === "height-field" || shape.kind === "height-field") return groundContacts(contact);
  const isOn = (kind: Shape["kind"]): boolean => shape.kind === kind || partner.shape.kind === kind;
  const polygons = shape.kind === "polygon" && partner.shape.kind === "polygon";
  if (!isOn("half-space") && !polygons)
    throw new RangeError(
      `contact "${contact.name}": vertices are enough on a half-space, or of two polygons,` +
        ` not of a ${shape.kind} and a ${partner.shape.kind}`,
    );
  const against = (part: Shape) => carriedBy(partner, part);
  const plane = [shape, partner.shape].find((one) => one.kind === "half-space");
  // beside a surface without end there is nothing
  const isEndless = plane && !plane.stretch && !plane.breadth;
  const ends = (one: Shape): Shape[] => {
    const all = endsOf(one);
    if (isEndless) return all;
    const beside = besideIn(one, all.length);
    return all.map((part, i) => withBeside(part, all, beside[i] ?? []));
  };
  const onSecond = ends(shape).map((part) => ({ ...contact, shape: part }));
  const onFirst =
    shape.kind === "half-space" || polygons
      ? ends(partner.shape).map((part) => ({ ...contact, against: against(part) }))
      : [];
  const all: C[] = [...onSecond, ...onFirst];
  if (all.length === 0) throw new RangeError(`contact "${contact.name}": neither shape has vertices`);
  return all.map((one, i) => ({ ...one, name: `${contact.name}${i + 1}` }));
}

/** A part of what is touched, on the body of the whole. */
export const carriedBy = ({ body }: ReturnType<typeof partnerOf>, shape: Shape): Contact["against"] =>
  body === undefined ? shape : { body, shape };

/** The same on ground: corners, balls and rims, and more points between them where the ground is curved. */
function groundContacts<C extends Contact>(contact: C): C[] {
  const { shape } = contact;
  const partner = partnerOf(contact);
  const isSecond = partner.shape.kind === "height-field";
  const [one, ground] = isSecond ? [shape, partner.shape] : [partner.shape, shape];
  const found = ground.kind === "height-field" ? touchingPoints(one, ground) : "neither is ground";
  if (typeof found === "string")
    throw new RangeError(
      `contact "${contact.name}": a ${shape.kind} and a ${partner.shape.kind} do not touch, because ${found}`,
    );
  return found.map((part, i) => ({
    ...contact,
    name: `${contact.name}${i + 1}`,
    ...(isSecond ? { shape: part } : { against: carriedBy(partner, part) }),
  }));
}

/** The parts of a convex shape of which one is the lowest, whichever way it is turned. */
function endsOf(shape: Shape): Shape[] {
  const points = (vertices: readonly Components[]): Shape[] => vertices.map((at) => ({ kind: "point", at }));
  if (shape.kind === "polygon") return points(shape.vertices.map(([x, y]) => [x, y, 0]));
  if (shape.kind === "hull") return points(shape.vertices);
  if (shape.kind === "box") return cornersOf(shape);
  if (shape.kind === "mesh") return points(outermostOf(shape));
  if (shape.kind === "capsule") {
    const { from, to, radius } = shape;
    return [from, to].map((centre) => ({ kind: "ball", centre, radius }));
  }
  return shape.kind === "cylinder" ? rimsOf(shape) : [];
}

/** Of each corner, the numbers of those to which edges go from it. */
function besideIn(shape: Shape, count: number): readonly (readonly number[])[] {
  const each = (of: (i: number) => readonly number[]): (readonly number[])[] =>
    Array.from({ length: count }, (_, i) => of(i));
  if (shape.kind === "polygon") return each((i) => [(i + count - 1) % count, (i + 1) % count]);
  // corners of a box are in the order of their signs
  if (shape.kind === "box") return each((i) => [1, 2, 4].map((bit) => i ^ bit));
  if (shape.kind !== "hull" && shape.kind !== "mesh") return [];
  const points = shape.kind === "mesh" ? shape.vertices : numbersOf(shape.vertices);
  // of corners that are formulas any other one may be beside it
  if (points === undefined)
    return each((i) =>
      each((k) => [k])
        .flat()
        .filter((k) => k !== i),
    );
  const hull = hullOrFlat(points);
  const own = (k: number): number => (shape.kind === "mesh" || hull === undefined ? k : hull.source[k]);
  return each((i) => (hull?.edges ?? []).flatMap(([a, b]) => (own(a) === i ? [own(b)] : own(b) === i ? [own(a)] : [])));
}

function withBeside(part: Shape, all: readonly Shape[], numbers: readonly number[]): Shape {
  if (part.kind !== "point" || numbers.length === 0) return part;
  const beside = numbers.flatMap((k) => {
    const other = all[k];
    return other.kind === "point" ? [other.at] : [];
  });
  return { ...part, beside };
}

/** The corners of a box, or the balls that round them off. */
function cornersOf({ half: [a, b, c], rounding = 0, pose }: Box): Shape[] {
  const core = rounding === 0 ? box(a, b, c) : box(sub(a, rounding), sub(b, rounding), sub(c, rounding));
  const place = pose && placedIn(undefined, pose);
  return boxVertices(core).map((corner) => {
    const at = pointToWorld(place, vec3(...corner));
    return rounding === 0 ? { kind: "point", at } : { kind: "ball", centre: at, radius: rounding };
  });
}

/** The vertices of the hull of a mesh; all of a mesh in one plane. */
function outermostOf({ vertices, pose }: MeshShape): Components[] {
  const place = pose && placedIn(undefined, pose);
  return (hullOrFlat(vertices)?.vertices ?? vertices).map((at) => pointToWorld(place, vec3(...at)));
}

function rimsOf({ radius, halfLength, pose }: Cylinder): Shape[] {
  const place = pose && placedIn(undefined, pose);
  return [1, -1].map((sign) => ({
    kind: "ring",
    centre: pointToWorld(place, vec3(0, 0, mul(sign, halfLength))),
    axis: directionToWorld(place, vec3(0, 0, sign)),
    radius,
  }));
}

/**
 * One contact for every convex part of a mesh, called `<name>1`, `<name>2`, … , with the friction, stiffness and damping of
 * the given contact. A part is what hangs together of the surface while that is convex: a ball rolls, and a body slides,
 * over the triangles of a part as over a surface without edges, and where two parts meet in a corner both may touch.
 * @throws {RangeError} for a contact without a mesh.
 */
export function meshContacts<C extends Contact>(contact: C): C[] {
  const { shape } = contact;
  const partner = partnerOf(contact);
  if (shape.kind !== "mesh" && partner.shape.kind !== "mesh")
    throw new RangeError(`contact "${contact.name}": neither of a ${shape.kind} and a ${partner.shape.kind} is a mesh`);
  const whole: Parting = shape.kind === "ball" || partner.shape.kind === "ball" ? "whole" : "pieces";
  const parts = (one: Shape): readonly Shape[] => (isMesh(one) ? partsOfMesh(one, whole) : [one]);
  const against = (part: Shape) => carriedBy(partner, part);
  const all = parts(shape).flatMap((first) =>
    parts(partner.shape).map((second): C => ({ ...contact, shape: first, against: against(second) })),
  );
  return all.length === 1 ? all : all.map((one, i) => ({ ...one, name: `${contact.name}${i + 1}` }));
}

const isMesh = (shape: Shape): shape is MeshShape => shape.kind === "mesh";

/** The edges of a surface that ends one way only are so long to either side [m]. */
const long = 10;

/**
 * The edges of a half-space that ends: a face that hangs over an end lies on them, which no vertex of it tells. Points in the
 * plane, segments in space; none without an end.
 */
export function endEdges({ normal, tangent, offset, stretch, breadth }: HalfSpace, planar: boolean): Shape[] {
  if (stretch === undefined && breadth === undefined) return [];
  const [n, t] = [vec3(...normal), vec3(...tangent)];
  const o = cross(n, t);
  const at = (x: Scalar, y: Scalar): Vec3 => addV(scaleV(offset, n), scaleV(x, t), scaleV(y, o));
  if (planar) return (stretch ?? []).map((x): Shape => ({ kind: "point", at: at(x, 0) }));
  const far = [mul(-1, long), long] as const;
  const [along, across] = [stretch ?? far, breadth ?? far];
  return [
    ...(stretch ?? []).map((x): Shape => ({ kind: "segment", from: at(x, across[0]), to: at(x, across[1]) })),
    ...(breadth ?? []).map((y): Shape => ({ kind: "segment", from: at(along[0], y), to: at(along[1], y) })),
  ];
}
