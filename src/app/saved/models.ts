import type { CompliantContact } from "../../mechanics/compliance.js";
import type { Contact } from "../../mechanics/contact.js";
import { type FrictionLaw, frictionLaws } from "../../mechanics/friction.js";
import { frame, type Model, type Stage } from "../../mechanics/model.js";
import type { QuasistaticScene } from "../../mechanics/quasistatic.js";
import type { Scene } from "../../mechanics/scene.js";
import { compliant } from "../../models/compliant.js";
import { distributed, type PatchOrPoint } from "../../models/distributed.js";
import { type PatchForms, type PatchScene, patchModel } from "../../models/patch.js";
import { type QuasistaticScheme, quasistatic, quasistaticSchemes } from "../../models/quasistatic.js";
import { type RigidFrictionLaw, rigid } from "../../models/rigid.js";

/** The models that are made from a scene and a law: what a saved result can name. */
export const sceneModels: Readonly<
  Record<string, { laws: readonly string[]; make: (scene: unknown, law: string) => Model }>
> = {
  compliant: {
    laws: frictionLaws,
    make: (scene, law) => compliant(scene as Scene<CompliantContact>, law as FrictionLaw),
  },
  distributed: {
    laws: ["projection"],
    make: (scene) => distributed(scene as Scene<PatchOrPoint>),
  },
  rigid: {
    laws: ["projection", "pyramid"],
    make: (scene, law) => rigid(scene as Scene<Contact>, law as RigidFrictionLaw),
  },
  quasistatic: {
    laws: quasistaticSchemes,
    make: (scene, law) => quasistatic(scene as QuasistaticScene, law as QuasistaticScheme),
  },
  patch: {
    laws: ["projection", "fritz-john"],
    make: (scene, law) =>
      patchModel(scene as PatchScene, { frictionLaw: law as NonNullable<PatchForms["frictionLaw"]> }),
  },
};

/** Whether two models have the same unknowns and the same equations; equal formulas are one object. */
export function sameModel(a: Model, b: Model): boolean {
  const unknowns = ({ state, inside, inputs }: Model): string => JSON.stringify([state, inside, inputs]);
  if (unknowns(a) !== unknowns(b)) return false;
  const [left, right] = [formulasOf(a.step(frame)), formulasOf(b.step(frame))];
  return left.length === right.length && left.every((part, i) => part === right[i]);
}

/** Everything in a step that makes it what it is: names and formulas, in order. */
export function formulasOf({ rows, defines = {}, pairs, observe, program }: Stage): unknown[] {
  return [
    ...rows.flatMap(({ unknown, residual }) => [unknown, residual]),
    ...Object.entries(defines).flat(),
    ...pairs.flatMap(({ name, a, b }) => [name, a, b]),
    ...Object.entries(observe).flat(),
    ...(program === undefined ? [] : [program.name, ...program.data, ...program.drift]),
  ];
}
