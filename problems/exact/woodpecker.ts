import {
  atan2,
  type Expected,
  frame,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  pow,
  rigid,
  type Scalar,
  sqrt,
  sub,
} from "bankshot";
import type { RigidContact } from "bankshot/geometry";
import type { Joint } from "bankshot/robots";

const unlimited = Number.POSITIVE_INFINITY;

/** A joint that a planar robot has at a place of the parent link. */
const joint = (
  name: string,
  [parent, child]: readonly [string, string],
  kind: Joint["kind"],
  position: Joint["axis"],
): Joint => ({
  name,
  kind,
  parent,
  child,
  origin: { position, orientation: [1, 0, 0, 0] },
  axis: kind === "prismatic" ? [0, 1, 0] : [0, 0, 1],
  limits: { lower: -unlimited, upper: unlimited, speed: unlimited },
});

/** Lengths of Glocker's toy [m], by his names: of the spring, the bird, the hole, the sleeve's half height, and the beak. */
const [lM, lG, rM, hM, lS, hS] = [0.01, 0.015, 0.0031, 0.0058, 0.0201, 0.02];

/** A point of a link against the right side of the pole. */
const touch = (
  name: string,
  body: string,
  at: readonly [number, number, number],
  restitution: Scalar,
): RigidContact => ({
  name,
  body,
  shape: { kind: "point", at },
  against: { kind: "half-space", normal: [1, 0, 0], tangent: [0, 1, 0], offset: p("pole") },
  friction: p("friction"),
  restitution,
});

/** The middle of the sleeve stays on the axis of the pole: it slides, and tilts within the play of its hole. */
const model = rigid({
  gravity: [0, neg(p("gravity")), 0],
  bodies: [],
  contacts: [
    touch("beak", "bird", [lG - lS, hS, 0], p("restitution")),
    touch("lower", "sleeve", [rM, -hM, 0], 0),
    touch("upper", "sleeve", [rM, hM, 0], 0),
  ],
  robots: [
    {
      name: "toy",
      space: "planar",
      robot: {
        name: "toy",
        links: ["ground", "carriage", "sleeve", "bird"],
        joints: [
          joint("slide", ["ground", "carriage"], "prismatic", [0, 0, 0]),
          joint("tilt", ["carriage", "sleeve"], "continuous", [0, 0, 0]),
          joint("neck", ["sleeve", "bird"], "continuous", [lM, 0, 0]),
        ],
        inertials: [
          { link: "sleeve", mass: p("sleeve.mass"), centre: [0, 0, 0], inertia: [0, 0, p("sleeve.inertia"), 0, 0, 0] },
          { link: "bird", mass: p("bird.mass"), centre: [lG, 0, 0], inertia: [0, 0, p("bird.inertia"), 0, 0, 0] },
        ],
      },
      efforts: { neck: mul(neg(p("stiffness")), frame.next("neck.position")) },
      shapes: {
        sleeve: [
          { kind: "segment", from: [rM, -hM, 0], to: [rM, hM, 0] },
          { kind: "segment", from: [-rM, -hM, 0], to: [-rM, hM, 0] },
          { kind: "segment", from: [rM, 0, 0], to: [lM, 0, 0] },
        ],
        bird: [
          { kind: "segment", from: [0, 0, 0], to: [lG, 0, 0] },
          { kind: "capsule", from: [lG - 0.004, -0.008, 0], to: [lG - 0.006, 0.014, 0], radius: 0.005 },
          { kind: "capsule", from: [lG - 0.008, 0.019, 0], to: [lG - 0.01, 0.02, 0], radius: 0.004 },
          { kind: "segment", from: [lG - 0.012, hS, 0], to: [lG - lS, hS, 0] },
        ],
      },
    },
  ],
});

/** The tilt at which the lower edge touches, where r_M cos φ + h_M sin φ is the radius of the pole. */
const jammed = sub(Math.atan2(hM, rM), atan2(sqrt(sub(rM ** 2 + hM ** 2, pow(p("pole"), 2))), p("pole")));

/**
 * The classic toy: a woodpecker on a spring is pulled back and let go, and pecks its way down a pole. Its sleeve has play: while
 * it is tilted its edge sticks, while it swings through it falls; the beak's blow turns the bird round. Masses, lengths, friction
 * and restitution are Glocker's.
 */
export const problem: Problem = {
  name: "exact/woodpecker",
  title: "A toy woodpecker pecks its way down a pole",
  model,
  parameters: {
    pull: { value: 0.43, unit: "rad", meaning: "how far the bird is pulled back from the sleeve", min: 0, max: 1.5 },
    friction: { value: 0.3, unit: "1", meaning: "friction coefficient μ of sleeve and beak on the pole", min: 0 },
    restitution: { value: 0.5, unit: "1", meaning: "restitution of the beak on the pole", min: 0, max: 1 },
    stiffness: { value: 0.0056, unit: "N m/rad", meaning: "stiffness of the spring", above: 0 },
    pole: { value: 0.0025, unit: "m", meaning: "radius of the pole", above: 0, max: 0.003 },
    "sleeve.mass": { value: 3e-4, unit: "kg", meaning: "mass of the sleeve", above: 0 },
    "sleeve.inertia": { value: 5e-9, unit: "kg m²", meaning: "moment of inertia of the sleeve", above: 0 },
    "bird.mass": { value: 4.5e-3, unit: "kg", meaning: "mass of the bird", above: 0 },
    "bird.inertia": { value: 7e-7, unit: "kg m²", meaning: "moment of inertia of the bird", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    time: { value: 0.8, unit: "s", meaning: "duration", above: 0 },
  },
  start: {
    "slide.position": 0,
    "slide.velocity": 0,
    "tilt.position": jammed,
    "tilt.velocity": 0,
    "neck.position": neg(p("pull")),
    "neck.velocity": 0,
  },
  grid: { steps: 800, h: 0.001, method: "exact" },
  values: {
    period: {
      unit: "s",
      meaning: "mean time between two swings of the bird through the level",
      of: { reduce: "period", column: "bird.theta" },
    },
    drop: { unit: "m", meaning: "how far the sleeve has come down at the end", of: neg(last("slide.position")) },
  },
};

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "period",
      value: 0.12968,
      tolerance: 2e-5,
      source: "independent: Moreau's midpoint rule by 2e-6 s on equations of motion written apart",
    },
    {
      name: "drop",
      value: 0.0826,
      tolerance: 5e-5,
      source: "independent: Moreau's midpoint rule by 2e-6 s on equations of motion written apart",
    },
  ],
};
