/**
 * An arm of two links throws a ball: the torques of its joints of least Σ h τ² that let it go where and as fast as it must be
 * to fly to a target. Swing, whip and the moment of release are found; the flight is a condition on the last state, the
 * parabola through hand and target with the time of flight eliminated,
 *
 *     (z − z_t) v_x² + v_z v_x d − ½ g d² = 0,    d = x_t − x.
 *
 * The torques are held over 160 pieces of the motion itself. Backward Euler (`grid.method=euler`) damps the whip: the true arm
 * throws faster with its torques, in proportion to the step.
 */
import {
  add,
  cos,
  div,
  type Expected,
  type Expr,
  frame,
  input,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  pow,
  sin,
  sub,
} from "bankshot";
import { thrown } from "./flight.js";
import { length, twoLinkArm } from "./two-link-arm.js";

// a link that hangs down is turned about y: a positive angle swings it towards −x
const [a, ab] = [last("shoulder.position"), add(last("shoulder.position"), last("elbow.position"))];
const [wa, wab] = [last("shoulder.velocity"), add(last("shoulder.velocity"), last("elbow.velocity"))];
const sum = (first: Expr, second: Expr): Expr => mul(-length, add(first, second));
const hand = { x: sum(sin(a), sin(ab)), z: sum(cos(a), cos(ab)) };
const speed = {
  x: sum(mul(cos(a), wa), mul(cos(ab), wab)),
  z: mul(length, add(mul(sin(a), wa), mul(sin(ab), wab))),
};
const away = sub(p("target.x"), hand.x);

const torque = (
  joint: string,
): { readonly unit: string; readonly meaning: string; readonly min: Expr; readonly max: Expr } => ({
  unit: "N m",
  meaning: `torque of the ${joint}`,
  min: neg(p("torque.max")),
  max: p("torque.max"),
});

export const problem: Problem = {
  name: "robots/two-link-throw",
  title: "An arm of two links throws a ball to a target with the least torque",
  model: thrown(twoLinkArm, "ball", { axis: "x", at: p("target.x") }),
  parameters: {
    mass: { value: 0.6, unit: "kg", meaning: "mass of each link", above: 0 },
    "ball.mass": { value: 0.1, unit: "kg", meaning: "mass of the ball", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    "target.x": { value: 2, unit: "m", meaning: "distance of the target from the shoulder" },
    "target.z": { value: -0.5, unit: "m", meaning: "height of the target above the shoulder" },
    time: { value: 0.8, unit: "s", meaning: "time until the ball is let go", above: 0 },
    "torque.max": { value: 12, unit: "N m", meaning: "largest torque of a joint", above: 0 },
    "speed.least": { value: 0.5, unit: "m/s", meaning: "least speed of the ball towards the target", above: 0 },
  },
  inputs: { "shoulder.torque": torque("shoulder"), "elbow.torque": torque("elbow") },
  start: {
    "shoulder.position": 0,
    "shoulder.velocity": 0,
    "elbow.position": 0,
    "elbow.velocity": 0,
  },
  grid: { steps: 160, h: 0.005, method: "exact" },
  objective: {
    stage: mul(frame.h, add(pow(input("shoulder.torque"), 2), pow(input("elbow.torque"), 2))),
    vary: ["shoulder.torque", "elbow.torque"],
    constraints: [
      {
        name: "flight",
        unit: "m",
        residual: add(
          mul(sub(hand.z, p("target.z")), pow(speed.x, 2)),
          mul(speed.z, speed.x, away),
          mul(-0.5, p("gravity"), pow(away, 2)),
        ),
        must: "be-zero",
      },
      { name: "towards the target", unit: "m/s", residual: sub(p("speed.least"), speed.x), must: "not-exceed-zero" },
    ],
  },
  values: {
    "release.x": { unit: "m", meaning: "place where the ball is let go", of: hand.x },
    "release.z": { unit: "m", meaning: "height where the ball is let go", of: hand.z },
    "release.vx": { unit: "m/s", meaning: "speed of the ball towards the target", of: speed.x },
    "arrival.z": {
      unit: "m",
      meaning: "height of the ball's flight at the target's distance",
      of: add(hand.z, mul(speed.z, div(away, speed.x)), mul(-0.5, p("gravity"), pow(div(away, speed.x), 2))),
    },
    "release.vz": { unit: "m/s", meaning: "speed of the ball upwards", of: speed.z },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [{ name: "arrival.z", value: -0.5, tolerance: 1e-6, source: "the height of the target" }],
};
