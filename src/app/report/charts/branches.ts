import { type Axis, coordinateOf } from "../../../mechanics/views.js";
import type { Result } from "../../../motion/result.js";
import { bodiesOf, columnAlong } from "../../motion-view/bodies.js";
import { framesOf, mostFrames, turnsOf } from "../../motion-view/frames.js";
import { contactsOf } from "../../motion-view/motion.js";
import { motionName } from "../../motion-view/motion-name.js";
import type { Spot } from "../../motion-view/outlines.js";
import { targetPoints } from "../../motion-view/scene/targets.js";
import { isUpright } from "../../motion-view/view.js";
import type { BranchesFigure } from "./figures.js";

/** Points of all paths of one picture together. */
const allPoints = 3 * mostFrames;
/** Points of one of many paths. */
const fewest = 60;

/** Paths of all launches in one picture; none where there is but one, or nothing with two coordinates. */
export function branchesOf(result: Result): BranchesFigure | undefined {
  const all = result.solutions ?? [];
  if (all.length < 2) return undefined;
  const { model } = result;
  const axes = isUpright(model, result) ? (["x", "z"] as const) : (["x", "y"] as const);
  const bodies = bodiesOf(model).filter((body) => coordinateOf(body, axes[1]) !== undefined);
  if (bodies.length === 0) return undefined;
  const kind = all.every(({ run: { sequence } }) => sequence === undefined) ? "Designs" : "Launches";
  const most = Math.max(fewest, Math.min(mostFrames, Math.floor(allPoints / all.length)));
  const lines = all.flatMap((launch, i) => {
    const { t } = launch.trajectory;
    const turns = contactsOf(launch).flatMap(({ normal }) => turnsOf(normal));
    const kept = framesOf(t, turns, most);
    return bodies.map((body) => {
      const at = (axis: Axis): number[] => {
        const column = columnAlong(body, axis, launch.trajectory);
        return kept.map((k) => Number((column?.[k] ?? 0).toPrecision(6)));
      };
      return { launch: i, body: body.name, t: kept.map((k) => t[k]), x: at(axes[0]), y: at(axes[1]) };
    });
  });
  return {
    kind: "branches",
    title: `${kind} side by side`,
    text: `The paths of all ${all.length} ${kind.toLowerCase()} that were found, both axes to the same scale.`,
    labels: [`${axes[0]} (m)`, `${axes[1]} (m)`],
    names: all.map(motionName),
    lines,
    targets: targetPoints(bodies, result).map((at): Spot => [at[0], at[axes[1] === "z" ? 2 : 1]]),
  };
}
