import { type Expr, mul, type Scalar } from "../../expr/expr.js";
import type { Frame } from "../../mechanics/model.js";
import {
  type Drive,
  drivesOf,
  externalForce,
  type QuasistaticScene,
  type Touch,
  touchesOf,
  twistNames,
} from "./scene.js";

/** A scene in one step: its contacts at the start and the end, the commands of its drives, and the forces on its parts. */
export interface Situation {
  readonly scene: QuasistaticScene;
  readonly frame: Frame;
  readonly drives: readonly Drive[];
  /** The coordinates of the parts' twists. */
  readonly twist: readonly string[];
  readonly touches: readonly Touch[];
  readonly after: readonly Touch[];
  /** Δq̄_a by drive. */
  readonly command: ReadonlyMap<string, Expr>;
  /** τ_u by coordinate, in the order of the twists. */
  readonly forces: ReadonlyMap<string, Expr>;
}

export function situationOf(scene: QuasistaticScene, frame: Frame): Situation {
  const { now, next, inputs, h } = frame;
  const drives = drivesOf(scene);
  // drives are named by users, who may call one as every record's own machinery is called
  const { commands = {} } = scene;
  const commanded = (drive: string): Scalar | undefined =>
    Object.hasOwn(commands, drive) ? commands[drive] : undefined;
  return {
    scene,
    frame,
    drives,
    twist: scene.parts.flatMap(twistNames),
    touches: touchesOf(scene, now),
    after: touchesOf(scene, next),
    command: new Map(drives.map(({ name }) => [name, mul(h, commanded(name) ?? inputs(`${name}.velocity`))] as const)),
    forces: new Map(scene.parts.flatMap((part) => [...externalForce(scene, part)])),
  };
}
