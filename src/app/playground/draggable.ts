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

/** The box that a handle stays in while it is dragged, by the ranges of its parameters; flat where it does not move. */
export function boxOfHandle(
  { at, rules }: Draggable,
  rangeOf: (name: string) => { readonly min: number; readonly max: number } | undefined,
): Handle["within"] {
  const [low, high] = [[...at], [...at]];
  for (const { axis, parameter, offset, slope } of rules) {
    const ends = rangeOf(parameter);
    if (ends === undefined) return undefined;
    const [a, b] = [offset + slope * ends.min, offset + slope * ends.max];
    [low[axis], high[axis]] = [Math.min(a, b), Math.max(a, b)];
  }
  return { low: [low[0], low[1], low[2]], high: [high[0], high[1], high[2]] };
}
