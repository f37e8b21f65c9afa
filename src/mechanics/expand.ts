import { BadInput } from "../checks/bad-input.js";
import { unknownName } from "../checks/words.js";
import { div, type Expr, mul, toExpr } from "../expr/expr.js";
import { negV, type Vec3, vec3 } from "../expr/vector.js";
import { compoundMass } from "../geometry/moments/compound.js";
import { shifted } from "../geometry/moments/shifted.js";
import { placedIn, pointToWorld } from "../geometry/placement.js";
import { type Box, type Components, rectangle, type Shape } from "../geometry/shape.js";
import type { Body } from "./body.js";
import { type Contact, partnerOf } from "./contact.js";
import { makeOneContact, ofHulls, touchByNearestPoints } from "./pairs.js";
import type { BodyPart, Material, ShapedBody, ShapePair, Touching, WorldPart } from "./shaped-scene.js";
import { carriedBy, endEdges, meshContacts, vertexContacts } from "./vertices.js";

/** The bodies and contacts that a shaped scene stands for. */
export interface Expanded<C> {
  readonly bodies: readonly Body[];
  readonly contacts: readonly C[];
  readonly world: readonly WorldPart[];
  readonly pairs: readonly ShapePair[];
}

/** How a law makes contacts of a pair of shapes, given one contact of the two shapes whole. */
export type Touch<C extends Contact> = (whole: C, space: Body["space"]) => readonly C[];

/** A shape that may touch, and what it belongs to; the world has no body. */
export interface Touchable {
  readonly name: string;
  readonly owner: string;
  readonly space: Body["space"] | undefined;
  readonly index: number;
  readonly shape: Shape;
  readonly material: string | undefined;
  /** Of a part of the world whose surface runs along itself. */
  readonly surfaceVelocity?: WorldPart["surfaceVelocity"];
}

/** Links of robots that touch: their shapes by robot, links by the names of robots, and which never touch. */
export interface Linked {
  readonly parts: readonly (readonly Touchable[])[];
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly isStill: (owner: string) => boolean;
  readonly areJoined: (one: string, other: string) => boolean;
}

const none: Linked = { parts: [], groups: {}, isStill: () => false, areJoined: () => false };

/**
 * Every pair of shapes of different bodies, and of bodies and the world, as contacts, but for those excluded; mass,
 * centre and inertia of bodies as `compoundMass` has them.
 * @throws {BadInput} naming the field, or the pair that has no contact or no material.
 */
export function expandTouching<C extends Contact>(
  given: Touching<C>,
  touch: Touch<C> = inParts,
  links: Linked = none,
): Expanded<C> {
  const { world = [] } = given;
  const touching = { ...given, groups: { ...links.groups, ...given.groups } };
  refuseUnknown(given, links.groups);
  const weighed = touching.bodies.map(weigh);
  const moving = weighed.map(({ parts }) => parts);
  const fixed = world.map(
    ({ name, shape, material, surfaceVelocity }): Touchable => ({
      name,
      owner: name,
      space: undefined,
      index: 0,
      shape,
      material,
      surfaceVelocity,
    }),
  );
  const pairs: ShapePair[] = [];
  const contacts: C[] = [];
  const meet = (first: Touchable, second: Touchable): void => {
    const { space } = first;
    if (space === undefined || isExcluded(touching, first.owner, second.owner)) return;
    if (links.areJoined(first.owner, second.owner)) return;
    if (links.isStill(first.owner) && (second.space === undefined || links.isStill(second.owner))) return;
    const name = `${first.name}-${second.name}`;
    const numbers = numbersFor(touching.materials, first, second);
    const against = second.space === undefined ? second.shape : { body: second.owner, shape: second.shape };
    const { surfaceVelocity } = second;
    const runs = surfaceVelocity !== undefined && { surfaceVelocity };
    const made = touch({ ...numbers, ...runs, name, body: first.owner, shape: first.shape, against } as C, space);
    contacts.push(...made);
    pairs.push({
      name,
      owners: [first.owner, second.owner],
      shapes: [first.index, second.index],
      contacts: made.map((contact) => contact.name),
      ...(first.material !== undefined &&
        second.material !== undefined && { materials: [first.material, second.material] as const }),
    });
  };
  const all = [...moving, ...links.parts.flatMap(byOwner)];
  all.forEach((parts, i) => {
    for (const first of parts) for (const second of [...all.slice(i + 1).flat(), ...fixed]) meet(first, second);
  });
  return { bodies: weighed.map(({ body }) => body), contacts, world, pairs };
}

const byOwner = (parts: readonly Touchable[]): Touchable[][] =>
  [...new Set(parts.map(({ owner }) => owner))].map((owner) => parts.filter((part) => part.owner === owner));

/**
 * Parts of a shape of which one touches first, where there are such; else one contact of both shapes. What may hang over an
 * end of a half-space touches its edges, too.
 */
export function inParts<C extends Contact>(whole: C, space: Body["space"]): readonly C[] {
  return [...partsOnFaces(whole, space), ...endContacts(whole, space)];
}

/** Shapes that have more than one point at which a half-space that ends may carry them. */
const hangs: readonly Shape["kind"][] = ["box", "capsule", "cylinder", "ellipsoid", "hull", "mesh", "polygon"];

/**
 * One contact for every end of a half-space that ends, called `<name>.end1`, `<name>.end2`, … : what hangs over an end lies on its
 * edge, of which `vertexContacts` knows nothing, and would go through it. With `contacts: "all"` they are there by themselves;
 * beside listed contacts they are listed, too. None where nothing ends, or of shapes that touch in one point.
 * @throws {RangeError} for shapes that do not touch an edge, saying why.
 */
export function endContacts<C extends Contact>(whole: C, space: "planar" | "spatial"): readonly C[] {
  const { shape } = whole;
  const partner = partnerOf(whole);
  const isSecond = partner.shape.kind === "half-space";
  const [plane, one] = isSecond ? [partner.shape, shape] : [shape, partner.shape];
  if (plane.kind !== "half-space" || !hangs.includes(one.kind)) return [];
  return endEdges(plane, space === "planar").flatMap((edge, i) => {
    const end = isSecond ? { against: carriedBy(partner, edge) } : { shape: edge };
    return partsOnFaces({ ...whole, ...end, name: `${whole.name}.end${i + 1}` }, space);
  });
}

function partsOnFaces<C extends Contact>(whole: C, space: Body["space"]): readonly C[] {
  const { shape, against } = whole;
  const other = "kind" in against ? against : against.shape;
  const kinds = [shape.kind, other.kind];
  if (space === "spatial" && kinds.includes("height-field") && !makeOneContact(shape, other, space))
    return onGround(whole);
  if (space === "spatial" && kinds.includes("mesh") && !kinds.includes("half-space")) {
    const parts = meshContacts(whole);
    if (parts.length > 1) return parts.flatMap((part) => partsOnFaces(part, space));
  }
  const direct = makeOneContact(shape, other, space);
  if (
    direct &&
    !(isInParts(shape) && other.kind === "half-space") &&
    !(isInParts(other) && shape.kind === "half-space")
  )
    return [whole];
  const flat = space === "planar" ? { ...whole, shape: inPlane(shape), against: flatAgainst(whole.against) } : whole;
  const second = "kind" in flat.against ? flat.against : flat.against.shape;
  const flatKinds = [flat.shape.kind, second.kind];
  const onPlane = flatKinds.includes("half-space") && (isInParts(flat.shape) || isInParts(second));
  if (onPlane || flatKinds.every((kind) => kind === "polygon")) return vertexContacts(flat);
  if (makeOneContact(flat.shape, second, space)) return [flat];
  if (ofHulls(whole, () => touchByNearestPoints(shape, other, space))) return [whole];
  const at = `contacts "${whole.name}"`;
  throw new BadInput(
    "contacts",
    `${at}: a ${shape.kind} and a ${other.kind} make no contact${space === "planar" ? " in the plane" : ""};` +
      " exclude the pair, or give one of them another shape.",
  );
}

/** @throws {BadInput} for ground that is too curved for a shape, and for what does not touch ground. */
function onGround<C extends Contact>(whole: C): readonly C[] {
  try {
    return vertexContacts(whole);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadInput("contacts", `${error.message}.`);
  }
}

const flatAgainst = (against: Contact["against"]): Contact["against"] =>
  "kind" in against ? inPlane(against) : { ...against, shape: inPlane(against.shape) };

const isInParts = ({ kind }: Shape): boolean =>
  ["polygon", "hull", "box", "capsule", "cylinder", "mesh"].includes(kind);

/** A box in the plane as its rectangle, which has four corners; one with rounding stays a box. */
function inPlane(shape: Shape): Shape {
  if (shape.kind !== "box" || (shape.rounding ?? 0) !== 0) return shape;
  return { kind: "polygon", vertices: cornersInPlane(shape).map(([x, y]) => [x, y] as const) };
}

function cornersInPlane({ half: [a, b], pose }: Box): Components[] {
  const place = pose && placedIn(undefined, pose);
  return rectangle(a, b).vertices.map(([x, y]) => pointToWorld(place, vec3(x, y, 0)));
}

/** The numbers of a pair: those of its materials, else of the entry for all pairs. */
export function numbersFor<C extends Contact>(
  materials: readonly Material<C>[],
  first: Touchable,
  second: Touchable,
): Omit<Material<C>, "between"> {
  const [a, b] = [first.material, second.material];
  const own = materials.find(
    ({ between }) =>
      between !== undefined && ((between[0] === a && between[1] === b) || (between[0] === b && between[1] === a)),
  );
  const found = own ?? materials.find(({ between }) => between === undefined);
  if (found !== undefined) {
    const { between: _, ...numbers } = found;
    return numbers;
  }
  const said = (material: string | undefined): string => (material === undefined ? "no material" : `"${material}"`);
  throw new BadInput(
    "materials",
    `materials say nothing of "${first.name}" (${said(a)}) on "${second.name}" (${said(b)}); an entry without "between" is for all other pairs.`,
  );
}

export function isExcluded<C extends Contact>(
  { exclude = [], groups = {} }: Touching<C>,
  a: string,
  b: string,
): boolean {
  const covers = (name: string, owner: string): boolean => name === owner || (groups[name] ?? []).includes(owner);
  return exclude.some(([p, q]) => (covers(p, a) && covers(q, b)) || (covers(p, b) && covers(q, a)));
}

export function refuseUnknown<C extends Contact>(
  { bodies, world = [], groups = {}, exclude = [] }: Touching<C>,
  robots: Linked["groups"] = {},
): void {
  const owners = [...[...bodies, ...world].map(({ name }) => name), ...Object.values(robots).flat()];
  const twice = owners.find((name, i) => owners.indexOf(name) !== i || Object.hasOwn(groups, name));
  if (twice !== undefined) throw new BadInput("bodies", `the scene uses the name "${twice}" twice.`);
  const known = [...owners, ...Object.keys(robots), ...Object.keys(groups)];
  const refuse = (at: string, name: string, names: readonly string[]): void => {
    if (!names.includes(name))
      throw new BadInput(at, `${at}: ${unknownName("body or part of the world", name, names)}`);
  };
  for (const [group, members] of Object.entries(groups))
    for (const member of members) refuse(`groups.${group}`, member, owners);
  exclude.forEach((pair, i) => {
    for (const name of pair) refuse(`exclude[${i}]`, name, known);
  });
}

/** The parts of a body as they were given, a shape alone without a name. */
function partsOf({ name, shape, shapes }: ShapedBody): readonly BodyPart[] {
  if (shape !== undefined && shapes !== undefined)
    throw new BadInput(`${name}.shapes`, `${name}.shape and ${name}.shapes must not both be given.`);
  const all = (shapes ?? (shape === undefined ? [] : [shape])).map((one) => ("kind" in one ? { shape: one } : one));
  if (all.length === 0) throw new BadInput(`${name}.shape`, `${name}.shape must be given, or ${name}.shapes.`);
  return all;
}

/** A body with mass and inertia, its shapes about its centre of mass. */
export function weigh(given: ShapedBody): { readonly body: Body; readonly parts: readonly Touchable[] } {
  const { name, space, material } = given;
  const parts = partsOf(given);
  const { mass, inertia, centre } = massOf(given, parts);
  const zero = toExpr(0);
  const there = centre.every((x) => x === zero);
  const away = negV(centre);
  const shapes = parts.map(({ shape }) => (there ? shape : tidy(shifted(shape, away))));
  return {
    body: { name, space, mass, inertia, shapes, ...(!there && { centre }) },
    parts: parts.map((part, index) => ({
      name: parts.length === 1 && part.name === undefined ? name : `${name}.${part.name ?? index + 1}`,
      owner: name,
      space,
      index,
      shape: shapes[index],
      material: part.material ?? material,
    })),
  };
}

/** A ball about the centre of mass has no centre of its own. */
function tidy(shape: Shape): Shape {
  const zero = toExpr(0);
  if (shape.kind !== "ball" || !shape.centre?.every((x) => x === zero)) return shape;
  const { kind, radius } = shape;
  return { kind, radius };
}

interface Weighed extends Pick<Body, "mass" | "inertia"> {
  readonly centre: Vec3;
}

function massOf({ name, space, density, mass, inertia }: ShapedBody, parts: readonly BodyPart[]): Weighed {
  if (mass !== undefined && inertia !== undefined) return { mass, inertia, centre: vec3(0, 0, 0) };
  if (mass !== undefined && density !== undefined)
    throw new BadInput(`${name}.mass`, `${name}.mass and ${name}.density must not both be given.`);
  const filled = parts.map((part) => {
    const own = part.density ?? density ?? (mass === undefined ? undefined : 1);
    if (own === undefined) throw new BadInput(`${name}.density`, `${name}.density or ${name}.mass must be given.`);
    return { shape: part.shape, density: own };
  });
  const compound = compoundMass(filled, space === "planar", name);
  const scaled = (moment: Expr): Expr => (mass === undefined ? moment : mul(div(mass, compound.mass), moment));
  const moments = compound.inertia;
  return {
    mass: mass ?? compound.mass,
    inertia: inertia ?? (isTensor(moments) ? eachOf(moments, scaled) : scaled(moments)),
    centre: compound.centre,
  };
}

type Tensor = Exclude<ReturnType<typeof compoundMass>["inertia"], Expr>;

const isTensor = (moments: Expr | Tensor): moments is Tensor => Array.isArray(moments);

function eachOf(moments: Tensor, scaled: (moment: Expr) => Expr): Tensor {
  const [xx, yy, zz] = [scaled(moments[0]), scaled(moments[1]), scaled(moments[2])];
  if (moments.length === 3) return [xx, yy, zz];
  return [xx, yy, zz, scaled(moments[3]), scaled(moments[4]), scaled(moments[5])];
}
