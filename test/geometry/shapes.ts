import { boxHull } from "../../src/geometry/convex.js";
import { rectangle, type Shape } from "../../src/geometry/shape.js";

/** One shape of every kind, in the middle of its axes: what tests of all pairs begin with. */
export const plainShapes: readonly Shape[] = [
  { kind: "ball", radius: 0.1 },
  { kind: "capsule", from: [0, 0, -0.1], to: [0, 0, 0.1], radius: 0.05 },
  { kind: "cylinder", radius: 0.1, halfLength: 0.1 },
  { kind: "ellipsoid", halfAxes: [0.1, 0.2, 0.3] },
  { kind: "box", half: [0.1, 0.2, 0.3] },
  boxHull(0.1, 0.2, 0.3),
  rectangle(0.1, 0.2),
  { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
  { kind: "segment", from: [0, 0, 0], to: [0.1, 0, 0] },
  { kind: "point", at: [0.1, 0, 0] },
  {
    kind: "mesh",
    vertices: [
      [0, 0, 0],
      [0.2, 0, 0],
      [0, 0.2, 0],
      [0, 0, 0.2],
    ],
    faces: [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ],
  },
  { kind: "ring", centre: [0, 0, 0.1], axis: [0, 0, 1], radius: 0.1 },
  {
    kind: "height-field",
    heights: [
      [0, 0.1],
      [0.1, 0],
    ],
    spacing: [1, 1],
  },
  { kind: "patch", points: [[0, 0, 0]] },
  { kind: "pad", half: [0.1, 0.1], depth: 0.1 },
];
