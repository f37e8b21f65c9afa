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
  quantities,
  quantity,
  vector,
} from "../../checks/fields.js";
import { unknownName } from "../../checks/words.js";
import {
  abs,
  add,
  atan2,
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
import { addV, normalizeQ, type Quat, quat, rotateV, vec3 } from "../../expr/vector.js";
import { last, type Model } from "../../mechanics/model.js";
import type { BodyView } from "../../mechanics/views.js";

/** Two coordinates x, y, or three. */
const place = either((given) => Array.isArray(given) && given.length === 2, pair, vector);

/** Sets of points that people name as targets and as what is to be kept clear of. */
const places = {
  /** In two coordinates a disk of the plane; in space it is then a cylinder without ends along z. */
  ball: kind("ball", { centre: place, radius: quantity }),
  /** All points with |x − centre| ≤ half, coordinate by coordinate. */
  box: kind("box", { centre: place, half: place }),
  /** The points with n·x ≤ offset for a normal n of any length. */
  "half-space": kind("half-space", { normal: place, offset: quantity }),
  /** A polygon of x and y that need not be convex, its vertices one after the other either way round. */
  polygon: kind("polygon", { vertices: listOf(pair) }),
};

/** Turned by no more than `by` [rad] from an angle of the plane [rad], or from a quaternion w, x, y, z. */
const turn = {
  to: either(Array.isArray, quantities<readonly [Scalar, Scalar, Scalar, Scalar]>(4), quantity),
  by: quantity,
};

/** Sets of places, of ways to be turned, and of poses, which are both. */
export const regions = {
  ...places,
  turn: kind("turn", turn),
  /** A radian counts as the length of `arm` [m] beside distances, a metre where left out. */
  pose: kind("pose", { place: kindOf(places), turn: fields(turn) }, { arm: quantity }),
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

/** A body, or a point of it, and the region that it is to be in, or out of. */
export interface RegionOfPoint extends Checked<typeof pointIn> {}

/** A set of points: a ball, a box, a half-space, or a polygon of x and y; of ways to be turned; or of poses. */
export type Region = NonNullable<RegionOfPoint["inside"]>;
type Place = Exclude<Region, { kind: "turn" | "pose" }>;
interface Turn extends Pick<Extract<Region, { kind: "turn" }>, "to" | "by"> {
  readonly arm?: Scalar | undefined;
}

/** The region that a body or a point of it is to be in, or out of. */
export const regionIn = ({ inside, outside }: RegionOfPoint): Region | undefined => inside ?? outside;

/** Exactly one of `inside` and `outside`, a polygon of three vertices at least, and a turn that is neither none nor all. */
export const regionOfPoint: Check<RegionOfPoint> = (given, at) => {
  pointIn(given, at);
  const { point, inside, outside } = given as RegionOfPoint;
  if ((inside === undefined) === (outside === undefined))
    throw new BadInput(at, `${at} must say one of inside and outside.`);
  const shape = inside ?? outside;
  const place = shape?.kind === "pose" ? shape.place : shape;
  if (place?.kind === "polygon" && place.vertices.length < 3)
    throw new BadInput(at, `${at}: a polygon has at least three vertices, this one has ${place.vertices.length}.`);
  if (place?.kind === "box" && place.half.length !== place.centre.length)
    throw new BadInput(at, `${at}: centre and half of a box have as many coordinates as each other.`);
  if (shape?.kind === "turn" && point !== undefined)
    throw new BadInput(`${at}.point`, `${at}.point: all points of a body are turned alike.`);
  const by = turnIn(shape)?.by;
  if (typeof by === "number" && !(by > 0 && by < Math.PI))
    throw new BadInput(at, `${at}: a turn is by less than π, this one is by ${by} rad.`);
};

/**
 * The signed distance by which a point of a body [m], or how it is turned [rad], is where it must not be, at the end of a motion:
 * d(x) of the region where it is to be inside, −d(x) where outside; of a pose the larger of both, a radian as its arm.
 * @throws {BadInput} for a body that the model does not have, or one whose place is no state.
 */
export function regionFormula(given: RegionOfPoint, model: Model, at: string): Expr {
  const inside = max(...sidesOf(given, model, at));
  return given.outside === undefined ? inside : neg(inside);
}

/** Formulas of which none is above zero where a body is where it is to be: of a pose its place and how it is turned. */
export function regionSides(given: RegionOfPoint, model: Model, at: string): readonly Expr[] {
  return given.outside === undefined ? sidesOf(given, model, at) : [regionFormula(given, model, at)];
}

/** How far a body is beyond sets whose common part is its region. */
function sidesOf(given: RegionOfPoint, model: Model, at: string): Expr[] {
  const region = regionIn(given);
  const turn = turnIn(region);
  const place = region?.kind === "pose" ? region.place : region;
  const view = viewOf(given, model, at);
  const sides =
    place === undefined || place.kind === "turn" ? [] : [distance(place, pointOf(view, given.point ?? []), at)];
  if (turn === undefined) return sides;
  const { sine, cosine, arm } = turnedBy(turn, view, at);
  return [...sides, mul(arm, sub(mul(2, atan2(sine, cosine)), turn.by))];
}

/** How a region is to be turned, and as which length a radian counts; undefined of one that says nothing of it. */
export function turnIn(region: Region | undefined): Turn | undefined {
  if (region?.kind === "turn") return region;
  return region?.kind === "pose" ? { ...region.turn, arm: region.arm } : undefined;
}

/**
 * sin θ/2 and cos θ/2 of the angle 0 ≤ θ ≤ π from one way to be turned to another: of unit quaternions |q − r| |q + r|/2 and |q·r|.
 * @throws {BadInput} for a body that does not turn, or not so.
 */
export function turnedBy({ to, arm = 1 }: Turn, { name, orientation }: BodyView, at: string) {
  const isInSpace = typeof orientation === "object";
  if (isInSpace && isQuaternion(to)) {
    const [q, r] = [normalizeQ(turnOf(orientation)), normalizeQ(quat(to[0], to[1], to[2], to[3]))];
    const lengths = [sub, add].map((of) => norm(...q.map((x, i) => of(x, r[i]))));
    return { sine: mul(0.5, ...lengths), cosine: abs(add(...q.map((x, i) => mul(x, r[i])))), arm };
  }
  if (isInSpace || orientation === undefined || isQuaternion(to))
    throw new BadInput(at, `${at}: ${name} does not turn so: in the plane by an angle, in space by a quaternion.`);
  const half = mul(0.5, sub(last(orientation), to));
  return { sine: abs(sin(half)), cosine: abs(cos(half)), arm };
}

const isQuaternion = (to: Turn["to"]): to is Exclude<Turn["to"], Scalar> => Array.isArray(to);

const turnOf = ([w, x, y, z]: Exclude<BodyView["orientation"], string | undefined>): Quat =>
  quat(last(w), last(x), last(y), last(z));

/** The body of a region, of states. */
export function viewOf({ body }: RegionOfPoint, model: Model, at: string): BodyView {
  const bodies = model.views?.bodies ?? [];
  const view = bodies.find((one) => one.name === body);
  const names = bodies.map((one) => one.name);
  if (view === undefined) throw new BadInput(`${at}.body`, unknownName("body", body, names));
  const states = new Set(model.state.map((state) => state.name));
  const lost = [...view.position, ...[view.orientation ?? []].flat()].find((column) => !states.has(column));
  if (lost === undefined) return view;
  throw new BadInput(
    `${at}.body`,
    `${at}: the place of ${body} is no state of the model (${lost}), so it has no region.`,
  );
}

/** x + R p at the end. */
export function pointOf({ position, orientation }: BodyView, point: readonly Scalar[]): readonly Expr[] {
  const x = position.map(last);
  if (point.length === 0) return x;
  const [a, b, c = 0] = point;
  if (typeof orientation === "object") {
    return addV(vec3(x[0], x[1], x[2]), rotateV(normalizeQ(turnOf(orientation)), vec3(a, b, c)));
  }
  const theta = orientation === undefined ? undefined : last(orientation);
  const [cosine, sine] = theta === undefined ? [1, 0] : [cos(theta), sin(theta)];
  return [add(x[0], sub(mul(cosine, a), mul(sine, b))), add(x[1], add(mul(sine, a), mul(cosine, b)))];
}

/** The signed distance of a point from a region, negative inside. */
function distance(region: Place, x: readonly Expr[], at: string): Expr {
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
