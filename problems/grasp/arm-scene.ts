import {
  cos,
  type Expected,
  frame,
  last,
  type Method,
  type Model,
  mul,
  neg,
  norm,
  type Problem,
  parameter as p,
  quasistatic,
  type Scalar,
  select,
  sin,
  sub,
} from "bankshot";
import {
  addV,
  fromAxisAngle,
  multiplyQ,
  multiplyQuaternions,
  type Quaternion,
  quat,
  rotateV,
  type Vector,
  vec3,
} from "bankshot/geometry";
import {
  type ElasticContact,
  forwardKinematics,
  knotsOf,
  knotVelocities,
  parseUrdf,
  type QuasistaticScene,
  type QuasistaticScheme,
  quasistaticSchemes,
  type Robot,
  type Waypoint,
} from "bankshot/robots";
import type { Leaves } from "bankshot/solvers";
import { armWithGripper } from "../robots/arm.js";
import { squeezedBy } from "./gripper-scene.js";

/** The pads of the gripper [m]. */
export const pad = { kind: "pad", half: [0.02, 0.05], depth: 0.02 } as const;
/** The point between the pads, in the axes of the palm [m]. */
const grip: Vector = [0, 0, 0.12];
/** The place of the part at the start [m]. */
const place = { x: 0.6, y: 0 };
/** The jaws at the start, and when they touch a part that is 60 mm wide. */
const jaws = { open: 0.05, closed: 0.03 };

/** The tool points down: x of the palm to −x of the world, turned by a yaw about the vertical. */
const down = (yaw: number): Quaternion => multiplyQuaternions(fromAxisAngle([0, 0, 1], yaw), [0, 0, 1, 0]);

/** Section V-B: from upright down to the part, grasp, lift, and carry it while turning it; 12 s in all. */
const waypoints = (height: number): readonly Waypoint[] => {
  const at = (x: number, y: number, z: number, yaw = 0): Waypoint["tool"] & object => ({
    position: [x, y, z],
    orientation: down(yaw),
  });
  return [
    { seconds: 2, joints: { joint2: 0.4, joint4: -1.6, joint6: 1.1 } },
    { seconds: 1, tool: at(place.x, place.y, 0.25) },
    { seconds: 2, tool: at(place.x, place.y, height) },
    { seconds: 1, joints: { jaw: jaws.closed } },
    { seconds: 2, tool: at(place.x, place.y, 0.25) },
    { seconds: 3, tool: at(0.5, 0.25, 0.35, 0.6) },
    { seconds: 1, tool: at(0.45, 0.3, 0.3, 0.8) },
  ];
};

/** An elbow that leans forward, from which inverse kinematics finds the same configuration every time. */
const start = { joint2: 0.05, joint4: -0.1, joint6: 0.1, jaw: jaws.open };

interface Part {
  readonly halfDiameter: Scalar;
  readonly contacts: readonly ElasticContact[];
}

/** The models of a part that is picked up at a height, by how steps are taken; each is made when it is first asked for. */
export function armModels(part: Part, height: number): (choice: (parameter: string) => string) => Model {
  const made = new Map<QuasistaticScheme, Model>();
  return (choice) => {
    const scheme = quasistaticSchemes.find((name) => name === choice("scheme")) ?? "miqp";
    const model = made.get(scheme) ?? armModel(part, height, scheme);
    made.set(scheme, model);
    return model;
  };
}

/** The arm, the gripper, and one part on the table, whose contacts are given. Squeezing begins when the jaws touch. */
function armModel({ halfDiameter, contacts }: Part, height: number, scheme: QuasistaticScheme): Model {
  const robot = parseUrdf(armWithGripper);
  const velocities = knotVelocities(
    knotsOf(robot, { link: "palm", point: grip }, start, waypoints(height)),
    frame.t,
    frame.h,
  );
  const squeezing = select(sub(frame.t, 6), p("squeeze.speed"), 0);
  const scene: QuasistaticScene = {
    gravity: [0, 0, neg(p("gravity"))],
    parts: [{ name: "part", space: "spatial", mass: p("mass"), halfDiameter }],
    movers: [{ robot }],
    contacts,
    commands: { ...velocities, jaw: sub(velocities.jaw, squeezing) },
    besides: { observe: { offset: offsetOf(robot, frame.next), squeezed: squeezedBy("left1") } },
  };
  return quasistatic(scene, scheme);
}

/** How far the part's centre is from the point between the pads [m]. */
function offsetOf(robot: Robot, at: Leaves): Scalar & object {
  const palm = forwardKinematics(robot, at).get("palm");
  if (palm?.orientation === undefined) throw new RangeError("the arm has no palm that turns in space");
  const point = addV(palm.position, rotateV(palm.orientation, vec3(...grip)));
  return norm(...(["x", "y", "z"] as const).map((axis, i) => sub(at(`part.${axis}`), point[i])));
}

/** The parameters of both arm problems. */
export const armParameters: Problem["parameters"] = {
  mass: { value: 0.3, unit: "kg", meaning: "mass of the part", above: 0 },
  friction: { value: 0.5, unit: "1", meaning: "friction coefficient μ of all contacts", min: 0 },
  stiffness: {
    value: 1e4,
    unit: "N/m",
    meaning: "stiffness K of every contact, by which a command squeezes",
    above: 0,
  },
  gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  "squeeze.speed": { value: 0.05, unit: "m/s", meaning: "commanded speed of each jaw after it touches", min: 0 },
  scheme: {
    value: "miqp",
    unit: "",
    meaning: "whether a squeeze acts in its own step or, as section V-B has it, one later (miqp-delayed)",
    choices: ["miqp", "miqp-delayed"],
  },
  "start.x": { value: place.x, unit: "m", meaning: "where the part lies, away from the arm", min: 0.595, max: 0.605 },
  "start.yaw": { value: 0, unit: "rad", meaning: "how it is turned about the vertical", min: -0.2, max: 0.2 },
  "start.y": { value: place.y, unit: "m", meaning: "where the part lies, along its length", min: -0.005, max: 0.005 },
};

/** The arm upright; the part on the table, turned as given and then by the yaw about the vertical. */
export function armStart(height: Scalar, turn: Quaternion = [1, 0, 0, 0]): Problem["start"] {
  const half = mul(0.5, p("start.yaw"));
  const orientation = multiplyQ(quat(cos(half), 0, 0, sin(half)), quat(...turn));
  const joints = Array.from({ length: 7 }, (_, j) => `joint${j + 1}`);
  return {
    "part.x": p("start.x"),
    "part.y": p("start.y"),
    "part.z": height,
    "part.e0": orientation[0],
    "part.ex": orientation[1],
    "part.ey": orientation[2],
    "part.ez": orientation[3],
    ...Object.fromEntries(joints.map((name) => [name, start[name as keyof typeof start] ?? 0])),
    jaw: jaws.open,
  };
}

export const armValues: Problem["values"] = {
  "lift.max": {
    unit: "m",
    meaning: "greatest height of the part's centre",
    of: { reduce: "maximum", column: "part.z" },
  },
  "end.x": { unit: "m", meaning: "where the part ends", of: last("part.x") },
  "end.y": { unit: "m", meaning: "where the part ends", of: last("part.y") },
  "end.z": { unit: "m", meaning: "where the part ends", of: last("part.z") },
  "objective.max": {
    unit: "1",
    meaning: "largest ‖Δq_a − Δq̄_a‖² of a step",
    of: { reduce: "maximum", column: "objective" },
  },
  "offset.end": {
    unit: "m",
    meaning: "distance of the part from the point between the pads at the end",
    of: last("offset"),
  },
  "squeeze.step": {
    unit: "1",
    meaning: "first step in which the left finger pushes as hard as its command asks",
    of: { reduce: "first-positive-step", column: "squeezed" },
  },
  unproven: { unit: "1", meaning: "steps not proven to be the best", of: { reduce: "sum", column: "unproven" } },
};

/** A quarter of the steps, in which a step squeezes as deep as on the declared grid: seconds beside a report. */
const coarse = { "grid.h": 0.02, "grid.steps": 600, "squeeze.speed": 0.0125 };

/** The methods that a report puts beside each other: both bounds, on a coarser grid. */
export const armMethods = (problem: string): readonly Method[] => [
  { method: "bound of the same step", problem, set: { scheme: "miqp" } },
  { method: "bound of the same step, 600 steps", problem, set: { scheme: "miqp", ...coarse } },
  { method: "bound of the step before, 600 steps", problem, set: { scheme: "miqp-delayed", ...coarse } },
];

/** The part is carried by what holds it, to where the last waypoint puts the point between the pads. */
export const armExpected: Expected = {
  verb: "simulate",
  values: [
    { name: "lift.max", value: 0.35, tolerance: 1e-6, source: "height of the waypoints" },
    { name: "end.x", value: 0.45, tolerance: 1e-6, source: "last waypoint" },
    { name: "end.y", value: 0.3, tolerance: 1e-6, source: "last waypoint" },
    { name: "end.z", value: 0.3, tolerance: 1e-6, source: "last waypoint" },
    { name: "unproven", value: 0, tolerance: 0, source: "every step is proven to be the best" },
    { name: "objective.max", value: 6.25e-8, tolerance: 1e-12, source: "the jaws are held back by squeeze.speed h" },
  ],
};
