import { fromRotationVector } from "../../../algebra/rotation.js";
import { type Axis, axes, type BodyView, coordinateOf } from "../../../mechanics/views.js";
import type { Result } from "../../../motion/result.js";
import { columnAlong } from "../bodies.js";
import { targetsOf } from "../motion.js";
import type { SceneBody, Triple } from "./scene-data.js";

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

/** Heights and angles at the end, of bodies that must end at a place in the plane with a heading: as poses. */
export function aimsOf(bodies: readonly SceneBody[], views: readonly BodyView[], result: Result): SceneBody[] {
  const targets = targetsOf(result);
  // a heading in space is a formula of a whole rotation
  const inSpace = result.run.parameters["target.theta"];
  return bodies.map((body) => {
    const view = views.find(({ name }) => name === body.name);
    if (view === undefined) return body;
    const turned = turnedAim(body, view, result);
    if (turned !== undefined) return { ...body, aim: turned };
    const [x, y] = (["x", "y"] as const).map((axis) => targets.get(coordinateOf(view, axis) ?? ""));
    const isFlat = typeof view.orientation === "string";
    const heading = isFlat ? targets.get(view.orientation) : Number(inSpace ?? Number.NaN);
    if (x === undefined || y === undefined || heading === undefined || !Number.isFinite(x + y + heading)) return body;
    const z = body.poses[body.poses.length - 5];
    return { ...body, aim: [x, y, z, Math.cos(heading / 2), 0, 0, Math.sin(heading / 2)] };
  });
}

/** A pose in space that is asked for by the vector of its rotation, at its place or where the body ends. */
function turnedAim({ name, poses }: SceneBody, view: BodyView, result: Result): number[] | undefined {
  const { parameters } = result.run;
  const turn = axes.map((axis) => Number(parameters[`target.${name}.r${axis}`] ?? Number.NaN));
  if (turn.every(Number.isNaN)) return undefined;
  const targets = targetsOf(result);
  const end = Array.from({ length: 3 }, (_, i) => poses[poses.length - 7 + i]);
  const place = axes.map((axis, i) => targets.get(coordinateOf(view, axis) ?? "") ?? end[i]);
  return [...place, ...fromRotationVector(turn.map((x) => (Number.isNaN(x) ? 0 : x)))];
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
