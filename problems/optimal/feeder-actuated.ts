/**
 * The part feeder of Song, Kumar, Pang (2005), Fig. 6, with a corner that moves: the part leaves the chute tilted, meets
 * the corner, is turned by it, lands on the palm and must come to lie flat at a target. The corner starts at its declared
 * place, at rest, and is accelerated with the least effort Σ h |a|².
 *
 * A model of its own, with viscoelastic contacts (3) by backward Euler, their complementarity (8), and friction in pairs:
 *
 *     0 ≤ λ_n ⟂ Ψ_n + δ_n⁺ ≥ 0,   δ⁺ = (λ + (C/h) δ)/(K + C/h),
 *     (δ_t⁺ − δ_t)/h + Γ_t ν⁺ = forward − backward,   0 ≤ forward ⟂ μλ_n + λ_t ≥ 0,   0 ≤ backward ⟂ μλ_n − λ_t ≥ 0.
 *
 * The corner touches the right end of the part; its distance is the larger of those from this end and from the upper
 * side, Ψ = d_end + above with 0 ≤ above ⟂ above + d_end − d_upper ≥ 0, so that it may pass over it. The palm has no ends
 * here, and the lower vertices of the part may land on it.
 */
import {
  add,
  type Control,
  complementary,
  cos,
  div,
  type Expected,
  type Expr,
  equation,
  type Frame,
  frame,
  input,
  last,
  type Model,
  mul,
  neg,
  type Problem,
  parameter as p,
  pow,
  type Stage,
  sin,
  sub,
} from "bankshot";
import {
  addV,
  type Components,
  cross2,
  type Drawn,
  dot,
  rectangle,
  scaleV,
  subV,
  type Vec2,
  vec2,
} from "bankshot/geometry";
import type { Leaves, Pair, Row, Unknown } from "bankshot/solvers";
import { feederParameters, feederStart, feederValues } from "../feeder/feeder-scene.js";

const contacts = ["corner", "palm1", "palm2"] as const;
const [a, b, K, C] = [p("halfLength"), p("halfHeight"), p("stiffness"), p("damping")];

const at = (leaves: Leaves, name: string): Vec2 => vec2(leaves(`${name}.x`), leaves(`${name}.y`));
const velocity = (leaves: Leaves, name: string): Vec2 => vec2(leaves(`${name}.vx`), leaves(`${name}.vy`));
const turned = (theta: Expr, [x, y]: Vec2): Vec2 =>
  vec2(sub(mul(cos(theta), x), mul(sin(theta), y)), add(mul(sin(theta), x), mul(cos(theta), y)));

/** A place where the part may touch: gap, axes, arm from its centre, and velocity of what it touches. */
interface Place {
  readonly gap: Expr;
  readonly normal: Vec2;
  readonly tangent: Vec2;
  readonly arm: Vec2;
  readonly moving: Vec2;
}

function contactRows(name: string, { gap, tangent, arm, moving }: Place, { now, next, inside, h }: Frame) {
  const rate = div(C, h);
  const after = (force: string, deformation: string): Expr =>
    div(add(inside(`${name}.${force}`), mul(rate, now(`${name}.${deformation}`))), add(K, rate));
  const [deltaN, deltaT] = [after("normalForce", "deformationN"), after("tangentForce", "deformationT")];
  const omega = next("part.omega");
  const spun = vec2(neg(mul(omega, arm[1])), mul(omega, arm[0]));
  const sliding = dot(tangent, subV(addV(velocity(next, "part"), spun), moving));
  const slip = add(div(sub(deltaT, now(`${name}.deformationT`)), h), sliding);
  const radius = mul(p("friction"), inside(`${name}.normalForce`));
  const normal = complementary(`${name}.normalForce`, add(gap, deltaN));
  const forward = complementary(`${name}.forwardSlip`, add(radius, inside(`${name}.tangentForce`)));
  const backward = complementary(`${name}.backwardSlip`, sub(radius, inside(`${name}.tangentForce`)));
  const rows: Row[] = [
    normal,
    equation(`${name}.tangentForce`, sub(slip, sub(inside(forward.unknown), inside(backward.unknown)))),
    forward,
    backward,
  ];
  const pairs: Pair[] = [{ ...normal.pair, name: `${name}.normal`, contact: name }, forward.pair, backward.pair];
  return {
    rows,
    pairs,
    defines: { [`${name}.deformationN`]: deltaN, [`${name}.deformationT`]: deltaT },
    observe: { [`${name}.gap`]: gap, [`${name}.separation`]: add(gap, deltaN) },
  };
}

/** How far the corner is beyond the right end of the part, and above its upper side. */
function cornerIn(next: Leaves): { readonly end: Expr; readonly top: Expr } {
  const toCorner = subV(at(next, "corner"), at(next, "part"));
  const [x, y] = turned(neg(next("part.theta")), toCorner);
  return { end: sub(x, a), top: sub(y, b) };
}

/** The places at which the part may touch, in the order of `contacts`. */
function placesOf({ next, inside }: Pick<Frame, "next" | "inside">): readonly Place[] {
  const theta = next("part.theta");
  const vertex = (side: 1 | -1): Place => {
    const arm = turned(theta, vec2(mul(side, a), neg(b)));
    const gap = add(next("part.y"), arm[1]);
    return { gap, normal: vec2(0, 1), tangent: vec2(1, 0), arm, moving: vec2(0, 0) };
  };
  return [
    {
      gap: add(cornerIn(next).end, inside("corner.above")),
      normal: turned(theta, vec2(-1, 0)),
      tangent: turned(theta, vec2(0, 1)),
      arm: subV(at(next, "corner"), at(next, "part")),
      moving: velocity(next, "corner"),
    },
    vertex(-1),
    vertex(1),
  ];
}

function step(frameOf: Frame): Stage {
  const { now, next, inside, inputs, h } = frameOf;
  const { end, top } = cornerIn(next);
  const above = complementary("corner.above", add(inside("corner.above"), sub(end, top)));
  const places = placesOf(frameOf);
  const stages = contacts.map((name, i) => contactRows(name, places[i], frameOf));
  const forces = contacts.map((name, i) =>
    addV(
      scaleV(inside(`${name}.normalForce`), places[i].normal),
      scaleV(inside(`${name}.tangentForce`), places[i].tangent),
    ),
  );
  const [fx, fy] = addV(vec2(0, neg(mul(p("mass"), p("gravity")))), ...forces);
  const moment = add(...forces.map((force, i) => cross2(places[i].arm, force)));
  const change = (name: string): Expr => sub(next(`part.${name}`), now(`part.${name}`));
  const along = (name: string, rate: string): Expr => add(now(name), mul(h, next(rate)));
  return {
    defines: {
      "part.x": along("part.x", "part.vx"),
      "part.y": along("part.y", "part.vy"),
      "part.theta": along("part.theta", "part.omega"),
      "corner.x": along("corner.x", "corner.vx"),
      "corner.y": along("corner.y", "corner.vy"),
      "corner.vx": add(now("corner.vx"), mul(h, inputs("driveX"))),
      "corner.vy": add(now("corner.vy"), mul(h, inputs("driveY"))),
      ...Object.assign({}, ...stages.map(({ defines }) => defines)),
    },
    rows: [
      equation("part.vx", sub(mul(p("mass"), change("vx")), mul(h, fx))),
      equation("part.vy", sub(mul(p("mass"), change("vy")), mul(h, fy))),
      equation("part.omega", sub(mul(p("inertia"), change("omega")), mul(h, moment))),
      above,
      ...stages.flatMap(({ rows }) => rows),
    ],
    pairs: [above.pair, ...stages.flatMap(({ pairs }) => pairs)],
    observe: Object.assign({}, ...stages.map(({ observe }) => observe)),
  };
}

const unknowns = (unit: string, names: readonly string[], scale = 1): Unknown[] =>
  names.map((name) => ({ name, unit, scale }));
const positive = (name: string, unit: string): Unknown => ({ name, unit, scale: 1, lower: 0 });

const model: Model = {
  name: "feeder with a moving corner",
  state: [
    ...unknowns("m", ["part.x", "part.y"]),
    ...unknowns("rad", ["part.theta"]),
    ...unknowns("m/s", ["part.vx", "part.vy"]),
    ...unknowns("rad/s", ["part.omega"]),
    ...unknowns("m", ["corner.x", "corner.y"]),
    ...unknowns("m/s", ["corner.vx", "corner.vy"]),
    ...contacts.flatMap((name) => unknowns("m", [`${name}.deformationN`, `${name}.deformationT`], 1e-3)),
  ],
  inside: [
    positive("corner.above", "m"),
    ...contacts.flatMap((name): Unknown[] => [
      positive(`${name}.normalForce`, "N"),
      { name: `${name}.tangentForce`, unit: "N", scale: 1 },
      positive(`${name}.forwardSlip`, "m/s"),
      positive(`${name}.backwardSlip`, "m/s"),
    ]),
  ],
  parameters: ["halfLength", "halfHeight", "mass", "inertia", "friction", "gravity", "stiffness", "damping"],
  inputs: ["driveX", "driveY"],
  step,
  views: {
    contacts: contacts.map((name) => ({
      name,
      columns: {
        normal: `${name}.normalForce`,
        tangential: [`${name}.tangentForce`],
        separation: `${name}.separation`,
      },
    })),
    bodies: [
      { name: "part", position: ["part.x", "part.y"], orientation: "part.theta" },
      { name: "corner", position: ["corner.x", "corner.y"] },
    ],
    drawing,
  },
};

function drawing(next: Leaves): readonly Drawn[] {
  const { inside } = frame;
  const places = placesOf({ next, inside });
  const inPlane = ([x, y]: Vec2): Components => [x, y, 0];
  const force = (name: string, axis: "normal" | "tangent", along: Vec2): Components =>
    inPlane(scaleV(inside(`${name}.${axis}Force`), along));
  return [
    {
      name: "part",
      shapes: [rectangle(a, b)],
      at: inPlane(at(next, "part")),
      heading: next("part.theta"),
      contacts: contacts.map((name, i) => ({
        name,
        at: inPlane(addV(at(next, "part"), places[i].arm)),
        normal: force(name, "normal", places[i].normal),
        tangential: force(name, "tangent", places[i].tangent),
        friction: p("friction"),
      })),
    },
    { name: "corner", role: "tool", shapes: [{ kind: "point", at: [0, 0, 0] }], at: inPlane(at(next, "corner")) },
    { name: "palm", shapes: [{ kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 }] },
  ];
}

const drive = (axis: string): Control => ({
  unit: "m/s²",
  meaning: `acceleration of the corner, ${axis}`,
  min: neg(p("control.max")),
  max: p("control.max"),
});
const { coneSmoothing: _, "palm.from": _from, "palm.to": _to, ...kept } = feederParameters;

export const problem: Problem = {
  name: "optimal/feeder-actuated",
  title: "The corner of a feeder moves so that the part comes to lie at its target, with the least effort",
  model,
  parameters: {
    ...kept,
    "target.x": { value: 2.5, unit: "m", meaning: "where the centre of the part must be at the end, x" },
    time: { value: 2, unit: "s", meaning: "duration", above: 0 },
    "control.max": { value: 50, unit: "m/s²", meaning: "largest acceleration along each axis", above: 0 },
  },
  inputs: { driveX: drive("x"), driveY: drive("y") },
  start: {
    ...Object.fromEntries(Object.entries(feederStart).filter(([name]) => name.startsWith("part."))),
    "corner.x": p("corner.x"),
    "corner.y": p("corner.y"),
    "corner.vx": 0,
    "corner.vy": 0,
    ...Object.fromEntries(
      contacts.flatMap((name) => [`${name}.deformationN`, `${name}.deformationT`].map((d) => [d, 0])),
    ),
  },
  grid: { steps: 40, h: 0.05 },
  objective: {
    stage: mul(frame.h, add(pow(input("driveX"), 2), pow(input("driveY"), 2))),
    vary: ["driveX", "driveY"],
    constraints: [
      {
        name: "end.x",
        unit: "m",
        about: { body: "part", coordinate: "x" },
        residual: sub(last("part.x"), p("target.x")),
        must: "be-zero",
      },
      { name: "end.theta ≥ −0.1", unit: "rad", residual: sub(-0.1, last("part.theta")), must: "not-exceed-zero" },
      { name: "end.theta ≤ 0.1", unit: "rad", residual: sub(last("part.theta"), 0.1), must: "not-exceed-zero" },
    ],
  },
  values: {
    "contact.first": {
      unit: "1",
      meaning: "first step in which the part touches the corner",
      of: { reduce: "first-positive-step", column: "corner.normalForce" },
    },
    ...feederValues,
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "end.x", value: 2.5, tolerance: 1e-8, source: "the target" },
    {
      name: "end.y",
      value: 1 - 9.8 / 2e4,
      tolerance: 1e-8,
      source: "closed form b − m g/(2 K): two vertices bear the part",
    },
    { name: "end.theta", value: 0, tolerance: 1e-8, source: "it lies flat" },
  ],
};
