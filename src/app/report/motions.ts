import type { Result } from "../../motion/result.js";
import { readable } from "../numbers.js";
import type { SceneData } from "../viewer/scene-data.js";
import { sceneOf } from "../viewer/scene-of.js";
import { framesOf } from "./frames.js";
import { scenePictures } from "./scene-pictures.js";

/** A motion that a report plays, under the name by which it is chosen. */
export interface Motion {
  readonly name: string;
  readonly scene: SceneData;
}

/** Numbers of all motions of one report together: two hundred kilobytes. */
const mostNumbers = 36_000;
/** Pictures of one of many motions, which still are enough for it to move evenly. */
const fewest = 60;

/** Every launch or design of a search, or the one motion of the result. */
export function motionsOf(result: Result): Motion[] {
  const { solutions = [] } = result;
  const all = solutions.length > 0 ? solutions : [result];
  return all.flatMap((one, i) => {
    const scene = sceneOf(one);
    if (scene === undefined) return [];
    const perPicture = 7 * scene.bodies.length + 9 * scene.contacts.length;
    const most = Math.max(fewest, Math.floor(mostNumbers / perPicture / all.length));
    return [{ name: motionName(one, i), scene: scenePictures(scene, framesOf(scene.t, [], most)) }];
  });
}

/** "2: flight, impact, flight (launch.vx 1.118, launch.vz −3.971)", or "2: infeasible (corner.x 4.931, corner.y 5.105)". */
export function motionName({ sequence, status, problem, parameters }: Result, i: number): string {
  const found =
    sequence === undefined ? (problem.objective?.vary ?? []) : (problem.boundary ?? []).map(({ frees }) => frees);
  const values = found.map((name) => `${name} ${readable(fourDigits(parameters[name]))}`);
  return `${i + 1}: ${sequence ?? status}${values.length === 0 ? "" : ` (${values.join(", ")})`}`;
}

const fourDigits = (x: number | string | undefined): number => Number(Number(x).toPrecision(4));
