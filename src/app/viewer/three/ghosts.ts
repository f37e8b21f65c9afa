import {
  DoubleSide,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from "three";
import type { SceneBody, SceneData } from "../../motion-view/scene/scene-data.js";
import { boxOf, pointsOf, sizeOf } from "../bounds.js";
import type { Look } from "../look.js";
import { momentAt, poseAt } from "../moment.js";
import { ghostLines } from "../trails.js";
import { bodyGeometry } from "./body-geometry.js";
import { fatLines } from "./fat-lines.js";

/** How much of other motions is seen: their ways, and bodies that those of the motion itself stand out from. */
const wayOpacity = 0.5;
const bodyOpacity = 0.3;

/** Other motions, faintly: the ways of their parts, and where those are at a time. */
export interface Ghosts {
  readonly group: Group;
  show(time: number): void;
  dispose(): void;
}

/** A part of one of the motions. */
interface GhostPart {
  readonly body: SceneBody;
  readonly scene: SceneData;
}

/** All ways in one draw call, and all parts of one shape in another: launches differ in where their parts are. */
export function ghostsOf(ghosts: readonly SceneData[], look: Look): Ghosts {
  const group = new Group();
  if (ghosts.length > 0) {
    const positions = ghosts.flatMap(ghostLines);
    group.add(fatLines({ positions, colour: look.quiet, width: 1.6, opacity: wayOpacity }));
  }
  const swarms = alike(ghosts).map((parts) => ({ parts, mesh: meshOf(parts, look) }));
  for (const { mesh } of swarms) group.add(mesh);
  const pose = new Float64Array(7);
  const [at, turn, matrix] = [new Vector3(), new Quaternion(), new Matrix4()];
  const whole = new Vector3(1, 1, 1);
  return {
    group,
    show(time) {
      for (const { parts, mesh } of swarms) {
        parts.forEach(({ body, scene }, i) => {
          poseAt(body.poses, momentAt(scene.t, time), pose);
          turn.set(pose[4], pose[5], pose[6], pose[3]);
          mesh.setMatrixAt(i, matrix.compose(at.set(pose[0], pose[1], pose[2]), turn, whole));
        });
        mesh.instanceMatrix.needsUpdate = true;
      }
    },
    dispose() {
      for (const { mesh } of swarms) mesh.dispose();
    },
  };
}

/** The parts of all motions, those of one shape together. */
function alike(ghosts: readonly SceneData[]): GhostPart[][] {
  const byShape = new Map<string, GhostPart[]>();
  for (const scene of ghosts)
    for (const body of scene.bodies.filter(({ role }) => role === "part")) {
      const key = JSON.stringify([scene.plane, body.shapes]);
      byShape.set(key, [...(byShape.get(key) ?? []), { body, scene }]);
    }
  return [...byShape.values()];
}

function meshOf(parts: readonly GhostPart[], look: Look): InstancedMesh {
  const { body, scene } = parts[0];
  const flat = scene.plane === "xy";
  const { surface } = bodyGeometry(body.shapes, { flat, size: sizeOf(boxOf(pointsOf(scene))), fill: look.quiet });
  // behind a body that is in the same place
  const behind = { polygonOffset: true, polygonOffsetFactor: 4, polygonOffsetUnits: 4 };
  const faint = { vertexColors: true, transparent: true, opacity: bodyOpacity, depthWrite: false, ...behind };
  const material = flat ? new MeshBasicMaterial({ ...faint, side: DoubleSide }) : new MeshLambertMaterial(faint);
  const mesh = new InstancedMesh(surface, material, parts.length);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  // under the motion itself
  mesh.renderOrder = -1;
  return mesh;
}
