import {
  type Check,
  type Checked,
  either,
  fields,
  has,
  isRecord,
  listOf,
  must,
  name,
  namedOf,
  oneOf,
  quantity,
  recordOf,
  vector,
} from "../checks/fields.js";
import { type Shape, shape } from "../geometry/shape.js";
import { inertia } from "./body.js";
import type { Contact } from "./contact.js";
import { refuseShape } from "./requirements.js";

const part = fields(
  { shape },
  {
    /** Stands in the names of its contacts, as in `hammer.head-floor`; its number where left out. */
    name,
    /** Of its own, instead of the body's [kg/m³; kg/m² in the plane]. */
    density: quantity,
    material: name,
  },
);

/** A shape of a body with a name, density or material of its own. */
export interface BodyPart extends Checked<typeof part> {}

const isShape = (given: unknown): given is Shape => has("kind", given);

const shapedBody = fields(
  { name, space: oneOf(["planar", "spatial"]) },
  {
    /** The shape that touches, in body axes. */
    shape,
    /** Or several of them. */
    shapes: listOf(either(isShape, shape, part)),
    /**
     * Of matter that fills the shapes evenly [kg/m³; kg/m² in the plane]: mass, inertia and the centre of mass follow,
     * which need not be the origin of the shapes.
     */
    density: quantity,
    /** Mass [kg]; without a density it says which. */
    mass: quantity,
    /** About the centre of mass [kg m²]; where mass is given too, the origin is the centre of mass. */
    inertia,
    material: name,
  },
);

/** A rigid body that touches with its shapes, and whose mass and inertia follow from them unless they are given. */
export interface ShapedBody extends Checked<typeof shapedBody> {}

/** The fields of a part of the world. */
export const worldPart = fields(
  { name, shape },
  {
    material: name,
    /** The velocity at which its surface moves along itself, as a belt does [m/s]: formulas of t, in world axes. */
    surfaceVelocity: vector,
  },
);

/** A fixed shape of the world, in world axes: a floor, a wall, a cushion, a belt. */
export interface WorldPart extends Checked<typeof worldPart> {}

const twoNames = must<readonly [string, string]>(
  "two names",
  (given) => Array.isArray(given) && given.length === 2 && Array.from(given).every((one) => typeof one === "string"),
);

/** The numbers of a law of contact for a pair of materials. */
export type Material<C extends Contact> = Omit<C, "name" | "body" | "shape" | "against"> & {
  /** The two materials; every pair that no other entry is between where left out. */
  readonly between?: readonly [string, string];
};

/** The numbers of an entry as those of a contact, which its law can check. */
const materialOf =
  <C extends Contact>(contact: Check): Check<Material<C>> =>
  (given, at) => {
    if (!isRecord(given)) return contact(given, at);
    const { between, ...numbers } = given;
    if (between !== undefined) twoNames(between, `${at}.between`);
    const point: Shape = { kind: "point", at: [0, 0, 0] };
    contact({ name: "any", body: "any", shape: point, against: point, ...numbers }, at);
  };

const touchingOf = <C extends Contact>(contact: Check) =>
  fields(
    {
      bodies: namedOf(shapedBody),
      contacts: oneOf(["all"]),
      /** Friction, and what else the law of contact asks for, of each pair of materials. */
      materials: listOf(materialOf<C>(contact)),
    },
    {
      world: namedOf(worldPart),
      /** Names of bodies and of parts of the world under one name, for `exclude`. */
      groups: recordOf(listOf(name)),
      /** Pairs that never touch: of bodies, parts of the world or groups; a group and itself excludes all pairs in it. */
      exclude: listOf(twoNames),
    },
  );

/** The part of a scene that is about touching, where anything may touch anything: shapes, a shaped world, materials. */
export interface Touching<C extends Contact> extends Checked<ReturnType<typeof touchingOf<C>>> {}

/**
 * Checks what a shaped scene says of touching.
 * @throws {BadInput} naming the field.
 */
export function checkTouching<C extends Contact>(given: Touching<C>, contact: Check): void {
  touchingOf(contact)(given, "");
  for (const { name, shape } of given.world ?? []) refuseShape(name, shape);
  // before a mass is made of them
  for (const { name, shape, shapes = [] } of given.bodies)
    for (const one of shape === undefined ? shapes : [shape]) refuseShape(name, "kind" in one ? one : one.shape);
}

const wholes = must<readonly [number, number]>(
  "two whole numbers",
  (given) => Array.isArray(given) && given.length === 2 && Array.from(given).every((one) => Number.isInteger(one)),
);

/** The fields of a pair of shapes that may touch. */
export const shapePair = fields(
  {
    name,
    /** A body, and another body or a part of the world. */
    owners: twoNames,
    /** Which of the shapes of each, from 0. */
    shapes: wholes,
    /** The names of the contacts that stand for it. */
    contacts: listOf(name),
  },
  { materials: twoNames },
);

/** A pair of shapes that may touch, as it was before it became contacts. */
export interface ShapePair extends Checked<typeof shapePair> {}
