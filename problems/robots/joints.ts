import type { Joint } from "bankshot/robots";

const unlimited = Number.POSITIVE_INFINITY;

/** The name of a joint, and of the links that it joins. */
type Between = readonly [name: string, parent: string, child: string];

/** A slider along an axis of its parent link. */
export function slider([name, parent, child]: Between, axis: Joint["axis"], range?: readonly [number, number]): Joint {
  const [lower, upper] = range ?? [-unlimited, unlimited];
  const origin: Joint["origin"] = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };
  return { name, kind: "prismatic", parent, child, origin, axis, limits: { lower, upper, speed: unlimited } };
}

/** A hinge about y, which turns a robot in the plane x–z, at a place of its parent link. */
export function hinge(
  [name, parent, child]: Between,
  position: Joint["axis"],
  range?: readonly [number, number],
): Joint {
  const [lower, upper] = range ?? [-unlimited, unlimited];
  const kind = range === undefined ? "continuous" : "revolute";
  const origin: Joint["origin"] = { position, orientation: [1, 0, 0, 0] };
  return { name, kind, parent, child, origin, axis: [0, 1, 0], limits: { lower, upper, speed: unlimited } };
}
