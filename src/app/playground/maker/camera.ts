import { cornersOf } from "../../drafts/centred.js";
import type { Draft } from "../../drafts/draft.js";
import { arrowLength } from "./add.js";
import { heldValue, type Point } from "./edit.js";
import { extent, placed } from "./grips.js";

/** A window onto the plane: its middle [m], how many pixels a metre is, and its size in pixels. */
export interface Camera {
  readonly middle: Point;
  readonly scale: number;
  readonly size: Point;
}

export const toScreen = ({ middle, scale, size }: Camera, [x, y]: Point): Point => [
  size[0] / 2 + scale * (x - middle[0]),
  size[1] / 2 - scale * (y - middle[1]),
];

export const toPlane = ({ middle, scale, size }: Camera, [u, v]: Point): Point => [
  middle[0] + (u - size[0] / 2) / scale,
  middle[1] - (v - size[1] / 2) / scale,
];

/** The height of what the window shows [m]. */
export const heightOf = ({ size, scale }: Camera): number => size[1] / scale;

/** The window as large in metres, of another size in pixels. */
export const resized = (camera: Camera, size: Point): Camera => ({
  ...camera,
  size,
  scale: camera.scale * Math.min(size[0] / camera.size[0], size[1] / camera.size[1]),
});

/** Nearer by a factor, so that a point of the screen stays where it is. */
export function zoomed(camera: Camera, factor: number, at: Point): Camera {
  const scale = Math.min(20_000, Math.max(2, camera.scale * factor));
  const before = toPlane(camera, at);
  const after = toPlane({ ...camera, scale }, at);
  const [x, y] = camera.middle;
  return { ...camera, scale, middle: [x + before[0] - after[0], y + before[1] - after[1]] };
}

export const moved = (camera: Camera, [du, dv]: Point): Camera => ({
  ...camera,
  middle: [camera.middle[0] - du / camera.scale, camera.middle[1] + dv / camera.scale],
});

/** An empty plane is so large [m], and around what is drawn there is so much room; of ground so much is seen. */
const table = { width: 2.4, height: 1.4, margin: 1.15, depth: 0.15 } as const;

/** A window that shows all of a draft. */
export function fitted(draft: Draft, size: Point): Camera {
  const points: Point[] = [];
  for (const part of [...draft.bodies, ...draft.world]) {
    const { shape } = part;
    const corners = cornersOf(shape).flat();
    if (corners.length > 0) points.push(...corners.map((point) => placed(part, point)));
    else {
      const [a, b] = extent(shape);
      points.push(
        ...(
          [
            [-a, -b],
            [a, -b],
            [a, b],
            [-a, b],
          ] as const
        ).map((corner) => placed(part, corner)),
      );
    }
  }
  for (const { name, at, velocity = [0, 0, 0] } of draft.bodies)
    points.push(
      [at[0] + arrowLength * velocity[0], at[1] + arrowLength * velocity[1]],
      [heldValue(draft, name, "x") ?? at[0], heldValue(draft, name, "y") ?? at[1]],
    );
  // above bare ground there is room to draw in
  const isBare = points.length > 0 && [...draft.bodies, ...draft.world].every(({ shape }) => shape.kind === "ground");
  if (isBare) points.push([-table.width / 2, -table.depth], [table.width / 2, table.height - table.depth]);
  const range = (axis: 0 | 1, least: number): readonly [number, number] => {
    const values = points.map((point) => point[axis]);
    const [low, high] = values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
    const middle = (low + high) / 2;
    return [middle, Math.max(high - low, least)];
  };
  const [x, width] = range(0, points.length > 0 ? table.width / 4 : table.width);
  const [y, height] = range(1, points.length > 0 ? table.height / 4 : table.height);
  const scale = Math.min(size[0] / width, size[1] / height) / table.margin;
  // ground lies at the bottom, however high the window is
  return { middle: [x, isBare ? size[1] / scale / 2 - table.depth * table.margin : y], scale, size };
}

/** Distance of the lines of the grid [m], at least so many pixels apart: 1, 2 or 5 times a power of ten. */
export function gridOf({ scale }: Camera, apart = 14): number {
  const least = apart / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}

/** The nearest crossing of the grid, as the short decimal that it is. */
export function snapped([x, y]: Point, grid: number): Point {
  const round = (value: number): number => Number((Math.round(value / grid) * grid).toPrecision(10)) + 0;
  return [round(x), round(y)];
}
