/** Shared by problems: an arm of two rods that hangs from a shoulder, with a ball in its hand and a torque in each joint. */
import { compliant, input, type Model, mul, neg, parameter as p } from "bankshot";
import type { Inertial } from "bankshot/robots";
import { hinge } from "./joints.js";

/** Length of each link [m]. */
export const length = 0.4;

const across = mul(p("mass"), length ** 2 / 12);
const rod = (link: string): Inertial => ({
  link,
  mass: p("mass"),
  centre: [0, 0, -length / 2],
  inertia: [across, across, 0, 0, 0, 0],
});

export const twoLinkArm: Model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [],
  contacts: [],
  robots: [
    {
      name: "arm",
      robot: {
        name: "two-link arm",
        links: ["post", "upper", "lower", "ball"],
        joints: [
          hinge(["shoulder", "post", "upper"], [0, 0, 0]),
          hinge(["elbow", "upper", "lower"], [0, 0, -length]),
          { ...hinge(["hand", "lower", "ball"], [0, 0, -length]), kind: "fixed" },
        ],
        inertials: [
          rod("upper"),
          rod("lower"),
          { link: "ball", mass: p("ball.mass"), centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] },
        ],
      },
      efforts: { shoulder: input("shoulder.torque"), elbow: input("elbow.torque") },
      shapes: { ball: [{ kind: "ball", radius: 0.04 }] },
    },
  ],
});
