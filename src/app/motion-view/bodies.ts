import type { Model } from "../../mechanics/model.js";
import type { BodyView } from "../../mechanics/views.js";
import type { Trajectory } from "../../motion/trajectory/trajectory.js";

/** A coordinate axis of the world. */
export type Axis = "x" | "y" | "z";

export const axes: readonly Axis[] = ["x", "y", "z"];

/** The bodies that a model says it has. */
export const bodiesOf = ({ views }: Model): readonly BodyView[] => views?.bodies ?? [];

/** The state that is a coordinate of a body; none along an axis that it does not move in. */
export const coordinateOf = ({ position }: BodyView, axis: Axis): string | undefined => position[axes.indexOf(axis)];

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
