import { type Axis, axes, type BodyView, coordinateOf } from "../../../mechanics/views.js";
import type { Result } from "../../../motion/result.js";
import { columnAlong } from "../bodies.js";
import { targetsOf } from "../motion.js";
import type { Triple } from "./scene-data.js";

/** Targets of bodies by conditions on their coordinates, free ones as they end; or by parameters called `target.…`. */
export function targetPoints(
  bodies: readonly BodyView[],
  result: Result,
  heightOf: (body: BodyView) => number = () => 0,
): Triple[] {
  const targets = targetsOf(result);
  const end = (body: BodyView, axis: Axis): number | undefined => columnAlong(body, axis, result.trajectory)?.at(-1);
  const asked = bodies.flatMap((body): Triple[] => {
    const [x, y, z] = axes.map((axis) => targets.get(coordinateOf(body, axis) ?? ""));
    if (x === undefined && y === undefined && z === undefined) return [];
    return [[x ?? end(body, "x") ?? 0, y ?? end(body, "y") ?? 0, z ?? end(body, "z") ?? heightOf(body)]];
  });
  const known = asked.length > 0 ? asked : fromParameters(bodies.at(-1), result, end);
  return known.filter((point) => point.every(Number.isFinite));
}

function fromParameters(
  body: BodyView | undefined,
  { run: { parameters } }: Result,
  end: (body: BodyView, axis: Axis) => number | undefined,
): Triple[] {
  const [x, y, z] = axes.map((axis) => Number(parameters[`target.${axis}`] ?? Number.NaN));
  if (body === undefined || [x, y, z].filter(Number.isFinite).length < 2) return [];
  const at = (given: number, axis: Axis): number => (Number.isFinite(given) ? given : (end(body, axis) ?? 0));
  return [[at(x, "x"), at(y, "y"), at(z, "z")]];
}
