import { add, cos, mul, sin } from "../../src/expr/expr.js";
import { block } from "../../src/mechanics/convex.js";
import { input, type Model, parameter as p } from "../../src/mechanics/model.js";
import { type PatchForms, type PatchScene, patchModel } from "../../src/models/patch.js";
import { begin } from "../../src/motion/inputs.js";
import type { Expected, Parameter, Problem, Value } from "../../src/motion/problem.js";
import { bodyValues, formParameters, groundPlane, patchValues } from "./shared.js";

/** A square desk on four legs: the hull of its feet is a square, that of the desk a block from the floor up. */
export const deskScene: PatchScene = {
  gravity: [0, 0, mul(-1, p("gravity"))],
  bodies: [
    {
      name: "desk",
      space: "spatial",
      mass: p("mass"),
      inertia: [p("inertia.x"), p("inertia.y"), p("inertia.z")],
    },
  ],
  contacts: [
    {
      name: "floor",
      body: "desk",
      shape: block(mul(0.5, p("length")), mul(0.5, p("length")), p("height")),
      against: groundPlane,
      friction: p("friction"),
      frictionAxes: [p("frictionAxes.t"), p("frictionAxes.o"), p("frictionAxes.r")],
    },
  ],
  applied: [
    {
      body: "desk",
      force: [mul(p("force.x"), add(1, input("sine"))), mul(p("force.y"), add(1, input("cosine"))), 0],
      torque: [0, 0, mul(p("torque.z"), input("cosine"))],
    },
  ],
};

/** The paper's desk; its moments of inertia about x and y are those of a solid block, the one about z is given. */
export const deskParameters: Readonly<Record<string, Parameter>> = {
  length: { value: 0.5, unit: "m", meaning: "length of a side of the desk", above: 0 },
  legWidth: { value: 0.06, unit: "m", meaning: "width of a leg's square foot", above: 0 },
  height: { value: 0.45, unit: "m", meaning: "height of the centre of mass over the floor", above: 0 },
  mass: { value: 15, unit: "kg", meaning: "mass", above: 0 },
  "inertia.x": { value: 1.325, unit: "kg m²", meaning: "moment of inertia about x", above: 0 },
  "inertia.y": { value: 1.325, unit: "kg m²", meaning: "moment of inertia about y", above: 0 },
  "inertia.z": { value: 0.625, unit: "kg m²", meaning: "moment of inertia about z", above: 0 },
  friction: { value: 0.22, unit: "1", meaning: "friction coefficient μ", min: 0 },
  "frictionAxes.t": { value: 1, unit: "1", meaning: "axis e_t of the friction ellipsoid", above: 0 },
  "frictionAxes.o": { value: 1, unit: "1", meaning: "axis e_o of the friction ellipsoid", above: 0 },
  "frictionAxes.r": { value: 0.1, unit: "m", meaning: "axis e_r of the friction ellipsoid", above: 0 },
  gravity: { value: 9.8, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  "start.vx": { value: 0.3, unit: "m/s", meaning: "start velocity along x" },
  "start.vy": { value: 0.2, unit: "m/s", meaning: "start velocity along y" },
  "start.wz": { value: 0.5, unit: "rad/s", meaning: "start spin about z" },
  "force.x": { value: 22.5, unit: "N", meaning: "mean and amplitude of the force along x, force.x (1 + sin 2πt)" },
  "force.y": { value: 22.5, unit: "N", meaning: "mean and amplitude of the force along y, force.y (1 + cos 2πt)" },
  "torque.z": { value: 2.1, unit: "N m", meaning: "amplitude of the torque about z, torque.z cos 2πt" },
};

/** sin 2πt and cos 2πt at the start of the step. */
export const deskInputs = { sine: sin(mul(2 * Math.PI, begin)), cosine: cos(mul(2 * Math.PI, begin)) };

export const deskStart = {
  "desk.x": 0,
  "desk.y": 0,
  "desk.z": p("height"),
  "desk.e0": 1,
  "desk.ex": 0,
  "desk.ey": 0,
  "desk.ez": 0,
  "desk.vx": p("start.vx"),
  "desk.vy": p("start.vy"),
  "desk.vz": 0,
  "desk.wx": 0,
  "desk.wy": 0,
  "desk.wz": p("start.wz"),
};

const deskModel = (choice: (parameter: string) => string): Model =>
  patchModel(deskScene, { frictionLaw: choice("frictionLaw") as NonNullable<PatchForms["frictionLaw"]> });

const values: Readonly<Record<string, Value>> = { ...bodyValues("desk"), ...patchValues("desk", "floor") };

/** Section V-A of Xie and Chakraborty (2019): a desk with four legs, pushed and turned by two grippers for 4 s. */
export const problem: Problem = {
  name: "patch/desk",
  title: "Push a four-legged desk over the floor (Xie, Chakraborty 2019, Fig. 3)",
  model: deskModel,
  parameters: { ...deskParameters, ...formParameters },
  inputs: deskInputs,
  start: deskStart,
  grid: { steps: 400, h: 0.01 },
  values,
};

const source = "independent solution of the same steps";
const tolerance = 1e-9;

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "end.x", value: 1.942837187932003, tolerance, source },
    { name: "end.y", value: 1.6498533829805802, tolerance, source },
    { name: "end.z", value: 0.45, tolerance, source: "flat on the floor" },
    { name: "end.theta", value: 0.6388336098510712, tolerance, source },
    { name: "end.vx", value: 0.2560297670730301, tolerance, source },
    { name: "end.vy", value: 0.5239209382759074, tolerance, source },
    { name: "end.wz", value: 0.11703188948256765, tolerance, source },
    { name: "ecp.relX", value: 0.041682922211730256, tolerance, source },
    { name: "ecp.relY", value: 0.08977519889511358, tolerance, source },
    { name: "minHeight", value: 0, tolerance: 1e-12, source: "no penetration" },
    { name: "tilt.max", value: 0, tolerance: 1e-9, source: "flat on the floor" },
  ],
};
