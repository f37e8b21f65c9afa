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
import { exposuresOf, mostExposures } from "../exposures.js";
import type { Look } from "../look.js";
import { bodyGeometry } from "./body-geometry.js";

/** How much is seen of where a body comes by, and of where it must end. */
const byOpacity = 0.2;
const aimOpacity = 0.32;
/** The colour of a target, as that of its handle. */
const aimColour = "#e0a000";

/** Bodies where they begin, come by and must end: made for one motion, and shown of others of the same bodies. */
export interface Exposures {
  readonly group: Group;
  show(data: SceneData): void;
  dispose(): void;
}

export function exposureObjects(data: SceneData, size: number, look: Look): Exposures {
  const group = new Group();
  let part = 0;
  const swarms = data.bodies.flatMap((body, i) => {
    const fill = body.role === "part" ? look.parts[part++ % look.parts.length] : look.quiet;
    if (body.role !== "part") return [];
    const one = { flat: data.plane === "xy", size, body };
    return [
      { body: i, isAim: false, mesh: meshOf(one, fill, byOpacity) },
      ...(body.aim === undefined ? [] : [{ body: i, isAim: true, mesh: meshOf(one, aimColour, aimOpacity) }]),
    ];
  });
  for (const { mesh } of swarms) group.add(mesh);
  const [at, turn, matrix, whole] = [new Vector3(), new Quaternion(), new Matrix4(), new Vector3(1, 1, 1)];
  const show = (now: SceneData): void => {
    const all = exposuresOf(now);
    for (const { body, isAim, mesh } of swarms) {
      const own = all.filter((one) => one.body === body && one.isAim === isAim);
      mesh.count = own.length;
      mesh.visible = own.length > 0;
      own.forEach(({ pose }, i) => {
        turn.set(pose[4], pose[5], pose[6], pose[3]);
        mesh.setMatrixAt(i, matrix.compose(at.set(pose[0], pose[1], pose[2]), turn, whole));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  };
  show(data);
  return {
    group,
    show,
    dispose() {
      for (const { mesh } of swarms) mesh.dispose();
    },
  };
}

/** A body's shapes, as they are drawn. */
interface Drawn {
  readonly flat: boolean;
  readonly size: number;
  readonly body: SceneBody;
}

function meshOf({ flat, size, body }: Drawn, fill: string, opacity: number): InstancedMesh {
  const { surface } = bodyGeometry(body.shapes, { flat, size, fill });
  // behind a body that is in the same place
  const behind = { polygonOffset: true, polygonOffsetFactor: 4, polygonOffsetUnits: 4 };
  const faint = { vertexColors: true, transparent: true, opacity, depthWrite: false, ...behind };
  const material = flat ? new MeshBasicMaterial({ ...faint, side: DoubleSide }) : new MeshLambertMaterial(faint);
  const mesh = new InstancedMesh(surface, material, mostExposures);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1;
  return mesh;
}
