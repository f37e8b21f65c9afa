import { compile } from "../../expr/compile.js";
import { add, type Expr, leaves, mul, type Scalar } from "../../expr/expr.js";
import { motionOf } from "../../mechanics/body.js";
import { type Contact, elementsOf } from "../../mechanics/contact.js";
import { forceInWorld } from "../../mechanics/geometry.js";
import { inside, type Leaves, next, now } from "../../mechanics/model.js";
import { contactGeometry, type Motions } from "../../mechanics/pairs.js";
import type { Result } from "../../motion/result.js";
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
export function placesOf({ scene }: View, { trajectory: { columns } }: Result): Place[] {
  return scene.contacts
    .flatMap((contact) => {
      const name = (i: number): string => (contact.shape.kind === "patch" ? `${contact.name}.${i + 1}` : contact.name);
      return elementsOf(contact).map((element, i) => ({ name: name(i), contact, element }));
    })
    .filter(({ name }) => columns[`${name}.normalForce`] !== undefined);
}

/** What acts on the first body of each place at the end of a step: where, normal force and friction, in the view. */
export function forcesAt(places: readonly Place[], view: View, result: Result): (k: number) => Force[] {
  const { t, columns } = result.trajectory;
  const formulas = places.flatMap((place) => forceFormulas(place, view, result));
  const inputs = leaves(formulas);
  const kernel = compile(inputs, formulas);
  const input = new Float64Array(inputs.length);
  const output = new Float64Array(formulas.length);
  return (k) => {
    const closed = places.map(({ name }) => columns[`${name}.normalForce`]![k]! > 0);
    if (k === 0 || !closed.includes(true)) return [];
    inputs.forEach(({ name }, i) => {
      input[i] = leafValue(name, k);
    });
    kernel.run(input, output);
    return places.flatMap((_, i): Force[] => {
      const numbers = Array.from(output.subarray(6 * i, 6 * i + 6), (x) => Number(x.toPrecision(4)));
      return closed[i] && numbers.every(Number.isFinite) ? [[i, ...numbers] as unknown as Force] : [];
    });
  };

  function leafValue(leaf: string, k: number): number {
    const [place, name] = [leaf.slice(0, leaf.indexOf(".")), leaf.slice(leaf.indexOf(".") + 1)];
    if (leaf === "t") return t[k]!;
    if (leaf === "h") return t[k]! - t[k - 1]!;
    if (place === "parameters") return Number(result.parameters[name]);
    return columns[name]?.[place === "now" ? k - 1 : k] ?? Number.NaN;
  }
}

/** x + arm, n λ_n and t λ_t + o λ_o, two components of each. */
function forceFormulas({ name, contact, element }: Place, { scene, pick }: View, { trajectory }: Result): Expr[] {
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
