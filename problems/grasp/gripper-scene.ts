import {
  add,
  div,
  frame,
  inside,
  max,
  mul,
  neg,
  next,
  now,
  type Problem,
  parameter as p,
  type Scalar,
  select,
  sub,
} from "bankshot";
import type { QuasistaticScene } from "bankshot/robots";
import type { Requirement } from "bankshot/solvers";

/** Velocities of the fingers towards each other and of the gripper upwards [m/s], and 1 in the step after the release. */
export interface Commands {
  readonly closing: Scalar;
  readonly lifting: Scalar;
  readonly released: Scalar;
}

/** The paper leaves out fingertips: both must be below the centre of the cylinder when they touch it. */
const tipsBelow: Requirement = {
  field: "start.height",
  must: "leave the fingertips below the centre of the cylinder until they touch it (the paper's assumption)",
  holds: sub(p("radius"), add(p("start.height"), div(mul(p("lift.speed"), p("start.gap")), p("squeeze.speed")))),
  orZero: false,
};

/** Fingers that touch the cylinder at the start of a step [m]. */
const touching = 1e-9;

const gaps = [
  sub(sub(now("cylinder.x"), now("left.x")), p("radius")),
  sub(sub(now("right.x"), now("cylinder.x")), p("radius")),
];
/** 1 where a contact pushes by K Δ, Δ what a step commands of penetration, less a tenth: what is not asked is less. */
export const squeezedBy = (contact: string): Scalar =>
  select(sub(inside(`${contact}.normalImpulse`), mul(0.9, p("stiffness"), p("squeeze.speed"), frame.h, frame.h)), 1, 0);

const fall = sub(now("cylinder.y"), next("cylinder.y"));

/**
 * The planar gripper of Pang and Tedrake (2018), Fig. 4: two fingers that slide alone in x and together in y. It also
 * observes `touch`, 1 in steps that begin with both fingers at the cylinder, and `fall` in the step after the release.
 */
export function gripperScene({ closing, lifting, released }: Commands): QuasistaticScene {
  const cylinder = { kind: "ball", radius: p("radius") } as const;
  const law = { friction: p("friction"), stiffness: p("stiffness") };
  const up = { drive: "gripper.y", along: [0, 1, 0] } as const;
  return {
    gravity: [0, neg(p("gravity")), 0],
    parts: [{ name: "cylinder", space: "planar", turns: false, mass: p("mass"), halfDiameter: p("radius") }],
    movers: [
      { name: "left", slides: [{ drive: "left.x", along: [1, 0, 0] }, up] },
      { name: "right", slides: [{ drive: "right.x", along: [1, 0, 0] }, up] },
    ],
    contacts: [
      {
        name: "left",
        body: "cylinder",
        shape: cylinder,
        against: { body: "left", shape: { kind: "half-space", normal: [1, 0, 0], tangent: [0, -1, 0], offset: 0 } },
        ...law,
      },
      {
        name: "right",
        body: "cylinder",
        shape: cylinder,
        against: { body: "right", shape: { kind: "half-space", normal: [-1, 0, 0], tangent: [0, 1, 0], offset: 0 } },
        ...law,
      },
      {
        name: "table",
        body: "cylinder",
        shape: cylinder,
        against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
        ...law,
      },
    ],
    besides: {
      observe: {
        squeezed: squeezedBy("left"),
        touch: select(sub(touching, max(...gaps)), 1, 0),
        fall: mul(released, fall),
      },
      requires: [tipsBelow],
    },
    commands: { "left.x": closing, "right.x": neg(closing), "gripper.y": lifting },
  };
}

/** Parameters of section V-A, with the values of the paper. */
export const gripperParameters: Problem["parameters"] = {
  radius: { value: 0.05, unit: "m", meaning: "radius of the cylinder", above: 0 },
  mass: { value: 1, unit: "kg", meaning: "mass of the cylinder", above: 0 },
  friction: { value: 0.5, unit: "1", meaning: "friction coefficient μ of all contacts", min: 0 },
  stiffness: { value: 1e4, unit: "N/m", meaning: "stiffness K of all contacts, by which a command squeezes", above: 0 },
  gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  "squeeze.speed": { value: 0.1, unit: "m/s", meaning: "commanded speed of each finger inwards", above: 0 },
  "lift.speed": { value: 0.1, unit: "m/s", meaning: "commanded speed of the gripper upwards", min: 0 },
  "start.gap": { value: 0.02, unit: "m", meaning: "distance of each finger from the cylinder at the start", above: 0 },
  "start.height": { value: 0.01, unit: "m", meaning: "height of the fingertips at the start", min: 0 },
};

/** The cylinder on the table between the fingers. */
export const gripperStart: Problem["start"] = {
  "cylinder.x": 0,
  "cylinder.y": p("radius"),
  "left.x": neg(add(p("radius"), p("start.gap"))),
  "right.x": add(p("radius"), p("start.gap")),
  "gripper.y": p("start.height"),
};

/** The values that people ask of a grasp by the planar gripper. */
export const gripperValues: Problem["values"] = {
  "lift.max": {
    unit: "m",
    meaning: "greatest height of the cylinder's centre",
    of: { reduce: "maximum", column: "cylinder.y" },
  },
  "contact.step": {
    unit: "1",
    meaning: "first step that begins with both fingers at the cylinder",
    of: { reduce: "first-positive-step", column: "touch" },
  },
  "objective.max": {
    unit: "m²",
    meaning: "largest ‖Δq_a − Δq̄_a‖² of a step",
    of: { reduce: "maximum", column: "objective" },
  },
  unproven: {
    unit: "1",
    meaning: "steps whose answer was not proven to be the best",
    of: { reduce: "sum", column: "unproven" },
  },
  "squeeze.step": {
    unit: "1",
    meaning: "first step in which the left finger pushes as hard as its command asks",
    of: { reduce: "first-positive-step", column: "squeezed" },
  },
  "squeeze.max": {
    unit: "N",
    meaning: "largest force of the left finger",
    of: { reduce: "maximum", column: "left.normalForce" },
  },
};
