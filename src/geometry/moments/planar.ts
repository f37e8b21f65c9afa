import { add, div, type Expr, mul, norm, pow, sub } from "../../expr/expr.js";
import { scaleV, vec3 } from "../../expr/vector.js";
import type { Box, Capsule, Polygon, Shape, ShapePose } from "../shape.js";
import { beyond, diagonal, isCentred, type ShapeMoments, type Symmetric } from "./moments.js";
import { middleOf } from "./spatial.js";

const origin = vec3(0, 0, 0);

/**
 * The moments of a shape in the plane; undefined for one that fills none. Of the tensor only xx + yy is of use, so that
 * shapes that are turned in the plane keep the axes of their own.
 */
export function planarMoments(shape: Shape): ShapeMoments | undefined {
  switch (shape.kind) {
    case "ball": {
      const { radius: r, centre = [0, 0, 0] } = shape;
      const second = mul(0.25 * Math.PI, pow(r, 4));
      return { volume: mul(Math.PI, r, r), centre: vec3(...centre), second: inPlane(second, second) };
    }
    case "ellipsoid": {
      const [a, b] = shape.halfAxes;
      const volume = mul(Math.PI, a, b);
      const second = inPlane(mul(0.25, volume, a, a), mul(0.25, volume, b, b));
      return { volume, centre: placeOf(shape.pose), second };
    }
    case "box":
      return boxMoments(shape);
    case "capsule":
      return capsuleMoments(shape);
    case "polygon":
      return polygonMoments(shape);
    default:
      return undefined;
  }
}

const inPlane = (xx: Expr, yy: Expr): Symmetric => diagonal(xx, yy, 0);

const placeOf = (pose: ShapePose | undefined): ShapeMoments["centre"] =>
  pose === undefined ? origin : vec3(...pose.position);

function boxMoments({ half: [a, b], rounding: r = 0, pose }: Box): ShapeMoments {
  const centre = placeOf(pose);
  if (r === 0) {
    const volume = mul(4, a, b);
    return { volume, centre, second: inPlane(mul(1 / 3, volume, a, a), mul(1 / 3, volume, b, b)) };
  }
  const [x, y] = [sub(a, r), sub(b, r)];
  const along = (u: Expr, v: Expr): Expr =>
    add(
      mul(4 / 3, v, pow(add(u, r), 3)),
      mul(4 / 3, r, pow(u, 3)),
      beyond(u, [mul(Math.PI, r, r), mul(4 / 3, pow(r, 3)), mul(0.25 * Math.PI, pow(r, 4))]),
    );
  const volume = add(mul(4, x, y), mul(4, r, add(x, y)), mul(Math.PI, r, r));
  return { volume, centre, second: inPlane(along(x, y), along(y, x)) };
}

/** A rectangle of length l and half a disk at either end. */
function capsuleMoments({ from, to, radius: r }: Capsule): ShapeMoments {
  const l = norm(sub(to[0], from[0]), sub(to[1], from[1]));
  const disk = mul(Math.PI, r, r);
  const round = mul(0.25 * Math.PI, pow(r, 4));
  const along = add(mul(1 / 6, r, pow(l, 3)), beyond(mul(0.5, l), [disk, mul(4 / 3, pow(r, 3)), round]));
  const across = add(mul(2 / 3, l, pow(r, 3)), round);
  return { volume: add(mul(2, r, l), disk), centre: middleOf(from, to), second: inPlane(along, across) };
}

/** A = ½ Σ c, ∫x = ⅙ Σ (x + x′) c, ∫x² = 1/12 Σ (x² + x x′ + x′²) c over the sides, with c = x y′ − x′ y. */
function polygonMoments({ vertices }: Polygon): ShapeMoments {
  const sides = vertices.map(([x, y], i) => {
    const [u, v] = vertices[(i + 1) % vertices.length];
    return { x, y, u, v, c: sub(mul(x, v), mul(u, y)) };
  });
  const volume = mul(0.5, add(...sides.map(({ c }) => c)));
  const centre = isCentred(vertices)
    ? origin
    : scaleV(
        div(1, mul(6, volume)),
        vec3(
          add(...sides.map(({ x, u, c }) => mul(add(x, u), c))),
          add(...sides.map(({ y, v, c }) => mul(add(y, v), c))),
          0,
        ),
      );
  const along = (pick: (side: (typeof sides)[number]) => readonly [Expr | number, Expr | number], at: Expr): Expr =>
    sub(
      mul(
        1 / 12,
        add(
          ...sides.map((side) => {
            const [p, q] = pick(side);
            return mul(add(mul(p, p), mul(p, q), mul(q, q)), side.c);
          }),
        ),
      ),
      mul(volume, at, at),
    );
  return {
    volume,
    centre,
    second: inPlane(
      along(({ x, u }) => [x, u], centre[0]),
      along(({ y, v }) => [y, v], centre[1]),
    ),
  };
}
