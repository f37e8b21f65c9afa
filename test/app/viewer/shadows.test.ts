import { BoxGeometry, DirectionalLight, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";
import { expect, it } from "vitest";
import type { SceneData } from "../../../src/app/motion-view/scene/scene-data.js";
import { castShadows, lightOver, shadowSheets } from "../../../src/app/viewer/three/shadows.js";

const box = { low: [-1, -0.5, 0], high: [3, 0.5, 1] } as const;
const floor = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } as const;
const scene = (plane: SceneData["plane"]): SceneData => ({
  plane,
  t: [0],
  step: [0],
  bodies: [],
  world: [floor],
  contacts: [],
  targets: [],
  timeline: { band: [], realTime: false },
});

it("shadows fall on the ground of a scene in space, from what is solid, under light that sees all of it", () => {
  const [sheet, ...others] = shadowSheets(scene("space"), box, 0.5);
  expect([sheet.receiveShadow, others.length, shadowSheets(scene("xz"), box, 0.5).length]).toEqual([true, 0, 0]);
  const solid = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  const faint = new Mesh(new BoxGeometry(), new MeshBasicMaterial({ transparent: true }));
  castShadows([new Group().add(solid, faint)]);
  expect([solid.castShadow, faint.castShadow]).toEqual([true, false]);
  const sun = new DirectionalLight();
  lightOver(sun, box, [0.35, -0.5, 0.9]);
  sun.updateMatrixWorld();
  sun.target.updateMatrixWorld();
  sun.shadow.updateMatrices(sun);
  for (const x of [-1, 3])
    for (const y of [-0.5, 0.5])
      for (const z of [0, 1]) {
        const seen = new Vector3(x, y, z).project(sun.shadow.camera);
        for (const part of [seen.x, seen.y, seen.z]) expect(Math.abs(part)).toBeLessThan(1);
      }
});
