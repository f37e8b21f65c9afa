import { rotate } from "../../algebra/rotation.js";
import { plus } from "../../algebra/vectors.js";
import { arrowSize, type Box, boxOf, gridStep, largestForce, pointsOf, sizeOf } from "./bounds.js";
import { type Piece, piecesOf } from "./canvas-shapes.js";
import { cutOf, floorUnder, gridBehind } from "./ground.js";
import type { Look } from "./look.js";
import { momentAt, poseAt } from "./moment.js";
import { type Direction, directionOf, type Fit, fitted, onPlane, projection, type Seen } from "./projection.js";
import type { SceneData, SceneShape, Triple } from "./scene-data.js";
import type { Changed, Stage } from "./stage.js";
import { contactLines, ghostLines, startAndTargetLines, trailLines } from "./trails.js";

/** Room around a picture [px], and the longest arrow as a share of the scene. */
const room = 34;
const longest = 0.26;
const still = [0, 0, 0, 1, 0, 0, 0];

/** A stage that draws in lines on a plain canvas: for browsers without WebGL. */
export function stageCanvas(first: Look, changed: Changed): Stage {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  const pose = new Float64Array(7);
  let look = first;
  let data: SceneData | undefined;
  let ghosts: readonly SceneData[] = [];
  let box: Box = { low: [0, 0, 0], high: [0, 0, 0] };
  let direction: Direction = directionOf("space");
  let fit: Fit = { scale: 1, right: 0, up: 0 };
  let see = projection(direction);
  let [width, height, ratio] = [1, 1, 1];
  let grid = 1;
  let [most, arrows] = [0, 1];

  const pixel = ([u, v]: Seen): [number, number] => [
    width / 2 + (u - fit.right) * fit.scale,
    height / 2 - (v - fit.up) * fit.scale,
  ];
  const dragged = turnByDragging(canvas, (across, down) => {
    if (data?.plane === "space") turn(-across / 150, down / 150, 1);
    else turn(-across / height, down / height, 1);
  });

  function refit(): void {
    if (data === undefined) return;
    const points = [data, ...ghosts].flatMap(pointsOf).map(see);
    fit = fitted(points, width, height, room);
  }

  function turn(across: number, up: number, nearer: number): void {
    if (data?.plane === "space") {
      const elevation = Math.min(Math.PI / 2, Math.max(0.03, direction.elevation + up));
      direction = { azimuth: direction.azimuth + across, elevation };
      see = projection(direction);
    } else fit = { ...fit, right: fit.right + (across * height) / fit.scale, up: fit.up + (up * height) / fit.scale };
    fit = { ...fit, scale: fit.scale * nearer };
    changed();
  }

  function path(points: readonly Seen[], close: boolean): void {
    context.beginPath();
    for (const point of points) context.lineTo(...pixel(point));
    if (close) context.closePath();
  }

  function segments(positions: readonly number[], colour: string, wide: number, opacity = 1): void {
    context.globalAlpha = opacity;
    context.strokeStyle = colour;
    context.lineWidth = wide;
    context.beginPath();
    for (let i = 0; i + 5 < positions.length; i += 6) {
      context.moveTo(...pixel(see([positions[i]!, positions[i + 1]!, positions[i + 2]!])));
      context.lineTo(...pixel(see([positions[i + 3]!, positions[i + 4]!, positions[i + 5]!])));
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  function drawWorld({ plane, world }: SceneData): void {
    const size = sizeOf(box);
    const spaces = world.filter((one): one is Extract<SceneShape, { kind: "half-space" }> => one.kind === "half-space");
    const view: Triple = plane === "xy" ? [0, 0, 1] : [0, -1, 0];
    if (plane !== "space")
      segments(gridBehind([1, 0, 0], plane === "xy" ? [0, 1, 0] : [0, 0, 1], box, grid).flat(2), look.line, 1, 0.6);
    for (const space of spaces) {
      const { corners, lines } =
        plane === "space" ? floorUnder(space, box, grid) : cutOf(space, view, 30 * size, 0.025 * size);
      path(corners.map(see), true);
      context.fillStyle = plane === "space" ? look.ground : look.line;
      context.fill();
      segments(lines.flat(2), plane === "space" ? look.line : look.quiet, plane === "space" ? 1 : 1.8);
    }
  }

  function outline(piece: Piece): void {
    if (piece.kind === "line") path([piece.from, piece.to], false);
    else if (piece.kind === "polygon") path(piece.points, true);
    else {
      const [x, y] = pixel(piece.kind === "circle" ? piece.centre : piece.at);
      context.beginPath();
      context.arc(x, y, piece.kind === "circle" ? piece.radius * fit.scale : 4, 0, 2 * Math.PI);
    }
  }

  /** The ways of another motion's parts, and where they are meanwhile. */
  function drawGhost(ghost: SceneData, time: number): void {
    segments(ghostLines(ghost), look.quiet, 1.4, 0.5);
    const moment = momentAt(ghost.t, time);
    context.globalAlpha = 0.5;
    for (const { shapes, poses } of ghost.bodies.filter(({ role }) => role === "part")) {
      poseAt(poses, moment, pose);
      for (const piece of shapes.flatMap((shape) => piecesOf(shape, pose, see, look.quiet))) {
        outline(piece);
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }

  function drawPiece(piece: Piece): void {
    context.fillStyle = piece.fill;
    context.strokeStyle = piece.fill;
    context.lineWidth = 1.4;
    const filled = 0.62 - 0.4 * piece.light;
    if (piece.kind === "line") {
      context.lineWidth = Math.max(2.5, piece.width * fit.scale);
      context.lineCap = "round";
      outline(piece);
      context.globalAlpha = piece.width > 0 ? 0.55 : 1;
      context.stroke();
      context.globalAlpha = 1;
      return;
    }
    outline(piece);
    // the page shines through nothing that is nearer
    context.save();
    context.fillStyle = look.page;
    context.fill();
    context.globalAlpha = filled;
    context.fillStyle = piece.fill;
    context.fill();
    context.restore();
    context.stroke();
    if (piece.kind !== "circle") return;
    path([piece.centre, piece.spoke], false);
    context.stroke();
  }

  function drawForces({ contacts, bodies }: SceneData, picture: number): void {
    for (const { body, point, normal, tangential, friction, ecp, patch, patches } of contacts) {
      const triple = (values: ArrayLike<number>): Triple => [
        values[3 * picture]!,
        values[3 * picture + 1]!,
        values[3 * picture + 2]!,
      ];
      const touching = patches[patch[picture] ?? -1];
      if (touching !== undefined) {
        const at = bodies[body]!.poses;
        const q = [3, 4, 5, 6].map((i) => at[7 * picture + i]!);
        const centre: Triple = [at[7 * picture]!, at[7 * picture + 1]!, at[7 * picture + 2]!];
        context.strokeStyle = look.patch;
        context.lineWidth = 1.8;
        path(
          touching.outline.map((corner) => see(plus(centre, rotate(q, corner)))),
          true,
        );
        context.stroke();
      }
      const [n, f] = [triple(normal), triple(tangential)];
      const pressing = Math.hypot(...n);
      if (!(pressing > 1e-6 * most)) continue;
      const at = pixel(see(triple(point)));
      const factor = (longest * arrows * fit.scale) / Math.sqrt(most * Math.hypot(...plus(n, f)));
      const [a, b] = see(n);
      if (friction !== null) {
        const aside = friction * factor;
        context.strokeStyle = look.quiet;
        context.lineWidth = 0.9;
        context.beginPath();
        context.moveTo(at[0] + factor * a + aside * b, at[1] - factor * b + aside * a);
        context.lineTo(...at);
        context.lineTo(at[0] + factor * a - aside * b, at[1] - factor * b - aside * a);
        context.stroke();
      }
      arrow(at, factor * a, -factor * b, look.normal);
      const [c, d] = see(f);
      arrow(at, factor * c, -factor * d, look.friction);
      if (!ecp) continue;
      context.fillStyle = look.ecp;
      context.beginPath();
      context.arc(...at, 4.5, 0, 2 * Math.PI);
      context.fill();
    }
  }

  function arrow([x, y]: readonly [number, number], a: number, b: number, colour: string): void {
    const long = Math.hypot(a, b);
    if (long < 1) return;
    const head = Math.min(8, long / 2) / long;
    context.strokeStyle = colour;
    context.lineWidth = 2.4;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + a, y + b);
    for (const side of [1, -1]) {
      context.moveTo(x + a, y + b);
      context.lineTo(x + a - head * (a + side * 0.6 * b), y + b - head * (b - side * 0.6 * a));
    }
    context.stroke();
  }

  function draw(time: number): void {
    if (data === undefined) return;
    const moment = momentAt(data.t, time);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = look.page;
    context.fillRect(0, 0, width, height);
    drawWorld(data);
    for (const ghost of ghosts) drawGhost(ghost, time);
    let part = 0;
    const pieces = data.world.flatMap((shape) => piecesOf(shape, still, see, look.quiet));
    for (const body of data.bodies) {
      const fill = body.role === "part" ? look.parts[part++ % look.parts.length]! : look.quiet;
      if (body.role === "part") segments(trailLines(body), fill, 1.6, 0.8);
      poseAt(body.poses, moment, pose);
      for (const shape of body.shapes) pieces.push(...piecesOf(shape, pose, see, fill));
    }
    for (const piece of pieces.sort((a, b) => a.near - b.near)) drawPiece(piece);
    for (const contact of data.contacts) if (contact.ecp) segments(contactLines(contact), look.ecp, 1.2, 0.8);
    const marks = startAndTargetLines(data, sizeOf(box));
    segments(marks.starts, look.quiet, 1.4);
    segments(marks.targets, look.mark, 2);
    drawForces(data, moment.after);
  }

  return {
    canvas,
    get grid() {
      return grid;
    },
    calls: 0,
    show(now, keepCamera) {
      const stays = keepCamera && data?.plane === now.plane;
      data = now;
      box = boxOf(pointsOf(now));
      grid = gridStep(sizeOf(box));
      [most, arrows] = [largestForce(now), arrowSize(now, sizeOf(box))];
      if (stays) return;
      direction = directionOf(now.plane);
      see = projection(direction);
      refit();
    },
    setGhosts(all) {
      ghosts = all;
    },
    setLook(now) {
      look = now;
    },
    resize(across, down) {
      const isFirst = width === 1;
      [width, height] = [across, down];
      ratio = Math.min(2, window.devicePixelRatio);
      [canvas.width, canvas.height] = [Math.round(ratio * width), Math.round(ratio * height)];
      if (isFirst || data?.plane !== undefined) refit();
    },
    draw,
    fit() {
      refit();
      changed();
    },
    turn,
    toPixel: (point) => pixel(see(point)),
    toPoint(x, y, near) {
      const at = [fit.right + (x - width / 2) / fit.scale, fit.up - (y - height / 2) / fit.scale] as const;
      const normal: Triple = data?.plane === "xz" ? [0, 1, 0] : [0, 0, 1];
      return onPlane(direction, at, normal, data?.plane === "xz" ? near[1] : near[2]);
    },
    dispose: dragged,
  };
}

/** Tells by how much a pointer that is held down has moved [px]; what it returns ends that. */
function turnByDragging(element: HTMLElement, turn: (across: number, down: number) => void): () => void {
  let at: readonly [number, number] | undefined;
  const down = (event: PointerEvent): void => {
    at = [event.clientX, event.clientY];
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    if (at === undefined) return;
    turn(event.clientX - at[0], event.clientY - at[1]);
    at = [event.clientX, event.clientY];
  };
  const up = (): void => {
    at = undefined;
  };
  element.style.touchAction = "pan-y";
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"] as const) element.addEventListener(name, up);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"] as const) element.removeEventListener(name, up);
  };
}
