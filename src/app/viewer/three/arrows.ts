import {
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { type SceneData, standsForPatch } from "../../motion-view/scene/scene-data.js";
import type { Look } from "../look.js";

/** The longest arrow, and the thickness of all, as shares of the scene's size. */
const longest = 0.26;
const thin = 0.0045;
const head = 0.03;
/** A force that rounding leaves is none. */
const leastForce = 1e-6;

/** Forces of a moment: arrows for normal forces and friction, inside the cones that friction may not leave. */
export interface Arrows {
  readonly group: Group;
  /** `most` is the largest force of the motion [N]. */
  show(contacts: SceneData["contacts"], picture: number, most: number): void;
  dispose(): void;
}

/** The arrows of as many contacts in four draw calls; lengths grow with the root of the force. */
export function arrowsOf(contacts: number, size: number, look: Look): Arrows {
  const group = new Group();
  const count = Math.max(1, contacts);
  const makeArrows = (
    geometry: BufferGeometry,
    material: MeshBasicMaterial,
    many: number,
    order: number,
  ): InstancedMesh => {
    const mesh = new InstancedMesh(geometry, material, many);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    group.add(mesh);
    return mesh;
  };
  // arrows are seen through bodies: what they say is inside a contact
  const solid = (): MeshBasicMaterial => new MeshBasicMaterial({ depthTest: false, transparent: true });
  const shafts = makeArrows(new CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0), solid(), 2 * count, 6);
  const heads = makeArrows(new ConeGeometry(1, 1, 12).translate(0, -0.5, 0), solid(), 2 * count, 7);
  const cones = makeArrows(
    new ConeGeometry(1, 1, 40, 1, true).rotateX(Math.PI).translate(0, 0.5, 0),
    new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.16, side: DoubleSide, color: look.normal }),
    count,
    5,
  );
  const ball = new MeshBasicMaterial({ depthTest: false, transparent: true, color: look.ecp });
  const dots = makeArrows(new SphereGeometry(0.011 * size, 16, 12), ball, count, 8);
  const colours = [new Color(look.normal), new Color(look.friction)];
  const [force, at, turn, scale, matrix] = [
    new Vector3(),
    new Vector3(),
    new Quaternion(),
    new Vector3(),
    new Matrix4(),
  ];
  const up = new Vector3(0, 1, 0);

  const vector = (values: ArrayLike<number>, picture: number, into: Vector3): Vector3 =>
    into.set(values[3 * picture], values[3 * picture + 1], values[3 * picture + 2]);

  return {
    group,
    show(contacts, picture, most) {
      let [arrows, wide, points] = [0, 0, 0];
      for (const { point, normal, tangential, friction, patch } of contacts) {
        const pressing = vector(normal, picture, force).length();
        if (!(pressing > leastForce * most)) continue;
        const total = force.add(vector(tangential, picture, at)).length();
        const factor = (longest * size) / Math.sqrt(most * Math.max(total, pressing));
        for (const [i, values] of [normal, tangential].entries()) {
          const long = vector(values, picture, force).length() * factor;
          if (!(long > thin * size)) continue;
          turn.setFromUnitVectors(up, force.normalize());
          const tip = Math.min(head * size, 0.45 * long);
          vector(point, picture, at);
          shafts.setMatrixAt(arrows, matrix.compose(at, turn, scale.set(thin * size, long - 0.8 * tip, thin * size)));
          at.addScaledVector(force, long);
          heads.setMatrixAt(arrows, matrix.compose(at, turn, scale.set(0.38 * tip, tip, 0.38 * tip)));
          shafts.setColorAt(arrows, colours[i]);
          heads.setColorAt(arrows++, colours[i]);
        }
        if (friction !== null && friction > 0) {
          const long = pressing * factor;
          turn.setFromUnitVectors(up, vector(normal, picture, force).normalize());
          vector(point, picture, at);
          cones.setMatrixAt(wide++, matrix.compose(at, turn, scale.set(friction * long, long, friction * long)));
        }
        if (standsForPatch({ patch })) dots.setMatrixAt(points++, matrix.makeTranslation(vector(point, picture, at)));
      }
      for (const [mesh, shown] of [
        [shafts, arrows],
        [heads, arrows],
        [cones, wide],
        [dots, points],
      ] as const) {
        mesh.count = shown;
        mesh.visible = shown > 0;
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
      }
    },
    dispose() {
      for (const mesh of [shafts, heads, cones, dots]) {
        mesh.geometry.dispose();
        (mesh.material as MeshBasicMaterial).dispose();
        mesh.dispose();
      }
    },
  };
}
