import type { SceneData } from "./scene/scene-data.js";

/** A scene with some of its pictures, by their indices. */
export function scenePictures(scene: SceneData, kept: readonly number[]): SceneData {
  const picked = (values: ArrayLike<number>, size: number): number[] =>
    kept.flatMap((k) => Array.from({ length: size }, (_, i) => values[size * k + i]));
  return {
    ...scene,
    t: picked(scene.t, 1),
    step: picked(scene.step, 1),
    bodies: scene.bodies.map((body) => ({ ...body, poses: picked(body.poses, 7) })),
    contacts: scene.contacts.map((contact) => ({
      ...contact,
      point: picked(contact.point, 3),
      normal: picked(contact.normal, 3),
      tangential: picked(contact.tangential, 3),
      patch: contact.patch.length > 0 ? picked(contact.patch, 1) : [],
    })),
  };
}
