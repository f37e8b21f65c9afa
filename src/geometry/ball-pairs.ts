import { add, div, type Expr, max, min, mul, neg, norm, select, sub } from "../expr/expr.js";
import { addV, dot, normV, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { type ContactFrame, type ContactGeometry, frameOf, planarFrame } from "./contact-geometry.js";
import { armTo, directionToWorld, origin, type Place, pointToBody, pointToWorld } from "./placement.js";
import type { Ball, HalfSpace, Point, Polygon, Segment } from "./shape.js";
import { frameTakenAlong } from "./tangents.js";

/** A shape, what carries it at both ends of the step, and the name of that body; the world has none. */
export interface Carried<S> {
  readonly shape: S;
  readonly body: string | undefined;
  readonly now: Place;
  readonly next: Place;
}

/** Centres or points closer than this [m] have no direction between them: a hundredth of an atom. */
const coincident = 1e-12;

/**
 * Ψ_n(q) = n·x − offset − r for a disk or sphere on a half-space; the force acts r below the centre. Γ_n ν⁺ is then the
 * change of the gap over the step exactly, as long as the half-space does not turn.
 */
export function ballOnHalfSpace(ball: Carried<Ball>, plane: Carried<HalfSpace>): ContactGeometry {
  const normal = directionToWorld(plane.next, vec3(...plane.shape.normal));
  const tangent = directionToWorld(plane.next, vec3(...plane.shape.tangent));
  const centre = centreOf(ball.shape, ball.next);
  const fromPlane = plane.next === undefined ? centre : subV(centre, plane.next.position);
  const below = scaleV(neg(add(0, ball.shape.radius)), normal);
  const offCentre = ball.shape.centre === undefined ? below : addV(below, subV(centre, positionOf(ball.next)));
  return {
    gap: sub(sub(dot(normal, fromPlane), plane.shape.offset), ball.shape.radius),
    frame: frameOf(normal, tangent),
    sides: [
      ...(ball.body === undefined ? [] : [{ body: ball.body, arm: offCentre, sign: 1 as const }]),
      ...(plane.body === undefined
        ? []
        : [{ body: plane.body, arm: armTo(plane.next, addV(centre, below)), sign: -1 as const }]),
    ],
  };
}

/**
 * Two disks or two spheres: Ψ_n(q) = |d| − r₁ − r₂ with d = c₁ − c₂. The normal is the mean one over the step,
 *
 *     n̄ = (d⁺ + d) / (|d⁺| + |d|),   so that   n̄·(d⁺ − d) = |d⁺| − |d|
 *
 * exactly: the force does the work that the gap says, and no energy comes from the turning of the normal (it would, with
 * (JΨ_n)(q⁺), at O(h)). The force acts at one point of the line of centres at mid-step.
 */
export function ballOnBall(first: Carried<Ball>, second: Carried<Ball>, planar: boolean): ContactGeometry {
  const between = (end: "now" | "next"): Vec3 =>
    subV(centreOf(first.shape, first[end]), centreOf(second.shape, second[end]));
  const mean = meanNormal(between("next"), between("now"));
  const [r, s] = [first.shape.radius, second.shape.radius];
  // half the gap of the mid-step centres on either side
  const half = mul(0.5, sub(sub(mul(0.5, mean.doubled), r), s));
  return {
    gap: sub(sub(mean.distance, r), s),
    frame: planar ? alongMean(mean) : frameTakenAlong(mean.normal, mean.unit, mean.start, mean.end),
    sides: [
      ...side(first, 1, scaleV(neg(add(r, half)), mean.unit)),
      ...side(second, -1, scaleV(add(s, half), mean.unit)),
    ],
  };
}

/**
 * A disk on a wall, a corner or a convex polygon: Ψ_n(q) = |c − nearest point| − r. The centre must stay outside. Against
 * the world the normal is the mean one over the step as between two disks, and no energy is made on walls and corners;
 * against a moving shape it is that of the end of the step.
 */
export function ballOnNearest(ball: Carried<Ball>, other: Carried<Segment | Point | Polygon>): ContactGeometry {
  const nearest = (end: "now" | "next"): Vec3 =>
    pointToWorld(other[end], nearestPoint(other.shape, pointToBody(other[end], centreOf(ball.shape, ball[end]))));
  const centre = centreOf(ball.shape, ball.next);
  const point = nearest("next");
  const after = subV(centre, point);
  const { radius } = ball.shape;
  if (other.body !== undefined) {
    const distance = normV(after);
    const normal = scaleV(div(1, max(distance, coincident)), after);
    return {
      gap: sub(distance, radius),
      frame: planarFrame(normal),
      sides: [
        ...(ball.body === undefined ? [] : [{ body: ball.body, arm: armTo(ball.next, point), sign: 1 as const }]),
        { body: other.body, arm: armTo(other.next, point), sign: -1 },
      ],
    };
  }
  const mean = meanNormal(after, subV(centreOf(ball.shape, ball.now), nearest("now")));
  return {
    gap: sub(mean.distance, radius),
    frame: alongMean(mean),
    sides: side(ball, 1, scaleV(neg(add(0, radius)), mean.unit)),
  };
}

/** The point of a shape that is nearest to a point, both in the shape's axes. */
export function nearestPoint(shape: Segment | Point | Polygon, p: Vec3): Vec3 {
  if (shape.kind === "point") return vec3(...shape.at);
  if (shape.kind === "segment") return nearestOnSegment(vec3(...shape.from), vec3(...shape.to), p);
  const corners = shape.vertices.map(([x, y]) => vec3(x, y, 0));
  let best = nearestOnSegment(corners[0], corners[1], p);
  for (let i = 1; i < corners.length; i++) {
    const other = nearestOnSegment(corners[i], corners[(i + 1) % corners.length], p);
    const nearer = sub(squareOf(subV(p, best)), squareOf(subV(p, other)));
    best = vec3(select(nearer, other[0], best[0]), select(nearer, other[1], best[1]), 0);
  }
  return best;
}

/** a + clamp((p − a)·e / e·e, 0, 1) e with e = b − a. */
function nearestOnSegment(a: Vec3, b: Vec3, p: Vec3): Vec3 {
  const e = subV(b, a);
  const along = max(0, min(1, div(dot(subV(p, a), e), squareOf(e))));
  return addV(a, scaleV(along, e));
}

const squareOf = (v: Vec3): Expr => dot(v, v);

function positionOf(place: Place): Vec3 {
  return place === undefined ? origin : place.position;
}

function centreOf(ball: Ball, place: Place): Vec3 {
  if (ball.centre === undefined) return positionOf(place);
  return pointToWorld(place, vec3(...ball.centre));
}

/** The side of a ball, whose arm begins at its centre; a centre off the centre of mass adds to it. */
function side(ball: Carried<Ball>, sign: 1 | -1, fromCentre: Vec3): ContactGeometry["sides"] {
  if (ball.body === undefined) return [];
  const arm =
    ball.shape.centre === undefined
      ? fromCentre
      : addV(directionToWorld(ball.next, vec3(...ball.shape.centre)), fromCentre);
  return [{ body: ball.body, arm, sign }];
}

interface MeanNormal {
  /** n̄, a little shorter than one where the direction turned. */
  readonly normal: Vec3;
  readonly unit: Vec3;
  /** d/|d| and d⁺/|d⁺|. */
  readonly start: Vec3;
  readonly end: Vec3;
  /** |d⁺|. */
  readonly distance: Expr;
  /** |d⁺ + d|. */
  readonly doubled: Expr;
}

/** n̄ = (d⁺ + d)/(|d⁺| + |d|). */
function meanNormal(after: Vec3, before: Vec3): MeanNormal {
  const [distance, earlier] = [normV(after), normV(before)];
  const sum = addV(after, before);
  const doubled = norm(...sum);
  const over = (length: Expr, v: Vec3): Vec3 => scaleV(div(1, max(length, coincident)), v);
  return {
    normal: over(add(distance, earlier), sum),
    unit: over(doubled, sum),
    start: over(earlier, before),
    end: over(distance, after),
    distance,
    doubled,
  };
}

/** Axes in the plane about the mean normal. */
function alongMean({ normal, unit }: MeanNormal): ContactFrame {
  return { ...planarFrame(unit), normal };
}
