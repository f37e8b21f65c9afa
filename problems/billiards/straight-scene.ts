/** Two balls on a line, seen from the side: they slide, hit and roll. */
import { mul, neg, parameter as p, rigid } from "bankshot";
import type { Ball, RigidContact } from "bankshot/geometry";

const ball: Ball = { kind: "ball", radius: p("radius") };
const inertia = mul(0.4, p("mass"), p("radius"), p("radius"));

const onTable = (name: string, body: string): RigidContact => ({
  name,
  body,
  shape: ball,
  against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
  friction: p("friction"),
  rolling: p("rolling"),
});

/** Seen from the side: the balls stay in the plane of their line, and their inertia is that of solid balls. */
export const model = rigid({
  gravity: [0, neg(p("gravity")), 0],
  bodies: [
    { name: "cue", space: "planar", mass: p("mass"), inertia },
    { name: "object", space: "planar", mass: p("mass"), inertia },
  ],
  contacts: [
    onTable("cueTable", "cue"),
    onTable("objectTable", "object"),
    {
      name: "hit",
      body: "object",
      shape: ball,
      against: { body: "cue", shape: ball },
      friction: 0,
      restitution: p("restitution"),
    },
  ],
});
