/**
 * A palm catches a falling part without a blow: the contact pushes only where both move alike, λ (v_palm − v_part) = 0
 * with the velocities before the step; then both come to rest. The effort Σ h |F|² of the palm's drive is the least. Seen
 * from the falling part the palm goes from rest to rest over the height H, then one force brakes both:
 *
 *     J(t) = 12 M² H²/t³ + (M + m)² g² T²/(T − t),   least where (M + m) g T t² = 6 M H (T − t),
 *
 * with t the time of contact, M the mass of the palm and m that of the part. Where it also moves sideways with v, friction
 * stops it and the drive takes its momentum: m² v²/T more. Every step in which both may meet has a local minimum.
 */
import { atRest, type Expected, f, frame, input, last, type Problem, parameter as p, rigid } from "bankshot";

const force = (axis: string) => ({
  unit: "N",
  meaning: `force of the palm's drive, ${axis}`,
  min: f`-${p("control.max")}`,
  max: p("control.max"),
});
const pressing = frame.inside("palm.normalForce");

const ofPalm = <R extends string>(reduce: R) => ({ reduce, column: "palm.normalForce" });
const approach = f`${frame.now("hand.vy")} - ${frame.now("part.vy")}`;

const model = rigid(
  {
    gravity: [0, f`-${p("gravity")}`, 0],
    // the part is flat: friction acts at the height of its centre of mass and does not turn it
    bodies: [
      { name: "part", space: "planar", mass: p("mass"), inertia: 1 },
      { name: "hand", space: "planar", mass: p("hand.mass"), inertia: 1 },
    ],
    contacts: [
      {
        name: "palm",
        body: "part",
        shape: { kind: "point", at: [0, 0, 0] },
        against: {
          body: "hand",
          shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
        },
        friction: p("friction"),
      },
    ],
    applied: [
      {
        body: "hand",
        force: [input("push"), input("lift"), 0],
        // the drive holds the palm level wherever the part presses
        torque: [0, 0, f`(${frame.next("part.x")} - ${frame.next("hand.x")})*${pressing}`],
      },
    ],
  },
  "pyramid",
);

export const problem: Problem = {
  name: "optimal/catch",
  title: "A palm catches a falling part without a blow, with the least effort",
  model,
  parameters: {
    mass: { value: 0.5, unit: "kg", meaning: "mass of the part", above: 0 },
    "hand.mass": { value: 1, unit: "kg", meaning: "mass of the palm", above: 0 },
    friction: { value: 0.5, unit: "1", meaning: "friction coefficient μ of the part on the palm", min: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    height: { value: 0.5, unit: "m", meaning: "height of the part over the palm at the start", above: 0 },
    "start.v": { value: 0.3, unit: "m/s", meaning: "velocity of the part at the start, sideways" },
    time: { value: 1, unit: "s", meaning: "duration", above: 0 },
    "force.max": { value: 10, unit: "N", meaning: "largest contact force that the part bears", above: 0 },
    "control.max": { value: 60, unit: "N", meaning: "largest force of the drive, along each axis", above: 0 },
  },
  inputs: {
    push: force("sideways"),
    lift: { ...force("upwards"), guess: f`${p("hand.mass")}*${p("gravity")}` },
  },
  start: { ...atRest(model), "part.y": p("height"), "part.vx": p("start.v") },
  grid: { steps: 40, h: 0.025 },
  objective: {
    stage: f`${frame.h}*(${input("push")}^2 + ${input("lift")}^2)`,
    vary: ["push", "lift"],
    constraints: ["part.vx", "part.vy", "hand.vx", "hand.vy"].map((state) => ({
      name: `end.${state}`,
      unit: "m/s",
      residual: last(state),
      must: "be-zero",
    })),
    path: [
      { name: "no blow", unit: "W", residual: f`${pressing}*${approach}`, must: "be-zero" },
      { name: "force limit", unit: "N", residual: f`${pressing} - ${p("force.max")}`, must: "not-exceed-zero" },
    ],
  },
  values: {
    "contact.first": { unit: "1", meaning: "first step with contact", of: ofPalm("first-positive-step") },
    "force.largest": { unit: "N", meaning: "largest contact force", of: ofPalm("maximum") },
    "end.y": { unit: "m", meaning: "height of the palm at the end", of: last("hand.y") },
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    {
      name: "cost",
      value: 403.4546318681 + (0.5 * 0.3) ** 2,
      tolerance: 1e-6,
      source:
        "least of the quadratic programs in which both meet in a given step; 402.6270 + 0.0225 in continuous time",
    },
    { name: "contact.first", value: 15, tolerance: 0, source: "the same programs: they meet in step 14" },
    { name: "force.largest", value: (0.5 * 9.81 * 40) / 26, tolerance: 1e-6, source: "m g T/(T − t) with t = 14 h" },
  ],
};
