import type { CompliantContact } from "../../../mechanics/compliance.js";
import type { Contact } from "../../../mechanics/contact.js";
import type { FrictionLaw } from "../../../mechanics/friction.js";
import { frame, type Model, type Stage } from "../../../mechanics/model.js";
import type { Scene } from "../../../mechanics/scene.js";
import { compliant } from "../../../models/compliant.js";
import { distributed, type PatchOrPoint } from "../../../models/distributed.js";
import { type PatchForms, type PatchScene, patchModel } from "../../../models/patch/patch.js";
import { patchUnion, type Reading, type UnionScene } from "../../../models/patch/union.js";
import { type QuasistaticScheme, quasistatic } from "../../../models/quasistatic/quasistatic.js";
import type { QuasistaticScene } from "../../../models/quasistatic/scene.js";
import { type RigidFrictionLaw, rigid } from "../../../models/rigid.js";
import { type SlidingScene, sliding } from "../../../models/sliding.js";

/** The makers of models from a scene and a law, by the names of their models: what a saved result can name. */
export const makers: Readonly<Record<string, (scene: object, law: string) => Model>> = {
  compliant: (scene, law) => compliant(scene as Scene<CompliantContact>, law as FrictionLaw),
  distributed: (scene) => distributed(scene as Scene<PatchOrPoint>),
  rigid: (scene, law) => rigid(scene as Scene<Contact>, law as RigidFrictionLaw),
  quasistatic: (scene, law) => quasistatic(scene as QuasistaticScene, law as QuasistaticScheme),
  patch: (scene, law) =>
    patchModel(scene as PatchScene, { frictionLaw: law as NonNullable<PatchForms["frictionLaw"]> }),
  "patch-union": (scene, law) => patchUnion(scene as UnionScene, law as Reading),
  sliding: (scene) => sliding(scene as SlidingScene),
};

/** True for two models with the same unknowns and the same equations; equal formulas are one object. */
export function sameModel(a: Model, b: Model): boolean {
  const unknowns = ({ state, inside, inputs }: Model): string => JSON.stringify([state, inside, inputs]);
  if (unknowns(a) !== unknowns(b)) return false;
  const [left, right] = [formulasOf(a.step(frame)), formulasOf(b.step(frame))];
  return left.length === right.length && left.every((part, i) => part === right[i]);
}

/** Everything in a step that makes it what it is: names and formulas, in order. */
export function formulasOf({ rows, defines = {}, pairs, observe, program, assembly }: Stage): unknown[] {
  return [
    ...rows.flatMap(({ unknown, residual }) => [unknown, residual]),
    ...Object.entries(defines).flat(),
    ...pairs.flatMap(({ name, a, b }) => [name, a, b]),
    ...Object.entries(observe).flat(),
    ...(program === undefined ? [] : [program.name, ...program.data, ...program.drift]),
    ...(assembly === undefined ? [] : [...assembly.numbers, ...assembly.classes, ...assembly.laws]),
  ];
}
