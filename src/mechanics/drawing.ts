import type { Scalar } from "../expr/expr.js";
import type { Components, Shape } from "../geometry/shape.js";

/**
 * A thing of a model that viewers draw besides its scene, or where it has none: shapes in axes of its own, whose place
 * is a formula of the states and parameters. A half-space among them is drawn as ground that does not move.
 */
export interface Drawn {
  readonly name: string;
  /** A thing that is moved, one that moves it, or one that joins that; the first where left out. */
  readonly role?: "part" | "tool" | "link";
  readonly shapes: readonly Shape[];
  /** The origin of its axes [m]; that of the world where left out. */
  readonly at?: Components;
  /** The angle of its axes about z [rad]; zero where left out. */
  readonly heading?: Scalar;
  /** Places where something touches it: drawn as arrows inside the friction cone. */
  readonly contacts?: readonly DrawnContact[];
}

/**
 * Forces of a contact on the thing that is drawn, in the axes of the world: formulas of the states at the end of a step
 * and of its `inside` unknowns. The contact is open where the normal force is zero.
 */
export interface DrawnContact {
  /** The name that the model's columns begin with: `<name>.normalForce`. */
  readonly name: string;
  /** Its place [m]. */
  readonly at: Components;
  /** The normal force [N]. */
  readonly normal: Components;
  /** Friction [N]; none where left out. */
  readonly tangential?: Components;
  /** The friction coefficient μ, of parameters; zero where left out. */
  readonly friction?: Scalar;
}
