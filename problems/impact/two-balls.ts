/** Shared by problems and their tests: two balls on a table. */
import { compliant, type Expr, mul, neg, parameter as p } from "bankshot";
import type { Ball, CompliantContact, HalfSpace } from "bankshot/geometry";
import { compliance } from "../compliance.js";

const ball: Ball = { kind: "ball", radius: p("radius") };
const table: HalfSpace = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
const inertia: Expr = mul(2 / 5, p("mass"), p("radius"), p("radius"));

const contacts: readonly CompliantContact[] = [
  { name: "cueTable", body: "cue", shape: ball, against: table, friction: p("friction"), ...compliance },
  { name: "objectTable", body: "object", shape: ball, against: table, friction: p("friction"), ...compliance },
  {
    name: "impact",
    body: "object",
    shape: ball,
    against: { body: "cue", shape: ball },
    friction: p("ballFriction"),
    ...compliance,
  },
];

export const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [
    { name: "cue", space: "spatial", mass: p("mass"), inertia },
    { name: "object", space: "spatial", mass: p("mass"), inertia },
  ],
  contacts,
});
