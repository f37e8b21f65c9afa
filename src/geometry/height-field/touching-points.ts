import { cos, hypot, sin } from "../../algebra/elementary/elementary.js";
import { minus, plus, type ReadonlyVector, times } from "../../algebra/vectors.js";
import { type Expr, max, mul, type Scalar, sub } from "../../expr/expr.js";
import { vec3 } from "../../expr/vector.js";
import { numberOf, numbersOf } from "../cores/core.js";
import { hullOrFlat } from "../mesh/mesh.js";
import { directionToWorld, placedIn, pointToWorld } from "../placement.js";
import {
  type Box,
  box,
  boxVertices,
  type Components,
  type Cylinder,
  type HeightField,
  type Shape,
  type ShapePose,
} from "../shape.js";
import { splineCurvatures } from "./height-field.js";

/** Ground may stand out between two points by this part of the least half-width of what touches it, as much as sharp edges are rounded elsewhere. */
const share = 0.1;

/** More points than these make a step too long. */
const mostPoints = 40;

/**
 * The parts of a shape of which one touches ground first: corners and, where the ground is curved, more points on edges and
 * faces, so near each other that it stands out between them by little; balls along a capsule, circles along a cylinder.
 * Words say why a shape has none.
 */
export function touchingPoints(shape: Shape, ground: HeightField): readonly Shape[] | string {
  const curved = curvature(ground);
  if (curved === undefined) return "the scale of the ground is a formula, so that nobody knows how curved it is";
  const step = (size: number): number =>
    curved === 0 ? Number.POSITIVE_INFINITY : Math.sqrt((4 * share * size) / curved);
  const parts = partsOf(shape, step);
  if (typeof parts === "string") return parts;
  return parts.length > mostPoints
    ? `the ground is so curved that ${parts.length} points would touch it, at most ${mostPoints}`
    : parts;
}

/** The largest curvature of the ground [1/m], that along x and that along y together; undefined where its scale is a formula. */
function curvature(ground: HeightField): number | undefined {
  const factor = numberOf(ground.scale ?? 1);
  const bends = bendsOf(ground);
  if (bends === undefined || factor === undefined) return undefined;
  const most = (k: 0 | 1): number => Math.max(...bends.map((bend) => Math.abs(bend[k])));
  const all = Math.abs(factor) * (most(0) + most(1));
  return all < straight ? 0 : all;
}

/**
 * The largest curvature upwards at the heights of ground [1/m], as if it were level there: what is rounder than its bowl lies in it, anything
 * else on two sides of it.
 */
export function hollowness(ground: HeightField): Expr {
  const most = (sign: number): number =>
    Math.max(0, ...(bendsOf(ground) ?? []).map(([xx, yy, xy]) => (sign * (xx + yy)) / 2 + hypot((xx - yy) / 2, xy)));
  const scale = ground.scale ?? 1;
  return max(mul(most(1), scale), mul(-most(-1), scale));
}

/** f_xx, f_yy and f_xy at all heights, without their scale; undefined where the spacing is a formula. */
function bendsOf({ heights, spacing }: HeightField): (readonly [number, number, number])[] | undefined {
  const [dx, dy] = spacing.map(numberOf);
  if (dx === undefined || dy === undefined) return undefined;
  const along = heights.map(splineCurvatures);
  const across = heights[0].map((_, i) => splineCurvatures(heights.map((row) => row[i])));
  return heights.flatMap((row, j) => {
    const [back, on] = [heights[j - 1] ?? row, heights[j + 1] ?? row];
    return row.map((_, i) => {
      const rise = (line: readonly number[]): number => (line[i + 1] ?? line[i]) - (line[i - 1] ?? line[i]);
      return [along[j][i] / dx ** 2, across[i][j] / dy ** 2, (rise(on) - rise(back)) / (4 * dx * dy)] as const;
    });
  });
}

/** Ground less curved than this [1/m] is straight but for rounding. */
const straight = 1e-9;

const formulas = "on curved ground the lengths of other shapes than balls must be numbers";

type Step = (size: number) => number;

function partsOf(shape: Shape, step: Step): readonly Shape[] | string {
  switch (shape.kind) {
    case "segment":
    case "capsule": {
      const { from, to } = shape;
      const radius = shape.kind === "capsule" ? shape.radius : undefined;
      const at = (centre: Components): Shape =>
        radius === undefined ? { kind: "point", at: centre } : { kind: "ball", centre, radius };
      if (step(1) === Number.POSITIVE_INFINITY) return [at(from), at(to)];
      const ends = numbersOf([from, to]);
      const size = numberOf(radius ?? 0);
      if (ends === undefined || size === undefined) return formulas;
      const way = minus(ends[1], ends[0]);
      const length = hypot(...way);
      const count = Math.ceil(length / step(size === 0 ? length / 10 : size));
      return Array.from({ length: count + 1 }, (_, i) => at(point(plus(ends[0], times(i / count, way)))));
    }
    case "cylinder":
      return circles(shape, step);
    case "box":
      return pointsOfBox(shape, step);
    case "hull":
      return pointsOfHull(shape.vertices, undefined, step);
    case "mesh":
      return pointsOfHull(shape.vertices, shape.pose, step);
    default:
      return `a ${shape.kind} and ground have no points that touch first`;
  }
}

const point = ([x, y, z]: ReadonlyVector): Components => [x, y, z];

function pointsOfBox({ half, rounding = 0, pose }: Box, step: Step): readonly Shape[] | string {
  const [a, b, c] = half.map((length) => sub(length, rounding));
  const corners = boxVertices(box(a, b, c));
  const at = placer(pose);
  const made = (p: Components): Shape =>
    rounding === 0 ? { kind: "point", at: at(p) } : { kind: "ball", centre: at(p), radius: rounding };
  if (step(1) === Number.POSITIVE_INFINITY) return corners.map(made);
  const known = numbersOf([...corners, half]);
  if (known === undefined) return formulas;
  const [lengths] = known.splice(-1);
  const hull = hullOrFlat(known);
  if (hull === undefined) return formulas;
  return spread(hull, step(Math.min(...lengths))).map((p) => made(point(p)));
}

const placer = (pose: ShapePose | undefined) => {
  const place = pose && placedIn(undefined, pose);
  return (p: Components): Components => (place === undefined ? p : pointToWorld(place, vec3(...p)));
};

function pointsOfHull(
  vertices: readonly Components[],
  pose: ShapePose | undefined,
  step: Step,
): readonly Shape[] | string {
  const at = placer(pose);
  const made = (p: Components): Shape => ({ kind: "point", at: at(p) });
  const known = numbersOf(vertices);
  if (known === undefined) return step(1) === Number.POSITIVE_INFINITY ? vertices.map(made) : formulas;
  const hull = hullOrFlat(known);
  if (hull === undefined) return "a surface in one plane has no inside that the ground could be outside of";
  if (step(1) === Number.POSITIVE_INFINITY) return hull.vertices.map((p) => made(point(p)));
  const middle = times(1 / hull.vertices.length, hull.vertices.reduce(plus));
  const size = Math.min(
    ...hull.faces.map(({ normal, offset }) => offset - normal.reduce((sum, n, i) => sum + n * middle[i], 0)),
  );
  return spread(hull, step(size)).map((p) => made(point(p)));
}

/** Points on the faces of a hull, no farther from each other than a step along the sides of triangles. */
function spread({ vertices, faces }: NonNullable<ReturnType<typeof hullOrFlat>>, step: number): ReadonlyVector[] {
  const size = Math.max(...vertices.map((p) => hypot(...p)));
  const all = new Map<string, ReadonlyVector>();
  for (const { vertices: round } of faces)
    for (let k = 2; k < round.length; k++) {
      // the fan's corner is where its two sides are edges, so that a rectangle becomes a grid
      const [a, b, c] = [vertices[round[k - 1]], vertices[round[0]], vertices[round[k]]];
      const [u, v] = [minus(b, a), minus(c, a)];
      const count = Math.max(1, Math.ceil(Math.max(hypot(...u), hypot(...v)) / step));
      for (let i = 0; i <= count; i++)
        for (let j = 0; i + j <= count; j++) {
          const p = plus(a, plus(times(i / count, u), times(j / count, v)));
          all.set(p.map((x) => Math.round((x / size) * 1e6)).join(" "), p);
        }
    }
  return [...all.values()];
}

/** Fixed points of a rim lie so far inside of it that they touch where a cap lies in a hollow, but not where its side rolls. */
const inside = 0.99;

/** Fewer points of a rim than these leave out too much of it. */
const leastOnRim = 8;

/** Circles along a cylinder, and points of its caps where the ground is curved. */
function circles({ radius, halfLength, pose }: Cylinder, step: Step): readonly Shape[] | string {
  const at = placer(pose);
  const axis = directionToWorld(pose && placedIn(undefined, pose), vec3(0, 0, 1));
  const ring = (z: Scalar): Shape => ({ kind: "ring", centre: at([0, 0, z]), axis, radius });
  if (step(1) === Number.POSITIVE_INFINITY) return [ring(halfLength), ring(sub(0, halfLength))];
  const [r, l] = [numberOf(radius), numberOf(halfLength)];
  if (r === undefined || l === undefined) return formulas;
  const spacing = step(Math.min(r, l));
  const count = Math.ceil((2 * l) / spacing);
  const rings = Array.from({ length: count + 1 }, (_, i) => ring(-l + (2 * l * i) / count));
  const radii = Math.ceil(r / spacing);
  const caps = Array.from({ length: radii }, (_, k) => (inside * r * (k + 1)) / radii).flatMap((rho) => {
    const around = Math.max(leastOnRim, Math.ceil((2 * Math.PI * rho) / spacing));
    return Array.from({ length: around }, (_, i) => {
      const angle = (2 * Math.PI * i) / around;
      return [rho * cos(angle), rho * sin(angle)];
    });
  });
  return [...rings, ...[l, -l].flatMap((z) => caps.map(([x, y]): Shape => ({ kind: "point", at: at([x, y, z]) })))];
}
