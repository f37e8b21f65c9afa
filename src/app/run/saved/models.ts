import { BadInput } from "../../../checks/bad-input.js";
import { unknownName } from "../../../checks/words.js";
import type { CompliantContact } from "../../../mechanics/compliance.js";
import type { Contact } from "../../../mechanics/contact.js";
import { type FrictionLaw, frictionLaws } from "../../../mechanics/friction.js";
import { frame, type Model, type Stage } from "../../../mechanics/model.js";
import type { Scene } from "../../../mechanics/scene.js";
import { compliant } from "../../../models/compliant.js";
import { distributed, type PatchOrPoint } from "../../../models/distributed.js";
import { patchLaws, patchModel } from "../../../models/patch/patch.js";
import type { PatchScene } from "../../../models/patch/patch-scene.js";
import { patchUnion, type Reading, type UnionScene } from "../../../models/patch/union.js";
import { type QuasistaticScheme, quasistatic } from "../../../models/quasistatic/quasistatic.js";
import type { QuasistaticScene } from "../../../models/quasistatic/scene.js";
import { quasistaticSchemes } from "../../../models/quasistatic/stage.js";
import { type RigidFrictionLaw, rigid } from "../../../models/rigid.js";
import { type SlidingScene, sliding } from "../../../models/sliding.js";

/** How models are made from a scene, and the laws or schemes that there are for them. */
interface Maker {
  readonly laws: readonly string[];
  readonly make: (scene: object, law: string) => Model;
}

/** The makers by the names of their models: what a saved result can name. */
const makers: Readonly<Record<string, Maker>> = {
  compliant: {
    laws: frictionLaws,
    make: (scene, law) => compliant(scene as Scene<CompliantContact>, law as FrictionLaw),
  },
  distributed: { laws: ["projection"], make: (scene) => distributed(scene as Scene<PatchOrPoint>) },
  rigid: {
    laws: ["projection", "pyramid"] satisfies RigidFrictionLaw[],
    make: (scene, law) => rigid(scene as Scene<Contact>, law as RigidFrictionLaw),
  },
  quasistatic: {
    laws: quasistaticSchemes,
    make: (scene, law) => quasistatic(scene as QuasistaticScene, law as QuasistaticScheme),
  },
  patch: {
    laws: Object.keys(patchLaws),
    make: (scene, law) => patchModel(scene as PatchScene, patchLaws[law]),
  },
  "patch-union": {
    laws: ["centroid", "perPatch"] satisfies Reading[],
    make: (scene, law) => patchUnion(scene as UnionScene, law as Reading),
  },
  sliding: { laws: ["projection"], make: (scene) => sliding(scene as SlidingScene) },
};

/** True of the name of a model that has a maker. */
export const isMade = (model: string): boolean => Object.hasOwn(makers, model);

/**
 * The model of a scene under a law.
 * @throws {BadInput} where there is no such model or law.
 */
export function makeModel(model: string, scene: object, law: string): Model {
  if (!isMade(model)) throw new BadInput("model", `there is no model "${model}".`);
  const { laws, make } = makers[model];
  if (!laws.includes(law)) throw new BadInput("model", unknownName(`law of ${model}`, law, laws));
  return make(scene, law);
}

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
    ...(assembly === undefined
      ? []
      : [
          ...assembly.numbers,
          ...assembly.classes,
          ...assembly.laws,
          ...(assembly.solids?.kinds ?? []).flatMap(({ rows }) => rows),
        ]),
  ];
}
