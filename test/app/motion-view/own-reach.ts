/**
 * An arm and a box on a table, seen from above, by a model that users write themselves, without a scene, with what it draws:
 *
 *     M(q) q̈ + c(q, q̇) = τ − Jᵀ(n λ + t λ_t),        0 ≤ λ ⟂ gap(q, box) ≥ 0,
 *
 * the fingertip a round of radius r on the left side of the box, its friction and that of the table in pairs: the table
 * bears forces and a moment in a box, |f_x|, |f_y| ≤ μ m g and |m_z| ≤ μ m g ρ with ρ the mean lever of the pressure, which
 * holds the friction of the table loosely.
 */

import { type Drawn, type DrawnContact, dot, rectangle, subV, type Vec2, vec2 } from "../../../src/geometry.js";
import {
  add,
  type Control,
  complementary,
  cos,
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
} from "../../../src/index.js";
import type { Leaves, Pair, Row, Unknown } from "../../../src/solvers.js";

const [l1, l2, m1, m2] = [p("arm.length1"), p("arm.length2"), p("arm.mass1"), p("arm.mass2")];

/** The fingertip of the arm, whose shoulder is the origin. */
const tip = (at: Leaves): Vec2 => {
  const [q1, q12] = [at("arm.q1"), add(at("arm.q1"), at("arm.q2"))];
  return [add(mul(l1, cos(q1)), mul(l2, cos(q12))), add(mul(l1, sin(q1)), mul(l2, sin(q12)))];
};

/** Jᵀf: the torques of a force on the fingertip, from ∂tip/∂q₂ = (−l₂ s₁₂, l₂ c₁₂) and ∂tip/∂q₁ = (−y, x). */
function jointTorques(at: Leaves, f: Vec2): Vec2 {
  const [x, y] = tip(at);
  const q12 = add(at("arm.q1"), at("arm.q2"));
  return [sub(mul(x, f[1]), mul(y, f[0])), sub(mul(l2, cos(q12), f[1]), mul(l2, sin(q12), f[0]))];
}

/** J q̇. */
function tipVelocity(at: Leaves): Vec2 {
  const [x, y] = tip(at);
  const q12 = add(at("arm.q1"), at("arm.q2"));
  const [w1, w2] = [at("arm.w1"), at("arm.w2")];
  return [sub(neg(mul(y, w1)), mul(l2, sin(q12), w2)), add(mul(x, w1), mul(l2, cos(q12), w2))];
}

/** M(q) of two slender links: M₁₁, M₁₂, M₂₂ [kg m²]. */
function inertias(at: Leaves): readonly [Expr, Expr, Expr] {
  const coupling = mul(0.5, m2, l1, l2, cos(at("arm.q2")));
  const lower = mul(1 / 3, m2, pow(l2, 2));
  const upper = add(mul(1 / 3, m1, pow(l1, 2)), mul(m2, pow(l1, 2)));
  return [add(upper, lower, mul(2, coupling)), add(lower, coupling), lower];
}

const boxInertia = mul(1 / 3, p("mass"), add(pow(p("halfLength"), 2), pow(p("halfWidth"), 2)));

/** M(q⁺)(w⁺ − w) + h c(q⁺, w⁺) = h (τ − Jᵀf) [N m s], with the torques Jᵀf of the box on the arm. */
function armRows({ now, next, inputs, h }: Frame, torques: Vec2): Row[] {
  const [i11, i12, i22] = inertias(next);
  const turning = mul(0.5, m2, l1, l2, sin(next("arm.q2")));
  const [w1, w2] = [next("arm.w1"), next("arm.w2")];
  const [d1, d2] = [sub(w1, now("arm.w1")), sub(w2, now("arm.w2"))];
  const c = [neg(mul(turning, w2, add(mul(2, w1), w2))), mul(turning, pow(w1, 2))] as const;
  const drive = (i: 0 | 1): Expr => sub(inputs(i === 0 ? "shoulder" : "elbow"), add(c[i], torques[i]));
  return [
    equation("arm.w1", sub(add(mul(i11, d1), mul(i12, d2)), mul(h, drive(0)))),
    equation("arm.w2", sub(add(mul(i12, d1), mul(i22, d2)), mul(h, drive(1)))),
  ];
}

/** Kinetic energy of arm and box, ½ wᵀM(q)w + ½ m |v|² + ½ I ω² [J]. */
function energy(at: Leaves): Expr {
  const [i11, i12, i22] = inertias(at);
  const [w1, w2] = [at("arm.w1"), at("arm.w2")];
  const arm = add(mul(i11, pow(w1, 2)), mul(2, i12, w1, w2), mul(i22, pow(w2, 2)));
  const box = add(
    mul(p("mass"), add(pow(at("box.vx"), 2), pow(at("box.vy"), 2))),
    mul(boxInertia, pow(at("box.omega"), 2)),
  );
  return mul(0.5, add(arm, box));
}

/** A friction between −most and most against a speed = forward − backward. */
function friction(name: string, force: Expr, most: Expr, speed: Expr): { rows: Row[]; pairs: Pair[] } {
  const forward = complementary(`${name}.forwardSlip`, add(most, force));
  const backward = complementary(`${name}.backwardSlip`, sub(most, force));
  const slip = sub(frame.inside(forward.unknown), frame.inside(backward.unknown));
  return {
    rows: [equation(`${name}.friction`, sub(speed, slip)), forward, backward],
    pairs: [forward.pair, backward.pair],
  };
}

const tableAxes = ["vx", "vy", "omega"] as const;

function step(at: Frame): Stage {
  const { now, next, inside, inputs, h } = at;
  const theta = next("box.theta");
  const normal = vec2(neg(cos(theta)), neg(sin(theta)));
  const tangent = vec2(sin(theta), neg(cos(theta)));
  const centre = vec2(next("box.x"), next("box.y"));
  const arm = subV(tip(next), centre);
  const gap = sub(dot(normal, arm), add(p("halfLength"), p("finger.radius")));
  const pressing = inside("finger.normalForce");
  const rubbing = inside("finger.friction");
  // the point of the box that is touched, from its centre
  const touched: Vec2 = [
    sub(arm[0], mul(p("finger.radius"), normal[0])),
    sub(arm[1], mul(p("finger.radius"), normal[1])),
  ];
  const omega = next("box.omega");
  const boxVelocity: Vec2 = [sub(next("box.vx"), mul(omega, touched[1])), add(next("box.vy"), mul(omega, touched[0]))];
  const sliding = dot(tangent, subV(tipVelocity(next), boxVelocity));
  // on the fingertip; the box feels the opposite
  const force: Vec2 = [
    add(mul(pressing, normal[0]), mul(rubbing, tangent[0])),
    add(mul(pressing, normal[1]), mul(rubbing, tangent[1])),
  ];
  const weight = mul(p("friction.table"), p("mass"), p("gravity"));
  const onBox = [neg(force[0]), neg(force[1]), sub(mul(touched[1], force[0]), mul(touched[0], force[1]))] as const;
  const touch = complementary("finger.normalForce", gap);
  const rub = friction("finger", rubbing, mul(p("friction.finger"), pressing), sliding);
  const table = tableAxes.map((axis, i) =>
    friction(
      `table.${axis}`,
      inside(`table.${axis}.friction`),
      i < 2 ? weight : mul(weight, p("lever")),
      next(`box.${axis}`),
    ),
  );
  const work = mul(h, add(mul(inputs("shoulder"), next("arm.w1")), mul(inputs("elbow"), next("arm.w2"))));
  const [before, after] = [energy(now), energy(next)];
  return {
    defines: {
      "arm.q1": add(now("arm.q1"), mul(h, next("arm.w1"))),
      "arm.q2": add(now("arm.q2"), mul(h, next("arm.w2"))),
      "box.x": add(now("box.x"), mul(h, next("box.vx"))),
      "box.y": add(now("box.y"), mul(h, next("box.vy"))),
      "box.theta": add(now("box.theta"), mul(h, next("box.omega"))),
    },
    rows: [
      ...armRows(at, jointTorques(next, [neg(force[0]), neg(force[1])])),
      ...tableAxes.map((axis, i) =>
        equation(
          `box.${axis}`,
          sub(
            mul(i < 2 ? p("mass") : boxInertia, sub(next(`box.${axis}`), now(`box.${axis}`))),
            mul(h, add(onBox[i], inside(`table.${axis}.friction`))),
          ),
        ),
      ),
      touch,
      ...rub.rows,
      ...table.flatMap(({ rows }) => rows),
    ],
    pairs: [
      { ...touch.pair, name: "finger.normal", contact: "finger" },
      ...rub.pairs,
      ...table.flatMap(({ pairs }) => pairs),
    ],
    observe: {
      "finger.gap": gap,
      "finger.separation": gap,
      energy: after,
      appliedWork: work,
      energyCreated: sub(sub(after, before), work),
    },
  };
}

/** Links and fingertip from the shoulder on, and the box. */
const drawing = (at: Leaves): readonly Drawn[] => [
  {
    name: "upper link",
    role: "link",
    shapes: [{ kind: "segment", from: [0, 0, 0], to: [l1, 0, 0] }],
    heading: at("arm.q1"),
  },
  {
    name: "lower link",
    role: "tool",
    shapes: [
      { kind: "segment", from: [neg(l2), 0, 0], to: [0, 0, 0] },
      { kind: "ball", radius: p("finger.radius") },
    ],
    at: [...tip(at), 0],
    heading: add(at("arm.q1"), at("arm.q2")),
  },
  {
    name: "box",
    shapes: [rectangle(p("halfLength"), p("halfWidth"))],
    at: [at("box.x"), at("box.y"), 0],
    heading: at("box.theta"),
    contacts: [touchOfFinger(at)],
  },
];

/** The force of the fingertip on the box: n out of its left side, t along it. */
function touchOfFinger(at: Leaves): DrawnContact {
  const [c, s] = [cos(at("box.theta")), sin(at("box.theta"))];
  const [x, y] = tip(at);
  const [pressing, rubbing] = [frame.inside("finger.normalForce"), frame.inside("finger.friction")];
  return {
    name: "finger",
    at: [add(x, mul(p("finger.radius"), c)), add(y, mul(p("finger.radius"), s)), 0],
    normal: [mul(pressing, c), mul(pressing, s), 0],
    tangential: [neg(mul(rubbing, s)), mul(rubbing, c), 0],
    friction: p("friction.finger"),
  };
}

const unknowns = (unit: string, ...names: string[]): Unknown[] => names.map((name) => ({ name, unit, scale: 1 }));
const rubs = (name: string, force: string, speed: string): Unknown[] => [
  { name: `${name}.friction`, unit: force, scale: 1 },
  { name: `${name}.forwardSlip`, unit: speed, scale: 1, lower: 0 },
  { name: `${name}.backwardSlip`, unit: speed, scale: 1, lower: 0 },
];

const model: Model = {
  name: "arm and box",
  state: [
    ...unknowns("rad", "arm.q1", "arm.q2"),
    ...unknowns("rad/s", "arm.w1", "arm.w2"),
    ...unknowns("m", "box.x", "box.y"),
    ...unknowns("rad", "box.theta"),
    ...unknowns("m/s", "box.vx", "box.vy"),
    ...unknowns("rad/s", "box.omega"),
  ],
  inside: [
    { name: "finger.normalForce", unit: "N", scale: 1, lower: 0 },
    ...rubs("finger", "N", "m/s"),
    ...tableAxes.flatMap((axis) =>
      axis === "omega" ? rubs(`table.${axis}`, "N m", "rad/s") : rubs(`table.${axis}`, "N", "m/s"),
    ),
  ],
  parameters: [
    "arm.length1",
    "arm.length2",
    "arm.mass1",
    "arm.mass2",
    "mass",
    "halfLength",
    "halfWidth",
    "gravity",
    "finger.radius",
    "friction.table",
    "friction.finger",
    "lever",
  ],
  inputs: ["shoulder", "elbow"],
  step,
  views: {
    contacts: [
      {
        name: "finger",
        columns: {
          normal: "finger.normalForce",
          tangential: ["finger.friction"],
          separation: "finger.separation",
        },
      },
    ],
    bodies: [{ name: "box", position: ["box.x", "box.y"], orientation: "box.theta" }],
    drawing,
  },
};

/** The place of the fingertip along the left side of the box, from its middle. */
const along = (() => {
  const theta = frame.next("box.theta");
  const arm = subV(tip(frame.next), vec2(frame.next("box.x"), frame.next("box.y")));
  return sub(mul(cos(theta), arm[1]), mul(sin(theta), arm[0]));
})();

const torque = (joint: string): Control => ({
  unit: "N m",
  meaning: `torque of the ${joint}`,
  min: neg(p("control.max")),
  max: p("control.max"),
});

export const problem: Problem = {
  name: "own/reach-and-push",
  title: "An arm of two links reaches for a box and pushes it to a pose, with the least effort",
  model,
  parameters: {
    "arm.length1": { value: 0.4, unit: "m", meaning: "length of the upper link", above: 0 },
    "arm.length2": { value: 0.4, unit: "m", meaning: "length of the lower link", above: 0 },
    "arm.mass1": { value: 1, unit: "kg", meaning: "mass of the upper link", above: 0 },
    "arm.mass2": { value: 0.5, unit: "kg", meaning: "mass of the lower link", above: 0 },
    mass: { value: 0.5, unit: "kg", meaning: "mass of the box", above: 0 },
    halfLength: { value: 0.05, unit: "m", meaning: "half the length of the box, along the push", above: 0 },
    halfWidth: { value: 0.1, unit: "m", meaning: "half the width of the box", above: 0 },
    lever: { value: 0.05, unit: "m", meaning: "mean lever ρ of the table's pressure", above: 0 },
    "finger.radius": { value: 0.02, unit: "m", meaning: "radius of the fingertip", above: 0 },
    "friction.table": { value: 0.3, unit: "1", meaning: "friction coefficient μ of the box on the table", min: 0 },
    "friction.finger": { value: 0.4, unit: "1", meaning: "friction coefficient μ of the fingertip on the box", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    "start.q1": { value: 2.2, unit: "rad", meaning: "angle of the shoulder at the start" },
    "start.q2": { value: -2, unit: "rad", meaning: "angle of the elbow at the start" },
    "start.x": { value: 0.3, unit: "m", meaning: "centre of the box at the start, x" },
    "start.y": { value: 0.4, unit: "m", meaning: "centre of the box at the start, y" },
    "target.x": { value: 0.5, unit: "m", meaning: "centre of the box at the end, x" },
    "target.y": { value: 0.4, unit: "m", meaning: "centre of the box at the end, y" },
    "target.theta": { value: 0.1, unit: "rad", meaning: "angle of the box at the end" },
    time: { value: 1.5, unit: "s", meaning: "duration", above: 0 },
    "control.max": { value: 5, unit: "N m", meaning: "largest torque of a joint", above: 0 },
  },
  inputs: { shoulder: torque("shoulder"), elbow: torque("elbow") },
  start: {
    "arm.q1": p("start.q1"),
    "arm.q2": p("start.q2"),
    "arm.w1": 0,
    "arm.w2": 0,
    "box.x": p("start.x"),
    "box.y": p("start.y"),
    "box.theta": 0,
    "box.vx": 0,
    "box.vy": 0,
    "box.omega": 0,
  },
  grid: { steps: 30, h: 0.05 },
  objective: {
    stage: mul(frame.h, add(pow(input("shoulder"), 2), pow(input("elbow"), 2))),
    vary: ["shoulder", "elbow"],
    constraints: [
      {
        name: "end.x",
        unit: "m",
        about: { body: "box", coordinate: "x" },
        residual: sub(last("box.x"), p("target.x")),
        must: "be-zero",
      },
      {
        name: "end.y",
        unit: "m",
        about: { body: "box", coordinate: "y" },
        residual: sub(last("box.y"), p("target.y")),
        must: "be-zero",
      },
      { name: "end.theta", unit: "rad", residual: sub(last("box.theta"), p("target.theta")), must: "be-zero" },
      { name: "end.vx", unit: "m/s", residual: last("box.vx"), must: "be-zero" },
      { name: "end.vy", unit: "m/s", residual: last("box.vy"), must: "be-zero" },
      { name: "end.omega", unit: "rad/s", residual: last("box.omega"), must: "be-zero" },
    ],
    path: [1, -1].map((side) => ({
      name: `finger on its side, ${side}`,
      unit: "m",
      residual: sub(mul(side, along), p("halfWidth")),
      must: "not-exceed-zero" as const,
    })),
  },
  values: {
    "contact.first": {
      unit: "1",
      meaning: "first step with contact",
      of: { reduce: "first-positive-step", column: "finger.normalForce" },
    },
    work: { unit: "J", meaning: "work of the joints", of: { reduce: "sum", column: "appliedWork" } },
    "end.x": { unit: "m", meaning: "centre of the box at the end, x", of: last("box.x") },
    "end.y": { unit: "m", meaning: "centre of the box at the end, y", of: last("box.y") },
    "end.theta": { unit: "rad", meaning: "angle of the box at the end", of: last("box.theta") },
  },
};
