import { type Check, type Checked, fields, listOf, namedOf, vector } from "../../checks/fields.js";
import { body } from "../../mechanics/body.js";
import { wrenchFields } from "../../mechanics/scene.js";
import { shapePair, worldPart } from "../../mechanics/shaped-scene.js";
import { optionalPatchFields, type PatchContact, patchFields } from "./contact.js";

const patchWrench = fields(wrenchFields, {
  /** The point on which the force acts, in body axes [m]; the centre of mass where left out. */
  at: vector,
});

/** A wrench in world axes, as formulas of `inputs.*` and parameters; its force acts at a point of the body. */
export interface PatchWrench extends Checked<typeof patchWrench> {}

const sceneOf = <C>(contact: Check<C>) =>
  fields(
    {
      /** Acceleration of gravity [m/s²], world axes. */
      gravity: vector,
      bodies: namedOf(body),
      contacts: namedOf(contact),
    },
    {
      applied: listOf(patchWrench),
      /** Of a shaped scene: the fixed parts, and the pairs of shapes that became contacts. */
      world: namedOf(worldPart),
      pairs: listOf(shapePair),
    },
  );

// the patches of a union are its own business
export const patchScene = sceneOf(fields(patchFields, { ...optionalPatchFields, patches: listOf(listOf(vector)) }));

/** Bodies and their possible patch contacts: plain data, with formulas of parameters for numbers. */
export interface PatchScene extends Checked<ReturnType<typeof sceneOf<PatchContact>>> {}
