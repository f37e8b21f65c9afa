/** Points of a body in the world, for pictures of a motion. */
import { normalise, rotate, type Vector } from "../../src/algebra/rotation.js";

/** Points given in a spatial body's frame [m], where they are at grid point `k`: x + R(e) p. */
export function place(
  columns: Readonly<Record<string, ArrayLike<number>>>,
  body: string,
  k: number,
  points: readonly (readonly number[])[],
): Vector[] {
  const at = (name: string): number => columns[`${body}.${name}`][k];
  const turn = normalise([at("e0"), at("ex"), at("ey"), at("ez")]);
  return points.map((point) => {
    const [x, y, z] = rotate(turn, point);
    return [at("x") + x, at("y") + y, at("z") + z];
  });
}
