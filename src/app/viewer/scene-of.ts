import type { Model } from "../../mechanics/model.js";
import type { Result } from "../../motion/result.js";
import { modelOf } from "../report/motion.js";
import { quasistaticScene } from "../report/quasistatic.js";
import { bareSource } from "./bare-source.js";
import { bodySource } from "./body-source.js";
import { drawnSource } from "./drawn-source.js";
import { graspSource } from "./grasp-source.js";
import { patchSource } from "./patch-source.js";
import type { SceneData } from "./scene-data.js";
import { pictured, type Source } from "./source.js";

/** The motion of a result as a scene; undefined where it has no grid point with numbers, or nothing that has a place. */
export function sceneOf(result: Result): SceneData | undefined {
  const model = modelOf(result);
  const [known, drawn] = [sceneSource(model, result), drawnSource(model, result)];
  const source = known && drawn ? together(known, drawn) : (known ?? drawn ?? bareSource(model, result));
  return source && pictured(source, result);
}

/** What the scene of a model tells, if it carries one. */
function sceneSource(model: Model, result: Result): Source | undefined {
  const grasp = quasistaticScene(model);
  if (grasp !== undefined) return graspSource(grasp, result);
  return (model.footprints ?? []).length > 0 ? patchSource(model, result) : bodySource(model, result);
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
