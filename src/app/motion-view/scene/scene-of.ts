/**
 * A result as a scene of plain data: bodies with their shapes and poses, contacts with their forces, targets, and the band
 * of contact modes. One file for each kind of scene says where things are at any grid point (a `Source`); `source.ts`
 * chooses the pictures. A new kind of scene is one more source, and no viewer need be read for it.
 *
 * @module app/motion-view/scene
 */
import type { Model } from "../../../mechanics/model.js";
import { modelScene } from "../../../models/scenes.js";
import type { Result } from "../../../motion/result.js";
import { bodiesOf } from "../bodies.js";
import { quasistaticScene } from "../quasistatic.js";
import { bareSource } from "./bare-source.js";
import { bodySource } from "./body-source.js";
import { drawnSource } from "./drawn-source.js";
import { graspSource } from "./grasp-source.js";
import { jointBodies } from "./joint-source.js";
import { patchSource } from "./patch-source.js";
import type { SceneData } from "./scene-data.js";
import { pictureSource, type Source } from "./source.js";
import { aimsOf } from "./targets.js";

/** The motion of a result as a scene; undefined where it has no grid point with numbers, or nothing that has a place. */
export function sceneOf(result: Result): SceneData | undefined {
  const { model } = result;
  const [known, drawn] = [sceneSource(model, result), drawnSource(model, result)];
  const source = known && drawn ? together(known, drawn) : (known ?? drawn ?? bareSource(model, result));
  const scene = source && pictureSource(source, result);
  return scene && { ...scene, bodies: aimsOf(scene.bodies, bodiesOf(model), result) };
}

/** The motion as the scene of a model tells it, if it was made from one. */
function sceneSource(model: Model, result: Result): Source | undefined {
  const grasp = quasistaticScene(model);
  if (grasp !== undefined) return graspSource(grasp, result);
  const isPatch = modelScene(model)?.kind === "patch" || (model.views?.footprints ?? []).length > 0;
  if (isPatch) return patchSource(model, result);
  const known = bodySource(model, result);
  return known && { ...known, bodies: [...known.bodies, ...jointBodies(model, result, known.bodies)] };
}

/** A scene with what its model draws besides. */
const together = (known: Source, drawn: Source): Source => ({
  ...known,
  bodies: [...known.bodies, ...drawn.bodies],
  contacts: [
    ...known.contacts,
    ...drawn.contacts.map((contact) => ({ ...contact, body: contact.body + known.bodies.length })),
  ],
  forces: (k) => [...Array.from(known.forces(k)), ...Array.from(drawn.forces(k))],
  world: [...known.world, ...drawn.world],
});
