import type { Result } from "../../motion/result.js";
import { modelOf } from "../report/motion.js";
import { quasistaticScene } from "../report/quasistatic.js";
import { bareSource } from "./bare-source.js";
import { bodySource } from "./body-source.js";
import { drawnSource } from "./drawn-source.js";
import { graspSource } from "./grasp-source.js";
import { patchSource } from "./patch-source.js";
import type { SceneData } from "./scene-data.js";
import { pictured } from "./source.js";

/** The motion of a result as a scene; undefined where it has no grid point with numbers, or nothing that has a place. */
export function sceneOf(result: Result): SceneData | undefined {
  const model = modelOf(result);
  const grasp = quasistaticScene(model);
  const source =
    grasp !== undefined
      ? graspSource(grasp, result)
      : model.footprints !== undefined && model.footprints.length > 0
        ? patchSource(model, result)
        : (drawnSource(model, result) ?? bodySource(model, result) ?? bareSource(model, result));
  return source && pictured(source, result);
}
