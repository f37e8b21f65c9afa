/**
 * The stage for browsers without WebGL, and for snapshots in reports: bodies as polygons, circles and lines on a plain
 * canvas, far ones first. A view says how space is seen, a pen draws with it; a new shape is a case in `shapes.ts`,
 * which may be touched without reading the rest.
 *
 * @module app/viewer/canvas
 */
import { type SceneData, type SceneShape, standsForPatch, type Triple } from "../../motion-view/scene/scene-data.js";
import { arrowSize, type Box, boxOf, gridStep, largestForce, pointsOf, sizeOf } from "../bounds.js";
import { exposuresOf } from "../exposures.js";
import { cutOf, floorUnder, gridBehind } from "../ground.js";
import type { Look } from "../look.js";
import { momentAt, poseAt } from "../moment.js";
import { contextOf } from "../page.js";
import { type Changed, isInside, type Stage, type View } from "../stage.js";
import { contactLines, ghostLines, startAndTargetLines, trailLines } from "../trails.js";
import { drawForces, type ForceScale } from "./forces.js";
import { drawPiece, outline, type Pen, path, pixelOf, segments } from "./pen.js";
import { type Direction, directionOf, fitTo, onPlane, projection, type Seen } from "./projection.js";
import { piecesOf } from "./shapes.js";
import { turnByDragging } from "./turn-by-dragging.js";

/** Room around a picture [px]. */
const room = 34;
const still = [0, 0, 0, 1, 0, 0, 0];

/** All that is drawn, and by which pen. */
interface Drawing {
  readonly pen: Pen;
  readonly pose: Float64Array;
  look: Look;
  data: SceneData | undefined;
  ghosts: readonly SceneData[];
  direction: Direction;
  scale: Scale;
  /** Somebody has moved the view. */
  touched: boolean;
}

/** The size of a motion: the box around it, the distance of grid lines [m], and its forces. */
interface Scale extends ForceScale {
  readonly box: Box;
  readonly grid: number;
}

/** A stage that draws in lines on a plain canvas: for browsers without WebGL. */
export function stageCanvas(first: Look, changed: Changed): Stage {
  const canvas = document.createElement("canvas");
  const direction = directionOf("space");
  const pen: Pen = {
    context: contextOf(canvas),
    see: projection(direction),
    fit: { scale: 1, right: 0, up: 0 },
    width: 1,
    height: 1,
  };
  const scale: Scale = { box: { low: [0, 0, 0], high: [0, 0, 0] }, grid: 1, most: 0, arrows: 1 };
  const pose = new Float64Array(7);
  const drawing: Drawing = { pen, pose, look: first, data: undefined, ghosts: [], direction, scale, touched: false };
  let ratio = 1;
  const view = viewOf(drawing, changed);
  const dragged = turnByDragging(canvas, (across, down) => {
    if (drawing.data?.plane === "space") view.turn(-across / 150, down / 150, 1);
    else view.turn(-across / pen.height, down / pen.height, 1);
  });
  return {
    canvas,
    view,
    show(now, keepCamera) {
      const stays = keepCamera && drawing.data?.plane === now.plane;
      drawing.data = now;
      const box = boxOf(pointsOf(now));
      const size = sizeOf(box);
      drawing.scale = { box, grid: gridStep(size), most: largestForce(now), arrows: arrowSize(now, size) };
      if (stays) return;
      lookFrom(drawing, directionOf(now.plane));
      refit(drawing);
    },
    setGhosts(all) {
      drawing.ghosts = all;
    },
    setLook(now) {
      drawing.look = now;
    },
    resize(across, down) {
      const isFirst = pen.width === 1;
      [pen.width, pen.height] = [across, down];
      ratio = Math.min(2, window.devicePixelRatio);
      [canvas.width, canvas.height] = [Math.round(ratio * across), Math.round(ratio * down)];
      if (isFirst || drawing.data?.plane !== undefined) refit(drawing);
    },
    draw(time) {
      if (drawing.data !== undefined) draw(drawing, drawing.data, time, ratio);
      return 0;
    },
    dispose: dragged,
  };
}

function lookFrom(drawing: Drawing, direction: Direction): void {
  drawing.direction = direction;
  drawing.pen.see = projection(direction);
}

function refit(drawing: Drawing): void {
  const { data, ghosts, pen } = drawing;
  if (data === undefined) return;
  const points = [data, ...ghosts].flatMap(pointsOf).map(pen.see);
  drawing.touched = false;
  pen.fit = fitTo(points, pen.width, pen.height, room);
}

function viewOf(drawing: Drawing, changed: Changed): View {
  const { pen } = drawing;
  return {
    get grid() {
      return drawing.scale.grid;
    },
    fit() {
      refit(drawing);
      changed();
    },
    follow() {
      const { data, touched } = drawing;
      if (touched || data === undefined) return;
      const isSeen = pointsOf(data).every((point) => isInside(pixelOf(pen, pen.see(point)), pen.width, pen.height));
      if (!isSeen) refit(drawing);
    },
    turn(across, up, nearer) {
      drawing.touched = true;
      const { fit, height } = pen;
      if (drawing.data?.plane === "space") {
        const { azimuth, elevation } = drawing.direction;
        const rise = Math.min(Math.PI / 2, Math.max(0.03, elevation + up));
        lookFrom(drawing, { azimuth: azimuth + across, elevation: rise });
      } else
        pen.fit = { ...fit, right: fit.right + (across * height) / fit.scale, up: fit.up + (up * height) / fit.scale };
      pen.fit = { ...pen.fit, scale: pen.fit.scale * nearer };
      changed();
    },
    toPixel: (point) => pixelOf(pen, pen.see(point)),
    toPoint(x, y, near) {
      const { fit, width, height } = pen;
      const upright = drawing.data?.plane === "xz";
      const at = [fit.right + (x - width / 2) / fit.scale, fit.up - (y - height / 2) / fit.scale] as const;
      return onPlane(drawing.direction, at, upright ? [0, 1, 0] : [0, 0, 1], upright ? near[1] : near[2]);
    },
  };
}

function draw(drawing: Drawing, data: SceneData, time: number, ratio: number): void {
  const { pen, pose, look, ghosts, scale } = drawing;
  const { context, see } = pen;
  const moment = momentAt(data.t, time);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = look.page;
  context.fillRect(0, 0, pen.width, pen.height);
  drawWorld(drawing, data);
  drawExposures(drawing, data);
  for (const ghost of ghosts) drawGhost(drawing, ghost, time);
  let part = 0;
  const pieces = data.world.flatMap((shape) => piecesOf(shape, still, see, look.quiet));
  for (const body of data.bodies) {
    const fill = body.role === "part" ? look.parts[part++ % look.parts.length] : look.quiet;
    if (body.role === "part") segments(pen, trailLines(body), { colour: fill, wide: 1.6, opacity: 0.8 });
    poseAt(body.poses, moment, pose);
    for (const shape of body.shapes) pieces.push(...piecesOf(shape, pose, see, fill));
  }
  for (const piece of pieces.sort((a, b) => a.near - b.near)) drawPiece(pen, piece, look.page);
  for (const contact of data.contacts)
    if (standsForPatch(contact)) segments(pen, contactLines(contact), { colour: look.ecp, wide: 1.2, opacity: 0.8 });
  const marks = startAndTargetLines(data, sizeOf(scale.box));
  segments(pen, marks.starts, { colour: look.quiet, wide: 1.4 });
  segments(pen, marks.targets, { colour: look.mark, wide: 2 });
  drawForces(pen, data, moment.after, { ...scale, look });
}

function drawWorld({ pen, look, scale: { box, grid } }: Drawing, { plane, world }: SceneData): void {
  const size = sizeOf(box);
  const spaces = world.filter((one): one is Extract<SceneShape, { kind: "half-space" }> => one.kind === "half-space");
  const view: Triple = plane === "xy" ? [0, 0, 1] : [0, -1, 0];
  const ruled = { colour: look.line, wide: 1 };
  if (plane !== "space") {
    const up: Triple = plane === "xy" ? [0, 1, 0] : [0, 0, 1];
    segments(pen, gridBehind([1, 0, 0], up, box, grid).flat(2), { ...ruled, opacity: 0.6 });
  }
  for (const space of spaces) {
    const { corners, lines } =
      plane === "space" ? floorUnder(space, box, grid) : cutOf(space, view, 30 * size, 0.025 * size);
    const seen = corners.map(pen.see);
    path(pen, seen, true);
    pen.context.fillStyle = plane === "space" ? look.ground : look.line;
    // a wall that is seen from behind hides nothing
    if (plane !== "space" || isFacing(seen)) pen.context.fill();
    segments(pen, lines.flat(2), plane === "space" ? ruled : { colour: look.quiet, wide: 1.8 });
  }
}

/** True of a polygon whose corners go anticlockwise as they are seen. */
const isFacing = (corners: readonly Seen[]): boolean =>
  corners.reduce((area, [x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length];
    return area + x * nextY - nextX * y;
  }, 0) > 0;

/** Bodies where they begin, come by and must end. */
function drawExposures({ pen, look }: Drawing, data: SceneData): void {
  const { context, see } = pen;
  for (const { body, pose, isAim } of exposuresOf(data)) {
    context.globalAlpha = isAim ? 0.8 : 0.25;
    for (const piece of data.bodies[body].shapes.flatMap((shape) => piecesOf(shape, pose, see, look.quiet))) {
      outline(pen, piece);
      context.stroke();
    }
  }
  context.globalAlpha = 1;
}

/** The ways of another motion's parts, and where they are meanwhile. */
function drawGhost({ pen, pose, look }: Drawing, ghost: SceneData, time: number): void {
  const { context, see } = pen;
  segments(pen, ghostLines(ghost), { colour: look.quiet, wide: 1.4, opacity: 0.5 });
  const moment = momentAt(ghost.t, time);
  context.globalAlpha = 0.5;
  for (const { shapes, poses } of ghost.bodies.filter(({ role }) => role === "part")) {
    poseAt(poses, moment, pose);
    for (const piece of shapes.flatMap((shape) => piecesOf(shape, pose, see, look.quiet))) {
      outline(pen, piece);
      context.stroke();
    }
  }
  context.globalAlpha = 1;
}
