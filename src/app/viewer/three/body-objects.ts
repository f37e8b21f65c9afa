import {
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineDashedMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
} from "three";
import type { SceneBody, SceneData } from "../../motion-view/scene/scene-data.js";
import type { Look } from "../look.js";
import { bodyGeometry, type Paint } from "./body-geometry.js";

/** Every body as an object in its own axes: its surface, its edges, and its hull dashed where that is another. */
export function bodyObjects({ bodies, plane }: SceneData, size: number, look: Look): Object3D[] {
  let part = 0;
  return bodies.map((body) => {
    const fill = body.role === "part" ? look.parts[part++ % look.parts.length] : quietly(body, look);
    return bodyObject(body, { flat: plane === "xy", size, fill }, look);
  });
}

/** Tools nearly as dark as writing, links between them and the page. */
function quietly({ role }: SceneBody, look: Look): string {
  return `#${new Color(look.quiet).lerp(new Color(look.line), role === "tool" ? 0.15 : 0.62).getHexString()}`;
}

function bodyObject({ shapes, hull }: SceneBody, paint: Paint, look: Look): Object3D {
  const { flat, size, fill } = paint;
  const { surface, edges } = bodyGeometry(shapes, paint);
  const material = flat
    ? new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.55, side: DoubleSide })
    : new MeshLambertMaterial({
        vertexColors: true,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
  const object = new Group();
  object.add(new Mesh(surface, material));
  const dark = new Color(fill).lerp(new Color(look.mark), 0.45);
  if (edges !== undefined) object.add(new LineSegments(edges, new LineBasicMaterial({ color: flat ? fill : dark })));
  const around = hull && bodyGeometry([hull], paint).edges;
  if (around === undefined) return object;
  const dashes = { dashSize: 0.02 * size, gapSize: 0.014 * size, transparent: true, opacity: 0.7 };
  object.add(new LineSegments(around, new LineDashedMaterial({ color: dark, ...dashes })).computeLineDistances());
  return object;
}
