import type { Handle } from "../viewer/viewer-api.js";

/** Coordinate `axis` of a handle is offset + slope · parameter. */
export interface AxisRule {
  readonly axis: 0 | 1 | 2;
  readonly parameter: string;
  readonly offset: number;
  readonly slope: number;
}

/** The angle of a handle about a centre is offset + slope · parameter, which has a value now. */
export interface TurnRule {
  readonly parameter: string;
  readonly centre: readonly [number, number, number];
  readonly slope: number;
  readonly value: number;
}

/** A handle, and which parameters it moves, or turns. */
export interface Draggable extends Handle {
  readonly rules: readonly AxisRule[];
  readonly turn?: TurnRule;
}

/** Values of the parameters that put a handle at a point; what the point leaves where it is stays as it is. */
export function draggedTo({ at, rules, turn }: Draggable, point: readonly number[]): Record<string, number> {
  if (turn !== undefined) return turnedTo(at, turn, point);
  const moved = rules.filter(({ axis }) => Math.abs(point[axis] - at[axis]) > 1e-9);
  return Object.fromEntries(
    moved.map(({ axis, parameter, offset, slope }) => [parameter, (point[axis] - offset) / slope]),
  );
}

/** The shorter way round from where it is. */
function turnedTo(at: Handle["at"], { parameter, centre, slope, value }: TurnRule, point: readonly number[]) {
  const angle = ([x, y]: readonly number[]): number => Math.atan2(y - centre[1], x - centre[0]);
  const by = angle(point) - angle(at);
  const least = by - 2 * Math.PI * Math.round(by / (2 * Math.PI));
  return { [parameter]: value + least / slope };
}

/** The box that a handle stays in while it is dragged, by the ranges of its parameters; flat where it does not move. */
export function boxOfHandle(
  { at, rules, turn }: Draggable,
  rangeOf: (name: string) => { readonly min: number; readonly max: number } | undefined,
): Handle["within"] {
  if (turn !== undefined) return undefined;
  const [low, high] = [[...at], [...at]];
  for (const { axis, parameter, offset, slope } of rules) {
    const ends = rangeOf(parameter);
    if (ends === undefined) return undefined;
    const [a, b] = [offset + slope * ends.min, offset + slope * ends.max];
    [low[axis], high[axis]] = [Math.min(a, b), Math.max(a, b)];
  }
  return { low: [low[0], low[1], low[2]], high: [high[0], high[1], high[2]] };
}
