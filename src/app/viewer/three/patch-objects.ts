import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
} from "three";
import type { SceneData, ScenePatch, Triple } from "../../motion-view/scene/scene-data.js";
import type { Look } from "../look.js";
import { fatLines } from "./fat-lines.js";

/** The patches that each contact may touch with, one object each, in the axes of its body; all hidden at first. */
export function patchObjects(
  { contacts }: SceneData,
  look: Look,
): readonly { readonly objects: readonly Object3D[] }[] {
  return contacts.map(({ patches }) => ({ objects: patches.map((patch) => patchObject(patch, look)) }));
}

/** In front of ground and of faces of a body that lie in the same plane, behind all that is nearer than a line is wide. */
const onSurface = { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 };

/** The outline of the hull's patch, and what of it is real contact: on the ground, hidden by the body where it stands before them. */
function patchObject({ outline, polygons, segments, points }: ScenePatch, look: Look): Object3D {
  const object = new Group();
  object.visible = false;
  const around = [outline, ...polygons].flatMap(closedLine);
  const lines = [...around, ...segments.flat(2), ...points.flatMap(plus(outline))];
  const line = fatLines({ positions: lines, colour: look.patch, width: 2, opacity: 1 });
  Object.assign(line.material, onSurface);
  object.add(line);
  const triangles = polygons.flatMap(fan);
  if (triangles.length > 0) {
    const material = {
      color: new Color(look.patch),
      side: DoubleSide,
      transparent: true,
      opacity: 0.35,
      depthWrite: false,
      ...onSurface,
    };
    const fill = new Mesh(geometryOf(triangles), new MeshBasicMaterial(material));
    object.add(fill);
  }
  return object;
}

const closedLine = (corners: readonly Triple[]): number[] =>
  corners.flatMap((corner, i) => [...corner, ...corners[(i + 1) % corners.length]]);

/** Triangles of a convex polygon. */
const fan = (corners: readonly Triple[]): number[] =>
  corners.slice(2).flatMap((corner, i) => [...corners[0], ...corners[i + 1], ...corner]);

/** A small cross at a point, some part of the patch's size. */
const plus =
  (outline: readonly Triple[]) =>
  ([x, y, z]: Triple): number[] => {
    const arm =
      0.05 * Math.max(0.02, ...outline.map((corner) => Math.hypot(corner[0] - x, corner[1] - y, corner[2] - z)));
    return [x - arm, y, z, x + arm, y, z, x, y - arm, z, x, y + arm, z];
  };

function geometryOf(positions: readonly number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  return geometry;
}
