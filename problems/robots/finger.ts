/** Shared by problems and their tests: a finger of two links with a round tip, on three hinges that springs and dampers drive. */
import { type Expr, f, frame, input, parameter as p } from "bankshot";
import type { Linkage, Shape } from "bankshot/geometry";
import type { Inertial, Joint } from "bankshot/robots";

export const hinges = ["sway", "bend", "curl"] as const;

/** Angles or torques of its hinges. */
export type OfHinges = Readonly<Record<(typeof hinges)[number], Expr>>;

/** Lengths of both links, and radius of the tip [m]. */
const [upper, lower] = [0.14, 0.12];
export const tip = 0.015;
/** The middle of the tip in axes of the last link. */
export const tipAt = [0, 0, lower] as const;

export const goal = (drive: string): string => `${drive}.goal`;

/** The torque of a drive: a spring and a damper towards its goal. */
export const torque = (drive: string): Expr =>
  f`${p("stiffness")} * (${input(goal(drive))} - ${frame.next(`${drive}.position`)}) - ${p("damping")} * ${frame.next(`${drive}.velocity`)}`;

/** The angles in which it reaches from its base to a place of its tip: aside, inwards, up. Its elbow is outwards. */
export function reach(aside: Expr, inwards: Expr, up: Expr): OfHinges {
  const far = f`sqrt(${aside}^2 + ${up}^2)`;
  const cosine = f`(${inwards}^2 + ${far}^2 - ${upper ** 2 + lower ** 2}) / ${2 * upper * lower}`;
  const curl = f`atan2(sqrt(1 - ${cosine}^2), ${cosine})`;
  const bend = f`atan2(${inwards}, ${far}) - atan2(${lower} * sin(${curl}), ${upper} + ${lower} * cos(${curl}))`;
  return { sway: f`atan2(${aside}, ${up})`, bend, curl };
}

/** The torques that hold it at such angles against a force on its tip: outwards, and a weight downwards. */
export function holding({ bend, curl }: OfHinges, out: Expr, down: Expr): OfHinges {
  const [inwards, up] = [f`${lower} * sin(${bend} + ${curl})`, f`${lower} * cos(${bend} + ${curl})`];
  const [knee, rise] = [f`${upper} * sin(${bend})`, f`${upper} * cos(${bend})`];
  return {
    sway: f`0 * ${out}`,
    bend: f`${out} * (${rise} + ${up}) - ${down} * (${knee} + ${inwards})`,
    curl: f`${out} * ${up} - ${down} * ${inwards}`,
  };
}

const unlimited = Number.POSITIVE_INFINITY;
const hinge = (name: string, [parent, child]: readonly [string, string], z: number, axis: Joint["axis"]): Joint => ({
  name,
  kind: "continuous",
  parent,
  child,
  origin: { position: [0, 0, z], orientation: [1, 0, 0, 0] },
  axis,
  limits: { lower: -unlimited, upper: unlimited, speed: unlimited },
});
const rod = (link: string, mass: number, length: number): Inertial => {
  const across = (mass * length ** 2) / 12;
  return { link, mass, centre: [0, 0, length / 2], inertia: [across, across, mass * 1e-4, 0, 0, 0] };
};
const bar = (length: number, radius: number): Shape => ({
  kind: "capsule",
  from: [0, 0, 0],
  to: [0, 0, length],
  radius,
});

/** In its own axes it stands along z and bends towards y: a finger that stands at a place and looks along y, or against it. */
export function finger(name: string, position: readonly [number, number, number], looks: 1 | -1): Linkage {
  const [base, knuckle, one, two] = ["base", "knuckle", "upper", "lower"].map((link) => `${name}.${link}`);
  const [sway, bend, curl] = hinges.map((own) => `${name}.${own}`);
  return {
    name,
    base: { position, orientation: looks > 0 ? [1, 0, 0, 0] : [0, 0, 0, 1] },
    robot: {
      name,
      links: [base, knuckle, one, two],
      joints: [
        hinge(sway, [base, knuckle], 0, [0, 1, 0]),
        hinge(bend, [knuckle, one], 0, [-1, 0, 0]),
        hinge(curl, [one, two], upper, [-1, 0, 0]),
      ],
      inertials: [rod(knuckle, 0.02, 0.02), rod(one, 0.08, upper), rod(two, 0.05, lower)],
    },
    efforts: Object.fromEntries([sway, bend, curl].map((drive) => [drive, torque(drive)])),
    shapes: {
      [base]: [{ kind: "box", half: [0.02, 0.02, 0.01] }],
      [one]: [bar(upper, 0.01)],
      [two]: [bar(lower, 0.009), { kind: "ball", radius: tip, centre: tipAt }],
    },
  };
}
