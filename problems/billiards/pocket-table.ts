/** Shared by problems and their tests: a table of six cushions and six pockets, seen from above, with two balls. */
import {
  add,
  type BoundaryCondition,
  type Expr,
  mul,
  neg,
  norm,
  parameter as p,
  rigid,
  type Scalar,
  select,
  sub,
} from "bankshot";
import type { Ball, RigidContact, Segment } from "bankshot/geometry";

const ball: Ball = { kind: "ball", radius: p("radius") };
export const [right, top] = [mul(0.5, p("length")), mul(0.5, p("breadth"))];
const inertia = mul(0.4, p("mass"), p("radius"), p("radius"));

/** Six cushions end where the pockets begin: two along either side, one at either end. */
const [corner, middle] = [sub(right, p("mouth.corner")), mul(0.5, p("mouth.side"))];
const side = sub(top, p("mouth.corner"));
const along = (from: Scalar, to: Scalar, y: Scalar): Segment => ({
  kind: "segment",
  from: [from, y, 0],
  to: [to, y, 0],
});
const across = (x: Scalar): Segment => ({ kind: "segment", from: [x, neg(side), 0], to: [x, side, 0] });
const cushions: Record<string, Segment> = {
  topLeft: along(neg(corner), neg(middle), top),
  topRight: along(middle, corner, top),
  right: across(right),
  bottomRight: along(middle, corner, neg(top)),
  bottomLeft: along(neg(corner), neg(middle), neg(top)),
  left: across(neg(right)),
};

const onCushion = (body: string, name: string): RigidContact => ({
  name: `${body}.${name}`,
  body,
  shape: ball,
  against: cushions[name],
  friction: 0,
  restitution: p("restitution.cushion"),
});

export const model = rigid({
  gravity: [0, 0, 0],
  bodies: ["cue", "object"].map((name) => ({ name, space: "planar", mass: p("mass"), inertia })),
  contacts: [
    {
      name: "hit",
      body: "object",
      shape: ball,
      against: { body: "cue", shape: ball },
      friction: 0,
      restitution: p("restitution.ball"),
    },
    ...["cue", "object"].flatMap((body) => Object.keys(cushions).map((name) => onCushion(body, name))),
  ],
});

export const pockets = [-1, 0, 1].flatMap((i) => [-1, 1].map((j): [Scalar, Scalar] => [mul(i, right), mul(j, top)]));

/** A ball whose centre comes into a pocket is gone: of the object ball's, into another one than that which is meant. */
export const gone = (body: string, k: number): BoundaryCondition => {
  const [x, y] = pockets[k];
  const isAnother: Expr = sub(norm(sub(x, p("pocket.x")), sub(y, p("pocket.y"))), p("pocket.radius"));
  const radius = body === "cue" ? p("pocket.radius") : select(isAnother, p("pocket.radius"), 0);
  return {
    name: `${body} beside pocket ${k + 1}`,
    unit: "m",
    residual: { body, outside: { kind: "ball", centre: [x, y], radius } },
    when: "always",
  };
};

/** A ball that leaves the table is out of the game. */
export const offTable = (body: string): BoundaryCondition => ({
  name: `${body} on the table`,
  unit: "m",
  residual: { body, inside: { kind: "box", centre: [0, 0], half: [add(right, p("radius")), add(top, p("radius"))] } },
  when: "always",
});
