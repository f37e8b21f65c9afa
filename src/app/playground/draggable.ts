import type { Handle } from "../viewer/viewer-api.js";

/** Coordinate `axis` of a handle is offset + slope · parameter. */
export interface AxisRule {
  readonly axis: 0 | 1 | 2;
  readonly parameter: string;
  readonly offset: number;
  readonly slope: number;
}

/** A handle, and which parameters it moves. */
export interface Draggable extends Handle {
  readonly rules: readonly AxisRule[];
}

/** Values of the parameters that put a handle at a point; what the point leaves where it is stays as it is. */
export function draggedTo({ at, rules }: Draggable, point: readonly number[]): Record<string, number> {
  const moved = rules.filter(({ axis }) => Math.abs(point[axis] - at[axis]) > 1e-9);
  return Object.fromEntries(
    moved.map(({ axis, parameter, offset, slope }) => [parameter, (point[axis] - offset) / slope]),
  );
}
