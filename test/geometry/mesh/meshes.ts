/** Meshes for tests, by formulas. */
import type { MeshShape } from "../../../src/geometry/shape.js";

type Point = readonly [number, number, number];
type Triangle = readonly [number, number, number];

const corners = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
] as const;

const ends: readonly Triangle[] = [
  [0, 1, 3],
  [1, 2, 3],
  [0, 3, 5],
  [3, 4, 5],
];

/** An L of width and height one and legs of two, times a scale: its volume is 3 scale³. */
export function bracket(scale = 1): MeshShape {
  const n = corners.length;
  const at = (z: number) => corners.map(([x, y]): Point => [scale * x, scale * y, scale * z]);
  const sides = corners.flatMap((_, i): Triangle[] => {
    const j = (i + 1) % n;
    return [
      [i, j, j + n],
      [i, j + n, i + n],
    ];
  });
  const top = ends.map(([a, b, c]): Triangle => [a + n, b + n, c + n]);
  return {
    kind: "mesh",
    vertices: [...at(0), ...at(1)],
    faces: [...top, ...ends.map(([a, b, c]): Triangle => [a, c, b]), ...sides],
  };
}

/** Ground of n × n uneven cells over |x|, |y| ≤ 0.5, at a height that a formula says. */
export function ground(n: number, height: (x: number, y: number) => number = () => 0): MeshShape {
  const place = (k: number, along: number): number =>
    k === 0 || k === n ? k / n - 0.5 : (k + 0.2 * (((along * 7 + k * 3) % 3) - 1)) / n - 0.5;
  const vertices = Array.from({ length: (n + 1) ** 2 }, (_, k): Point => {
    const [i, j] = [k % (n + 1), Math.floor(k / (n + 1))];
    const [x, y] = [place(i, j), place(j, i)];
    return [x, y, height(x, y)];
  });
  const faces = Array.from({ length: n * n }, (_, k) => k + Math.floor(k / n)).flatMap((k): Triangle[] => [
    [k, k + 1, k + n + 2],
    [k, k + n + 2, k + n + 1],
  ]);
  return { kind: "mesh", vertices, faces };
}
