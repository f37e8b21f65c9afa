/** Shared by problems and their tests: a walker in the plane, of a torso and two legs with hips and knees, on point feet. */
import { type Expr, f, frame, input, type Model, neg, parameter as p, rigid } from "bankshot";
import type { Polygon } from "bankshot/geometry";
import type { Inertial, Joint } from "bankshot/robots";

export const sides = ["left", "right"] as const;
export const drives = sides.flatMap((side) => [`${side}.hip`, `${side}.knee`]);
export const goal = (drive: string): string => `${drive}.goal`;

/** Length of thigh and of shank [m], height of the torso above the hips [m]. */
const length = 0.4;
const tall = 0.6;

const rod = (link: string, mass: number, along: number): Inertial => ({
  link,
  mass,
  centre: [0, along / 2, 0],
  inertia: [0, 0, (mass * along ** 2) / 12, 0, 0, 0],
});
const joint = (name: string, parent: string, child: string, y: number): Joint => ({
  name,
  kind: "continuous",
  parent,
  child,
  origin: { position: [0, y, 0], orientation: [1, 0, 0, 0] },
  axis: [0, 0, 1],
  limits: { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY, speed: Number.POSITIVE_INFINITY },
});

const limb = (from: number, to: number, half: number): Polygon => ({
  kind: "polygon",
  vertices: [
    [-half, from],
    [half, from],
    [half, to],
    [-half, to],
  ],
});

export const position = (drive: string): Expr => frame.next(`${drive}.position`);

/** The torque of a drive: a spring and a damper towards its goal. */
export const torque = (drive: string): Expr =>
  f`${p("stiffness")} * (${input(goal(drive))} - ${position(drive)}) - ${p("damping")} * ${frame.next(`${drive}.velocity`)}`;

const thighOf = (side: string): Expr => f`${frame.next("torso.theta")} + ${position(`${side}.hip`)}`;

/** Height of a foot above the ground. */
export const footHeight = (side: string): Expr =>
  f`${frame.next("torso.y")} - ${length} * (cos(${thighOf(side)}) + cos(${thighOf(side)} + ${position(`${side}.knee`)}))`;

export const walker: Model = rigid(
  {
    gravity: [0, neg(p("gravity")), 0],
    bodies: [],
    contacts: sides.map((side) => ({
      name: `${side}.foot`,
      body: `${side}.shank`,
      shape: { kind: "point", at: [0, -length, 0] },
      against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
      friction: p("friction"),
    })),
    robots: [
      {
        name: "walker",
        space: "planar",
        root: "free",
        robot: {
          name: "walker",
          links: ["torso", ...sides.flatMap((side) => [`${side}.thigh`, `${side}.shank`])],
          joints: sides.flatMap((side) => [
            joint(`${side}.hip`, "torso", `${side}.thigh`, 0),
            joint(`${side}.knee`, `${side}.thigh`, `${side}.shank`, -length),
          ]),
          inertials: [
            rod("torso", 12, tall),
            ...sides.flatMap((side) => [rod(`${side}.thigh`, 7, -length), rod(`${side}.shank`, 3, -length)]),
          ],
        },
        efforts: Object.fromEntries(drives.map((drive) => [drive, torque(drive)])),
        shapes: {
          torso: [limb(0, tall, 0.06)],
          ...Object.fromEntries(
            sides.flatMap((side) => [
              [`${side}.thigh`, [limb(-length, 0, 0.035)]],
              [`${side}.shank`, [limb(-length, 0, 0.02)]],
            ]),
          ),
        },
      },
    ],
  },
  "pyramid",
);
