import type { Result } from "../../../motion/result.js";
import { framesOf } from "../frames.js";
import type {
  SceneBody,
  SceneContact,
  SceneData,
  ScenePatch,
  SceneShape,
  SceneTimeline,
  Triple,
} from "./scene-data.js";

/** A motion as its model tells it at every grid point, before pictures of it are chosen. */
export interface Source {
  readonly plane: SceneData["plane"];
  readonly bodies: readonly SourceBody[];
  readonly world: readonly SceneShape[];
  readonly contacts: readonly SourceContact[];
  /**
   * Nine numbers for each contact at a grid point: where [m], normal force and friction on its body [N], zeros in
   * flight; the next call writes over them.
   */
  readonly forces: (k: number) => ArrayLike<number>;
  readonly targets: readonly Triple[];
  readonly timeline: SceneTimeline;
  /** Grid points that a long motion must show. */
  readonly turns: readonly number[];
}

export interface SourceBody extends Omit<SceneBody, "poses"> {
  /** x, y, z [m] and the unit quaternion w, x, y, z at a grid point; the next call writes over them. */
  readonly pose: (k: number) => ArrayLike<number>;
}

export interface SourceContact extends Pick<SceneContact, "name" | "body" | "friction"> {
  readonly patches: readonly ScenePatch[];
  /** Which of the patches touches at a grid point; −1 in flight. */
  readonly patch?: (k: number) => number;
}

/** More pictures than this no viewer needs: a twentieth of a second each, half a minute. Long lists of bodies have fewer. */
const mostPictures = 600;
const mostPoses = 4800;

/** The pictures of a motion, up to where it has numbers; undefined where it has none at all. */
export function pictureSource(source: Source, { trajectory: { t } }: Result): SceneData | undefined {
  const most = Math.min(mostPictures, Math.floor(mostPoses / source.bodies.length));
  const all = framesOf(
    t,
    [...new Set(source.turns)].sort((a, b) => a - b),
    most,
  );
  const poses = source.bodies.map(({ pose }) => flat(all, (k) => pose(k), 7, length));
  const broken = Math.min(...poses.map((values) => firstBroken(values, 7)));
  const kept = all.slice(0, broken);
  if (kept.length === 0) return undefined;
  const forces = flat(kept, source.forces, 9 * source.contacts.length, force);
  const part = (contact: number, from: number): number[] =>
    kept.flatMap((_, i) => {
      const at = 9 * (i * source.contacts.length + contact) + from;
      return [finite(forces[at]), finite(forces[at + 1]), finite(forces[at + 2])];
    });
  return {
    plane: source.plane,
    t: kept.map((k) => t[k]),
    step: kept,
    bodies: source.bodies.map(({ pose: _, ...body }, i) => ({ ...body, poses: poses[i].slice(0, 7 * kept.length) })),
    world: source.world,
    contacts: source.contacts.map(({ patch, ...contact }, i) => ({
      ...contact,
      point: part(i, 0),
      normal: part(i, 3),
      tangential: part(i, 6),
      patch: patch === undefined ? [] : kept.map(patch),
    })),
    targets: source.targets,
    timeline: source.timeline,
  };
}

/** So many numbers for each picture, one after the other. */
function flat(
  kept: readonly number[],
  at: (k: number) => ArrayLike<number>,
  size: number,
  round: (x: number) => number,
): number[] {
  const values = new Array<number>(size * kept.length);
  kept.forEach((k, i) => {
    const now = at(k);
    for (let j = 0; j < size; j++) values[size * i + j] = round(now[j]);
  });
  return values;
}

function firstBroken(values: readonly number[], size: number): number {
  const broken = values.findIndex((x) => !Number.isFinite(x));
  return broken < 0 ? values.length / size : Math.floor(broken / size);
}

const finite = (x: number): number => (Number.isFinite(x) ? x : 0);
// a hundredth of a micrometre and of a millinewton cannot be seen; −0 would not survive JSON
const length = (x: number): number => Math.round(x * 1e8) / 1e8 + 0;
const force = (x: number): number => Math.round(x * 1e5) / 1e5 + 0;
