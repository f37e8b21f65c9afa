import { add, type Expr, mul, type Scalar } from "../../expr/expr.js";
import type { Vec3 } from "../../expr/vector.js";
import { motionOf } from "../../mechanics/body.js";
import { type Contact, elementsOf } from "../../mechanics/contact.js";
import { forceInWorld } from "../../mechanics/geometry.js";
import { inside, type Leaves, next, now } from "../../mechanics/model.js";
import { contactGeometry, type Motions } from "../../mechanics/pairs.js";
import { touchesOf } from "../../mechanics/quasistatic.js";
import type { Scene } from "../../mechanics/scene.js";
import type { Result } from "../../motion/result.js";
import { evaluatorOf } from "./evaluator.js";
import type { Force } from "./figures.js";
import type { View } from "./view.js";

/** One place where a force may act: a contact, or an element of a patch. */
export interface Place {
  /** Its name in the columns. */
  readonly name: string;
  readonly contact: Contact;
  readonly element: Contact;
}

/** Every place of a scene where a force may act, as far as the columns know it. */
export function placesOf({ contacts }: View, { trajectory: { columns } }: Result): Place[] {
  return contacts
    .flatMap((contact) => {
      const name = (i: number): string => (contact.shape.kind === "patch" ? `${contact.name}.${i + 1}` : contact.name);
      return elementsOf(contact).map((element, i) => ({ name: name(i), contact, element }));
    })
    .filter(({ name }) => columns[`${name}.normalForce`] !== undefined);
}

/** What acts on the first body of each place at the end of a step: where, normal force and friction, in the view. */
export function forcesAt(places: readonly Place[], view: View, result: Result): (k: number) => Force[] {
  const { columns } = result.trajectory;
  const valuesAt = evaluatorOf(formulasOf(places, view, result), result);
  return (k) => {
    const closed = places.map(({ name }) => columns[`${name}.normalForce`]![k]! > 0);
    if (k === 0 || !closed.includes(true)) return [];
    const output = valuesAt(k);
    return places.flatMap((_, i): Force[] => {
      const numbers = Array.from(output.subarray(6 * i, 6 * i + 6), (x) => Number(x.toPrecision(4)));
      return closed[i] && numbers.every(Number.isFinite) ? [[i, ...numbers] as unknown as Force] : [];
    });
  };
}

/** Point, normal force and friction of every place, six formulas each. */
function formulasOf(places: readonly Place[], view: View, result: Result): Expr[] {
  const { scene } = view;
  if (!("parts" in scene)) return places.flatMap((place) => forceFormulas(place, scene, view, result));
  const touches = touchesOf(scene, next);
  return places.flatMap(({ name }) => {
    const { first, frame } = touches.find((touch) => touch.name === name)!.nearest;
    const along = (axis: Vec3, force: string): Expr[] => view.pick.map((i) => mul(axis[i], inside(`${name}.${force}`)));
    return [
      ...view.pick.map((i) => first[i]),
      ...along(frame.normal, "normalForce"),
      ...along(frame.tangent, "tangentForce"),
    ];
  });
}

/** x + arm, n λ_n and t λ_t + o λ_o, two components of each. */
function forceFormulas(
  { name, contact, element }: Place,
  scene: Scene<Contact>,
  { pick }: View,
  { trajectory }: Result,
): Expr[] {
  const planar = pick[1] === 1;
  const at = (end: Leaves) => new Map(scene.bodies.map((body) => [body.name, motionOf(body, end)]));
  const motions: Motions = { now: at(now), next: at(next) };
  const { frame, sides } = contactGeometry(element, motions, planar);
  const { arm, sign } = sides.find(({ body }) => body === contact.body)!;
  const { position } = motions.next.get(contact.body)!;
  const force = (axis: string): Scalar => {
    const column = `${name}.${axis}`;
    return trajectory.columns[column] === undefined ? 0 : mul(sign, inside(column));
  };
  const normal = forceInWorld(frame, force("normalForce"), 0, 0);
  const friction = forceInWorld(frame, 0, force("tangentForce"), force("orthogonalForce"));
  return [...pick.map((i) => add(position[i], arm[i])), ...pick.map((i) => normal[i]), ...pick.map((i) => friction[i])];
}
