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
import { type Arrows, arrowsOf } from "./arrows.js";
import { bodyObjects } from "./body-objects.js";
import { arrowSize, type Box, boxOf, gridStep, holds, largestForce, pointsOf, sizeOf } from "./bounds.js";
import { type Rig, rigOf } from "./camera-rig.js";
import { fatLines, setPositions } from "./fat-lines.js";
import { ghostsOf } from "./ghosts.js";
import type { Look } from "./look.js";
import { marksOf } from "./marks.js";
import { momentAt, poseAt } from "./moment.js";
import { patchObjects } from "./patch-objects.js";
import type { SceneData, Triple } from "./scene-data.js";
import type { Changed, Stage } from "./stage.js";
import { webglRenderer } from "./webgl.js";
import { worldObjects } from "./world-objects.js";

/** The direction of the light. */
const lightFrom = [0.35, -0.5, 0.9] as const;

/** What stands in the scene, made for one motion and kept for others of the same bodies. */
interface Standing {
  /** What these objects look like, apart from where they are. */
  readonly key: string;
  readonly box: Box;
  readonly group: Group;
  readonly bodies: readonly Object3D[];
  readonly patches: ReturnType<typeof patchObjects>;
  readonly marks: readonly LineSegments2[];
  readonly arrows: Arrows;
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
  scene.add(new AmbientLight("#ffffff", 2.1), sun);
  let look = first;
  let rig: Rig | undefined;
  let data: SceneData | undefined;
  let standing: Standing | undefined;
  let ghosts: readonly SceneData[] = [];
  let faint = ghostsOf([], look);
  let [width, height] = [1, 1];
  let most = 0;
  /** What gives back the memory of objects that were taken off the stage. */
  const outdated: (() => void)[] = [];
  const pose = new Float64Array(7);

  /** Puts a motion on the stage: only lines and numbers change while its bodies stay the same. */
  function put(now: SceneData, box: Box): void {
    const key = keyOf(now, look);
    data = now;
    most = largestForce(now);
    if (standing?.key === key && holds(standing.box, box)) {
      const marks = marksOf(now, sizeOf(standing.box), look);
      standing.marks.forEach((lines, i) => {
        setPositions(lines, marks[i]!.positions);
      });
      return;
    }
    clear(standing);
    standing = build(now, box, key);
    scene.background = new Color(look.page);
    scene.add(standing.group);
  }

  function build(now: SceneData, box: Box, key: string): Standing {
    const size = sizeOf(box);
    const bodies = bodyObjects(now, size, look);
    const patches = patchObjects(now, look);
    patches.forEach(({ objects }, i) => {
      if (objects.length > 0) bodies[now.contacts[i]!.body]!.add(...objects);
    });
    const marks = marksOf(now, size, look).map(fatLines);
    const arrows = arrowsOf(now.contacts.length, arrowSize(now, size), look);
    const group = new Group();
    group.add(...worldObjects(now, box, gridStep(size), look), ...marks, ...bodies, arrows.group);
    return { key, box, group, bodies, patches, marks, arrows };
  }

  function clear(one: Standing | undefined): void {
    if (one !== undefined) remove(one.group, one.arrows.dispose);
  }

  function drawGhosts(): void {
    remove(faint.group, faint.dispose);
    faint = ghostsOf(ghosts, look);
    scene.add(faint.group);
  }

  /** Takes a group off the stage. What it holds goes after the next frame, which then shares its compiled programs. */
  function remove(group: Group, dispose: () => void): void {
    group.removeFromParent();
    outdated.push(() => disposeAll(group), dispose);
  }

  function release(): void {
    for (const dispose of outdated) dispose();
    outdated.length = 0;
  }

  function refit(): void {
    if (data !== undefined) rig?.fit(withFloor([data, ...ghosts].flatMap(pointsOf), data));
  }

  return {
    canvas,
    get grid() {
      return standing === undefined ? 1 : gridStep(sizeOf(standing.box));
    },
    get calls() {
      return renderer.info.render.calls;
    },
    show(now, keepCamera) {
      const stays = keepCamera && rig?.plane === now.plane;
      if (!stays) {
        clear(standing);
        standing = undefined;
      }
      put(now, boxOf(pointsOf(now)));
      if (rig?.plane !== now.plane) {
        rig?.dispose();
        rig = rigOf(now.plane, canvas, changed);
        rig.resize(width, height);
      }
      if (!stays) refit();
    },
    setGhosts(all) {
      ghosts = all;
      drawGhosts();
      if (rig?.touched() === false) refit();
    },
    setLook(now) {
      look = now;
      if (data !== undefined) put(data, boxOf(pointsOf(data)));
      drawGhosts();
    },
    resize(across, down) {
      [width, height] = [across, down];
      renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
      renderer.setSize(across, down, false);
      rig?.resize(across, down);
      if (rig?.touched() === false) refit();
    },
    draw(time) {
      if (data === undefined || standing === undefined || rig === undefined) return;
      const { bodies, patches, arrows } = standing;
      const moment = momentAt(data.t, time);
      bodies.forEach((object, i) => {
        const [x, y, z, w, a, b, c] = poseAt(data!.bodies[i]!.poses, moment, pose) as unknown as number[];
        object.position.set(x!, y!, z!);
        object.quaternion.set(a!, b!, c!, w!);
      });
      arrows.show(data.contacts, moment.after, most);
      faint.show(time);
      patches.forEach(({ objects }, i) => {
        const touching = data!.contacts[i]!.patch[moment.after];
        objects.forEach((object, j) => {
          object.visible = j === touching;
        });
      });
      renderer.render(scene, rig.camera);
      release();
    },
    fit() {
      refit();
      changed();
    },
    turn: (across, up, nearer) => rig?.turn(across, up, nearer),
    toPixel: (point) => rig?.toPixel(point) ?? [0, 0],
    toPoint: (x, y, near) => rig?.toPoint(x, y, near),
    dispose() {
      rig?.dispose();
      clear(standing);
      remove(faint.group, faint.dispose);
      release();
      renderer.dispose();
      if (!renderer.getContext().isContextLost()) renderer.forceContextLoss();
    },
  };
}

/** Everything of a motion and a look that objects are made from, apart from times, poses and forces. */
function keyOf({ plane, bodies, world, contacts }: SceneData, look: Look): string {
  const parts = bodies.map(({ poses: _, ...body }) => body);
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
    if (one.kind !== "half-space" || one.stretch !== undefined || Math.abs(one.normal[axis]!) < 0.9) return [];
    const level = one.offset * one.normal[axis]!;
    return [axis === 1 ? [x, level, 0] : [x, 0, level]];
  });
  return [...points, ...levels];
}
