import {
  AmbientLight,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineDashedMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  Scene,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { type Arrows, arrowsOf } from "./arrows.js";
import { bodyGeometry, lineGeometry } from "./body-geometry.js";
import { arrowSize, type Box, boxOf, gridStep, largestForce, pointsOf, sizeOf } from "./bounds.js";
import { type Rig, rigOf } from "./camera-rig.js";
import { cutOf, floorUnder, type Ground, gridBehind } from "./ground.js";
import type { Look } from "./look.js";
import { momentAt, poseAt } from "./moment.js";
import { patchObjects } from "./patch-objects.js";
import type { SceneBody, SceneData, SceneShape, Triple } from "./scene-data.js";
import type { Changed, Stage } from "./stage.js";
import { ghostLines, startAndTargetLines, trailLines } from "./trails.js";
import { webglRenderer } from "./webgl.js";

/** Directions of the light and of the eye's own. */
const lightFrom = [0.35, -0.5, 0.9] as const;

/** What is drawn of one motion, with everything that must be told of the time. */
interface Drawn {
  readonly data: SceneData;
  readonly group: Group;
  readonly bodies: readonly { readonly body: SceneBody; readonly object: Object3D }[];
  readonly arrows: Arrows;
  readonly patches: ReturnType<typeof patchObjects>;
  readonly box: Box;
}

/**
 * A stage that draws with WebGL.
 * @throws where the browser gives no WebGL context.
 */
export function stageThree(first: Look, changed: Changed): Stage {
  const renderer = webglRenderer();
  const canvas = renderer.domElement;
  renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
  const scene = new Scene();
  const sun = new DirectionalLight("#ffffff", 1.5);
  sun.position.set(...lightFrom);
  scene.add(new AmbientLight("#ffffff", 2.1), sun);
  let look = first;
  let rig: Rig | undefined;
  let drawn: Drawn | undefined;
  let ghosts: readonly SceneData[] = [];
  let ghostGroup = new Group();
  // programs are kept as long as a material uses them: what goes leaves when what comes is drawn, so that none is built anew
  let leaving: (() => void)[] = [];
  let [width, height] = [1, 1];
  let grid = 1;
  const pose = new Float64Array(7);

  function rebuild(data: SceneData, box: Box): void {
    const size = sizeOf(box);
    leave(drawn);
    grid = gridStep(size);
    const group = new Group();
    const flat = data.plane === "xy";
    group.add(...worldObjects(data, box, grid, look), ...markObjects(data, size, look));
    const bodies = data.bodies.map((body, i) => ({ body, object: bodyObject(body, i, data, flat, size, look) }));
    const patches = patchObjects(data, look);
    group.add(...bodies.map(({ object }) => object));
    patches.forEach(({ objects }, i) => {
      if (objects.length > 0) bodies[data.contacts[i]!.body]!.object.add(...objects);
    });
    const arrows = arrowsOf(data, largestForce(data), arrowSize(data, size), look);
    group.add(arrows.group);
    scene.background = new Color(look.page);
    scene.add(group);
    drawn = { data, group, bodies, arrows, patches, box };
    drawGhosts();
  }

  function drawGhosts(): void {
    remove(ghostGroup);
    ghostGroup = new Group();
    for (const ghost of ghosts) ghostGroup.add(fat(ghostLines(ghost), look.quiet, 1.6, 0.5));
    scene.add(ghostGroup);
  }

  return {
    canvas,
    get grid() {
      return grid;
    },
    get calls() {
      return renderer.info.render.calls;
    },
    show(data, keepCamera) {
      const points = pointsOf(data);
      rebuild(data, boxOf(points));
      if (keepCamera && rig?.plane === data.plane) return;
      if (rig?.plane !== data.plane) {
        rig?.dispose();
        rig = rigOf(data.plane, canvas, changed);
        rig.resize(width, height);
      }
      rig.fit(withFloor(points, data));
    },
    setGhosts(all) {
      ghosts = all;
      if (drawn !== undefined) drawGhosts();
    },
    setLook(now) {
      look = now;
      if (drawn !== undefined) rebuild(drawn.data, drawn.box);
    },
    resize(across, down) {
      [width, height] = [across, down];
      renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
      renderer.setSize(across, down, false);
      rig?.resize(across, down);
    },
    draw(time) {
      if (drawn === undefined || rig === undefined) return;
      const { data, bodies, arrows, patches } = drawn;
      const moment = momentAt(data.t, time);
      for (const { body, object } of bodies) {
        const [x, y, z, w, a, b, c] = poseAt(body.poses, moment, pose) as unknown as number[];
        object.position.set(x!, y!, z!);
        object.quaternion.set(a!, b!, c!, w!);
      }
      arrows.show(moment.after);
      patches.forEach(({ objects }, i) => {
        const touching = data.contacts[i]!.patch[moment.after];
        objects.forEach((object, j) => {
          object.visible = j === touching;
        });
      });
      renderer.render(scene, rig.camera);
      for (const free of leaving) free();
      leaving = [];
    },
    fit() {
      if (drawn !== undefined) rig?.fit(withFloor(pointsOf(drawn.data), drawn.data));
      changed();
    },
    turn: (across, up, nearer) => rig?.turn(across, up, nearer),
    toPixel: (point) => rig?.toPixel(point) ?? [0, 0],
    toPoint: (x, y, near) => rig?.toPoint(x, y, near),
    dispose() {
      rig?.dispose();
      leave(drawn);
      remove(ghostGroup);
      for (const free of leaving) free();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };

  function leave(gone: Drawn | undefined): void {
    remove(gone?.group);
    if (gone !== undefined) leaving.push(() => gone.arrows.dispose());
  }

  function remove(group: Object3D | undefined): void {
    group?.removeFromParent();
    if (group !== undefined) leaving.push(() => freed(group));
  }
}

/** Gives the memory of what is drawn no more back. */
function freed(group: Object3D): void {
  group.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    geometry?.dispose();
    for (const one of material === undefined ? [] : [material].flat()) (one as Material).dispose();
  });
}

/** Where a motion lifts off a level ground, the ground under it belongs to the picture. */
function withFloor(points: readonly Triple[], { plane, world }: SceneData): Triple[] {
  if (plane !== "space") {
    const surfaces = world.filter((one) => one.kind === "half-space" && one.stretch === undefined);
    const axis = plane === "xy" ? 1 : 2;
    return [
      ...points,
      ...surfaces.flatMap((one): Triple[] => {
        if (one.kind !== "half-space" || Math.abs(one.normal[axis]!) < 0.9) return [];
        const [x] = boxOf(points).low;
        return [axis === 1 ? [x, one.offset, 0] : [x, 0, one.offset]];
      }),
    ];
  }
  return [...points];
}

/** The bodies' colours: parts one after the other, tools quiet, links between the page and these. */
function fillOf({ role }: SceneBody, index: number, data: SceneData, look: Look): string {
  if (role === "part") {
    const before = data.bodies.slice(0, index).filter((body) => body.role === "part").length;
    return look.parts[before % look.parts.length]!;
  }
  const share = role === "tool" ? 0.15 : 0.62;
  return `#${new Color(look.quiet).lerp(new Color(look.line), share).getHexString()}`;
}

function bodyObject(
  body: SceneBody,
  index: number,
  data: SceneData,
  flat: boolean,
  size: number,
  look: Look,
): Object3D {
  const fill = fillOf(body, index, data, look);
  const { surface, edges } = bodyGeometry(body.shapes, flat, size, fill);
  const object = new Group();
  const side = flat ? { side: DoubleSide } : {};
  const material = flat
    ? new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.55, ...side })
    : new MeshLambertMaterial({
        vertexColors: true,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
  object.add(new Mesh(surface, material));
  const dark = new Color(fill).lerp(new Color(look.mark), 0.45);
  if (edges !== undefined)
    object.add(new LineSegments(edges, new LineBasicMaterial({ color: flat ? fill : dark, transparent: !flat })));
  if (body.hull !== undefined) {
    const hull = bodyGeometry([body.hull], flat, size, fill).edges!;
    const lines = new LineSegments(
      hull,
      new LineDashedMaterial({
        color: dark,
        dashSize: 0.02 * size,
        gapSize: 0.014 * size,
        transparent: true,
        opacity: 0.7,
      }),
    );
    object.add(lines.computeLineDistances());
  }
  return object;
}

/** Ground and grid, and the bodies of the fixed world. */
function worldObjects(data: SceneData, box: Box, grid: number, look: Look): Object3D[] {
  const { plane, world } = data;
  const size = sizeOf(box);
  const spaces = world.filter((one): one is Extract<SceneShape, { kind: "half-space" }> => one.kind === "half-space");
  const solids = world.filter(({ kind }) => kind !== "half-space");
  const objects: Object3D[] = [];
  if (plane === "space") {
    for (const space of spaces) objects.push(...floorObjects(floorUnder(space, box, grid), look));
  } else {
    const view: Triple = plane === "xy" ? [0, 0, 1] : [0, -1, 0];
    const up: Triple = plane === "xy" ? [0, 1, 0] : [0, 0, 1];
    const lines = gridBehind([1, 0, 0], up, wider(box, size), grid);
    const behind = new LineSegments(
      lineGeometry(lines.flat(2)),
      new LineBasicMaterial({ color: look.line, transparent: true, opacity: 0.5 }),
    );
    behind.position.set(...(view.map((x) => -size * x) as [number, number, number]));
    behind.renderOrder = -3;
    objects.push(behind);
    for (const space of spaces) objects.push(...cutObjects(cutOf(space, view, 30 * size, 0.025 * size), look));
  }
  if (solids.length > 0) {
    const { surface, edges } = bodyGeometry(solids, plane === "xy", size, look.quiet);
    const material =
      plane === "xy"
        ? new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, transparent: true, opacity: 0.7 })
        : new MeshLambertMaterial({ vertexColors: true, transparent: true, opacity: 0.75 });
    objects.push(new Mesh(surface, material));
    if (edges) objects.push(new LineSegments(edges, new LineBasicMaterial({ color: look.quiet })));
  }
  return objects;
}

const wider = ({ low, high }: Box, by: number): Box => ({
  low: low.map((x) => x - 3 * by) as unknown as Triple,
  high: high.map((x) => x + 3 * by) as unknown as Triple,
});

function floorObjects({ corners, lines }: Ground, look: Look): Object3D[] {
  const quad = new Mesh(
    quadGeometry(corners),
    new MeshBasicMaterial({
      color: look.ground,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 4,
      polygonOffsetUnits: 4,
    }),
  );
  const ruled = new LineSegments(lineGeometry(lines.flat(2)), new LineBasicMaterial({ color: look.line }));
  quad.renderOrder = -2;
  ruled.renderOrder = -1;
  return [quad, ruled];
}

function cutObjects({ corners, lines }: Ground, look: Look): Object3D[] {
  const fill = new Color(look.line).lerp(new Color(look.page), 0.35);
  const quad = new Mesh(
    quadGeometry(corners),
    new MeshBasicMaterial({ color: fill, side: DoubleSide, depthWrite: false }),
  );
  quad.renderOrder = -2;
  return [quad, fat(lines.flat(2), look.quiet, 1.8, 1)];
}

function quadGeometry([a, b, c, d]: readonly Triple[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute([a!, b!, c!, a!, c!, d!].flat(), 3));
  return geometry;
}

/** The way of each part's centre, where it begins, and where it must end. */
function markObjects(data: SceneData, size: number, look: Look): Object3D[] {
  const objects: Object3D[] = [];
  let part = 0;
  for (const body of data.bodies) {
    if (body.role !== "part") continue;
    const colour = look.parts[part++ % look.parts.length]!;
    const trail = trailLines(body);
    if (trail.length > 0) objects.push(fat(trail, colour, 2, 0.8));
  }
  const marks = startAndTargetLines(data, size);
  if (marks.starts.length > 0) objects.push(fat(marks.starts, look.quiet, 1.6, 0.9));
  if (marks.targets.length > 0) {
    const lines = fat(marks.targets, look.mark, 2.2, 1);
    lines.renderOrder = 4;
    (lines.material as LineMaterial).depthTest = false;
    objects.push(lines);
  }
  return objects;
}

/** Lines of a width in pixels, in one draw call. */
function fat(
  positions: readonly number[],
  color: string,
  linewidth: number,
  opacity: number,
): Object3D & { material: Material } {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(positions as number[]);
  const material = new LineMaterial({ color: new Color(color).getHex(), linewidth, transparent: opacity < 1, opacity });
  const lines = new LineSegments2(geometry, material);
  lines.frustumCulled = false;
  return lines;
}
