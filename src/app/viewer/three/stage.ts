/**
 * The stage with WebGL, by three.js: bodies, world, forces, contact patches and other motions as objects, which are
 * kept while only numbers change, so that a drag compiles no shaders. A new shape is a case in `body-geometry.ts`,
 * which may be touched without reading how objects are kept.
 *
 * @module app/viewer/three
 */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  Group,
  type Material,
  type Mesh,
  type Object3D,
  Scene,
  type WebGLRenderer,
} from "three";
import type { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import type { SceneData, Triple } from "../../motion-view/scene/scene-data.js";
import { arrowSize, type Box, boxOf, gridStep, holds, largestForce, pointsOf, sizeOf } from "../bounds.js";
import type { Look } from "../look.js";
import { momentAt, poseAt } from "../moment.js";
import { type Changed, isInside, type Stage, type View } from "../stage.js";
import { type Arrows, arrowsOf } from "./arrows.js";
import { bodyObjects } from "./body-objects.js";
import { fitTo, type Rig, resize, rigOf, toPixel, toPoint, turn } from "./camera-rig.js";
import { type Exposures, exposureObjects } from "./exposure-objects.js";
import { fatLines, setPositions } from "./fat-lines.js";
import { ghostsOf } from "./ghosts.js";
import { marksOf } from "./marks.js";
import { patchObjects } from "./patch-objects.js";
import { castShadows, lightOver, shadowSheets } from "./shadows.js";
import { webglRenderer } from "./webgl.js";
import { worldObjects } from "./world-objects.js";

/** The direction of the light. */
const lightFrom = [0.35, -0.5, 0.9] as const;

/** Objects of the scene, made for one motion and kept for others of the same bodies. */
interface Standing {
  /** The look of these objects, apart from their places. */
  readonly key: string;
  readonly box: Box;
  readonly group: Group;
  readonly bodies: readonly Object3D[];
  readonly patches: ReturnType<typeof patchObjects>;
  readonly marks: readonly LineSegments2[];
  readonly arrows: Arrows;
  readonly exposures: Exposures;
}

/** All that a stage holds while it is there. */
interface Hall {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  look: Look;
  rig: Rig | undefined;
  shown: Shown | undefined;
  ghosts: readonly SceneData[];
  faint: ReturnType<typeof ghostsOf>;
  /** Calls that give back the memory of objects that were taken off the stage. */
  readonly outdated: (() => void)[];
}

/** A motion, its largest force [N], and its objects. */
interface Shown {
  readonly data: SceneData;
  readonly most: number;
  readonly standing: Standing;
}

/**
 * A stage that draws with WebGL.
 * @throws where the browser gives no WebGL context.
 */
export function stageThree(first: Look, changed: Changed): Stage {
  const renderer: WebGLRenderer = webglRenderer();
  const canvas = renderer.domElement;
  const scene = new Scene();
  const sun = new DirectionalLight("#ffffff", 1.5);
  sun.position.set(...lightFrom);
  scene.add(new AmbientLight("#ffffff", 2.1), sun, sun.target);
  const faint = ghostsOf([], first);
  const hall: Hall = {
    renderer,
    scene,
    look: first,
    rig: undefined,
    shown: undefined,
    ghosts: [],
    faint,
    outdated: [],
  };
  let [width, height] = [1, 1];
  return {
    canvas,
    view: viewOf(hall, changed),
    show(now, keepCamera) {
      const stays = keepCamera && hall.rig?.plane === now.plane;
      if (!stays) {
        clear(hall);
        hall.shown = undefined;
      }
      put(hall, now);
      if (hall.rig?.plane !== now.plane) {
        hall.rig?.dispose();
        hall.rig = rigOf(now.plane, canvas, changed);
        resize(hall.rig, width, height);
      }
      if (!stays) refit(hall);
    },
    setGhosts(all) {
      hall.ghosts = all;
      drawGhosts(hall);
      if (hall.rig?.touched === false) refit(hall);
    },
    setLook(now) {
      hall.look = now;
      if (hall.shown !== undefined) put(hall, hall.shown.data);
      drawGhosts(hall);
    },
    resize(across, down) {
      [width, height] = [across, down];
      renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
      renderer.setSize(across, down, false);
      if (hall.rig !== undefined) resize(hall.rig, across, down);
      if (hall.rig?.touched === false) refit(hall);
    },
    draw(time) {
      if (hall.shown !== undefined && hall.rig !== undefined) draw(hall, hall.shown, hall.rig, time);
      return renderer.info.render.calls;
    },
    dispose() {
      hall.rig?.dispose();
      clear(hall);
      remove(hall, hall.faint);
      release(hall);
      renderer.dispose();
      if (!renderer.getContext().isContextLost()) renderer.forceContextLoss();
    },
  };
}

function viewOf(hall: Hall, changed: Changed): View {
  return {
    get grid() {
      return hall.shown === undefined ? 1 : gridStep(sizeOf(hall.shown.standing.box));
    },
    fit() {
      refit(hall);
      changed();
    },
    follow() {
      const { rig, shown } = hall;
      if (rig?.touched !== false || shown === undefined) return;
      const { width: across, height: down } = rig.frame;
      const isSeen = pointsOf(shown.data).every((point) => isInside(toPixel(rig, point), across, down));
      if (!isSeen) refit(hall);
    },
    turn(across, up, nearer) {
      if (hall.rig === undefined) return;
      turn(hall.rig, across, up, nearer);
      changed();
    },
    toPixel: (point) => (hall.rig === undefined ? [0, 0] : toPixel(hall.rig, point)),
    toPoint: (x, y, near) => (hall.rig === undefined ? undefined : toPoint(hall.rig, x, y, near)),
  };
}

/** Puts a motion on the stage: only lines and numbers change while its bodies stay the same. */
function put(hall: Hall, data: SceneData): void {
  const { look, scene, shown } = hall;
  const box = boxOf(pointsOf(data));
  const key = keyOf(data, look);
  const most = largestForce(data);
  if (shown?.standing.key === key && holds(shown.standing.box, box)) {
    const { standing } = shown;
    const marks = marksOf(data, sizeOf(standing.box), look);
    standing.marks.forEach((lines, i) => {
      setPositions(lines, marks[i].positions);
    });
    standing.exposures.show(data);
    hall.shown = { data, most, standing };
    return;
  }
  clear(hall);
  const standing = build(data, box, key, look);
  if (hall.renderer.shadowMap.enabled && data.plane === "space") {
    castShadows(standing.bodies);
    standing.group.add(...shadowSheets(data, box, gridStep(sizeOf(box))));
    for (const one of scene.children) if (one instanceof DirectionalLight) lightOver(one, box, lightFrom);
  }
  hall.shown = { data, most, standing };
  scene.background = new Color(look.page);
  scene.add(standing.group);
}

function build(now: SceneData, box: Box, key: string, look: Look): Standing {
  const size = sizeOf(box);
  const bodies = bodyObjects(now, size, look);
  const patches = patchObjects(now, look);
  patches.forEach(({ objects }, i) => {
    if (objects.length > 0) bodies[now.contacts[i].body].add(...objects);
  });
  const marks = marksOf(now, size, look).map(fatLines);
  const arrows = arrowsOf(now.contacts.length, arrowSize(now, size), look);
  const exposures = exposureObjects(now, size, look);
  const group = new Group();
  group.add(...worldObjects(now, box, gridStep(size), look), exposures.group, ...marks, ...bodies, arrows.group);
  return { key, box, group, bodies, patches, marks, arrows, exposures };
}

function clear(hall: Hall): void {
  const { shown } = hall;
  if (shown === undefined) return;
  const { group, arrows, exposures } = shown.standing;
  const dispose = (): void => {
    arrows.dispose();
    exposures.dispose();
  };
  remove(hall, { group, dispose });
}

function drawGhosts(hall: Hall): void {
  remove(hall, hall.faint);
  hall.faint = ghostsOf(hall.ghosts, hall.look);
  hall.scene.add(hall.faint.group);
}

/** Takes a group off the stage. What it holds goes after the next frame, which then shares its compiled programs. */
function remove({ outdated }: Hall, { group, dispose }: { readonly group: Group; readonly dispose: () => void }): void {
  group.removeFromParent();
  outdated.push(() => disposeAll(group), dispose);
}

function release({ outdated }: Hall): void {
  for (const dispose of outdated) dispose();
  outdated.length = 0;
}

function refit({ shown, rig, ghosts }: Hall): void {
  if (shown !== undefined && rig !== undefined)
    fitTo(rig, withFloor([shown.data, ...ghosts].flatMap(pointsOf), shown.data));
}

const pose = new Float64Array(7);

function draw(hall: Hall, { data, most, standing }: Shown, { camera }: Rig, time: number): void {
  const { bodies, patches, arrows } = standing;
  const moment = momentAt(data.t, time);
  bodies.forEach((object, i) => {
    poseAt(data.bodies[i].poses, moment, pose);
    object.position.set(pose[0], pose[1], pose[2]);
    object.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
  });
  arrows.show(data.contacts, moment.after, most);
  hall.faint.show(time);
  patches.forEach(({ objects }, i) => {
    const touching = data.contacts[i].patch[moment.after];
    objects.forEach((object, j) => {
      object.visible = j === touching;
    });
  });
  hall.renderer.render(hall.scene, camera);
  release(hall);
}

/** Everything of a motion and a look that objects are made from, apart from times, poses and forces. */
function keyOf({ plane, bodies, world, contacts }: SceneData, look: Look): string {
  // where it must end changes while it is dragged
  const parts = bodies.map(({ poses: _, aim, ...body }) => ({ ...body, isAimed: aim !== undefined }));
  return JSON.stringify([plane, parts, world, contacts.map(({ body, patches }) => [body, patches]), look]);
}

function disposeAll(group: Group): void {
  group.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    geometry?.dispose();
    for (const one of material === undefined ? [] : [material].flat()) (one as Material).dispose();
  });
}

/** The level ground under a planar motion belongs to its picture. */
function withFloor(points: readonly Triple[], { plane, world }: SceneData): Triple[] {
  if (plane === "space") return [...points];
  const axis = plane === "xy" ? 1 : 2;
  const [x] = boxOf(points).low;
  const levels = world.flatMap((one): Triple[] => {
    if (one.kind !== "half-space" || one.stretch !== undefined || Math.abs(one.normal[axis]) < 0.9) return [];
    const level = one.offset * one.normal[axis];
    return [axis === 1 ? [x, level, 0] : [x, 0, level]];
  });
  return [...points, ...levels];
}
