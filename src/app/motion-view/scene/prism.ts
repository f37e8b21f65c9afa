import type { Mesh, Triple } from "./scene-data.js";

/** A plane polygon, anticlockwise seen from above. */
export const outline = (vertices: readonly Triple[]): Mesh => ({
  kind: "mesh",
  vertices,
  faces: [vertices.map((_, i) => i)],
});

/** The corners of the rectangle |x| ≤ a, |y| ≤ b. */
export const rectangle = (a: number, b: number): Triple[] => [
  [-a, -b, 0],
  [a, -b, 0],
  [a, b, 0],
  [-a, b, 0],
];

/** An anticlockwise outline drawn out along z. */
export function prismOf(around: readonly Triple[], bottom: number, top: number): Mesh {
  const n = around.length;
  const at = (z: number): Triple[] => around.map(([x, y]) => [x, y, z]);
  const sides = around.map((_, i) => [i, (i + 1) % n, n + ((i + 1) % n), n + i]);
  const round = around.map((_, i) => i);
  return {
    kind: "mesh",
    vertices: [...at(bottom), ...at(top)],
    faces: [[...round].reverse(), round.map((i) => n + i), ...sides],
  };
}
