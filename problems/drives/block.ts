/** Shared by the problems of this folder: a block with two lower corners, its mass and its start. */
import { add, div, mul, type Parameter, parameter as p, type Scalar, sub } from "bankshot";
import { type Body, type CompliantContact, type Contact, rectangle, vertexContacts } from "bankshot/geometry";
import { compliance, declaredCompliance } from "../compliance.js";

const shape = rectangle(mul(0.5, p("length")), mul(0.5, p("height")));

export const block: Body = {
  name: "block",
  space: "planar",
  mass: p("mass"),
  inertia: mul(p("mass"), 1 / 12, add(mul(p("length"), p("length")), mul(p("height"), p("height")))),
  shapes: [shape],
};

/** The contacts of both lower corners, called `corner1` and `corner2`. */
export function cornersOn(
  against: Contact["against"],
  more: Pick<CompliantContact, "surfaceVelocity"> = {},
): CompliantContact[] {
  const all = vertexContacts<CompliantContact>({
    name: "corner",
    body: block.name,
    shape,
    against,
    friction: p("friction"),
    ...compliance,
    ...more,
  });
  return all.slice(0, 2);
}

/** Each corner sinks by this under its half of the weight [m]. */
const depth = div(mul(0.5, p("mass"), p("gravity")), p("stiffness"));

/** Start values of a block that rests on what its corners touch at height zero. */
export const resting: Readonly<Record<string, Scalar>> = {
  "block.y": sub(mul(0.5, p("height")), depth),
  "corner1.deformationN": depth,
  "corner2.deformationN": depth,
};

export const blockParameters: Readonly<Record<string, Parameter>> = {
  friction: { value: 0.5, unit: "1", meaning: "friction coefficient μ", above: 0, max: 3 },
  gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
  mass: { value: 1, unit: "kg", meaning: "mass of the block", above: 0 },
  length: { value: 0.3, unit: "m", meaning: "length of the block", above: 0 },
  height: { value: 0.04, unit: "m", meaning: "height of the block", above: 0 },
  ...declaredCompliance(5e5, 1000, { weight: mul(p("mass"), p("gravity")), usual: 9.81 }),
};
