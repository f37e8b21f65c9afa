import { rotate } from "../../algebra/rotation.js";
import type { SceneBody, SceneData, SceneShape, Triple } from "../motion-view/scene/scene-data.js";
import { tripleOf } from "./triple.js";

/** Poses that decide how much of space is shown. */
const mostPoses = 40;

/** Points of all that must be seen: bodies at many of their poses, what of the world has an end, and targets. */
export function pointsOf({ t, bodies, world, targets }: SceneData): Triple[] {
  const every = Math.max(1, Math.ceil(t.length / mostPoses));
  const pictures = Array.from({ length: t.length }, (_, i) => i).filter((i) => i % every === 0 || i === t.length - 1);
  const moving = bodies.flatMap((body) => {
    const corners = body.shapes.flatMap(cornersOf);
    return pictures.flatMap((i) => corners.map((corner) => placeInWorld(body, i, corner)));
  });
  const flights = bodies.flatMap(({ after = [] }) => after);
  const aims = bodies.flatMap(({ shapes, aim }) =>
    aim === undefined ? [] : shapes.flatMap(cornersOf).map((corner) => placeInWorld({ poses: aim }, 0, corner)),
  );
  return [...moving, ...flights, ...aims, ...world.flatMap(cornersOf), ...targets];
}

/** The place of a body's point in the world at a picture. */
export function placeInWorld({ poses }: Pick<SceneBody, "poses">, picture: number, point: Triple): Triple {
  const at = 7 * picture;
  const q = [poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]];
  const [x, y, z] = rotate(q, point);
  return [poses[at] + x, poses[at + 1] + y, poses[at + 2] + z];
}

/** Points that a shape lies between, in its own axes. */
export function cornersOf(shape: SceneShape): Triple[] {
  switch (shape.kind) {
    case "mesh":
      return shape.vertices.length > 60 ? boxCorners(shape.vertices) : [...shape.vertices];
    case "ball": {
      const { centre, radius: r } = shape;
      return boxCorners([tripleOf((i) => centre[i] - r), tripleOf((i) => centre[i] + r)]);
    }
    case "cylinder": {
      const { radius: r, halfLength: l } = shape;
      return boxCorners([
        [-r, -r, -l],
        [r, r, l],
      ]);
    }
    case "point":
      return [shape.at];
    case "bar": {
      const { from, to, radius: r } = shape;
      return [from, to].flatMap((end) => boxCorners([tripleOf((i) => end[i] - r), tripleOf((i) => end[i] + r)]));
    }
    case "line":
      return [shape.from, shape.to];
    case "half-space": {
      const { normal, tangent, offset, stretch = [] } = shape;
      return stretch.map((s) => tripleOf((i) => offset * normal[i] + s * tangent[i]));
    }
  }
}

/** The smallest box that holds points [m]. */
export interface Box {
  readonly low: Triple;
  readonly high: Triple;
}

export function boxOf(points: readonly Triple[]): Box {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const point of points)
    for (let i = 0; i < 3; i++) {
      low[i] = Math.min(low[i], point[i]);
      high[i] = Math.max(high[i], point[i]);
    }
  return points.length === 0 ? { low: [0, 0, 0], high: [0, 0, 0] } : { low, high };
}

function boxCorners(points: readonly Triple[]): Triple[] {
  const { low, high } = boxOf(points);
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => tripleOf((j) => ((i >> j) & 1 ? high : low)[j]));
}

/** True for a box that lies within another, and is not much smaller. */
export const holds = (outer: Box, inner: Box): boolean =>
  sizeOf(outer) < 2 * sizeOf(inner) &&
  outer.low.every(
    (x, i) => x <= inner.low[i] + 0.05 * sizeOf(outer) && outer.high[i] >= inner.high[i] - 0.05 * sizeOf(outer),
  );

/** The longest side of a box [m]; a motion that goes nowhere is shown in a decimetre. */
export const sizeOf = ({ low, high }: Box): number => Math.max(...high.map((x, i) => x - low[i])) || 0.1;

/** Longer than this many times its largest part no arrow should be. */
const partsLong = 7;

/** The size by which arrows are drawn [m]: that of the scene, or a smaller one where its parts are small. */
export function arrowSize({ bodies }: SceneData, size: number): number {
  const parts = bodies.filter(({ role }) => role === "part").flatMap(({ shapes }) => shapes.flatMap(cornersOf));
  const { low, high } = boxOf(parts);
  const largest = Math.max(...high.map((x, i) => x - low[i]));
  return largest > 0 ? Math.min(size, partsLong * largest) : size;
}

/** The largest force of a motion [N]; zero where nothing touches. */
export function largestForce({ contacts }: SceneData): number {
  let most = 0;
  for (const { normal, tangential } of contacts)
    for (let i = 0; i + 2 < normal.length; i += 3) {
      let square = 0;
      for (let j = i; j < i + 3; j++) square += (normal[j] + tangential[j]) ** 2;
      most = Math.max(most, square);
    }
  return Math.sqrt(most);
}

/** A round distance [m], so that a size has between five and twelve of them. */
export function gridStep(size: number): number {
  const rough = size / 8;
  const decade = 10 ** Math.floor(Math.log10(rough));
  return decade * ([1, 2, 5].find((factor) => factor * decade >= rough) ?? 10);
}
