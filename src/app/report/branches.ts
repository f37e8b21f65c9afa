import type { Result } from "../../motion/result.js";
import { targetPoints } from "../viewer/targets.js";
import type { BranchesFigure, Spot } from "./figures.js";
import { framesOf, mostFrames, turnsOf } from "./frames.js";
import { modelOf } from "./motion.js";
import { motionName } from "./motion-name.js";
import { isUpright } from "./view.js";

/** Points of all paths of one picture together. */
const allPoints = 3 * mostFrames;
/** Points of one of many paths. */
const fewest = 60;

/** Paths of all launches in one picture; none where there is but one, or nothing with two coordinates. */
export function branchesOf(result: Result): BranchesFigure | undefined {
  const all = result.solutions ?? [];
  if (all.length < 2) return undefined;
  const model = modelOf(result);
  const axes = isUpright(model, result) ? (["x", "z"] as const) : (["x", "y"] as const);
  const bodies = model.state
    .filter(({ name }) => name.endsWith(".x") && result.trajectory.columns[`${name.slice(0, -1)}${axes[1]}`])
    .map(({ name }) => name.slice(0, -".x".length));
  if (bodies.length === 0) return undefined;
  const kind = all.every(({ sequence }) => sequence === undefined) ? "Designs" : "Launches";
  const most = Math.max(fewest, Math.min(mostFrames, Math.floor(allPoints / all.length)));
  const lines = all.flatMap((launch, i) => {
    const { t, columns } = launch.trajectory;
    const turns = Object.entries(columns).flatMap(([name, force]) =>
      name.endsWith(".normalForce") ? turnsOf(force) : [],
    );
    const kept = framesOf(t, turns, most);
    return bodies.map((body) => {
      const at = (axis: string): number[] => kept.map((k) => Number(columns[`${body}.${axis}`]![k]!.toPrecision(6)));
      return { launch: i, body, t: kept.map((k) => t[k]!), x: at(axes[0]), y: at(axes[1]) };
    });
  });
  return {
    kind: "branches",
    title: `${kind} side by side`,
    text: `The paths of all ${all.length} ${kind.toLowerCase()} that were found, both axes to the same scale.`,
    labels: [`${axes[0]} (m)`, `${axes[1]} (m)`],
    names: all.map(motionName),
    lines,
    targets: targetPoints(bodies, result, () => 0).map((at): Spot => [at[0], at[axes[1] === "z" ? 2 : 1]]),
  };
}
