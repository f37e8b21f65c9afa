import type { Scalar } from "../../expr/expr.js";
import { type Contact, partnerOf } from "../../mechanics/contact.js";
import { next } from "../../mechanics/model.js";
import { carriersOf, isPlanar, type QuasistaticScene } from "../../mechanics/quasistatic.js";
import type { Result } from "../../motion/result.js";
import { evaluatorOf } from "./evaluator.js";
import { numberOf } from "./patches.js";
import type { Poses, View } from "./view.js";

/** Parts and fingers in the plane; undefined for a scene in space. */
export function quasistaticView(scene: QuasistaticScene, result: Result): View | undefined {
  if (!isPlanar(scene) || scene.movers.some((mover) => "robot" in mover)) return undefined;
  const sliders = scene.movers.flatMap((mover) => ("robot" in mover ? [] : [mover]));
  const bodies = [...scene.parts, ...sliders].map(({ name }) => name);
  const contacts = scene.contacts.map((contact) => withFinger(contact, scene, result));
  return { scene, bodies, contacts, axes: ["x", "y"], pick: [0, 1] };
}

/** A moving half-space has no end: it is drawn as a thin finger from its origin upwards. */
function withFinger(contact: Contact, { gravity, parts }: QuasistaticScene, result: Result): Contact {
  const { body, shape } = partnerOf(contact);
  if (body === undefined || shape.kind !== "half-space") return contact;
  const number = (x: Scalar): number => numberOf(x, result);
  const falls = shape.tangent.reduce<number>((sum, x, i) => sum + number(x) * number(gravity[i]!), 0);
  // as long as the largest part is thick
  const thick = Math.max(...parts.map(({ halfDiameter }) => number(halfDiameter)));
  const [length, thin] = [falls > 0 ? -2 * thick : 2 * thick, thick / 5];
  const [tip, back] = [shape.tangent.map((x) => length * number(x)), shape.normal.map((x) => -thin * number(x))];
  const corner = (up: 0 | 1, behind: 0 | 1) => [0, 1].map((i) => up * tip[i]! + behind * back[i]!) as [number, number];
  const vertices = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  return { ...contact, against: { body, shape: { kind: "polygon", vertices } } };
}

/** Where a part or a finger is at every grid point. */
export function quasistaticPoses(body: string, scene: QuasistaticScene, result: Result): Poses {
  const { position, heading } = carriersOf(scene, next).get(body)!.pose;
  const at = evaluatorOf([position[0], position[1], heading], result);
  const all = Array.from(result.trajectory.t, (_, k) => Array.from(at(k)));
  const column = (i: number): Float64Array => Float64Array.from(all, (row) => row[i]!);
  return { x: column(0), y: column(1), angle: column(2) };
}
