/** Shared by problems and their tests: a peg with round ends over a hole with broken edges. */
import { compliant, mul, neg, parameter as p, sub } from "bankshot";
import type { Components, MeshShape } from "bankshot/geometry";

/** Half the width of a square hole, how far its edge is broken at 45°, its depth, and half the width of the plate [m]. */
export const [hole, chamfer, depth, plate] = [0.005, 0.003, 0.02, 0.012];

/** Squares around the hole from outside inwards and down, four corners each: half their widths, and their heights. */
const squares = [
  [plate, 0],
  [hole + chamfer, 0],
  [hole, -chamfer],
  [hole, -depth],
] as const;

const corners = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** The top of a plate, the broken edge of a hole in it and its walls: two triangles between neighbours of two squares. */
const socket: MeshShape = {
  kind: "mesh",
  vertices: squares.flatMap(([half, z]) => corners.map(([x, y]) => [half * x, half * y, z] as const)),
  faces: [0, 4, 8].flatMap((outer) =>
    [0, 1, 2, 3].flatMap((i) => {
      const j = (i + 1) % 4;
      return [[outer + i, outer + j, outer + 4 + j] as const, [outer + i, outer + 4 + j, outer + 4 + i] as const];
    }),
  ),
};

export const radius = sub(hole, p("clearance"));
export const half = mul(0.5, p("length"));
const up: Components = [0, 0, half];

export const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [
    {
      name: "peg",
      space: "spatial",
      shape: { kind: "capsule", from: [0, 0, neg(half)], to: up, radius },
      mass: p("mass"),
    },
  ],
  world: [
    { name: "socket", shape: socket },
    { name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: -depth } },
  ],
  contacts: "all",
  materials: [
    { friction: p("friction"), stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("coneSmoothing") },
  ],
});
