import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  FrontSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
} from "three";
import type { SceneData, SceneShape, Triple } from "../../motion-view/scene/scene-data.js";
import { type Box, sizeOf } from "../bounds.js";
import { cutOf, floorUnder, type Ground, gridBehind } from "../ground.js";
import type { Look } from "../look.js";
import { tripleOf } from "../triple.js";
import { bodyGeometry, lineGeometry } from "./body-geometry.js";
import { fatLines } from "./fat-lines.js";

/** Surfaces of a plane that is looked at reach this many sizes of the scene: nobody pans so far. */
const endless = 30;
const slab = 0.025;

/** Ground and grid, and the bodies of the fixed world. */
export function worldObjects({ plane, world }: SceneData, box: Box, grid: number, look: Look): Object3D[] {
  const size = sizeOf(box);
  const spaces = world.filter((one): one is Extract<SceneShape, { kind: "half-space" }> => one.kind === "half-space");
  const solids = solidObjects(
    world.filter(({ kind }) => kind !== "half-space"),
    plane === "xy",
    size,
    look,
  );
  if (plane === "space")
    return [...spaces.flatMap((space) => floorObjects(floorUnder(space, box, grid), look)), ...solids];
  const view = viewOf(plane);
  const cuts = spaces.map((space) => cutOf(space, view, endless * size, slab * size));
  return [backdrop(plane, box, grid, look), ...cuts.flatMap((cut) => cutObjects(cut, look)), ...solids];
}

/** The direction towards the eye of those who look at a plane. */
const viewOf = (plane: "xy" | "xz"): Triple => (plane === "xy" ? [0, 0, 1] : [0, -1, 0]);

/** The grid behind a plane, some sizes of the scene beyond it for those who pan. */
function backdrop(plane: "xy" | "xz", box: Box, grid: number, look: Look): Object3D {
  const view = viewOf(plane);
  const by = 3 * sizeOf(box);
  const wide: Box = {
    low: tripleOf((i) => box.low[i] - by),
    high: tripleOf((i) => box.high[i] + by),
  };
  const lines = gridBehind([1, 0, 0], plane === "xy" ? [0, 1, 0] : [0, 0, 1], wide, grid);
  const material = new LineBasicMaterial({ color: look.line, transparent: true, opacity: 0.5 });
  const behind = new LineSegments(lineGeometry(lines.flat(2)), material);
  behind.position.set(-by * view[0], -by * view[1], -by * view[2]);
  behind.renderOrder = -3;
  return behind;
}

/** A surface of more corners than any block has is ground. */
const isGround = (shape: SceneShape): boolean => shape.kind === "mesh" && shape.vertices.length > 100;
const grass = "#7fa878";

function solidObjects(solids: readonly SceneShape[], flat: boolean, size: number, look: Look): Object3D[] {
  if (solids.length === 0) return [];
  const fill = solids.every(isGround) ? grass : look.quiet;
  const { surface, edges } = bodyGeometry(solids, { flat, size, fill });
  const material = flat
    ? new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, transparent: true, opacity: 0.7 })
    : new MeshLambertMaterial({ vertexColors: true, transparent: true, opacity: 0.75 });
  const lines = edges === undefined ? [] : [new LineSegments(edges, new LineBasicMaterial({ color: look.quiet }))];
  return [new Mesh(surface, material), ...lines];
}

function floorObjects({ corners, lines }: Ground, look: Look): Object3D[] {
  // drawn first and moved back, so that its grid and what lies on it are seen; from behind, a wall hides nothing
  const material = new MeshBasicMaterial({ color: look.ground, side: FrontSide, polygonOffset: true });
  material.polygonOffsetFactor = 4;
  material.polygonOffsetUnits = 4;
  const quad = new Mesh(quadGeometry(corners), material);
  const ruled = new LineSegments(lineGeometry(lines.flat(2)), new LineBasicMaterial({ color: look.line }));
  quad.renderOrder = -2;
  ruled.renderOrder = -1;
  return [quad, ruled];
}

function cutObjects({ corners, lines }: Ground, look: Look): Object3D[] {
  const color = new Color(look.line).lerp(new Color(look.page), 0.35);
  const quad = new Mesh(quadGeometry(corners), new MeshBasicMaterial({ color, side: DoubleSide, depthWrite: false }));
  quad.renderOrder = -2;
  return [quad, fatLines({ positions: lines.flat(2), colour: look.quiet, width: 1.8, opacity: 1 })];
}

export function quadGeometry([a, b, c, d]: readonly Triple[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute([a, b, c, a, c, d].flat(), 3));
  return geometry;
}
