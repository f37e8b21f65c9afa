import type { Result } from "../../motion/result.js";
import { framesOf } from "../motion-view/frames.js";
import { motionName } from "../motion-view/motion-name.js";
import type { SceneData } from "../motion-view/scene/scene-data.js";
import { sceneOf } from "../motion-view/scene/scene-of.js";
import { scenePictures } from "../motion-view/scene-pictures.js";
import { reportData } from "./charts/charts.js";
import { isOfAll, type ReportData } from "./charts/figures.js";

/** A motion that a report plays, under the name by which it is chosen. */
export interface Motion {
  readonly name: string;
  readonly scene: SceneData;
  /** Its own charts, where they are not those of the report. */
  readonly charts?: ReportData;
  /** Drawn faintly beside it, where that is not every other motion. */
  readonly ghosts?: readonly SceneData[];
}

/** Numbers of all motions of one report together: two hundred kilobytes. */
const mostNumbers = 36_000;
/** Pictures of one of many motions, which still are enough for it to move evenly. */
const fewest = 60;

/** Numbers in the charts of all motions but the first: those have the rest of what a report may carry. */
const mostCharted = 20_000;

/** Every launch or design of a search, or the one motion of the result, whose charts are those of the report. */
export function motionsOf(result: Result): Motion[] {
  const { solutions = [] } = result;
  const all = solutions.length > 0 ? solutions : [result];
  return scenesOf(all).flatMap((scene, i): Motion[] => {
    if (scene === undefined) return [];
    const one = all[i];
    const motion = { name: motionName(one, i), scene };
    return [i === 0 ? motion : { ...motion, charts: chartsOf(one, mostCharted / (all.length - 1)) }];
  });
}

/** The charts that differ from one motion of a search to the next. */
function chartsOf(one: Result, most: number): ReportData {
  const data = reportData(one, undefined, undefined, most);
  return { ...data, figures: data.figures.filter((figure) => !isOfAll(figure)) };
}

/** The scene of each motion, with fewer pictures where there are many. */
export function scenesOf(motions: readonly Result[]): (SceneData | undefined)[] {
  return motions.map((one) => {
    const scene = sceneOf(one);
    if (scene === undefined) return undefined;
    const perPicture = 7 * scene.bodies.length + 9 * scene.contacts.length;
    const most = Math.max(fewest, Math.floor(mostNumbers / perPicture / motions.length));
    return scenePictures(scene, framesOf(scene.t, [], most));
  });
}
