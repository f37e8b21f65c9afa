import { type DirectionalLight, Mesh, type Object3D, ShadowMaterial, Vector3 } from "three";
import type { SceneData, SceneShape } from "../../motion-view/scene/scene-data.js";
import { type Box, sizeOf } from "../bounds.js";
import { floorUnder } from "../ground.js";
import { quadGeometry } from "./world-objects.js";

/** How dark a shadow is, and how many points it is made of along each side. */
const darkness = 0.16;
const points = 1024;

/** Shadows of bodies on what is flat and has no end: sheets over the grounds of a scene in space, on which light falls. */
export function shadowSheets({ plane, world }: SceneData, box: Box, grid: number): Object3D[] {
  if (plane !== "space") return [];
  const spaces = world.filter((one): one is Extract<SceneShape, { kind: "half-space" }> => one.kind === "half-space");
  return spaces.map((space) => {
    const geometry = quadGeometry(floorUnder(space, box, grid).corners);
    geometry.computeVertexNormals();
    // over the ground, which is drawn first and further back, and under all else
    const material = new ShadowMaterial({ opacity: darkness, depthWrite: false, polygonOffset: true });
    material.polygonOffsetFactor = 3;
    material.polygonOffsetUnits = 3;
    const sheet = new Mesh(geometry, material);
    sheet.receiveShadow = true;
    sheet.renderOrder = -1;
    return sheet;
  });
}

/** Lets the surfaces of bodies cast shadows. */
export function castShadows(bodies: readonly Object3D[]): void {
  for (const body of bodies)
    body.traverse((object) => {
      object.castShadow = object instanceof Mesh && !object.material.transparent;
    });
}

/** Light from a direction over all of a scene, which has room for its shadows. */
export function lightOver(sun: DirectionalLight, box: Box, from: readonly [number, number, number]): void {
  const size = sizeOf(box);
  const centre = new Vector3(...box.low).add(new Vector3(...box.high)).multiplyScalar(0.5);
  sun.target.position.copy(centre);
  sun.position.copy(centre).addScaledVector(new Vector3(...from).normalize(), 2 * size);
  sun.castShadow = true;
  const { camera, mapSize } = sun.shadow;
  mapSize.set(points, points);
  [camera.left, camera.right, camera.bottom, camera.top] = [-size, size, -size, size];
  [camera.near, camera.far] = [0.2 * size, 4 * size];
  sun.shadow.normalBias = 0.004 * size;
  camera.updateProjectionMatrix();
}
