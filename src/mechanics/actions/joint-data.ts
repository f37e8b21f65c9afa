import { BadInput } from "../../checks/bad-input.js";
import {
  type Check,
  type Checked,
  either,
  fields,
  has,
  name,
  oneOf,
  quantities,
  quantity,
  vector,
} from "../../checks/fields.js";
import type { Scalar } from "../../expr/expr.js";

const jointKinds = ["hinge", "fixed", "slider", "ball", "distance", "cylindrical", "universal", "planar"] as const;

const secondSide = fields(
  {},
  {
    /** The other body; the world where left out. */
    body: name,
    /** Its point of the joint, in its axes [m]. */
    at: vector,
    /** Its axis; that of the first where left out. */
    axis: vector,
    /** Of what is fixed or slides: the quaternion of the first body in axes of the second; those of the second where left out. */
    orientation: quantities<readonly [Scalar, Scalar, Scalar, Scalar]>(4),
    /** The same in the plane [rad]; for a hinge, where its angle is zero. */
    heading: quantity,
  },
);

/** Fields of what acts along the one freedom of a hinge [rad, N m] or a slider [m, N]. */
const freedomFields = {
  limits: fields({}, { lower: quantity, upper: quantity }),
  /** Largest moment or force of dry friction. */
  friction: quantity,
  /** Moment or force by its rate. */
  damping: quantity,
  spring: fields({ stiffness: quantity }, { rest: quantity }),
  /** A moment or force, or a velocity with the most that it may take: formulas of t and inputs too. */
  motor: either(
    (given) => has("velocity", given),
    fields({ velocity: quantity, most: quantity }),
    fields({ force: quantity }),
  ),
};

const jointFields = fields(
  { name, kind: oneOf(jointKinds), body: name },
  {
    /** Its point in axes of the body [m]; the centre of mass where left out. */
    at: vector,
    to: secondSide,
    /** Unit vector in axes of the body: of turning or sliding, or the normal of a planar joint. */
    axis: vector,
    /** Of a distance [m]. */
    length: quantity,
    ...freedomFields,
  },
);

/**
 * A joint of a body with another, or with the world: a `hinge` turns about an axis, a `slider` moves along it, what is
 * `cylindrical` does both; a `ball` turns about a point, a `universal` joint about two perpendicular axes, one of each side; what
 * is `planar` slides on a plane; `distance` is a massless rod between points. In the plane there are hinge, slider, fixed, distance.
 */
export interface Joint extends Checked<typeof jointFields> {}

const free: readonly Joint["kind"][] = ["hinge", "slider"];
export const inPlane: readonly Joint["kind"][] = ["hinge", "fixed", "slider", "distance"];
export const withAxis: readonly Joint["kind"][] = ["hinge", "slider", "cylindrical", "universal", "planar"];

/** The check of a joint. */
export const joint: Check<Joint> = (given, at) => {
  jointFields(given, at);
  const one = given as Joint;
  const said = Object.keys(freedomFields).find((field) => has(field, one));
  if (said !== undefined && !free.includes(one.kind))
    throw new BadInput(`${at}.${said}`, `${at}.${said} is for a hinge or a slider, not for a ${one.kind} joint.`);
  if (one.kind === "distance" && one.length === undefined)
    throw new BadInput(`${at}.length`, `${at}.length must be given for a distance.`);
};
