import type { Footprint } from "../../mechanics/model.js";
import type { Result } from "../../motion/result.js";
import { readable } from "../numbers.js";
import type { SnapshotsFigure } from "./figures.js";
import { segmentText } from "./patch-charts.js";
import { segmentsOf } from "./patches.js";
import type { Snapshot, SpatialMotion } from "./spatial-figures.js";

/** More pictures than this are no overview; the replay has them all. */
const mostShots = 12;

/** The motion where each contact segment begins; none where nothing changes. */
export function snapshotsOf(
  footprints: readonly Footprint[],
  motion: SpatialMotion,
  result: Result,
): SnapshotsFigure | undefined {
  const segments = footprints.flatMap((footprint) => segmentsOf(footprint, result));
  const steps = [...new Set(segments.map(({ from }) => from))].sort((a, b) => a - b);
  if (steps.length < 2) return undefined;
  const { declared } = result.trajectory;
  const shots = steps.slice(0, mostShots).flatMap((step): Snapshot[] => {
    const point = declared === undefined ? step : declared.indexOf(step) + 1;
    const picture = motion.step.findIndex((k) => k >= point);
    if (picture < 0) return [];
    const begin = segments.filter(({ from }) => from === step);
    const text = begin.map((segment) => `${segment.of === undefined ? "" : `${segment.of}: `}${segmentText(segment)}`);
    return [{ picture, title: `step ${step}, ${readable(motion.t[picture]!)} s`, text: text.join("; ") }];
  });
  const more = steps.length > shots.length ? ` The first ${shots.length} of ${steps.length} changes.` : "";
  return {
    kind: "snapshots",
    title: "Snapshots of the transitions",
    text: `The end of the first step of every contact segment, from one direction and in one scale.${more}`,
    shots,
  };
}
