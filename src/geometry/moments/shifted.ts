import { add, type Expr } from "../../expr/expr.js";
import { addV, cross, dot, type Vec3, vec3 } from "../../expr/vector.js";
import type { Components, HalfSpace, Shape } from "../shape.js";

/**
 * A shape moved by a vector [m].
 * @throws {RangeError} for a pad and a height field, which have none but the axes of their body.
 */
export function shifted(shape: Shape, by: Vec3): Shape {
  const to = (p: Components): Components => addV(vec3(...p), by);
  switch (shape.kind) {
    case "ball":
      return { ...shape, centre: to(shape.centre ?? [0, 0, 0]) };
    case "box":
    case "cylinder":
    case "ellipsoid":
    case "mesh":
      return { ...shape, pose: { ...shape.pose, position: to(shape.pose?.position ?? [0, 0, 0]) } };
    case "capsule":
    case "segment":
      return { ...shape, from: to(shape.from), to: to(shape.to) };
    case "hull": {
      const faces = shape.faces?.map((face) => ({
        ...face,
        offset: add(face.offset, dot(vec3(...face.normal), by)),
      }));
      return { ...shape, vertices: shape.vertices.map(to), ...(faces && { faces }) };
    }
    case "polygon":
      return { ...shape, vertices: shape.vertices.map(([x, y]) => [add(x, by[0]), add(y, by[1])] as const) };
    case "point":
      return { ...shape, at: to(shape.at) };
    case "ring":
      return { ...shape, centre: to(shape.centre) };
    case "patch":
      return { ...shape, points: shape.points.map(to) };
    case "half-space":
      return shiftedHalfSpace(shape, by);
    case "pad":
    case "height-field":
      throw new RangeError(`a ${shape.kind} cannot be moved from the origin of its axes`);
  }
}

function shiftedHalfSpace(shape: HalfSpace, by: Vec3): HalfSpace {
  const [n, t] = [vec3(...shape.normal), vec3(...shape.tangent)];
  const moved = (ends: HalfSpace["stretch"], axis: Vec3): readonly [Expr, Expr] | undefined =>
    ends && [add(ends[0], dot(axis, by)), add(ends[1], dot(axis, by))];
  const [stretch, breadth] = [moved(shape.stretch, t), moved(shape.breadth, cross(n, t))];
  return {
    ...shape,
    offset: add(shape.offset, dot(n, by)),
    ...(stretch && { stretch }),
    ...(breadth && { breadth }),
  };
}
