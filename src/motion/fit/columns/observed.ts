import {
  type Check,
  type Checked,
  kind,
  kindOf,
  listOf,
  name,
  oneOf,
  positive,
  vector,
} from "../../../checks/fields.js";

const columns = listOf(name);
/** In the units of the columns, where these have some, else in those of the problem. */
const noise = positive;
/** A point of the body in its axes [m], instead of its origin. */
const point = { point: vector };
const inAxes = { axes: oneOf(["world", "body"]) };

const kinds = {
  /** Two coordinates of a body in the plane, three in space. */
  position: kind("position", { body: name, columns, noise }, point),
  /**
   * Four entries of a quaternion, which the body's axes are turned by into those of the world unless it `maps` the other way, or the
   * one angle of a body in the plane [rad].
   */
  orientation: kind(
    "orientation",
    { body: name, columns, noise },
    { order: oneOf(["wxyz", "xyzw"]), maps: oneOf(["body-to-world", "world-to-body"]) },
  ),
  velocity: kind("velocity", { body: name, columns, noise }, { ...point, ...inAxes }),
  /** Angular velocity: one number of a body in the plane. */
  spin: kind("spin", { body: name, columns, noise }, inAxes),
};

/** Columns that are measurements of a body. */
export const observed: Check<Checked<(typeof kinds)[keyof typeof kinds]>> = kindOf(kinds);
