import { rotate } from "../../../algebra/rotation.js";
import { direction, inner, minus, outer } from "../../../algebra/vectors.js";
import { prismOf } from "../../motion-view/scene/prism.js";
import type { SceneShape, Triple } from "../../motion-view/scene/scene-data.js";
import type { Seen } from "./projection.js";

/** A shape in a line drawing: polygons of its visible faces, circles, thick lines; far ones are drawn first. */
export type Piece = { readonly near: number; readonly light: number; readonly fill: string } & (
  | { readonly kind: "polygon"; readonly points: readonly Seen[] }
  | { readonly kind: "circle"; readonly centre: Seen; readonly radius: number; readonly spoke: Seen }
  | { readonly kind: "line"; readonly from: Seen; readonly to: Seen; readonly width: number }
  | { readonly kind: "dot"; readonly at: Seen }
);

const lightFrom: Triple = direction([0.3, -0.5, 0.9]);
/** Corners of a cylinder. */
const corners = 20;

/** The pieces of a shape at a pose, as they are seen. */
export function piecesOf(
  shape: SceneShape,
  pose: ArrayLike<number>,
  look: (point: Triple) => Seen,
  fill: string,
): Piece[] {
  const place = (point: Triple): Triple => {
    const [x, y, z] = rotate([pose[3], pose[4], pose[5], pose[6]], point);
    return [pose[0] + x, pose[1] + y, pose[2] + z];
  };
  const see = (point: Triple): Seen => look(place(point));
  switch (shape.kind) {
    case "mesh": {
      const world = shape.vertices.map(place);
      const seen = world.map(look);
      return shape.faces.flatMap((face): Piece[] => {
        const points = face.map((i) => seen[i]);
        if (shape.faces.length > 1 && !(area(points) > 0)) return [];
        const [a, b, c] = [world[face[0]], world[face[1]], world[face[2]]];
        const light = Math.max(0, inner(direction(outer(minus(b, a), minus(c, a))), lightFrom));
        const near = points.reduce((sum, [, , depth]) => sum + depth, 0) / points.length;
        return [{ kind: "polygon", points, near, light, fill }];
      });
    }
    case "cylinder": {
      const around = Array.from({ length: corners }, (_, i): Triple => {
        const angle = (2 * Math.PI * i) / corners;
        return [shape.radius * Math.cos(angle), shape.radius * Math.sin(angle), 0];
      });
      return piecesOf(prismOf(around, -shape.halfLength, shape.halfLength), pose, look, fill);
    }
    case "ball": {
      const [x, y, z] = shape.centre;
      const centre = see(shape.centre);
      return [
        {
          kind: "circle",
          centre,
          radius: shape.radius,
          spoke: see([x + shape.radius, y, z]),
          near: centre[2],
          light: 0.7,
          fill,
        },
      ];
    }
    case "bar":
    case "line": {
      const [from, to] = [see(shape.from), see(shape.to)];
      const width = shape.kind === "bar" ? 2 * shape.radius : 0;
      return [{ kind: "line", from, to, width, near: (from[2] + to[2]) / 2, light: 0.7, fill }];
    }
    case "point": {
      const at = see(shape.at);
      return [{ kind: "dot", at, near: at[2], light: 0.7, fill }];
    }
    case "half-space":
      return [];
  }
}

/** Twice the area of a polygon in the picture, positive where its face is seen from outside. */
function area(points: readonly Seen[]): number {
  return points.reduce((sum, [u, v], i) => {
    const [a, b] = points[(i + 1) % points.length];
    return sum + u * b - a * v;
  }, 0);
}
