import { convexOutline, type Spot } from "../../motion-view/outlines.js";
import type { SceneShape, Triple } from "../../motion-view/scene/scene-data.js";

/** How a scene is looked at: a point of the world in the picture's plane [m], and the way towards the eye. */
export interface Look {
  readonly flat: (point: Triple) => Spot;
  readonly eye: Triple;
  /** True of a motion in a plane, which is looked at straight. */
  readonly planar: boolean;
}

/** A place in space: x, y, z [m] and the unit quaternion w, x, y, z. */
export interface Pose {
  readonly position: Triple;
  readonly turn: readonly [number, number, number, number];
}

export const still: Pose = { position: [0, 0, 0], turn: [1, 0, 0, 0] };

/** A piece of a picture: an area or a line in metres, with its paint as attributes of SVG. */
export interface Piece {
  readonly points: readonly Spot[];
  readonly closed: boolean;
  /** Points are ends of segments, two by two. */
  readonly pairs?: boolean;
  /** A disk about its one point [m]. */
  readonly radius?: number;
  /** Nearer to the eye is larger. */
  readonly depth: number;
  readonly paint: string;
}

export const inner = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const crossed = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** p + q v q* */
export function placed([x, y, z]: Triple, { position: [px, py, pz], turn: [w, a, b, c] }: Pose): Triple {
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [px + x + w * tx + b * tz - c * ty, py + y + w * ty + c * tx - a * tz, pz + z + w * tz + a * ty - b * tx];
}

/** Light comes from the upper left of the eye. */
const light: Triple = [-0.35, -0.5, 0.79];

/** A colour of six digits, darker or lighter by a factor. */
export function shaded(colour: string, factor: number): string {
  const part = (i: number): string =>
    Math.round(Math.min(255, Math.max(0, Number.parseInt(colour.slice(i, i + 2), 16) * factor)))
      .toString(16)
      .padStart(2, "0");
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** Corners of a circle that is seen from aside. */
const roundCorners = 24;
const circle = (radius: number, z: number): Triple[] =>
  Array.from({ length: roundCorners }, (_, i): Triple => {
    const angle = (2 * Math.PI * i) / roundCorners;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  });

/** The pieces of a shape at a pose, in a colour. */
export function piecesOf(shape: SceneShape, pose: Pose, look: Look, colour: string): Piece[] {
  const spot = (point: Triple): Spot => look.flat(placed(point, pose));
  const depthOf = (point: Triple): number => inner(placed(point, pose), look.eye);
  const edge = `stroke="${shaded(colour, 0.6)}" stroke-width=".8" stroke-linejoin="round"`;
  switch (shape.kind) {
    case "mesh":
      return shape.faces.length > 60
        ? [
            {
              points: convexOutline(shape.vertices.map(spot)),
              closed: true,
              depth: depthOf([0, 0, 0]),
              paint: `fill="${colour}" ${edge}`,
            },
          ]
        : faces(shape.vertices, shape.faces, { pose, look, colour });
    case "ball": {
      const { centre, radius } = shape;
      const middle = placed(centre, pose);
      const ball: Piece = {
        points: [look.flat(middle)],
        closed: true,
        radius,
        depth: inner(middle, look.eye),
        paint: `fill="${colour}" ${edge}`,
      };
      return [ball, ...seam(centre, radius, { pose, look, colour })];
    }
    case "cylinder": {
      const { radius, halfLength } = shape;
      const rims = [...circle(radius, halfLength), ...circle(radius, -halfLength)];
      const top = depthOf([0, 0, halfLength]) > depthOf([0, 0, -halfLength]) ? halfLength : -halfLength;
      const depth = depthOf([0, 0, 0]);
      return [
        { points: convexOutline(rims.map(spot)), closed: true, depth, paint: `fill="${shaded(colour, 0.85)}" ${edge}` },
        {
          points: circle(radius, top).map(spot),
          closed: true,
          depth: depth + 1e-6,
          paint: `fill="${shaded(colour, 1.15)}" ${edge}`,
        },
      ];
    }
    case "bar": {
      const { from, to, radius } = shape;
      const ends = [from, to].map(spot);
      const depth = (depthOf(from) + depthOf(to)) / 2;
      const round = ends.flatMap(([x, y]) => circle(radius, 0).map(([u, v]): Spot => [x + u, y + v]));
      return [{ points: convexOutline(round), closed: true, depth, paint: `fill="${colour}" ${edge}` }];
    }
    case "line":
      return [
        {
          points: [spot(shape.from), spot(shape.to)],
          closed: false,
          depth: (depthOf(shape.from) + depthOf(shape.to)) / 2,
          paint: `fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round"`,
        },
      ];
    case "point":
    case "half-space":
      return [];
  }
}

interface Painted {
  readonly pose: Pose;
  readonly look: Look;
  readonly colour: string;
}

/** The faces that look at the eye, brighter where they look at the light. */
function faces(
  vertices: readonly Triple[],
  all: readonly (readonly number[])[],
  { pose, look, colour }: Painted,
): Piece[] {
  const at = vertices.map((vertex) => placed(vertex, pose));
  return all.flatMap((face): Piece[] => {
    const corners = face.map((i) => at[i]);
    const normal = crossed(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    const size = Math.hypot(...normal) || 1;
    const facing = inner(normal, look.eye) / size;
    if (all.length > 1 && facing <= 1e-9) return [];
    const bright = all.length === 1 ? 1 : 0.78 + 0.4 * Math.max(-0.4, inner(normal, light) / size);
    const depth = corners.reduce((sum, corner) => sum + inner(corner, look.eye), 0) / corners.length;
    const paint = `fill="${shaded(colour, bright)}" stroke="${shaded(colour, 0.6)}" stroke-width=".8" stroke-linejoin="round"`;
    return [{ points: corners.map(look.flat), closed: true, depth, paint }];
  });
}

/** Marks of a ball by which it is seen to turn: a spoke in the plane, in space the half of a great circle that is in front. */
function seam(centre: Triple, radius: number, { pose, look, colour }: Painted): Piece[] {
  const paint = `fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="1.4" stroke-linecap="round"`;
  const middle = placed(centre, pose);
  const depth = inner(middle, look.eye) + 1e-6;
  if (look.planar) {
    const rim = placed([centre[0] + radius, centre[1], centre[2]], pose);
    return [{ points: [look.flat(middle), look.flat(rim)], closed: false, depth, paint }];
  }
  const ring = circle(radius, 0).map(([x, y]): Triple => placed([centre[0] + x, centre[1], centre[2] + y], pose));
  const front = ring.map((point) => inner(minus(point, middle), look.eye) >= 0);
  const first = front.findIndex((is, i) => is && !front[(i + ring.length - 1) % ring.length]);
  if (first < 0) return [];
  const arc: Spot[] = [];
  for (let i = 0; i < ring.length && front[(first + i) % ring.length]; i++)
    arc.push(look.flat(ring[(first + i) % ring.length]));
  return arc.length < 2
    ? []
    : [{ points: arc, closed: false, depth, paint: paint.replace("#fff", shaded(colour, 1.7)) }];
}
