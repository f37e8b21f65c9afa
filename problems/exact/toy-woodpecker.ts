/** Shared by problems and their tests: Glocker's woodpecker on its pole, from sleeve to beak. */
import { frame, mul, neg, parameter as p, rigid, type Scalar } from "bankshot";
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
export const [lM, lG, rM, hM, lS, hS] = [0.01, 0.015, 0.0031, 0.0058, 0.0201, 0.02];

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
export const model = rigid({
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
