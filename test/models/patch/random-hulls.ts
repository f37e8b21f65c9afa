/** Random convex bodies over a floor, every number of their motion a parameter, so that one compilation serves many steps. */
import { groundPlane } from "../../../problems/patch/patch-scene.js";
import { fromRotationVector, multiplyQuaternions, type Quaternion, rotate } from "../../../src/algebra/rotation.js";
import { direction, inner, length, outer, plus, type ReadonlyVector, times } from "../../../src/algebra/vectors.js";
import { neg } from "../../../src/expr/expr.js";
import { type SolidBody, solidBody } from "../../../src/geometry/solid-body.js";
import { parameter as p } from "../../../src/mechanics/model.js";
import { type PatchForms, patchModel } from "../../../src/models/patch/patch.js";
import type { Problem } from "../../../src/motion/problem/problem.js";

/** A uniform number in [0, 1). */
export type Random = () => number;

const gravity = 9.81;
const states = ["x", "y", "z", "e0", "ex", "ey", "ez", "vx", "vy", "vz", "wx", "wy", "wz"];
const numbers = [...states, "friction", "eT", "eO", "eR", "fx", "fy", "fz", "tx", "ty", "tz", "gravity"];

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** Uniform in the logarithm. */
export const magnitude = (random: Random, low: number, high: number): number =>
  Math.exp(between(random, Math.log(low), Math.log(high)));

/** A direction, uniform on the sphere. */
export function anyDirection(random: Random): ReadonlyVector {
  const z = between(random, -1, 1);
  const angle = between(random, 0, 2 * Math.PI);
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}

/** A convex body of 4 to 20 vertices: a cloud's hull, points of an ellipsoid, a prism, a pyramid or a bipyramid. */
export function randomBody(random: Random): SolidBody {
  const size = magnitude(random, 0.02, 1);
  const half: ReadonlyVector = [size, size * between(random, 0.2, 1), size * between(random, 0.2, 1)];
  const stretched = (points: readonly ReadonlyVector[]): ReadonlyVector[] =>
    points.map(([x, y, z]): ReadonlyVector => [x * half[0], y * half[1], z * half[2]]);
  for (;;) {
    const vertices = stretched(randomPoints(random));
    const body = solidBody({ kind: "hull", vertices }, { density: magnitude(random, 50, 8000) });
    if (body.hull.vertices.length <= 20) return body;
  }
}

function randomPoints(random: Random): ReadonlyVector[] {
  const count = (least: number, most: number): number => Math.floor(between(random, least, most + 1));
  const ring = (n: number, z: number): ReadonlyVector[] => {
    const first = between(random, 0, 2 * Math.PI);
    return Array.from({ length: n }, (_, i): ReadonlyVector => {
      const angle = first + (2 * Math.PI * i) / n;
      return [Math.cos(angle), Math.sin(angle), z];
    });
  };
  switch (count(0, 4)) {
    case 0:
      return Array.from({ length: count(5, 24) }, () => times(Math.cbrt(random()), anyDirection(random)));
    case 1:
      return Array.from({ length: count(5, 20) }, () => anyDirection(random));
    case 2: {
      const bottom = ring(count(3, 10), -1);
      return [...bottom, ...bottom.map(([x, y]): ReadonlyVector => [x, y, 1])];
    }
    case 3:
      return [...ring(count(3, 19), -1), [0, 0, 1]];
    default:
      return [...ring(count(3, 18), 0), [0, 0, 1], [0, 0, -1]];
  }
}

/** The floor in turned axes, and any forms of the rows. */
export interface FloorForms extends PatchForms {
  readonly tangent?: ReadonlyVector;
}

/** A step, or a motion, of a body over the floor z ≤ 0. */
export function hullProblem(
  { shape, properties }: SolidBody,
  { tangent = [1, 0, 0], ...forms }: FloorForms = {},
): Problem {
  const { mass, inertia } = properties;
  const scene = {
    gravity: [0, 0, neg(p("gravity"))] as const,
    bodies: [{ name: "body", space: "spatial" as const, mass, inertia }],
    contacts: [
      {
        name: "floor",
        body: "body",
        shape,
        against: { ...groundPlane, tangent },
        friction: p("friction"),
        frictionAxes: [p("eT"), p("eO"), p("eR")] as const,
      },
    ],
    applied: [
      { body: "body", force: [p("fx"), p("fy"), p("fz")] as const, torque: [p("tx"), p("ty"), p("tz")] as const },
    ],
  };
  return {
    name: "bench/hull",
    title: "a convex body over the floor",
    model: patchModel(scene, forms),
    parameters: Object.fromEntries(
      numbers.map((name) => [name, { value: /^e[0TOR]$/.test(name) ? 1 : 0, unit: "", meaning: name }]),
    ),
    start: Object.fromEntries(states.map((name) => [`body.${name}`, p(name)])),
    grid: { steps: 1, h: 0.01 },
    values: {},
  };
}

/** The turn that takes one direction to another. */
function turnOnto(from: ReadonlyVector, to: ReadonlyVector): Quaternion {
  const axis = outer(from, to);
  const sine = length(axis);
  const angle = Math.atan2(sine, inner(from, to));
  if (sine > 1e-9) return fromRotationVector(times(angle / sine, axis));
  const across = outer(from, Math.abs(from[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]);
  return fromRotationVector(times(inner(from, to) > 0 ? 0 : Math.PI, direction(across)));
}

/** An orientation with a face, an edge or a vertex lowest, flat or tilted by as little as rounding. */
export function randomPose(random: Random, { hull }: SolidBody): Quaternion {
  const faces = hull.faces;
  const face = faces[Math.floor(random() * faces.length)];
  const spin = fromRotationVector([0, 0, between(random, -Math.PI, Math.PI)]);
  const onto = (normal: ReadonlyVector): Quaternion => multiplyQuaternions(spin, turnOnto(normal, [0, 0, -1]));
  const kind = random();
  if (kind < 0.25) return onto(face.normal);
  if (kind < 0.5) {
    const angle = magnitude(random, 1e-13, 0.3);
    return multiplyQuaternions(
      fromRotationVector(times(angle, direction([random() - 0.5, random() - 0.5, 0]))),
      onto(face.normal),
    );
  }
  if (kind < 0.75) {
    const [i, j] = [face.vertices[0], face.vertices[1]];
    const other = faces.find((one) => one !== face && one.vertices.includes(i) && one.vertices.includes(j))!;
    const part = random();
    return onto(direction(plus(times(part, face.normal), times(1 - part, other.normal))));
  }
  return onto(anyDirection(random));
}

/** How deep below the centre of mass a body reaches in an orientation [m]. */
export function depthOf({ hull }: SolidBody, turn: Quaternion): number {
  return hull.vertices.reduce((most, vertex) => Math.max(most, -rotate(turn, vertex)[2]), 0);
}

const named = (names: readonly string[], values: readonly number[]): Record<string, number> =>
  Object.fromEntries(names.map((name, i) => [name, values[i]]));

/** A vector of any direction, often zero. */
function anyVector(random: Random, most: number): ReadonlyVector {
  if (random() < 0.2) return [0, 0, 0];
  return times(random() < 0.5 ? most * random() : magnitude(random, 1e-6 * most, most), anyDirection(random));
}

/** Friction of a floor under a body of radius L [m]. */
export function randomFriction(random: Random, L: number): Record<string, number> {
  return {
    friction: between(random, 0.05, 1.2),
    eT: between(random, 0.4, 1.5),
    eO: between(random, 0.4, 1.5),
    eR: L * between(random, 0.05, 0.8),
  };
}

/** The largest distance of a vertex from the centre of mass [m]. */
export const radiusOf = ({ hull }: SolidBody): number => Math.max(...hull.vertices.map(length));

/**
 * A step of a body that touches the floor, or is off it by less than its motion: |v| ≤ 2 m/s, |ω|h ≤ .2, force up to
 * 5 mg, torque up to 5 mg L.
 */
export function randomStep(random: Random, body: SolidBody): Readonly<Record<string, number>> {
  const h = random() < 0.5 ? 0.01 : magnitude(random, 0.001, 0.02);
  const L = radiusOf(body);
  const weight = gravity * body.properties.mass;
  const turn = randomPose(random, body);
  const v = anyVector(random, 2);
  const w = anyVector(random, 0.2 / h);
  const motion = h * (length(v) + L * length(w) + 6 * gravity * h);
  const gap = random() < 0.5 ? 0 : motion * random();
  return {
    "grid.h": h,
    ...named(states, [0, 0, depthOf(body, turn) + gap, ...turn, ...v, ...w]),
    ...randomFriction(random, L),
    ...named(["fx", "fy", "fz"], anyVector(random, 5 * weight)),
    ...named(["tx", "ty", "tz"], anyVector(random, 5 * weight * L)),
    gravity,
  };
}

/** A drop from at most .3 m, |ω| ≤ 3 rad/s, μ from .2 to 1. */
export function randomDrop(random: Random, body: SolidBody): Readonly<Record<string, number>> {
  const L = radiusOf(body);
  const turn = multiplyQuaternions([1, 0, 0, 0], randomPose(random, body));
  return {
    ...named(states, [0, 0, depthOf(body, turn) + between(random, 0, 0.3), ...turn]),
    ...named(["wx", "wy", "wz"], times(3 * Math.cbrt(random()), anyDirection(random))),
    ...randomFriction(random, L),
    friction: between(random, 0.2, 1),
    gravity,
  };
}
