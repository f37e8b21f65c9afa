import type { Model } from "../../mechanics/model.js";
import { type Axis, type BodyView, coordinateOf } from "../../mechanics/views.js";
import type { Trajectory } from "../../motion/trajectory/trajectory.js";

/** The bodies that a model says it has. */
export const bodiesOf = ({ views }: Model): readonly BodyView[] => views?.bodies ?? [];

/** A coordinate of a body over time. */
export function columnAlong(body: BodyView, axis: Axis, { columns }: Trajectory): Float64Array | undefined {
  const name = coordinateOf(body, axis);
  return name === undefined ? undefined : columns[name];
}

/**
 * The body of this name.
 * @throws {RangeError} where the model says nothing of it.
 */
export function bodyNamed(model: Model, name: string): BodyView {
  const body = bodiesOf(model).find((one) => one.name === name);
  if (body === undefined) throw new RangeError(`the model ${model.name} tells of no body "${name}"`);
  return body;
}
