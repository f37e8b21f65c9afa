import { convexOutline, type Spot } from "../outlines.js";
import type { Mesh, SceneData, SceneShape, Triple } from "./scene-data.js";

/** Size of a picture [px]. */
const width = 320;
const height = 200;
/** Room around what is drawn [px]. */
const margin = 12;

/** Moments that are drawn, as parts of the duration, and how strongly. */
const moments = [
  { part: 0, opacity: 0.3 },
  { part: 0.5, opacity: 0.5 },
  { part: 1, opacity: 1 },
] as const;

/** Points of a path: more cannot be told apart in a small picture, and of all paths together. */
const pathPoints = 48;
const allPathPoints = 160;
/** Of more shapes besides balls the middle of the motion is left out, and ways are coarser: three pictures of a wall are a heap. */
const crowd = 8;
/** Of more bodies than this no ball has a spoke. */
const mostSpoked = 4;
/** Corners of a circle that is seen from aside. */
const roundCorners = 20;

/** Okabe–Ito colours, lighter ones of the same family on a dark page. */
const style = `.b{fill:#0072b2}.l{fill:#8a8a8a}.t{fill:#5c5c5c}.w{fill:#c8c8c4}.e{stroke:#fff;stroke-width:.7;stroke-linejoin:round}.p{fill:none;stroke:#d55e00;stroke-width:2;stroke-linejoin:round}.x{stroke:#1a1a1a;stroke-width:2;fill:none}.g{stroke:#8a8a8a;stroke-width:1.5;fill:none}.s{stroke-linecap:round;stroke:#8a8a8a}@media (prefers-color-scheme:dark){.b{fill:#56b4e9}.w{fill:#4a4e55}.e{stroke:#16181b}.p{stroke:#f08a3c}.x{stroke:#f4f4f4}}`;

/** Pieces of a drawing, in the order in which they are drawn. */
type Drawn =
  | {
      readonly kind: "area";
      readonly outlines: readonly (readonly Spot[])[];
      readonly is: string;
      readonly opacity: number;
    }
  | { readonly kind: "line"; readonly points: readonly Spot[]; readonly is: string }
  | {
      readonly kind: "circle";
      readonly at: Spot;
      readonly radius: number;
      /** The place at which the body's x axis meets the rim: a ball that turns is seen to turn. */
      readonly rim?: Spot;
      readonly is: string;
      readonly opacity: number;
    }
  | { readonly kind: "cross"; readonly at: Spot };

/**
 * A small picture of a motion, without a browser: the bodies at its start, its middle and its end, the way of what is
 * moved, and where it must end. In space it is seen from the front right and above.
 */
export function thumbnail(scene: SceneData): string {
  const view = viewOf(scene.plane);
  const pictures = scene.t.length;
  const drawn: Drawn[] = [];
  const moving = scene.bodies.filter(({ poses }) => moves(poses));
  const isCrowd =
    moving.reduce((sum, { shapes }) => sum + shapes.filter(({ kind }) => kind !== "ball").length, 0) > crowd;
  const spokes = moving.length <= mostSpoked;
  for (const { part, opacity } of moments) {
    if (isCrowd && part === 0.5) continue;
    const k = nearest(scene.t, part);
    for (const body of scene.bodies) {
      // arms and fingers once: they would hide what they move
      if (part < 1 && (body.role !== "part" || !moving.includes(body))) continue;
      const pose = poseAt(body.poses, k);
      const is = body.role === "part" ? "b" : body.role === "tool" ? "t" : "l";
      for (const shape of body.shapes) drawn.push(...draw(shape, { pose, view, is, opacity, spokes }));
    }
  }
  const parts = scene.bodies.filter(({ role }) => role === "part");
  const count = Math.min(pathPoints, pictures, Math.ceil(allPathPoints / parts.length / (isCrowd ? 2 : 1)));
  for (const body of parts) {
    const points = Array.from({ length: count }, (_, i) => {
      const k = Math.round((i * (pictures - 1)) / Math.max(1, count - 1));
      return view.flat(poseAt(body.poses, k).position);
    });
    drawn.push({ kind: "line", points, is: "p" });
    const { after = [] } = body;
    if (after.length === 0) continue;
    drawn.push({ kind: "line", points: after.map(view.flat), is: "p" });
    for (const part of [0.5, 1])
      for (const shape of body.shapes)
        drawn.push(
          ...draw(shape, {
            pose: { ...still, position: after[Math.round(part * (after.length - 1))] },
            view,
            is: "b",
            opacity: 0.6,
          }),
        );
  }
  for (const at of scene.targets) drawn.push({ kind: "cross", at: view.flat(at) });
  const walls = scene.world.filter((shape) => shape.kind !== "half-space");
  const fixed = walls.flatMap((shape) => draw(shape, { pose: still, view, is: "w", opacity: 1 }));
  const frame = frameOf([...fixed, ...drawn]);
  const grounds = scene.world.flatMap((shape) => (shape.kind === "half-space" ? ground(shape, view, frame) : []));
  const scale = Math.min(
    (width - 2 * margin) / Math.max(frame.right - frame.left, 1e-9),
    (height - 2 * margin) / Math.max(frame.top - frame.bottom, 1e-9),
  );
  const place = ([x, y]: Spot): string =>
    `${number(width / 2 + scale * (x - (frame.left + frame.right) / 2))},${number(height / 2 - scale * (y - (frame.top + frame.bottom) / 2))}`;
  return svg([...grounds, ...fixed, ...drawn].map((one) => markup(one, place, scale)).join(""));
}

/** False of what stands where it began all the time. */
function moves(poses: ArrayLike<number>): boolean {
  for (let i = 7; i < poses.length; i++) if (poses[i] !== poses[i % 7]) return true;
  return false;
}

/** The picture of a problem that has nothing to show: it was refused, or nothing of it has a place. */
export function bareThumbnail(): string {
  return svg(
    `<path class="g" d="M${width / 2 - 22},${height / 2 - 22}l44,44m0,-44l-44,44"/><circle class="g" cx="${width / 2}" cy="${height / 2}" r="42"/>`,
  );
}

const svg = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${style}</style>${inside}</svg>\n`;

interface View {
  /** A point of the world in the picture [m]. */
  readonly flat: (point: Triple) => Spot;
  /** Towards the eye. */
  readonly eye: Triple;
}

const azimuth = -1;
const elevation = 0.45;

function viewOf(plane: SceneData["plane"]): View {
  if (plane === "xy") return { flat: ([x, y]) => [x, y], eye: [0, 0, 1] };
  if (plane === "xz") return { flat: ([x, , z]) => [x, z], eye: [0, -1, 0] };
  const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
  return {
    flat: ([x, y, z]) => [-sa * x + ca * y, -ca * se * x - sa * se * y + ce * z],
    eye: [ca * ce, sa * ce, se],
  };
}

interface Pose {
  readonly position: Triple;
  /** w, x, y, z */
  readonly turn: readonly [number, number, number, number];
}

const still: Pose = { position: [0, 0, 0], turn: [1, 0, 0, 0] };

function poseAt(poses: ArrayLike<number>, k: number): Pose {
  const at = (i: number): number => poses[7 * k + i] ?? 0;
  return { position: [at(0), at(1), at(2)], turn: [at(3), at(4), at(5), at(6)] };
}

/** p + q v q* */
function placeInWorld([x, y, z]: Triple, { position: [px, py, pz], turn: [w, a, b, c] }: Pose): Triple {
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [px + x + w * tx + b * tz - c * ty, py + y + w * ty + c * tx - a * tz, pz + z + w * tz + a * ty - b * tx];
}

/** A shape's pose, the way it is looked at, and its class and opacity in the picture. */
interface Posed {
  readonly pose: Pose;
  readonly view: View;
  readonly is: string;
  readonly opacity: number;
  /** Balls have a spoke. */
  readonly spokes?: boolean;
}

/** A mesh of more faces is round, and drawn by its outline. */
const mostFaces = 40;

const isFaceted = (shape: SceneShape): boolean => shape.kind === "mesh" && shape.faces.length <= mostFaces;

function draw(shape: SceneShape, posed: Posed): Drawn[] {
  const { pose, view, is, opacity, spokes = false } = posed;
  const spot = (point: Triple): Spot => view.flat(placeInWorld(point, pose));
  const roundArea = (spots: readonly Spot[]): Drawn => ({
    kind: "area",
    outlines: [convexOutline(spots)],
    is,
    opacity,
  });
  switch (shape.kind) {
    case "mesh":
      return !isFaceted(shape) ? [roundArea(shape.vertices.map(spot))] : drawFaces(shape, posed);
    case "ball": {
      const { centre, radius } = shape;
      const rim = spokes && is === "b" && { rim: spot([centre[0] + radius, centre[1], centre[2]]) };
      return [{ kind: "circle", at: spot(centre), radius, is, opacity, ...rim }];
    }
    case "cylinder": {
      const { radius, halfLength } = shape;
      const rims = [-1, 1].flatMap((side) =>
        Array.from({ length: roundCorners }, (_, i): Triple => {
          const angle = (2 * Math.PI * i) / roundCorners;
          return [radius * Math.cos(angle), radius * Math.sin(angle), side * halfLength];
        }),
      );
      return [roundArea(rims.map(spot))];
    }
    case "bar":
      return [{ kind: "area", outlines: [thick(spot(shape.from), spot(shape.to), shape.radius)], is, opacity }];
    case "line":
      return [{ kind: "line", points: [spot(shape.from), spot(shape.to)], is: "g" }];
    case "point":
      return [{ kind: "circle", at: spot(shape.at), radius: 0, is, opacity }];
    case "half-space":
      return [];
  }
}

/** The faces that look at the eye, the furthest first; those of a convex shape hide nothing of each other. */
function drawFaces({ vertices, faces }: Mesh, { pose, view, is, opacity }: Posed): Drawn[] {
  const at = vertices.map((vertex) => placeInWorld(vertex, pose));
  const all = faces.map((face) => face.map((i) => at[i]));
  const outlines = all
    .filter((corners) => faces.length === 1 || inner(normalOf(corners), view.eye) > 0)
    .map((corners) => ({ corners, depth: inner(corners.reduce(sum), view.eye) / corners.length }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ corners }) => corners.map(view.flat));
  const areas = all.every((face) => isOuter(face, at)) ? [outlines] : outlines.map((outline) => [outline]);
  return areas.map((area) => ({ kind: "area", outlines: area, is: `${is} e`, opacity }));
}

/** True of a face with all points behind it. */
function isOuter(face: readonly Triple[], points: readonly Triple[]): boolean {
  const normal = normalOf(face);
  const offset = inner(normal, face[0]);
  return points.every((point) => inner(normal, point) <= offset + 1e-9 * (Math.abs(offset) + 1e-9));
}

const inner = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sum = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

function normalOf([a, b, c]: readonly Triple[]): Triple {
  const [u, v] = [a, c].map((p) => [p[0] - b[0], p[1] - b[1], p[2] - b[2]]) as [number[], number[]];
  return [v[1] * u[2] - v[2] * u[1], v[2] * u[0] - v[0] * u[2], v[0] * u[1] - v[1] * u[0]];
}

function thick(a: Spot, b: Spot, radius: number): Spot[] {
  const round = ([x, y]: Spot): Spot[] =>
    Array.from({ length: 8 }, (_, i) => [
      x + radius * Math.cos((Math.PI * i) / 4),
      y + radius * Math.sin((Math.PI * i) / 4),
    ]);
  return convexOutline([...round(a), ...round(b)]);
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

function frameOf(drawn: readonly Drawn[]): Frame {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  const include = ([x, y]: Spot, r: number): void => {
    [left, right] = [Math.min(left, x - r), Math.max(right, x + r)];
    [bottom, top] = [Math.min(bottom, y - r), Math.max(top, y + r)];
  };
  for (const one of drawn) {
    if (one.kind === "area") for (const corner of one.outlines.flat()) include(corner, 0);
    else if (one.kind === "line") for (const point of one.points) include(point, 0);
    else include(one.at, one.kind === "circle" ? one.radius : 0);
  }
  return left <= right ? { left, right, bottom, top } : { left: -1, right: 1, bottom: -1, top: 1 };
}

/** The surface of a half-space, where it is seen from its edge; seen from above it is the page. */
function ground(shape: SceneShape & { readonly kind: "half-space" }, view: View, frame: Frame): Drawn[] {
  const { normal, tangent, offset, stretch } = shape;
  const along = view.flat(tangent);
  const seen = Math.abs(inner(normal, view.eye));
  // in space a floor is seen from above, which needs no line
  if (seen > 1e-6 || Math.hypot(...along) < 1e-6) return [];
  const foot = view.flat([normal[0] * offset, normal[1] * offset, normal[2] * offset]);
  const size = frame.right - frame.left + frame.top - frame.bottom;
  const middle: Spot = [(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2];
  const nearest = (middle[0] - foot[0]) * along[0] + (middle[1] - foot[1]) * along[1];
  const [from, to] = stretch ?? [nearest - size, nearest + size];
  const ends = [from, to].map((s): Spot => [foot[0] + s * along[0], foot[1] + s * along[1]]);
  return [{ kind: "line", points: ends, is: "g" }];
}

/** The picture nearest to a part of the duration. */
function nearest(t: ArrayLike<number>, part: number): number {
  const time = (t[0] ?? 0) + part * ((t[t.length - 1] ?? 0) - (t[0] ?? 0));
  let best = 0;
  for (let k = 1; k < t.length; k++) if (Math.abs(t[k] - time) < Math.abs(t[best] - time)) best = k;
  return best;
}

/** Radius of what has none [px], and the arms of a cross. */
const dot = 4;
const arm = 6;
/** A smaller ball has no spoke [px]. */
const spoked = 13;

function markup(one: Drawn, place: (spot: Spot) => string, scale: number): string {
  const faint = "opacity" in one && one.opacity < 1 ? ` opacity="${one.opacity}"` : "";
  switch (one.kind) {
    case "area":
      return `<path class="${one.is}"${faint} d="${one.outlines.map((outline) => `M${outline.map(place).join("L")}z`).join("")}"/>`;
    case "line":
      return `<path class="${one.is}" d="M${one.points.map(place).join("L")}"/>`;
    case "circle": {
      const [x, y] = place(one.at).split(",");
      const radius = scale * one.radius;
      const spoke =
        one.rim === undefined || radius < spoked ? "" : `<path class="e" d="M${x},${y}L${place(one.rim)}"/>`;
      return `<circle class="${one.is} e"${faint} cx="${x}" cy="${y}" r="${number(Math.max(dot, radius))}"/>${spoke}`;
    }
    case "cross":
      return `<path class="x" d="M${place(one.at)}m-${arm},-${arm}l${2 * arm},${2 * arm}m-${2 * arm},0l${2 * arm},-${2 * arm}"/>`;
  }
}

const number = (x: number): string => String(Math.round(10 * x) / 10);
