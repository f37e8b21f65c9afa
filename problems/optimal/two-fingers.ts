/** Shared by problems and their tests: a box on the floor, and two fingers that touch its side and its top. */
import {
  add,
  cos,
  type Expr,
  frame,
  input,
  type Model,
  mul,
  neg,
  parameter as p,
  pow,
  rigid,
  type Scalar,
  sin,
  sub,
} from "bankshot";
import type { AppliedWrench, Body, Contact } from "bankshot/geometry";
import type { DesignConstraint } from "bankshot/solvers";

export const [a, b] = [p("halfWidth"), p("halfHeight")];
export const fingers = ["first", "second"] as const;

const corner = (name: string, x: Scalar, y: Scalar): Contact => ({
  name,
  body: "box",
  shape: { kind: "point", at: [x, y, 0] },
  against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
  friction: p("friction.floor"),
});

const touch = (finger: string, normal: readonly [number, number], offset: Scalar): Contact => ({
  name: `${finger}Finger`,
  body: finger,
  shape: { kind: "point", at: [0, 0, 0] },
  against: {
    body: "box",
    shape: { kind: "half-space", normal: [...normal, 0], tangent: [normal[1], -normal[0], 0], offset },
  },
  friction: p("friction.finger"),
});

export const model: Model = rigid(
  {
    gravity: [0, neg(p("gravity")), 0],
    bodies: [
      {
        name: "box",
        space: "planar",
        mass: p("mass"),
        inertia: mul(p("mass"), 1 / 3, add(pow(a, 2), pow(b, 2))),
      },
      ...fingers.map((name): Body => ({ name, space: "planar", mass: p("finger.mass"), inertia: 1e-3 })),
    ],
    contacts: [
      corner("left", neg(a), neg(b)),
      corner("edge", a, neg(b)),
      corner("right", a, b),
      corner("top", neg(a), b),
      touch("first", [-1, 0], a),
      touch("second", [0, 1], b),
    ],
    applied: fingers.map(
      // the drives bear the fingers' weight
      (body): AppliedWrench => ({
        body,
        force: [input(`${body}.pushX`), add(input(`${body}.pushY`), mul(p("finger.mass"), p("gravity"))), 0],
        torque: [0, 0, 0],
      }),
    ),
  },
  "pyramid",
);

/** A finger's place on its side of the box, from the middle on, is within its half-length. */
export function within(finger: string, along: readonly [number, number], half: Expr): DesignConstraint[] {
  const theta = frame.next("box.theta");
  const [c, s] = [cos(theta), sin(theta)];
  const [dx, dy] = ["x", "y"].map((axis) => sub(frame.next(`${finger}.${axis}`), frame.next(`box.${axis}`))) as [
    Expr,
    Expr,
  ];
  const place = add(mul(along[0], add(mul(c, dx), mul(s, dy))), mul(along[1], sub(mul(c, dy), mul(s, dx))));
  return [1, -1].map((side) => ({
    name: `${finger} finger on its side, ${side}`,
    unit: "m",
    residual: sub(mul(side, place), half),
    must: "not-exceed-zero",
  }));
}
