import type { Footprint } from "../../../mechanics/views.js";
import type { Result } from "../../../motion/result.js";
import { readable } from "../../motion-view/numbers.js";
import { segmentsOf, segmentText } from "../../motion-view/patches.js";
import { sceneOf } from "../../motion-view/scene/scene-of.js";
import { scenePictures } from "../../motion-view/scene-pictures.js";
import type { SnapshotsFigure } from "./figures.js";

/** More pictures than this are no overview; the replay has them all. */
const mostShots = 12;

/** The motion where each contact segment begins; none where nothing changes. */
export function snapshotsOf(footprints: readonly Footprint[], result: Result): SnapshotsFigure | undefined {
  const segments = footprints.flatMap((footprint) => segmentsOf(footprint, result));
  const steps = [...new Set(segments.map(({ from }) => from))].sort((a, b) => a - b);
  if (steps.length < 2) return undefined;
  const motion = sceneOf(result);
  if (motion === undefined) return undefined;
  const {
    steps: { declared },
  } = result.trajectory;
  const pictures: number[] = [];
  const shots = steps.slice(0, mostShots).flatMap((step) => {
    const point = declared === undefined ? step : declared.indexOf(step) + 1;
    const picture = Array.from(motion.step).findIndex((k) => k >= point);
    if (picture < 0) return [];
    pictures.push(picture);
    const begin = segments.filter(({ from }) => from === step);
    const text = begin.map((segment) => `${segment.of === undefined ? "" : `${segment.of}: `}${segmentText(segment)}`);
    return [{ title: `step ${step}, ${readable(fourDigits(motion.t[picture]))} s`, text: text.join("; ") }];
  });
  const more = steps.length > shots.length ? ` The first ${shots.length} of ${steps.length} changes.` : "";
  return {
    kind: "snapshots",
    title: "Snapshots of the transitions",
    text: `The end of the first step of every contact segment, from one direction.${more}`,
    // around the bodies: where they must end is elsewhere
    scene: { ...scenePictures(motion, pictures), targets: [] },
    shots,
  };
}

const fourDigits = (x: number): number => Number(x.toPrecision(4));
