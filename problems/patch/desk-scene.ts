/** Shared by the desk problems: V-A of Xie, Chakraborty (2019), where the paper leaves something open as noted. */
import {
  add,
  cos,
  type Expr,
  frame,
  type Method,
  mul,
  neg,
  type Parameter,
  parameter as p,
  type Scalar,
  sin,
  sub,
} from "bankshot";
import { type Components, type Polyhedron, prism } from "bankshot/geometry";
import type { ExpectedValue } from "bankshot/solvers";

export const deskParameters = {
  length: { value: 0.5, unit: "m", meaning: "side of the square over the outer corners of the legs", above: 0 },
  legWidth: { value: 0.06, unit: "m", meaning: "side of the square under each leg", above: 0 },
  height: {
    value: 0.45,
    unit: "m",
    meaning: "height H of the centre of mass, half of the height of the desk",
    above: 0,
  },
  mass: { value: 15, unit: "kg", meaning: "mass", above: 0 },
  // not in the paper: that of a cube of this mass and side .5 m
  "inertia.z": { value: 0.625, unit: "kg m²", meaning: "moment of inertia about the vertical", above: 0 },
  friction: { value: 0.22, unit: "1", meaning: "friction coefficient μ", above: 0 },
  "frictionAxes.t": { value: 1, unit: "1", meaning: "axis e_t of the friction ellipsoid, along x", above: 0 },
  "frictionAxes.o": { value: 1, unit: "1", meaning: "axis e_o of the friction ellipsoid, along y", above: 0 },
  "frictionAxes.r": {
    value: 0.1,
    unit: "m",
    meaning: "axis e_r of the friction ellipsoid, about the vertical",
    above: 0,
  },
  gravity: { value: 9.8, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  "start.vx": { value: 0.3, unit: "m/s", meaning: "velocity at the start, x", min: -20, max: 20 },
  "start.vy": { value: 0.2, unit: "m/s", meaning: "velocity at the start, y", min: -20, max: 20 },
  "start.wz": { value: 0.5, unit: "rad/s", meaning: "angular velocity at the start", min: -50, max: 50 },
  "force.x": { value: 22.5, unit: "N", meaning: "amplitude of the push f_x = a (1 + sin 2πt)" },
  "force.y": { value: 22.5, unit: "N", meaning: "amplitude of the push f_y = a (1 + cos 2πt)" },
  "torque.z": { value: 2.1, unit: "N m", meaning: "amplitude of the torque τ_z = a cos 2πt" },
} satisfies Readonly<Record<string, Parameter>>;

/** 2π t_u, with t_u = u h where step u + 1 starts. */
const phase: Expr = mul(2 * Math.PI, frame.t);

/** The wrench of the two grippers, at the centre of mass: the paper does not say where they hold the desk. */
export const deskWrench: { readonly force: Components; readonly torque: Components } = {
  force: [mul(p("force.x"), add(1, sin(phase))), mul(p("force.y"), add(1, cos(phase))), 0],
  torque: [0, 0, mul(p("torque.z"), cos(phase))],
};

export const deskFrictionAxes: Components = [p("frictionAxes.t"), p("frictionAxes.o"), p("frictionAxes.r")];

const outer = mul(0.5, p("length"));
const inner = sub(outer, p("legWidth"));
const left: readonly [Scalar, Scalar] = [neg(outer), neg(inner)];
const right: readonly [Scalar, Scalar] = [inner, outer];

/** The legs as columns, 2H high, in the order (−,−) (+,−) (+,+) (−,+); each has its foot in its first four vertices. */
export const deskLegs: readonly Polyhedron[] = [
  [left, left],
  [right, left],
  [right, right],
  [left, right],
].map(([x, y]) =>
  prism(
    [
      [x[0], y[0]],
      [x[1], y[0]],
      [x[1], y[1]],
      [x[0], y[1]],
    ],
    neg(p("height")),
    p("height"),
  ),
);

/** The board that they carry: a tenth of the height, and a desk is seen to be one. */
export const deskTop: Polyhedron = prism(
  [
    [left[0], left[0]],
    [right[1], left[0]],
    [right[1], right[1]],
    [left[0], right[1]],
  ],
  mul(0.8, p("height")),
  p("height"),
);

const source = "independent solution of the same step equations";

/** The last line of the reference table; the angle, which the methods integrate differently, is left to them. */
export const deskExpected: readonly ExpectedValue[] = [
  { name: "end.x", value: 1.942837187932003, tolerance: 1e-9, source },
  { name: "end.y", value: 1.6498533829805802, tolerance: 1e-9, source },
  { name: "end.vx", value: 0.2560297670730301, tolerance: 1e-9, source },
  { name: "end.vy", value: 0.5239209382759074, tolerance: 1e-9, source },
  { name: "end.wz", value: 0.11703188948256765, tolerance: 1e-9, source },
  { name: "ecp.relX", value: 0.041682922211730256, tolerance: 1e-9, source },
  { name: "ecp.relY", value: 0.08977519889511358, tolerance: 1e-9, source },
];

/** The methods that the paper compares on this desk, and what one friction ellipsoid for each leg changes. */
export const deskMethods: readonly Method[] = [
  { method: "one contact point", problem: "patch/desk" },
  { method: "sliding only", problem: "patch/desk-sliding" },
  { method: "four patches", problem: "patch/desk-legs", set: { reading: "centroid" } },
  { method: "four patches, friction of each", problem: "patch/desk-legs", set: { reading: "perLeg" } },
];
