import type { SceneBody, SceneContact, SceneData, Triple } from "../motion-view/scene/scene-data.js";

/** Ends of line segments one after the other, three numbers each. */
type Segments = number[];

/** The way of a body's centre, and in dashes that on which it flies on. */
export function trailLines({ poses, after = [] }: SceneBody): Segments {
  const lines: Segments = [];
  for (let i = 1; i < after.length; i += 2) lines.push(...after[i - 1], ...after[i]);
  for (let i = 7; i + 2 < poses.length; i += 7)
    lines.push(poses[i - 7], poses[i - 6], poses[i - 5], poses[i], poses[i + 1], poses[i + 2]);
  return lines;
}

/** The way of an equivalent contact point, with gaps where nothing touches. */
export function contactLines({ point, normal }: SceneContact): Segments {
  const touches = (i: number): boolean => normal[i] !== 0 || normal[i + 1] !== 0 || normal[i + 2] !== 0;
  const lines: Segments = [];
  for (let i = 3; i + 2 < point.length; i += 3)
    if (touches(i - 3) && touches(i))
      lines.push(point[i - 3], point[i - 2], point[i - 1], point[i], point[i + 1], point[i + 2]);
  return lines;
}

/** The ways of all parts of another motion. */
export function ghostLines({ bodies }: SceneData): Segments {
  return bodies.filter(({ role }) => role === "part").flatMap(trailLines);
}

type Pixel = readonly [number, number];

/** The distance of a pixel from a segment. */
export function awayFrom([x, y]: Pixel, [a, b]: Pixel, [c, d]: Pixel): number {
  const square = (c - a) ** 2 + (d - b) ** 2;
  const share = square > 0 ? Math.min(1, Math.max(0, ((x - a) * (c - a) + (y - b) * (d - b)) / square)) : 0;
  return Math.hypot(a + share * (c - a) - x, b + share * (d - b) - y);
}

const corners = 28;
/** Rings around starts and targets, as shares of the scene's size. */
const startRing = 0.012;
const targetRing = 0.026;

/** A ring where each part begins; a ring with a cross where a body must end. Both lie in the motion's plane, or level. */
export function startAndTargetLines({ plane, bodies, targets }: SceneData, size: number) {
  const up: Triple = plane === "xz" ? [0, 0, 1] : [0, 1, 0];
  const starts = bodies.flatMap(({ role, poses }) =>
    role === "part" ? ring([poses[0], poses[1], poses[2]], startRing * size, up) : [],
  );
  return {
    starts,
    targets: targets.flatMap((at) => [...ring(at, targetRing * size, up), ...cross(at, 1.6 * targetRing * size, up)]),
  };
}

function ring([x, y, z]: Triple, radius: number, up: Triple): Segments {
  const at = (i: number): Triple => {
    const [c, s] = [radius * Math.cos((2 * Math.PI * i) / corners), radius * Math.sin((2 * Math.PI * i) / corners)];
    return [x + c, y + s * up[1], z + s * up[2]];
  };
  return Array.from({ length: corners }, (_, i) => [...at(i), ...at(i + 1)]).flat();
}

function cross([x, y, z]: Triple, arm: number, up: Triple): Segments {
  return [x - arm, y, z, x + arm, y, z, x, y - arm * up[1], z - arm * up[2], x, y + arm * up[1], z + arm * up[2]];
}
