/** Shared by the T-bar problems: V-B of Xie, Chakraborty (2019), whose dimensions and wrenches are our own. */
import { add, input, mul, neg, type Parameter, type Problem, parameter as p, type Scalar } from "bankshot";
import { type Components, type PatchScene, prism, shellOf } from "bankshot/geometry";
import { bodyStart, bodyValues, formParameters, groundPlane, patchValues } from "./patch-scene.js";

/** From the foot of the stem to the centre of mass [m]: crossbar .30 × .06, stem .06 × .24, both .06 thick. */
const foot = 0.61 / 3;
const under = 0.11 / 3;
const top = 0.29 / 3;

/**
 * The hull of the T: vertices 0 … 5 below, 6 … 11 above, anticlockwise from the foot of the stem. Vertices 0 and 1, 4
 * and 5 are joined by edges of the hull only: the bar itself touches there in two points.
 */
const hull = prism(
  [
    [0.03, -foot],
    [0.15, under],
    [0.15, top],
    [-0.15, top],
    [-0.15, under],
    [-0.03, -foot],
  ],
  -0.03,
  0.03,
);

/** The bar itself: its stem and its crossbar. */
const bar = [prism(rectangle(0.03, -foot, under), -0.03, 0.03), prism(rectangle(0.15, under, top), -0.03, 0.03)];

/** |x| ≤ a, from y to y. */
function rectangle(a: number, from: number, to: number): [number, number][] {
  return [
    [-a, from],
    [a, from],
    [a, to],
    [-a, to],
  ];
}

/** The bar under a force [N] and a torque [N m] at its centre of mass. */
export function tbarScene(force: Components, torque: Components): PatchScene {
  return {
    gravity: [0, 0, neg(p("gravity"))],
    bodies: [
      { name: "bar", space: "spatial", mass: p("mass"), inertia: [p("inertia.x"), p("inertia.y"), p("inertia.z")] },
    ],
    contacts: [
      {
        name: "table",
        body: "bar",
        shape: hull,
        against: groundPlane,
        friction: p("friction"),
        frictionAxes: [p("frictionAxes.t"), p("frictionAxes.o"), p("frictionAxes.r")],
        shells: bar.map(shellOf),
      },
    ],
    applied: [{ body: "bar", force, torque }],
  };
}

/** The bar's own numbers; the moments of inertia are those of its two blocks. */
export const tbarParameters: Readonly<Record<string, Parameter>> = {
  mass: { value: 2, unit: "kg", meaning: "mass", above: 0 },
  "inertia.x": { value: 0.0163111111111111, unit: "kg m²", meaning: "moment of inertia along the crossbar", above: 0 },
  "inertia.y": { value: 0.0092, unit: "kg m²", meaning: "moment of inertia along the stem", above: 0 },
  "inertia.z": { value: 0.0243111111111111, unit: "kg m²", meaning: "moment of inertia about the vertical", above: 0 },
  friction: { value: 0.22, unit: "1", meaning: "friction coefficient μ", min: 0 },
  "frictionAxes.t": { value: 1, unit: "1", meaning: "axis e_t of the friction ellipsoid, along x", above: 0 },
  "frictionAxes.o": { value: 1, unit: "1", meaning: "axis e_o of the friction ellipsoid, along y", above: 0 },
  "frictionAxes.r": { value: 0.1, unit: "m", meaning: "axis e_r of the friction ellipsoid, about z", above: 0 },
  gravity: { value: 9.8, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  torque: { value: 1, unit: "1", meaning: "factor on the scheduled torque that tips the bar", min: 0 },
  ...formParameters,
};

/** At rest, flat on the table. */
export const tbarStart: Problem["start"] = bodyStart("bar", { z: 0.03 });

export const tbarValues: Problem["values"] = { ...bodyValues("bar"), ...patchValues("bar", "table") };

/** Torques about t_R = (1, 2, 0)/√5 lift the left of the bar, about t_L = (1, −2, 0)/√5 the right: inputs `right`, `left`. */
export const tipping: Components = [
  mul(p("torque"), 1 / Math.sqrt(5), add(input("right"), input("left"))),
  mul(p("torque"), 2 / Math.sqrt(5), add(input("right"), neg(input("left")))),
  0,
];

/** The tipping torque with one about the vertical. */
export function tippingWith(z: Scalar): Components {
  return [tipping[0], tipping[1], z];
}
