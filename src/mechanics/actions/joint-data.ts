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
  recordOf,
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

/** Fields of what acts along a freedom of a joint: an angle [rad, N m] or a way [m, N]. */
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

const freedomData = fields({}, freedomFields);

/** Everything that acts along one freedom of a joint: limits, friction, damping, a spring, a motor. */
export interface Freedom extends Checked<typeof freedomData> {}

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
    /**
     * The same of a joint that has several freedoms, by their names: `along` and `about` the axis of what is cylindrical; `first` and
     * `second`, angles about the axes of both sides of a universal joint; `u`, `w` and `about` of a planar one, for the normal z ways
     * along x and y and the angle; `x`, `y`, `z` of a ball, the parts of θ n for a turn by θ < π about n, in axes of the second side.
     */
    freedoms: recordOf(freedomData),
  },
);

/**
 * A joint of a body with another, or with the world: a `hinge` turns about an axis, a `slider` moves along it, what is
 * `cylindrical` does both; a `ball` turns about a point, a `universal` joint about two perpendicular axes, one of each side; what
 * is `planar` slides on a plane; `distance` is a massless rod between points, and without `length` whatever acts along their distance:
 * limits of a rope, a strut, a winch. In the plane there are hinge, slider, fixed, distance.
 */
export interface Joint extends Checked<typeof jointFields> {}

/** The names of the freedoms of joints that have several. */
export const freedomNames: Readonly<Partial<Record<Joint["kind"], readonly string[]>>> = {
  cylindrical: ["along", "about"],
  universal: ["first", "second"],
  planar: ["u", "w", "about"],
  ball: ["x", "y", "z"],
};

export const inPlane: readonly Joint["kind"][] = ["hinge", "fixed", "slider", "distance"];
export const withAxis: readonly Joint["kind"][] = ["hinge", "slider", "cylindrical", "universal", "planar"];

/** The check of a joint. */
export const joint: Check<Joint> = (given, at) => {
  jointFields(given, at);
  const one = given as Joint;
  const { kind, length, freedoms = {} } = one;
  const said = Object.keys(freedomFields).find((field) => has(field, one));
  if (kind === "distance" && length === undefined && said === undefined)
    throw new BadInput(
      `${at}.length`,
      `${at}.length must be given for a distance, or limits, a spring or a motor of it.`,
    );
  const names = freedomNames[kind] ?? [];
  const isSingle = kind === "hinge" || kind === "slider" || (kind === "distance" && length === undefined);
  if (said !== undefined && !isSingle) {
    const where = names.length > 0 ? `say it of one of its freedoms ${names.join(", ")}` : "it has no freedom for it";
    throw new BadInput(`${at}.${said}`, `${at}.${said} is for a hinge or a slider, not for a ${kind} joint: ${where}.`);
  }
  for (const name of Object.keys(freedoms))
    if (!names.includes(name)) {
      const known = names.length > 0 ? `known are ${names.join(", ")}` : "it has no freedoms by names";
      throw new BadInput(
        `${at}.freedoms.${name}`,
        `${at}.freedoms.${name} is no freedom of a ${kind} joint; ${known}.`,
      );
    }
};
