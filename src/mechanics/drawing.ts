import { type Check, type Checked, fields, listOf, name, oneOf, quantity, vector } from "../checks/fields.js";
import { shape } from "../geometry/shape.js";

const drawnContact = fields(
  {
    /** The name that the model's columns begin with: `<name>.normalForce`. */
    name,
    /** Its place [m]. */
    at: vector,
    /** The normal force [N]. */
    normal: vector,
  },
  {
    /** Friction [N]; none where left out. */
    tangential: vector,
    /** The friction coefficient μ, of parameters; zero where left out. */
    friction: quantity,
  },
);

const drawnThing = fields(
  { name, shapes: listOf(shape) },
  {
    /** A thing that is moved, one that moves it, or one that joins that; the first where left out. */
    role: oneOf(["part", "tool", "link"]),
    /** The origin of its axes [m]; that of the world where left out. */
    at: vector,
    /** The angle of its axes about z [rad]; zero where left out. */
    heading: quantity,
    /** Places where something touches it: drawn as arrows inside the friction cone. */
    contacts: listOf(drawnContact),
  },
);

/**
 * A thing of a model that viewers draw besides its scene, or where it has none: shapes in axes of its own, whose place
 * is a formula of the states and parameters. A half-space among them is drawn as ground that does not move.
 */
export interface Drawn extends Checked<typeof drawnThing> {}

/**
 * Forces of a contact on the thing that is drawn, in the axes of the world: formulas of the states at the end of a step
 * and of its `inside` unknowns. The contact is open where the normal force is zero.
 */
export interface DrawnContact extends Checked<typeof drawnContact> {}

/** The check of what a file says is drawn. */
export const drawnThings: Check<readonly Drawn[]> = listOf(drawnThing);
