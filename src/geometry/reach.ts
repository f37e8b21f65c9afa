import { add, type Expr, max, norm, type Scalar } from "../expr/expr.js";
import { boxVertices, type Components, type Shape } from "./shape.js";

/** No point of a shape is farther from the origin of its body's axes [m]; 0 for a half-space, which has points everywhere, and for ground. */
export function reachOf(shape: Shape): Expr {
  const own = ownReach(shape);
  return "pose" in shape && shape.pose !== undefined ? add(norm(...shape.pose.position), own) : own;
}

/** The same in the plane or in space: the third half-length of a box in the plane is nowhere. */
export const reachIn = (space: "planar" | "spatial", shape: Shape): Expr =>
  space === "planar" && shape.kind === "box"
    ? reachOf({ ...shape, half: [shape.half[0], shape.half[1], 0] })
    : reachOf(shape);

function ownReach(shape: Shape): Expr {
  const farthest = (points: readonly Components[], beyond: Scalar = 0): Expr =>
    add(max(...points.map((point) => norm(...point))), beyond);
  switch (shape.kind) {
    case "ball":
      return farthest([shape.centre ?? [0, 0, 0]], shape.radius);
    case "box":
      return farthest(boxVertices(shape));
    case "capsule":
    case "segment":
      return farthest([shape.from, shape.to], shape.kind === "capsule" ? shape.radius : 0);
    case "cylinder":
      return norm(shape.radius, shape.halfLength);
    case "ellipsoid":
      return max(...shape.halfAxes);
    case "hull":
    case "mesh":
      return farthest(shape.vertices);
    case "polygon":
      return farthest(shape.vertices.map(([x, y]) => [x, y, 0]));
    case "point":
      return farthest([shape.at]);
    case "ring":
      return farthest([shape.centre], shape.radius);
    case "patch":
      return farthest(shape.points, shape.rounding);
    case "pad":
      return norm(...shape.half, shape.depth);
    case "height-field":
    case "half-space":
      return add(0, 0);
  }
}
