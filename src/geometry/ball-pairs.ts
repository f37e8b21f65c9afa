import { add, div, type Expr, max, mul, neg, norm, sub } from "../expr/expr.js";
import { overStep } from "../expr/limits.js";
import { addV, dot, normV, scaleV, subV, type Vec3, vec3 } from "../expr/vector.js";
import { type ContactFrame, type ContactGeometry, frameOf, planarFrame } from "./contact-geometry.js";
import { coincident, type Nearable, nearestPoint, roundingOf } from "./nearest.js";
import { armTo, directionToWorld, origin, type Place, placedIn, pointToBody, pointToWorld } from "./placement.js";
import type { Ball, HalfSpace, Shape } from "./shape.js";
import { frameTakenAlong } from "./tangents.js";

/** A shape, what carries it at both ends of the step, and the name of that body; the world has none. */
export interface Carried<S> {
  readonly shape: S;
  readonly body: string | undefined;
  readonly now: Place;
  readonly next: Place;
}

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
    room: ball.shape.radius,
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
    room: add(r, s),
    frame: planar ? alongMean(mean) : frameTakenAlong(mean.normal, mean.unit, mean.start, mean.end),
    sides: [
      ...side(first, 1, scaleV(neg(add(r, half)), mean.unit)),
      ...side(second, -1, scaleV(add(s, half), mean.unit)),
    ],
  };
}

/**
 * A disk or a sphere on what has a nearest point in a formula: Ψ_n(q) = |c − nearest point| − r, less the rounding of the
 * other. The centre must stay outside of its core. Against the world the normal is the mean one over the step as between
 * two disks, and no energy is made on walls and corners; against a moving shape it is that of the end of the step.
 */
export function ballOnNearest(ball: Carried<Ball>, other: Carried<Nearable>, planar: boolean): ContactGeometry {
  const axes = { now: axesOf(other, "now"), next: axesOf(other, "next") };
  const nearest = (end: "now" | "next"): Vec3 =>
    pointToWorld(axes[end], nearestPoint(other.shape, pointToBody(axes[end], centreOf(ball.shape, ball[end]))));
  const centre = centreOf(ball.shape, ball.next);
  const core = nearest("next");
  const rounding = roundingOf(other.shape);
  const reach = add(ball.shape.radius, rounding);
  const after = subV(centre, core);
  const before = (): Vec3 => subV(centreOf(ball.shape, ball.now), nearest("now"));
  if (other.body !== undefined) {
    const distance = normV(after);
    const normal = scaleV(div(1, max(distance, coincident)), after);
    const point = rounding === 0 ? core : addV(core, scaleV(rounding, normal));
    return {
      gap: sub(distance, reach),
      frame: planar ? planarFrame(normal) : frameTakenAlong(normal, normal, unitOf(before()), normal),
      room: reach,
      sides: sidesAt(point, ball, other),
    };
  }
  const mean = meanNormal(after, before());
  const inSpace = (): ContactFrame =>
    other.shape.kind === "height-field"
      ? onGround(mean)
      : frameTakenAlong(mean.normal, mean.unit, mean.start, mean.end);
  return {
    gap: sub(mean.distance, reach),
    frame: planar ? alongMean(mean) : inSpace(),
    room: reach,
    sides: side(ball, 1, scaleV(neg(add(0, ball.shape.radius)), mean.unit)),
  };
}

/** Both bodies get the force at the same point of the world. */
export function sidesAt(p: Vec3, first: Carried<unknown>, second: Carried<unknown>): ContactGeometry["sides"] {
  return ([first, second] as const).flatMap(({ body, next }, i) =>
    body === undefined ? [] : [{ body, arm: armTo(next, p), sign: i === 0 ? 1 : -1 }],
  );
}

/** The axes of a shape at an end of the step: those of what carries it, or its own pose in them. */
export function axesOf({ shape, ...place }: Carried<Shape>, end: "now" | "next"): Place {
  return "pose" in shape && shape.pose !== undefined ? placedIn(place[end], shape.pose) : place[end];
}

const unitOf = (v: Vec3): Vec3 => scaleV(div(1, max(normV(v), coincident)), v);

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
  const [x, y, z] = addV(after, before);
  const sum = vec3(overStep(x, mul(2, after[0])), overStep(y, mul(2, after[1])), overStep(z, mul(2, after[2])));
  const doubled = norm(...sum);
  const over = (length: Expr, v: Vec3): Vec3 => scaleV(div(1, max(length, coincident)), v);
  return {
    normal: over(overStep(add(distance, earlier), mul(2, distance)), sum),
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

/** Axes on ground, whose normal hardly turns: t stays in the x–z plane of the ground, so that no axes are taken along. */
function onGround({ normal, unit }: MeanNormal): ContactFrame {
  const level = norm(unit[0], unit[2]);
  const tangent = vec3(div(unit[2], level), 0, neg(div(unit[0], level)));
  return { ...frameOf(unit, tangent), normal };
}
