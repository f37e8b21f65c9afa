import { BadInput } from "../../checks/bad-input.js";
import { type Checked, fields, vector } from "../../checks/fields.js";
import { convexOf } from "../../geometry/cores/convex-of.js";
import type { Shape } from "../../geometry/shape.js";
import { contactFields, fieldsOfSomeLaws, partnerOf } from "../../mechanics/contact.js";
import { expandTouching } from "../../mechanics/expand.js";
import { checkTouching, type Touching } from "../../mechanics/shaped-scene.js";
import type { PatchContact } from "./contact.js";
import type { PatchScene } from "./patch-scene.js";

export const patchMaterial = fields({ ...contactFields, frictionAxes: vector }, fieldsOfSomeLaws);

/** The numbers of a pair of materials under the patch model: friction and the axes of its ellipsoid. */
export interface PatchMaterial extends Checked<typeof patchMaterial> {}

/** A scene in which anything may touch anything on patches, `contacts: "all"`: bodies in space and a world by their shapes. */
export type ShapedPatchScene = Omit<PatchScene, "bodies" | "contacts" | "world" | "pairs"> & Touching<PatchMaterial>;

/**
 * The bodies and patch contacts that a shaped scene stands for: one contact for each pair of shapes.
 * @throws {BadInput} for a field that holds what it cannot, and for a pair that makes no patch, saying why.
 */
export function expandPatches(given: PatchScene | ShapedPatchScene): PatchScene {
  if (!isShaped(given)) return given;
  const { bodies, contacts, materials, world, groups, exclude, ...others } = given;
  const touching = { bodies, contacts, materials, world, groups, exclude } as Touching<PatchMaterial>;
  checkTouching(touching, patchMaterial);
  (world ?? []).forEach(({ surfaceVelocity }, i) => {
    const at = `world[${i}].surfaceVelocity`;
    if (surfaceVelocity !== undefined) throw new BadInput(at, `${at} must be left out: patches know no belts.`);
  });
  const expanded = expandTouching(touching, (whole) => [whole]);
  return { ...others, ...expanded, contacts: expanded.contacts.map(patchOf) };
}

const isShaped = (given: PatchScene | ShapedPatchScene): given is ShapedPatchScene =>
  typeof given.contacts === "string";

/** A pair of shapes as a contact on a patch. */
function patchOf(pair: PatchMaterial): PatchContact {
  const { name, body, friction, frictionAxes } = pair;
  const partner = partnerOf(pair);
  const refuse = (why: string): never => {
    throw new BadInput(
      "contacts",
      `contacts "${name}": a ${pair.shape.kind} and a ${partner.shape.kind} make no patch, because ${why}.`,
    );
  };
  const convex = (shape: Shape) => {
    const found = convexOf(shape);
    return typeof found === "string" ? refuse(found) : found;
  };
  const shape = convex(pair.shape);
  const on = partner.shape;
  if (on.kind === "half-space" && on.stretch === undefined && on.breadth === undefined && partner.body === undefined)
    return { name, body, shape, against: on, friction, frictionAxes };
  const against = {
    kind: "convex",
    shape: convex(on),
    tangent: [1, 0, 0],
    ...(partner.body && { body: partner.body }),
  } as const;
  return { name, body, shape, against, friction, frictionAxes };
}
