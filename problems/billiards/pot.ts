import {
  add,
  atRest,
  type BoundaryCondition,
  cos,
  type Expected,
  type Expr,
  last,
  mul,
  neg,
  norm,
  type Problem,
  parameter as p,
  rigid,
  type Scalar,
  select,
  sin,
  sub,
} from "bankshot";
import type { Ball, RigidContact, Segment } from "bankshot/geometry";

const ball: Ball = { kind: "ball", radius: p("radius") };
const [right, top] = [mul(0.5, p("length")), mul(0.5, p("breadth"))];
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

const model = rigid({
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

const pockets = [-1, 0, 1].flatMap((i) => [-1, 1].map((j): [Scalar, Scalar] => [mul(i, right), mul(j, top)]));

/** A ball whose centre comes into a pocket is gone: of the object ball's, into another one than that which is meant. */
const gone = (body: string, k: number): BoundaryCondition => {
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
const offTable = (body: string): BoundaryCondition => ({
  name: `${body} on the table`,
  unit: "m",
  residual: { body, inside: { kind: "box", centre: [0, 0], half: [add(right, p("radius")), add(top, p("radius"))] } },
  when: "always",
});

/**
 * Seen from above: the cue ball is shot at an object ball whose centre must come to that of a pocket. Every shot is asked for,
 * straight or by way of cushions, of either ball.
 */
export const problem: Problem = {
  name: "billiards/pot",
  title: "A ball is potted, by every way there is",
  model,
  parameters: {
    angle: { value: 0.34, unit: "rad", meaning: "direction of the shot, from the x axis", min: -Math.PI, max: Math.PI },
    time: { value: 1, unit: "s", meaning: "when the object ball is at the pocket", above: 0, max: 3 },
    speed: { value: 2, unit: "m/s", meaning: "speed of the cue ball at the start", above: 0, max: 20 },
    "cue.x": { value: -0.6, unit: "m", meaning: "where the cue ball starts, x" },
    "cue.y": { value: -0.2, unit: "m", meaning: "where the cue ball starts, y" },
    "object.x": { value: 0.5, unit: "m", meaning: "where the object ball lies, x" },
    "object.y": { value: 0.2, unit: "m", meaning: "where the object ball lies, y" },
    "pocket.x": { value: right, unit: "m", meaning: "centre of the pocket, x" },
    "pocket.y": { value: top, unit: "m", meaning: "centre of the pocket, y" },
    "pocket.radius": { value: 0.05, unit: "m", meaning: "radius of a pocket", above: 0 },
    "mouth.corner": { value: 0.09, unit: "m", meaning: "gap between a cushion's end and the corner", above: 0 },
    "mouth.side": { value: 0.14, unit: "m", meaning: "gap between two cushions in the middle of a side", above: 0 },
    "restitution.ball": { value: 0.95, unit: "1", meaning: "restitution between the balls", min: 0, max: 1 },
    "restitution.cushion": { value: 0.85, unit: "1", meaning: "restitution of the cushions", min: 0, max: 1 },
    length: { value: 2.54, unit: "m", meaning: "length of the table between its cushions", above: 0 },
    breadth: { value: 1.27, unit: "m", meaning: "breadth of the table between its cushions", above: 0 },
    radius: { value: 0.028575, unit: "m", meaning: "radius of either ball", above: 0 },
    mass: { value: 0.17, unit: "kg", meaning: "mass of either ball", above: 0 },
  },
  start: {
    ...atRest(model),
    "cue.x": p("cue.x"),
    "cue.y": p("cue.y"),
    "cue.vx": mul(p("speed"), cos(p("angle"))),
    "cue.vy": mul(p("speed"), sin(p("angle"))),
    "object.x": p("object.x"),
    "object.y": p("object.y"),
  },
  grid: { steps: 150, h: 0.01, method: "exact" },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "object", coordinate: "x" },
      residual: sub(last("object.x"), p("pocket.x")),
      frees: "angle",
    },
    {
      name: "end.y",
      unit: "m",
      about: { body: "object", coordinate: "y" },
      residual: sub(last("object.y"), p("pocket.y")),
      frees: "time",
    },
    ...["cue", "object"].flatMap((body) => pockets.map((_, k) => gone(body, k))),
    ...["cue", "object"].map(offTable),
  ],
  values: {
    "shot.angle": { unit: "rad", meaning: "direction of the shot", of: p("angle") },
    "shot.time": { unit: "s", meaning: "when the object ball is at the pocket", of: p("time") },
    "end.x": { unit: "m", meaning: "centre of the object ball at the end, x", of: last("object.x") },
    "end.y": { unit: "m", meaning: "centre of the object ball at the end, y", of: last("object.y") },
  },
};

/** The direct pot: the cue ball meets the object ball where it lies on the line from the pocket through its centre. */
const [cue, object, pocket, r] = [[-0.6, -0.2], [0.5, 0.2], [1.27, 0.635], 0.028575];
const way = Math.hypot(pocket[0] - object[0], pocket[1] - object[1]);
const line = [(pocket[0] - object[0]) / way, (pocket[1] - object[1]) / way];
const toGhost = [object[0] - 2 * r * line[0] - cue[0], object[1] - 2 * r * line[1] - cue[1]];
const distance = Math.hypot(toGhost[0], toGhost[1]);
const cosine = (toGhost[0] * line[0] + toGhost[1] * line[1]) / distance;
const source =
  "closed form: the ball is hit on the line from the pocket through its centre, ½ (1 + e) v cos φ along it";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "shot.angle", value: Math.atan2(toGhost[1], toGhost[0]), tolerance: 1e-9, source },
    { name: "shot.time", value: distance / 2 + way / (0.5 * 1.95 * 2 * cosine), tolerance: 1e-8, source },
    { name: "end.x", value: 1.27, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.y", value: 0.635, tolerance: 1e-9, source: "boundary condition" },
  ],
};
