import { add, div, type Expr, max, min, mul, norm, type Scalar, sub } from "../../expr/expr.js";
import { addV, dot, negV, normV, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import { axesOf, type Carried, sidesAt } from "../ball-pairs.js";
import { type ContactGeometry, frameOf, type NearestUnknown, planarFrame } from "../contact-geometry.js";
import { coincident } from "../nearest.js";
import { directionToBody, directionToWorld, type Place, pointToBody, pointToWorld } from "../placement.js";
import type { HalfSpace, Shape } from "../shape.js";
import { tangentOf } from "../tangents.js";
import { type Core, nearCore, pointOfCore, spanOf } from "./core.js";
import { coreDistance } from "./distance.js";

/*
 * Two convex shapes touch by the nearest points a₁ and a₂ of their cores, which are unknowns of the step:
 *
 *     least |a₁ − a₂|²/(2sL) + ½κ(|u|² + |w|² + |x|²) over both cores,
 *     d = |a₁ − a₂|,   Ψ_n = d − ρ₁ − ρ₂,   n = (a₁ − a₂)/d,
 *
 * s = ρ₁ + ρ₂ and L the mean span of the cores, by the conditions of this least, one row for each coordinate: a bounded
 * coordinate complements its slope, a round or many-faced core has a multiplier for each inequality. Where two faces are
 * parallel their nearest points are many; then the balance of moments of the same step says which of them the force goes
 * through, as long as there is a force, and κ draws them to the middle where there is none. Where surfaces press, κ is less
 * by d/s, and so it tilts faces by no more than κ, in radians, however deep they are.
 */

/** κ of surfaces that touch: the pull of nearest points to the middles of their cores. */
const touching = 1e-6;

/** κ of surfaces that are far apart, where nothing depends on which of many points is the nearest. */
const apart = 1e-3;

/** κ = touching + apart g/√(g² + L²) with g the gap where it is open, as in `ecp.ts`. */
function centringAt(gap: Expr, L: Expr): Expr {
  const open = max(0, gap);
  return add(touching, mul(apart, div(open, norm(open, L))));
}

/** The direction along which a nearest point goes down, the length L and the pull κ to the middle. */
interface Pull {
  readonly pull: Vec3;
  readonly L: Expr;
  readonly centring: Expr;
}

/** How far a face gives way to a multiplier of one, in parts of the core: where more than three meet, each has its own. */
const yielding = 1e-9;

/** A multiplier of a guess: it may grow or vanish from there. */
const guessedMultiplier = 0.1;

/** A core, the shape that it is of, and the names of its unknowns. */
export interface Cored {
  readonly carried: Carried<Shape>;
  readonly core: Core;
  readonly names: string;
  readonly unknown: (name: string) => Expr;
}

/** A core at the end of the step: its nearest point in the world. */
interface Posed extends Cored {
  readonly coordinates: readonly Expr[];
  readonly place: Place;
  readonly point: Vec3;
}

/** The gap, axes and arms of two convex shapes that have cores. */
export function convexPair(one: Cored, two: Cored, planar: boolean): ContactGeometry {
  const [first, second] = [posed(one), posed(two)];
  const reach = add(one.core.radius, two.core.radius);
  const L = mul(0.5, add(spanOf(one.core), spanOf(two.core)));
  const between = subV(first.point, second.point);
  const distance = max(normV(between), coincident);
  const normal = scaleV(div(1, distance), between);
  const pull = scaleV(div(1, reach), between);
  const guesses = alternating(one, two);
  const gap = sub(distance, reach);
  // the pull of one core to the other fades with their distance, and so must that to their middles
  const centring = mul(centringAt(gap, L), min(1, div(distance, reach)));
  // half-way between the surfaces
  const below = mul(0.5, add(distance, sub(one.core.radius, two.core.radius)));
  const at = subV(first.point, scaleV(below, normal));
  return {
    gap,
    room: reach,
    frame: planar ? planarFrame(normal) : takenFrom(second.place, normal),
    sides: sidesAt(at, one.carried, two.carried),
    nearest: [
      ...rowsOf(first, { pull, L, centring }, guesses[0]),
      ...rowsOf(second, { pull: negV(pull), L, centring }, guesses[1]),
    ],
    measured: coreDistance([one, two].map(({ carried, core }) => ({ core, place: axesOf(carried, "next") }))),
  };
}

/**
 * A convex shape on a half-space: its lowest point is the one that is least along the normal. The shape may be pressed in
 * as deep as it likes.
 */
export function convexOnHalfSpace(one: Cored, plane: Carried<HalfSpace>): ContactGeometry {
  const first = posed(one);
  const normal = directionToWorld(plane.next, vec3(...plane.shape.normal));
  const tangent = directionToWorld(plane.next, vec3(...plane.shape.tangent));
  const fromPlane = plane.next === undefined ? first.point : subV(first.point, plane.next.position);
  const down = directionToBody(
    axesOf(one.carried, "now"),
    negV(directionToWorld(plane.now, vec3(...plane.shape.normal))),
  );
  const L = spanOf(one.core);
  const far = addV(one.core.centre, scaleV(mul(2, L), down));
  const gap = sub(sub(dot(normal, fromPlane), plane.shape.offset), one.core.radius);
  return {
    gap,
    frame: frameOf(normal, tangent),
    sides: sidesAt(subV(first.point, scaleV(one.core.radius, normal)), one.carried, plane),
    nearest: rowsOf(first, { pull: normal, L, centring: centringAt(gap, L) }, nearCore(one.core, far)),
  };
}

function posed(cored: Cored): Posed {
  const { carried, core, names, unknown } = cored;
  const place = axesOf(carried, "next");
  const coordinates = coordinatesOf(core, names).map(({ name }) => unknown(name));
  return { ...cored, coordinates, place, point: pointToWorld(place, pointOfCore(core, coordinates)) };
}

/** Tangents that turn with the body that carries the second shape. */
function takenFrom(place: Place, normal: Vec3) {
  return frameOf(normal, directionToWorld(place, tangentOf(directionToBody(place, normal))));
}

function coordinatesOf({ edges, round, across }: Core, names: string): { name: string; bounded: boolean }[] {
  const named = (kind: string, bounded: boolean, count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `${names}.${kind}${i + 1}`, bounded }));
  return [
    ...named("edge", true, edges.length),
    ...named("round", false, round.length),
    ...named("across", false, across.length),
  ];
}

/** The conditions of the least for one core, whose point goes down along `pull`, and the multipliers of its inequalities. */
function rowsOf(posed: Posed, { pull, L, centring }: Pull, guess: readonly Expr[]): NearestUnknown[] {
  const { core, names, unknown, coordinates, place } = posed;
  const { centre, edges, round, across, faces } = core;
  const part = (v: readonly Expr[], from: number, count: number): readonly Expr[] => v.slice(from, from + count);
  const [w, x] = [
    part(coordinates, edges.length, round.length),
    part(coordinates, edges.length + round.length, across.length),
  ];
  const rim = { name: `${names}.rim`, lower: 0, guess: add(0, guessedMultiplier) };
  const offPoint = addV(scaleV(0, centre), ...across.map((g, i) => scaleV(x[i], g)));
  const pressed = faces.map((_, k) => unknown(`${names}.face${k + 1}`));
  const outwards = addV(vec3(0, 0, 0), ...faces.map(({ normal }, k) => scaleV(pressed[k], normal)));
  const slopes = [...edges, ...round, ...across].map((e, i): Expr => {
    const slope = add(div(dot(directionToWorld(place, e), pull), L), mul(centring, coordinates[i]));
    if (i < edges.length) return slope;
    if (i < edges.length + round.length) return add(slope, mul(unknown(rim.name), coordinates[i]));
    return add(slope, div(dot(e, outwards), L));
  });
  const moving = coordinatesOf(core, names).map(({ name, bounded }, i): NearestUnknown => {
    const row = { name, residual: slopes[i], guess: guess[i] };
    return bounded ? { ...row, lower: -1, upper: 1 } : row;
  });
  const inside =
    w.length === 0 ? [] : [{ ...rim, residual: mul(0.5, sub(1, add(...w.map((each) => mul(each, each))))) }];
  const within = faces.map(({ normal, offset }, k): NearestUnknown => {
    const room = sub(sub(offset, dot(normal, centre)), dot(normal, offPoint));
    const residual = add(div(room, L), mul(yielding, pressed[k]));
    return { name: `${names}.face${k + 1}`, lower: 0, residual, guess: rim.guess };
  });
  return [...moving, ...inside, ...within];
}

/** Rounds of projecting a guess from one core to the other. */
const rounds = 3;

/** Points of both cores that are near each other at the start of the step, by projecting from one to the other. */
function alternating(one: Cored, two: Cored): readonly [readonly Expr[], readonly Expr[]] {
  const [A, B] = [axesOf(one.carried, "now"), axesOf(two.carried, "now")];
  const near = ({ core }: Cored, place: Place, p: Vec3): Expr[] => nearCore(core, pointToBody(place, p));
  const world = ({ core }: Cored, place: Place, at: readonly Scalar[]): Vec3 =>
    pointToWorld(place, pointOfCore(core, at));
  let a = near(one, A, pointToWorld(B, two.core.centre));
  let b = near(two, B, world(one, A, a));
  for (let k = 1; k < rounds; k++) {
    a = near(one, A, world(two, B, b));
    b = near(two, B, world(one, A, a));
  }
  return [a, b];
}
