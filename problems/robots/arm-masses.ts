import { type Inertial, parseUrdf, type Robot } from "bankshot/robots";
import { arm } from "./arm.js";

const robot = parseUrdf(arm);

/** The arm of seven axes with links of round numbers: 3 kg rods of 30 cm, lighter and thinner towards the hand. */
export const armWithMasses: Robot = {
  ...robot,
  inertials: robot.links.slice(1).map((link, k): Inertial => {
    const mass = 3.5 - 0.4 * k;
    const across = (mass * 0.3 ** 2) / 12;
    return { link, mass, centre: [0, 0.01, 0.12], inertia: [across, across, 0.1 * across, 0, 0, 0] };
  }),
};
