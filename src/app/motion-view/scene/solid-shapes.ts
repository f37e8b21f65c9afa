import { type QuaternionLike, rotate } from "../../../algebra/rotation.js";
import { direction, outer, plus, times } from "../../../algebra/vectors.js";
import { evaluate, type Scalar, variable } from "../../../expr/expr.js";
import { endsOf, surfaceAt } from "../../../geometry/height-field/height-field.js";
import { convexHull } from "../../../geometry/hull/hull.js";
import { meshFlats } from "../../../geometry/mesh/mesh.js";
import type { Components, HeightField, Shape, ShapePose } from "../../../geometry/shape.js";
import type { Result } from "../../../motion/result.js";
import { convexOutline } from "../outlines.js";
import { numberOf, tripleOf } from "../patches.js";
import { outline, prismOf, rectangle } from "./prism.js";
import type { Mesh, SceneShape, Triple } from "./scene-data.js";

/** A shape at the parameters of a result, flat or solid; points are for `solidOfPoints`, as a body may have many. */
export function sceneShape(shape: Shape, planar: boolean, result: Result): SceneShape[] {
  const value = (x: Scalar): number => numberOf(x, result);
  const triple = (v: Components): Triple => tripleOf(v, result);
  const points = (all: readonly Components[]): SceneShape[] =>
    all.map((at) => ({ kind: "point" as const, at: triple(at) }));
  switch (shape.kind) {
    case "ball":
      return [{ kind: "ball", centre: triple(shape.centre ?? [0, 0, 0]), radius: value(shape.radius) }];
    case "point":
      return points([shape.at]);
    case "hull":
      return points(shape.vertices);
    case "patch": {
      const { rounding } = shape;
      if (rounding === undefined) return points(shape.points);
      return shape.points.map((at) => ({ kind: "ball" as const, centre: triple(at), radius: value(rounding) }));
    }
    case "segment":
      return [{ kind: "line", from: triple(shape.from), to: triple(shape.to) }];
    case "polygon":
      return [outline(shape.vertices.map(([x, y]) => [value(x), value(y), 0] as const))];
    case "pad": {
      const [a, b] = [value(shape.half[0]), value(shape.half[1])];
      return [prismOf(rectangle(a, b), -value(shape.depth), 0)];
    }
    case "box": {
      const [a, b, c] = shape.half.map(value) as [number, number, number];
      return [placed(planar ? outline(rectangle(a, b)) : prismOf(rectangle(a, b), -c, c), shape.pose, result)];
    }
    case "ellipsoid": {
      const spots = spotsOn(triple(shape.halfAxes));
      const solid = planar ? outline(flatHull(spots)) : solidOfPoints(spots);
      return solid === undefined ? [] : [placed(solid, shape.pose, result)];
    }
    case "cylinder": {
      const [radius, halfLength] = [value(shape.radius), value(shape.halfLength)];
      if (shape.pose === undefined) return [{ kind: "cylinder", radius, halfLength }];
      return [placed(prismOf(circle(radius), -halfLength, halfLength), shape.pose, result)];
    }
    case "capsule":
      return [{ kind: "bar", from: triple(shape.from), to: triple(shape.to), radius: value(shape.radius) }];
    case "mesh": {
      const faces = meshFlats(shape).pieces.map(({ rounds }) => rounds[0]);
      return [placed({ kind: "mesh", vertices: shape.vertices, faces }, shape.pose, result)];
    }
    case "height-field":
      return [groundMesh(shape, value)];
    case "ring":
      return points(ringSpots(triple(shape.centre), triple(shape.axis), value(shape.radius)));
    case "half-space": {
      const { normal, tangent, offset, stretch, breadth } = shape;
      const ends = stretch && { stretch: [value(stretch[0]), value(stretch[1])] as const };
      if (!planar && stretch !== undefined && breadth !== undefined) {
        const [n, t] = [triple(normal), triple(tangent)];
        const o = outer(n, t);
        const corner = (x: Scalar, y: Scalar): Triple =>
          plus(times(value(offset), n), plus(times(value(x), t), times(value(y), o)));
        const [[a, b], [c, d]] = [stretch, breadth];
        return [outline([corner(a, c), corner(b, c), corner(b, d), corner(a, d)])];
      }
      return [{ kind: "half-space", normal: triple(normal), tangent: triple(tangent), offset: value(offset), ...ends }];
    }
  }
}

/** Squares along a side of the ground that is drawn, however many heights it has. */
const grain = 24;

function groundMesh(ground: HeightField, value: (x: Scalar) => number): Mesh {
  const [[x0, x1], [y0, y1]] = endsOf(ground).map((ends) => ends.map(value));
  const { height } = surfaceAt(ground, variable("x"), variable("y"));
  const at = (k: number): Triple => {
    const [x, y] = [
      x0 + ((k % (grain + 1)) / grain) * (x1 - x0),
      y0 + (Math.floor(k / (grain + 1)) / grain) * (y1 - y0),
    ];
    const places: Readonly<Record<string, number>> = { x, y };
    return [x, y, evaluate(height, (leaf) => places[leaf] ?? value(variable(leaf)))];
  };
  const vertices = Array.from({ length: (grain + 1) ** 2 }, (_, k) => at(k));
  const faces = Array.from({ length: grain * grain }, (_, k) => {
    const corner = k + Math.floor(k / grain);
    return [corner, corner + 1, corner + grain + 2, corner + grain + 1];
  });
  return { kind: "mesh", vertices, faces };
}

/** A mesh in the axes of a pose. */
function placed(mesh: Mesh, pose: ShapePose | undefined, result: Result): Mesh {
  if (pose === undefined) return mesh;
  const position = tripleOf(pose.position, result);
  const turn: QuaternionLike = (pose.orientation ?? [1, 0, 0, 0]).map((x) => numberOf(x, result));
  return { ...mesh, vertices: mesh.vertices.map((vertex) => plus(position, rotate(turn, vertex))) };
}

/** Corners of what is drawn for a circle. */
const roundness = 24;

const circle = (radius: number): Triple[] =>
  Array.from({ length: roundness }, (_, k) => {
    const angle = (2 * Math.PI * k) / roundness;
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
  });

function ringSpots(centre: Triple, axis: Triple, radius: number): Triple[] {
  const u = direction(outer(axis, Math.abs(axis[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  const v = outer(axis, u);
  return circle(radius).map(([x, y]) => plus(centre, plus(times(x, u), times(y, v))));
}

/** Points all over an ellipsoid, poles first. */
function spotsOn([a, b, c]: Triple): Triple[] {
  const around = Array.from({ length: 24 }, (_, k) => (k / 12) * Math.PI);
  const rings = Array.from({ length: 11 }, (_, k) => ((k + 1) / 12) * Math.PI).flatMap((polar) =>
    around.map((angle): Triple => {
      const r = Math.sin(polar);
      return [a * r * Math.cos(angle), b * r * Math.sin(angle), c * Math.cos(polar)];
    }),
  );
  return [[0, 0, c], [0, 0, -c], ...rings];
}

/** Shapes without doubles, their points together as one body where they span one, and left out beside true shapes. */
export function bodyOf(shapes: readonly SceneShape[], planar: boolean): SceneShape[] {
  const found = distinct(shapes);
  const solid = found.filter(({ kind }) => kind !== "point");
  if (solid.length > 0) return solid;
  const spots = found.flatMap((one) => (one.kind === "point" ? [one.at] : []));
  if (spots.length < 3) return found.length > 0 ? found : [{ kind: "point", at: [0, 0, 0] }];
  const body = planar ? outline(flatHull(spots)) : solidOfPoints(spots);
  return body === undefined ? found : [body];
}

export const distinct = (shapes: readonly SceneShape[]): SceneShape[] => [
  ...new Map(shapes.map((one) => [JSON.stringify(one), one])).values(),
];

/**
 * The hull of points; of points in one level, the prism from it to as far on the other side of the centre of mass.
 * Undefined for points in another plane, which have no inside.
 */
export function solidOfPoints(points: readonly Triple[]): Mesh | undefined {
  const heights = points.map(([, , z]) => z);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  if (high > low)
    try {
      const { vertices, faces } = convexHull(points);
      return { kind: "mesh", vertices: vertices as Triple[], faces: faces.map((face) => face.vertices) };
    } catch {
      return undefined;
    }
  return prismOf(flatHull(points), Math.min(low, -low), Math.max(low, -low));
}

const flatHull = (points: readonly Triple[]): Triple[] =>
  convexOutline(points.map(([x, y]) => [x, y])).map(([x, y]) => [x, y, points[0][2]]);

/** A fifth of its length thick, and twice as long as the largest part: how much of a moving half-space is drawn. */
export function fingerOf(normal: Triple, tangent: Triple, gravity: Triple, size: number): Mesh {
  const falls = tangent[0] * gravity[0] + tangent[1] * gravity[1] + tangent[2] * gravity[2];
  const tip = times(falls > 0 ? -2 * size : 2 * size, tangent);
  const back = times(-size / 5, normal);
  const around: Triple[] = [[0, 0, 0], tip, plus(tip, back), back];
  const turns = outer(tip, back)[2] > 0;
  return outline(turns ? around : around.reverse());
}
