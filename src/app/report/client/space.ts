import { direction, inner, minus, outer, plus, times } from "../../../algebra/vectors.js";
import { placed } from "../pose.js";
import type { Facets, Patch, SpatialMotion, SpatialPlane, SpatialPose, Triple } from "../spatial-figures.js";
import { arrow } from "./arrows.js";
import { type Camera, type Fit, projection, type Seen, toPixels } from "./camera.js";
import { pictureAfter } from "./chart.js";
import { colour } from "./shapes.js";
import { px, svg } from "./svg.js";

/** The poses of all bodies at a time: between two pictures, with the shorter turn from one to the other. */
export function posesAt({ t, bodies }: SpatialMotion, time: number): SpatialPose[] {
  const after = pictureAfter(t, time);
  const before = Math.max(0, after - 1);
  const span = t[after]! - t[before]!;
  const share = span > 0 ? Math.min(1, Math.max(0, (time - t[before]!) / span)) : 1;
  return bodies.map(({ poses }) => {
    const [a, b] = [poses[before]!, poses[after]!];
    const side = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
    const mixed = a.map((x, i) => (1 - share) * x + share * (i < 3 ? 1 : side) * b[i]!);
    const norm = Math.hypot(mixed[3]!, mixed[4]!, mixed[5]!, mixed[6]!);
    return mixed.map((x, i) => (i < 3 ? x : x / norm)) as unknown as SpatialPose;
  });
}

/** The corners of all bodies in a pose each. */
export function cornersAt({ bodies }: SpatialMotion, poses: readonly SpatialPose[]): Triple[] {
  return bodies.flatMap(({ hull }, i) => hull.vertices.map((vertex) => placed(poses[i]!, vertex)));
}

/** One face of what is drawn, with its brightness, in the order of distance. */
interface Surface {
  readonly points: readonly Seen[];
  readonly near: number;
  readonly light: number;
  readonly colour: string;
}

/** Light comes from above, and a little from where one looks. */
const lightFrom: Triple = direction([0.3, -0.5, 0.9]);

/** The visible faces of bodies, far ones first: a painter's picture, right for convex parts that do not interlock. */
function surfaces(motion: SpatialMotion, poses: readonly SpatialPose[], look: (point: Triple) => Seen): Surface[] {
  const identity: SpatialPose = [0, 0, 0, 1, 0, 0, 0];
  const found: Surface[] = [];
  const draw = ({ vertices, faces }: Facets, pose: SpatialPose, fill: string): void => {
    const world = vertices.map((vertex) => placed(pose, vertex));
    const seen = world.map(look);
    for (const face of faces) {
      const points = face.map((i) => seen[i]!);
      if (faces.length > 1 && !(area(points) > 0)) continue;
      const [a, b, c] = [world[face[0]!]!, world[face[1]!]!, world[face[2]!]!];
      const normal = direction(outer(minus(b, a), minus(c, a)));
      const near = points.reduce((sum, [, , depth]) => sum + depth, 0) / points.length;
      found.push({ points, near, light: Math.max(0, inner(normal, lightFrom)), colour: fill });
    }
  };
  motion.solids.forEach((solid) => {
    draw(solid, identity, "var(--quiet)");
  });
  motion.bodies.forEach(({ hull, parts }, i) => {
    for (const part of parts.length > 0 ? parts : [hull]) draw(part, poses[i]!, colour(i));
  });
  return found.sort((a, b) => a.near - b.near);
}

/** Twice the area of a polygon in the picture, positive where its face is seen from outside. */
function area(points: readonly Seen[]): number {
  return points.reduce((sum, [u, v], i) => {
    const [a, b] = points[(i + 1) % points.length]!;
    return sum + u * b - a * v;
  }, 0);
}

/** Bodies, their hulls where these are more than the bodies, patches, contact points and forces at one moment. */
export function scene(motion: SpatialMotion, time: number, camera: Camera, fit: Fit, most: number): SVGElement[] {
  const look = projection(camera);
  const poses = posesAt(motion, time);
  const outline = (points: readonly Seen[]): string =>
    `M${points.map((point) => toPixels(fit, point).map(px).join(",")).join("L")}`;
  const faces = surfaces(motion, poses, look).map(({ points, light, colour: fill }) =>
    svg("path", {
      d: `${outline(points)}Z`,
      style: `fill: color-mix(in srgb, ${fill} ${(48 - 30 * light).toFixed(0)}%, var(--page)); stroke: ${fill}`,
      "stroke-width": 1.2,
      "stroke-linejoin": "round",
    }),
  );
  const hulls = motion.bodies.flatMap(({ hull, parts }, i) => {
    if (parts.length === 0) return [];
    const seen = hull.vertices.map((vertex) => look(placed(poses[i]!, vertex)));
    const visible = hull.faces.map((face) => face.map((k) => seen[k]!)).filter((points) => area(points) > 0);
    return visible.map((points) =>
      svg("path", {
        d: `${outline(points)}Z`,
        fill: "none",
        stroke: colour(i),
        "stroke-width": 0.9,
        "stroke-dasharray": "3 3",
        "stroke-opacity": 0.75,
      }),
    );
  });
  const picture = pictureAfter(motion.t, time);
  const touching = motion.contacts.flatMap(({ body, patch, patches, ecp, normal, friction }) => {
    const known = patches[patch[picture]!];
    const point = ecp[picture];
    if (!point) return [];
    const world = (p: Triple): Seen => look(placed(poses[body]!, p));
    const shapes = known === undefined ? [] : patchShapes(known, world, outline, fit);
    return [...shapes, ...contactArrows(point, normal[picture]!, friction[picture]!)];
  });
  return [...faces, ...hulls, ...touching];

  function contactArrows(point: Triple, normal: Triple | null, friction: Triple | null): SVGElement[] {
    const [u, v] = toPixels(fit, look(point));
    const size = Math.hypot(...plus(normal ?? [0, 0, 0], friction ?? [0, 0, 0]));
    // as in the plane: one factor for both arrows, lengths with the square root of the force
    const factor = size > 0 ? (0.28 * Math.min(fit.width, fit.height)) / Math.sqrt(most * size) : 0;
    const drawn = (force: Triple | null, name: string): SVGElement => {
      const [a, b] = look(times(factor, force ?? [0, 0, 0]));
      return svg("path", { d: arrow(u, v, a, -b), fill: "none", stroke: `var(--${name})`, "stroke-width": 2.4 });
    };
    return [drawn(normal, "normal"), drawn(friction, "friction"), ecpDot(u, v)];
  }
}

/** The mark of an equivalent contact point. */
export const ecpDot = (x: number, y: number, r = 4.5): SVGElement =>
  svg("circle", { cx: px(x), cy: px(y), r, fill: "var(--bad)", stroke: "var(--page)", "stroke-width": 1.5 });

/** What the hull touches, dashed, and what of that the body touches, filled. */
function patchShapes(
  { outline, polygons, segments, points }: Patch,
  look: (point: Triple) => Seen,
  path: (points: readonly Seen[]) => string,
  fit: Fit,
): SVGElement[] {
  const line = { fill: "none", stroke: "var(--touches)", "stroke-linecap": "round" };
  return [
    svg("path", { ...line, d: `${path(outline.map(look))}Z`, "stroke-width": 1.2, "stroke-dasharray": "4 3" }),
    ...polygons.map((polygon) =>
      svg("path", { ...line, d: `${path(polygon.map(look))}Z`, fill: "var(--touches)", "fill-opacity": 0.15 }),
    ),
    ...segments.map((segment) => svg("path", { ...line, d: path(segment.map(look)), "stroke-width": 4 })),
    ...points.map((point) => {
      const [cx, cy] = toPixels(fit, look(point)).map(px);
      return svg("circle", { cx: cx!, cy: cy!, r: 4, fill: "var(--touches)" });
    }),
  ];
}

/** A piece of a plane under points, ruled in round distances. */
export interface Floor {
  readonly corners: readonly Triple[];
  readonly lines: readonly (readonly [Triple, Triple])[];
}

/** How far a floor reaches beyond what is on it, as a share of the distance of its lines. */
const beyond = 0.3;

/** The rectangle of a plane under points and a little beyond, with between four and about twelve lines each way. */
export function floorUnder({ normal, tangent, offset }: SpatialPlane, points: readonly Triple[]): Floor {
  const across = outer(normal, tangent);
  const span = (axis: Triple): [number, number] => {
    const places = points.map((point) => inner(axis, point));
    return [Math.min(...places), Math.max(...places)];
  };
  const [a, b] = [span(tangent), span(across)];
  const rough = Math.max(a[1] - a[0], b[1] - b[0]) / 8;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const every = decade * ([1, 2, 5].find((factor) => factor * decade >= rough) ?? 10);
  const ends = ([from, to]: [number, number]): [number, number] => [
    Math.floor(from / every - beyond),
    Math.ceil(to / every + beyond),
  ];
  const [[a0, a1], [b0, b1]] = [ends(a), ends(b)];
  const at = (i: number, j: number): Triple =>
    plus(times(offset, normal), plus(times(i * every, tangent), times(j * every, across)));
  const lines: [Triple, Triple][] = [];
  for (let i = a0; i <= a1; i++) lines.push([at(i, b0), at(i, b1)]);
  for (let j = b0; j <= b1; j++) lines.push([at(a0, j), at(a1, j)]);
  return { corners: [at(a0, b0), at(a1, b0), at(a1, b1), at(a0, b1)], lines };
}

/** A floor as it is seen. */
export function floorShape({ corners, lines }: Floor, look: (point: Triple) => Seen, fit: Fit): SVGElement {
  const path = (points: readonly Triple[]): string =>
    `M${points.map((point) => toPixels(fit, look(point)).map(px).join(",")).join("L")}`;
  return svg(
    "g",
    { stroke: "var(--line)", "stroke-width": 1 },
    svg("path", { d: `${path(corners)}Z`, fill: "var(--panel)" }),
    svg("path", { d: lines.map(path).join(""), fill: "none" }),
  );
}
