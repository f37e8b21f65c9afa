import { BadInput } from "../../checks/bad-input.js";
import {
  type Check,
  type Checked,
  either,
  fields,
  kind,
  kindOf,
  listOf,
  name,
  pair,
  quantity,
  vector,
} from "../../checks/fields.js";
import { unknownName } from "../../checks/words.js";
import {
  abs,
  add,
  constant,
  cos,
  div,
  type Expr,
  max,
  min,
  mul,
  neg,
  norm,
  type Scalar,
  select,
  sin,
  sub,
} from "../../expr/expr.js";
import { addV, normalizeQ, quat, rotateV, vec3 } from "../../expr/vector.js";
import { last, type Model } from "../../mechanics/model.js";
import type { BodyView } from "../../mechanics/views.js";

/** Two coordinates x, y, or three. */
const place = either((given) => Array.isArray(given) && given.length === 2, pair, vector);

/** Sets of points that people name as targets and as what is to be kept clear of. */
export const regions = {
  /** In two coordinates a disk of the plane; in space it is then a cylinder without ends along z. */
  ball: kind("ball", { centre: place, radius: quantity }),
  /** All points with |x − centre| ≤ half, coordinate by coordinate. */
  box: kind("box", { centre: place, half: place }),
  /** The points with n·x ≤ offset for a normal n of any length. */
  "half-space": kind("half-space", { normal: place, offset: quantity }),
  /** A polygon of x and y that need not be convex, its vertices one after the other either way round. */
  polygon: kind("polygon", { vertices: listOf(pair) }),
};

const region = kindOf(regions);

const pointIn = fields(
  { body: name },
  {
    /** The point in the axes of the body [m]; the origin of these where left out. */
    point: place,
    inside: region,
    outside: region,
  },
);

/** A point of a body and the region that it is to be in, or out of. */
export interface RegionOfPoint extends Checked<typeof pointIn> {}

/** A set of points: a ball, a box, a half-space, or a polygon of x and y. */
export type Region = NonNullable<RegionOfPoint["inside"]>;

/** Exactly one of `inside` and `outside`, and a polygon of three vertices at least. */
export const regionOfPoint: Check<RegionOfPoint> = (given, at) => {
  pointIn(given, at);
  const { inside, outside } = given as RegionOfPoint;
  if ((inside === undefined) === (outside === undefined))
    throw new BadInput(at, `${at} must say one of inside and outside.`);
  const shape = inside ?? outside;
  if (shape?.kind === "polygon" && shape.vertices.length < 3)
    throw new BadInput(at, `${at}: a polygon has at least three vertices, this one has ${shape.vertices.length}.`);
  if (shape?.kind === "box" && shape.half.length !== shape.centre.length)
    throw new BadInput(at, `${at}: centre and half of a box have as many coordinates as each other.`);
};

/**
 * The signed distance [m] by which a point of a body is where it must not be, at the end of a motion: d(x) of the region
 * where it is to be inside, −d(x) where outside.
 * @throws {BadInput} for a body that the model does not have, or one whose place is no state.
 */
export function regionFormula(given: RegionOfPoint, model: Model, at: string): Expr {
  const { inside, outside } = given;
  const x = placeOf(given, model, at);
  if (outside !== undefined) return neg(distance(outside, x, at));
  return inside === undefined ? constant(0) : distance(inside, x, at);
}

/**
 * Formulas that are not above zero where a point is where it is to be, without kinks where the region has a smooth side for each:
 * of a box |x − c| ≤ half by coordinates, of a half-space n·x ≤ offset, of a ball (|x − c|² − r²)/2r ≤ 0.
 */
export function regionRows(given: RegionOfPoint, model: Model, at: string): Expr[] {
  const { inside, outside } = given;
  const formula = regionFormula(given, model, at);
  const x = placeOf(given, model, at);
  const region = inside ?? outside;
  if (region?.kind === "ball") {
    const away = add(...region.centre.map((c, i) => mul(sub(x[i], c), sub(x[i], c))));
    const beyond = div(sub(away, mul(region.radius, region.radius)), mul(2, region.radius));
    return [inside === undefined ? neg(beyond) : beyond];
  }
  if (inside?.kind !== "box") return [formula];
  return inside.half.flatMap((half, i) => {
    const away = sub(x[i], inside.centre[i]);
    return [sub(away, half), sub(neg(away), half)];
  });
}

/** The place of a region's point, in coordinates of states at the end. */
function placeOf({ body, point }: RegionOfPoint, model: Model, at: string): readonly Expr[] {
  const bodies = model.views?.bodies ?? [];
  const view = bodies.find((one) => one.name === body);
  const names = bodies.map((one) => one.name);
  if (view === undefined) throw new BadInput(`${at}.body`, unknownName("body", body, names));
  const states = new Set(model.state.map((state) => state.name));
  const lost = [...view.position, ...[view.orientation ?? []].flat()].find((column) => !states.has(column));
  if (lost !== undefined)
    throw new BadInput(
      `${at}.body`,
      `${at}: the place of ${body} is no state of the model (${lost}), so it has no region.`,
    );
  return pointOf(view, point ?? []);
}

/** x + R p at the end. */
function pointOf({ position, orientation }: BodyView, point: readonly Scalar[]): readonly Expr[] {
  const x = position.map(last);
  if (point.length === 0) return x;
  const [a, b, c = 0] = point;
  if (typeof orientation === "object") {
    const q = quat(last(orientation[0]), last(orientation[1]), last(orientation[2]), last(orientation[3]));
    return addV(vec3(x[0], x[1], x[2]), rotateV(normalizeQ(q), vec3(a, b, c)));
  }
  const theta = orientation === undefined ? undefined : last(orientation);
  const [cosine, sine] = theta === undefined ? [1, 0] : [cos(theta), sin(theta)];
  return [add(x[0], sub(mul(cosine, a), mul(sine, b))), add(x[1], add(mul(sine, a), mul(cosine, b)))];
}

/** The signed distance of a point from a region, negative inside. */
function distance(region: Region, x: readonly Expr[], at: string): Expr {
  const size = region.kind === "polygon" ? 2 : (region.kind === "half-space" ? region.normal : region.centre).length;
  if (size > x.length)
    throw new BadInput(at, `${at}: the body moves in the plane, and the region has ${size} coordinates.`);
  if (region.kind === "polygon") return fromPolygon(region.vertices, [x[0], x[1]]);
  if (region.kind === "half-space") {
    const along = region.normal.map((n, i) => mul(n, x[i]));
    return div(sub(add(...along), region.offset), norm(...region.normal));
  }
  const away = region.centre.map((c, i) => sub(x[i], c));
  if (region.kind === "ball") return sub(norm(...away), region.radius);
  const beyond = region.half.map((half, i) => sub(abs(away[i]), half));
  const deepest = max(...beyond);
  return select(deepest, norm(...beyond.map((d) => max(d, 0))), deepest);
}

type Corner = readonly [Scalar, Scalar];

/** A nearest point that it may be: its squared distance, and the signed one. */
interface Candidate {
  readonly squared: Expr;
  readonly signed: Expr;
}

/**
 * The signed distance from a polygon: of the nearest edge along its normal, so that it is smooth where the edge is crossed;
 * of a vertex, where that is nearer than the inside of every edge, + at a convex one and − at a reflex one.
 */
function fromPolygon(vertices: readonly Corner[], x: readonly [Expr, Expr]): Expr {
  const n = vertices.length;
  const edge = (i: number): readonly [Expr, Expr] => between(vertices[i], vertices[(i + 1) % n]);
  const area = add(...vertices.map((a, i) => cross(a, vertices[(i + 1) % n])));
  const way = select(area, 1, -1);
  const edges = vertices.map((a, i): Candidate => {
    const e = edge(i);
    const p = between(a, x);
    const share = div(dot(p, e), dot(e, e));
    const signed = mul(way, div(cross(p, e), norm(...e)));
    // beside its ends an edge is no nearer than these
    return { squared: select(min(share, sub(1, share)), mul(signed, signed), Number.MAX_VALUE), signed };
  });
  const corners = vertices.map((a, i): Candidate => {
    const p = between(a, x);
    const turn = mul(way, cross(edge((i + n - 1) % n), edge(i)));
    return { squared: dot(p, p), signed: mul(select(turn, 1, -1), norm(...p)) };
  });
  const [first, ...others] = [...edges, ...corners];
  return others.reduce((best, next): Candidate => {
    const isBest = sub(next.squared, best.squared);
    return {
      squared: select(isBest, best.squared, next.squared),
      signed: select(isBest, best.signed, next.signed),
    };
  }, first).signed;
}

const between = (a: readonly [Scalar, Scalar], b: readonly [Scalar, Scalar]): readonly [Expr, Expr] => [
  sub(b[0], a[0]),
  sub(b[1], a[1]),
];
const cross = (a: readonly [Scalar, Scalar], b: readonly [Scalar, Scalar]): Expr =>
  sub(mul(a[0], b[1]), mul(a[1], b[0]));
const dot = (a: readonly [Scalar, Scalar], b: readonly [Scalar, Scalar]): Expr => add(mul(a[0], b[0]), mul(a[1], b[1]));
