import { BadInput } from "../../checks/bad-input.js";
import { add, div, type Expr, mul, neg, norm, pow, type Scalar, sub, toExpr } from "../../expr/expr.js";
import { addV, cross, dot, mat3V, quat, rotationMatrix, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import { type ConvexHull, convexHull } from "../hull/hull.js";
import { massInside } from "../mass.js";
import type { Box, Capsule, Cylinder, Ellipsoid, Hull, MeshShape, Shape, ShapePose } from "../shape.js";
import { closed } from "../solid.js";
import { beyond, combine, diagonal, isCentred, type ShapeMoments, type Symmetric, square } from "./moments.js";

const origin = vec3(0, 0, 0);

/**
 * The moments of a shape in space; undefined for one that fills none.
 * @throws {BadInput} for a hull without faces whose vertices are formulas.
 */
export function spatialMoments(shape: Shape, at: string): ShapeMoments | undefined {
  switch (shape.kind) {
    case "ball": {
      const { radius: r, centre = [0, 0, 0] } = shape;
      const second = mul((4 / 15) * Math.PI, pow(r, 5));
      const volume = mul((4 / 3) * Math.PI, r, r, r);
      return { volume, centre: vec3(...centre), second: diagonal(second, second, second) };
    }
    case "box":
      return placed(boxMoments(shape), shape.pose);
    case "cylinder":
      return placed(cylinderMoments(shape), shape.pose);
    case "ellipsoid":
      return placed(ellipsoidMoments(shape), shape.pose);
    case "capsule":
      return capsuleMoments(shape);
    case "hull":
      return hullMoments(shape, at);
    case "mesh":
      return placed(meshMoments(shape, at), shape.pose);
    default:
      return undefined;
  }
}

/** c + R·, R S Rᵀ. */
function placed({ volume, centre, second }: ShapeMoments, pose: ShapePose | undefined): ShapeMoments {
  if (pose === undefined) return { volume, centre, second };
  const there = vec3(...pose.position);
  if (pose.orientation === undefined) return { volume, centre: addV(there, centre), second };
  const R = rotationMatrix(quat(...pose.orientation));
  const columns = [0, 1, 2].map((j) => vec3(R[j], R[3 + j], R[6 + j]));
  const turned = combine(
    ...columns.map((column, j): [Expr, Symmetric] => [second[j], square(column)]),
    ...products.flatMap(([i, j], k): [Expr, Symmetric][] => {
      const product = second[3 + k];
      // 2 sym(a bᵀ) = (a + b)(a + b)ᵀ − a aᵀ − b bᵀ
      const parts = [square(addV(columns[i], columns[j])), square(columns[i]), square(columns[j])];
      return product === zero ? [] : parts.map((part, n) => [n === 0 ? product : neg(product), part]);
    }),
  );
  return { volume, centre: addV(there, mat3V(R, centre)), second: turned };
}

const zero = toExpr(0);

/** Axes of xy, xz and yz. */
const products = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** The exact integrals over the inside of a closed mesh. */
function meshMoments({ vertices, faces }: MeshShape, at: string): ShapeMoments {
  try {
    const { mass, centre, inertia } = massInside([closed({ vertices, faces })], 1);
    const [xx, yy, zz, xy, xz, yz] = inertia;
    const half = 0.5 * (xx + yy + zz);
    const second = [half - xx, half - yy, half - zz, -xy, -xz, -yz].map(toExpr);
    return {
      volume: toExpr(mass),
      centre: vec3(...centre),
      second: [second[0], second[1], second[2], second[3], second[4], second[5]],
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadInput(`${at}.shape`, `${at}.shape is a mesh without mass: ${error.message}.`);
  }
}

/** ∫x² of the box is V a²/3; roundings are added: slabs beside its core, quarters of cylinders, eighths of a ball. */
function boxMoments({ half, rounding = 0 }: Box): ShapeMoments {
  const r = rounding;
  if (r === 0) {
    const volume = mul(8, ...half);
    const [xx, yy, zz] = half.map((a) => mul(1 / 3, volume, a, a));
    return { volume, centre: origin, second: diagonal(xx, yy, zz) };
  }
  const [a, b, c] = half.map((length) => sub(length, r));
  const ball = [mul((4 / 3) * Math.PI, pow(r, 3)), mul(0.5 * Math.PI, pow(r, 4)), mul((4 / 15) * Math.PI, pow(r, 5))];
  const disk = [mul(Math.PI, r, r), mul(4 / 3, pow(r, 3)), mul(0.25 * Math.PI, pow(r, 4))];
  const along = (x: Expr, y: Expr, z: Expr): Expr =>
    add(
      mul(8 / 3, pow(x, 3), y, z),
      mul(8 / 3, y, z, sub(pow(add(x, r), 3), pow(x, 3))),
      mul(8 / 3, r, pow(x, 3), add(y, z)),
      mul((2 / 3) * Math.PI, r, r, pow(x, 3)),
      mul(2, add(y, z), beyond(x, [disk[0], disk[1], disk[2]])),
      beyond(x, [ball[0], ball[1], ball[2]]),
    );
  const volume = add(
    mul(8, a, b, c),
    mul(8, r, add(mul(a, b), mul(b, c), mul(a, c))),
    mul(2, disk[0], add(a, b, c)),
    ball[0],
  );
  return { volume, centre: origin, second: diagonal(along(a, b, c), along(b, c, a), along(c, a, b)) };
}

function cylinderMoments({ radius: r, halfLength: c }: Cylinder): ShapeMoments {
  const volume = mul(2 * Math.PI, r, r, c);
  const across = mul(0.25, volume, r, r);
  return { volume, centre: origin, second: diagonal(across, across, mul(1 / 3, volume, c, c)) };
}

function ellipsoidMoments({ halfAxes }: Ellipsoid): ShapeMoments {
  const volume = mul((4 / 3) * Math.PI, ...halfAxes);
  const [xx, yy, zz] = halfAxes.map((a) => mul(0.2, volume, a, a));
  return { volume, centre: origin, second: diagonal(xx, yy, zz) };
}

/** S = S_across 1 + (S_along − S_across) u uᵀ about its axis u of length l: a cylinder, and half a ball at either end. */
function capsuleMoments({ from, to, radius: r }: Capsule): ShapeMoments {
  const axis = subV(vec3(...to), vec3(...from));
  const l = norm(...axis);
  const ball = mul((4 / 3) * Math.PI, r, r, r);
  const round = mul((4 / 15) * Math.PI, pow(r, 5));
  const barrel = mul(Math.PI, r, r, l);
  const along = add(mul(1 / 12, barrel, l, l), beyond(mul(0.5, l), [ball, mul(0.5 * Math.PI, pow(r, 4)), round]));
  const across = add(mul(0.25, barrel, r, r), round);
  return {
    volume: add(barrel, ball),
    centre: middleOf(from, to),
    second: combine([across, diagonal(1, 1, 1)], [div(sub(along, across), dot(axis, axis)), square(axis)]),
  };
}

/** (a + b)/2. */
export function middleOf(a: readonly [Scalar, Scalar, Scalar], b: readonly [Scalar, Scalar, Scalar]): Vec3 {
  return scaleV(0.5, addV(vec3(...a), vec3(...b)));
}

/**
 * The divergence theorem over the tetrahedra (o, a, b, c) of the first vertex o and the triangles of the faces, as in
 * `massProperties`: V = Σ D, ∫x dV = Σ D s/4, ∫x xᵀ dV = Σ D (a aᵀ + b bᵀ + c cᵀ + s sᵀ)/20.
 */
function hullMoments(hull: Hull, at: string): ShapeMoments {
  const faces = hull.faces?.map(({ vertices }) => vertices) ?? facesOf(hull, at);
  const from = vec3(...hull.vertices[0]);
  const points = hull.vertices.map((vertex) => subV(vec3(...vertex), from));
  let volume: Expr = toExpr(0);
  let first = origin;
  const seconds: [Scalar, Symmetric][] = [];
  for (const face of faces)
    for (let k = 2; k < face.length; k++) {
      const [a, b, c] = [points[face[0]], points[face[k - 1]], points[face[k]]];
      const D = mul(1 / 6, dot(a, cross(b, c)));
      const s = addV(a, b, c);
      volume = add(volume, D);
      first = addV(first, scaleV(mul(0.25, D), s));
      for (const v of [a, b, c, s]) seconds.push([mul(1 / 20, D), square(v)]);
    }
  const centre = scaleV(div(1, volume), first);
  const second = combine(...seconds, [mul(-1, volume), square(centre)]);
  return { volume, centre: isCentred(hull.vertices) ? origin : addV(from, centre), second };
}

function facesOf({ vertices }: Hull, at: string): readonly (readonly number[])[] {
  const numbers = vertices.map((vertex) => vertex.filter((x): x is number => typeof x === "number"));
  if (numbers.some((vertex) => vertex.length < 3))
    throw new BadInput(at, `${at}: the mass of a hull whose vertices are formulas needs its faces, or is to be given.`);
  const { faces, source } = solidHull(
    numbers.map(([x, y, z]) => [x, y, z]),
    at,
  );
  return faces.map((face) => face.vertices.map((i) => source[i]));
}

function solidHull(points: readonly (readonly [number, number, number])[], at: string): ConvexHull {
  try {
    return convexHull(points);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadInput(`${at}.shape`, `${at}.shape is a hull without mass: ${error.message}.`);
  }
}
