/** Shared by the block problems: a square block on the floor, for which the steps have closed forms. */
import { add, div, last, mul, neg, type Parameter, type Problem, parameter as p, sub, type Value } from "bankshot";
import { type PatchScene, type PatchWrench, prism } from "bankshot/geometry";
import { bodyStart, bodyValues, formParameters, groundPlane, patchValues } from "./patch-scene.js";

const half = mul(0.5, p("length"));

/** The block, whose centre of mass may be anywhere from the floor up to its top. */
export function blockScene(applied: readonly PatchWrench[] = []): PatchScene {
  return {
    gravity: [0, 0, neg(p("gravity"))],
    bodies: [
      { name: "block", space: "spatial", mass: p("mass"), inertia: [p("inertia.x"), p("inertia.x"), p("inertia.z")] },
    ],
    contacts: [
      {
        name: "floor",
        body: "block",
        shape: prism(
          [
            [neg(half), neg(half)],
            [half, neg(half)],
            [half, half],
            [neg(half), half],
          ],
          neg(p("height")),
          sub(p("thickness"), p("height")),
        ),
        against: groundPlane,
        friction: p("friction"),
        frictionAxes: [p("frictionAxes.t"), p("frictionAxes.o"), p("frictionAxes.r")],
      },
    ],
    applied,
  };
}

export const blockParameters = {
  length: { value: 0.2, unit: "m", meaning: "side of the square block", above: 0 },
  thickness: { value: 0.1, unit: "m", meaning: "thickness of the block", above: 0 },
  height: { value: 0.05, unit: "m", meaning: "height H of the centre of mass over the bottom", min: 0 },
  mass: { value: 1, unit: "kg", meaning: "mass", above: 0 },
  "inertia.x": { value: 0.05 / 12, unit: "kg m²", meaning: "moment of inertia about a horizontal axis", above: 0 },
  "inertia.z": {
    value: div(mul(p("mass"), p("length"), p("length")), 6),
    unit: "kg m²",
    meaning: "moment of inertia about the vertical",
    above: 0,
  },
  friction: { value: 0.22, unit: "1", meaning: "friction coefficient μ", min: 0 },
  "frictionAxes.t": { value: 1, unit: "1", meaning: "axis e_t of the friction ellipsoid, along x", above: 0 },
  "frictionAxes.o": { value: 1, unit: "1", meaning: "axis e_o of the friction ellipsoid, along y", above: 0 },
  "frictionAxes.r": { value: 0.1, unit: "m", meaning: "axis e_r of the friction ellipsoid, about z", above: 0 },
  gravity: { value: 9.8, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  "start.gap": { value: 0, unit: "m", meaning: "height of the bottom over the floor at the start", min: 0 },
  "start.vx": { value: 0, unit: "m/s", meaning: "start velocity along x" },
  "start.vy": { value: 0, unit: "m/s", meaning: "start velocity along y" },
  "start.wz": { value: 0, unit: "rad/s", meaning: "start spin about the vertical" },
  ...formParameters,
} satisfies Readonly<Record<string, Parameter>>;

/** The parameters of a block that starts otherwise. */
export function blockWith(defaults: Readonly<Record<string, number>>): Readonly<Record<string, Parameter>> {
  const declared: Readonly<Record<string, Parameter>> = blockParameters;
  const changed = Object.entries(defaults).map(([name, value]) => [name, { ...declared[name], value }]);
  return { ...declared, ...Object.fromEntries(changed) };
}

export const blockStart: Problem["start"] = bodyStart("block", {
  z: add(p("height"), p("start.gap")),
  vx: p("start.vx"),
  vy: p("start.vy"),
  wz: p("start.wz"),
});

export const blockValues: Readonly<Record<string, Value>> = {
  ...bodyValues("block"),
  ...patchValues("block", "floor"),
  "stop.step": {
    unit: "1",
    meaning: "first step at whose end the block sticks to the floor",
    of: { reduce: "first-positive-step", column: "floor.stickMargin" },
  },
  "touch.step": {
    unit: "1",
    meaning: "first step in which the floor pushes",
    of: { reduce: "first-positive-step", column: "floor.normalImpulse" },
  },
  "impulse.max": {
    unit: "N s",
    meaning: "largest normal impulse of a step",
    of: { reduce: "maximum", column: "floor.normalImpulse" },
  },
  "end.wx": { unit: "rad/s", meaning: "end angular velocity about x", of: last("block.wx") },
};
