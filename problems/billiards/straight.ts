import {
  add,
  atRest,
  div,
  type Expected,
  type Expr,
  last,
  min,
  mul,
  neg,
  type Problem,
  parameter as p,
  type Scalar,
  select,
  sub,
} from "bankshot";
import { model } from "./straight-scene.js";

/** The smaller one: a ball that rolling resists too much to turn slides until it rests. */
const least = (a: Scalar, b: Scalar): Expr => select(sub(a, b), b, a);
/** Rolling resistance as a coefficient of friction, at most friction itself. */
const resisting = least(div(p("rolling"), p("radius")), p("friction"));
/** Time until a ball that starts at `cue.v` without spin rolls, and until it rests. */
const untilRolling = div(p("cue.v"), mul(p("gravity"), sub(mul(3.5, p("friction")), mul(2.5, resisting))));
const untilRest = add(
  untilRolling,
  div(sub(p("cue.v"), mul(p("friction"), p("gravity"), untilRolling)), mul(5 / 7, p("gravity"), resisting)),
);

const start = sub(neg(p("gap")), mul(2, p("radius")));

/**
 * A straight shot: the cue ball slides, or already rolls, to an equal ball and hits it head-on; that one slides, rolls and
 * rests. Rigid balls, an impact with restitution, and resistance to rolling: all of it has a closed form, piece by piece.
 */
export const problem: Problem = {
  name: "billiards/straight",
  title: "A ball is hit head-on and rolls out",
  model,
  parameters: {
    "cue.v": { value: 2, unit: "m/s", meaning: "speed of the cue ball at the start, without spin", above: 0, max: 20 },
    gap: { value: 0.5, unit: "m", meaning: "gap between the balls at the start", above: 0 },
    friction: { value: 0.2, unit: "1", meaning: "friction coefficient μ of balls on the table", above: 0 },
    rolling: { value: 3e-4, unit: "m", meaning: "coefficient of rolling resistance", above: 0 },
    restitution: { value: 0.94, unit: "1", meaning: "restitution between the balls", min: 0, max: 1 },
    radius: { value: 0.028575, unit: "m", meaning: "radius of either ball", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    mass: { value: 0.17, unit: "kg", meaning: "mass of either ball", above: 0 },
    time: { value: mul(2.1, untilRest), unit: "s", meaning: "duration: until both rest", above: 0 },
  },
  start: {
    ...atRest(model),
    "cue.x": start,
    "cue.y": p("radius"),
    "cue.vx": p("cue.v"),
    "object.y": p("radius"),
  },
  grid: { steps: 1000, h: 0.01, method: "exact" },
  values: {
    "object.distance": {
      unit: "m",
      meaning: "way of the object ball until it rests; none where it does not by the end",
      of: div(last("object.x"), select(min(last("objectTable.rollingMargin"), last("objectTable.stickMargin")), 1, 0)),
    },
    "cue.distance": {
      unit: "m",
      meaning: "way of the cue ball until it rests; none where it does not by the end",
      of: div(
        sub(last("cue.x"), start),
        select(min(last("cueTable.rollingMargin"), last("cueTable.stickMargin")), 1, 0),
      ),
    },
  },
};

const [v, gap, mu, resist, e, g] = [2, 0.5, 0.2, 3e-4 / 0.028575, 0.94, 9.81];
/** v sliding for d: v² − 2 μ g d; from v to rolling and to rest: v t − μ g t²/2 and what is left at 5/7 of the resistance. */
const hit = (0.5 * (1 + e)) ** 2 * (v ** 2 - 2 * mu * g * gap);
const slid = hit / (g * (3.5 * mu - 2.5 * resist) ** 2);
const rolling = hit * (1 - mu / (3.5 * mu - 2.5 * resist)) ** 2;

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "object.distance",
      value: slid * (3 * mu - 2.5 * resist) + (7 * rolling) / (10 * g * resist),
      tolerance: 1e-9,
      source: "closed form: it slides, rolls and rests, hit by a cue ball that still slides",
    },
  ],
};
