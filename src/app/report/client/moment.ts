import type { Force, ReplayRun } from "../figures.js";
import { pictureAfter } from "./chart.js";

/** Where a body is at one moment. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** A motion at one moment: poses between two pictures, and the forces of the step that is under way. */
export interface Moment {
  readonly poses: readonly Pose[];
  readonly forces: readonly Force[];
}

/** The moment at a time, which decides alone: pictures need not be evenly spaced. */
export function momentAt({ t, bodies, forces }: ReplayRun, time: number): Moment {
  const after = pictureAfter(t, time);
  const before = Math.max(0, after - 1);
  const span = t[after]! - t[before]!;
  const share = span > 0 ? Math.min(1, Math.max(0, (time - t[before]!) / span)) : 1;
  const between = (values: readonly number[]): number => values[before]! + share * (values[after]! - values[before]!);
  const poses = bodies.map(({ x, y, angle }) => ({ x: between(x), y: between(y), angle: between(angle) }));
  return { poses, forces: forces[after]! };
}

/** Bounds of all that is drawn of motions [m]: outlines at every pose, what of the world has an end, and targets. */
export function boundsOf(runs: readonly ReplayRun[]): { x: [number, number]; y: [number, number] } {
  const x: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const y: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const reach = (u: number, v: number, by = 0): void => {
    [x[0], x[1]] = [Math.min(x[0], u - by), Math.max(x[1], u + by)];
    [y[0], y[1]] = [Math.min(y[0], v - by), Math.max(y[1], v + by)];
  };
  for (const { t, world, bodies, targets } of runs) {
    for (const [u, v] of targets) reach(u, v);
    for (const one of world) {
      if (one.kind === "circle") reach(...one.centre, one.radius);
      else if (one.kind === "polygon") for (const spot of one.points) reach(...spot);
      else if (one.kind === "point") reach(...one.at);
      else
        for (const s of one.stretch ?? [])
          reach(one.offset * one.normal[0] + s * one.tangent[0], one.offset * one.normal[1] + s * one.tangent[1]);
    }
    for (const body of bodies)
      t.forEach((_, k) => {
        const [c, s] = [Math.cos(body.angle[k]!), Math.sin(body.angle[k]!)];
        const at = (u: number, v: number, by: number): void =>
          reach(body.x[k]! + c * u - s * v, body.y[k]! + s * u + c * v, by);
        for (const one of body.outlines) {
          if (one.kind === "circle") at(...one.centre, one.radius);
          else if (one.kind === "polygon") for (const spot of one.points) at(...spot, 0);
          else if (one.kind === "point") at(...one.at, 0);
        }
      });
  }
  return { x, y };
}
