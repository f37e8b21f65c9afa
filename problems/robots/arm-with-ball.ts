/** Shared by problems and their tests: an arm with a ball in its hand, and a box for it. */
import { add, last, mul, parameter as p, type Scalar } from "bankshot";
import type { Linkage } from "bankshot/geometry";
import { coordinatesOf, forwardKinematics, geometricJacobian, type Robot } from "bankshot/robots";
import { armWithMasses } from "./arm-masses.js";

const origin: Robot["joints"][number]["origin"] = { position: [0, 0, 0.06], orientation: [1, 0, 0, 0] };

/** The arm with a ball in its hand. A rotor that turns a hundred times as fast as its joint resists with `rotor`. */
export const armWithBall: Robot = {
  ...armWithMasses,
  links: [...armWithMasses.links, "ball"],
  joints: armWithMasses.joints.flatMap((joint) =>
    joint.name === "flange" ? [joint, { ...joint, name: "hand", parent: "flange", child: "ball", origin }] : [joint],
  ),
  inertials: [
    ...(armWithMasses.inertials ?? []),
    { link: "ball", mass: p("ball.mass"), centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] },
  ],
  resistances: coordinatesOf(armWithMasses).map((joint) => ({ joint, damping: 0, friction: 0, armature: p("rotor") })),
};

const poses = forwardKinematics(armWithBall, (joint) => last(`${joint}.position`));
const twists = geometricJacobian(armWithBall, poses, "ball");

/** Place of the ball at the end of a motion, and its velocity: columns of the Jacobian times rates of joints. */
export const [x, y, z]: readonly Scalar[] = poses.get("ball")?.position ?? [];
export const [vx, vy, vz] = ([0, 1, 2] as const).map((axis) =>
  add(0, ...twists.map(({ coordinate, linear }) => mul(linear[axis], last(`${coordinate}.velocity`)))),
);

/** A box of 20 cm, 10 cm high: it stands still, and nothing touches it. */
export const box: Linkage = {
  name: "box",
  robot: { name: "box", links: ["box"], joints: [] },
  base: { position: [p("box.x"), p("box.y"), add(p("box.z"), 0.05)] },
  shapes: { box: [{ kind: "box", half: [0.1, 0.1, 0.05] }] },
};
