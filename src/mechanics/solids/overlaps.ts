import { add, constant, div, type Expr, evaluate, isExpr, max } from "../../expr/expr.js";
import type { ContactGeometry } from "../../geometry/contact-geometry.js";
import { frontOfOpen } from "../../geometry/mesh/open.js";
import { reachOf } from "../../geometry/reach.js";
import { sinkingOf } from "../../geometry/sinking.js";
import { axes } from "../compliance.js";
import { type Contact, type ContactLaw, partnerOf } from "../contact.js";
import { now } from "../model.js";
import { carried, type Motions } from "../pairs.js";
import type { ShapePair, WorldPart } from "../shaped-scene.js";
import type { ContactCore, Overlap } from "../views.js";

type Values = (leaf: string) => number;

/** Two surfaces whose gap at the start is known. */
export interface Overlapping {
  readonly at: string;
  readonly names: Overlap["names"];
  readonly gap: ContactCore["gap"];
  /** How deep they may be in each other [m]; with a height, the way along the normal to the middle of the body if that is longer. */
  readonly room: Expr;
  readonly height?: Expr | undefined;
  /** The deformation that the start declares [m]. */
  readonly pressed: Expr;
}

/** The two that start deepest in each other beyond their deformation, in parts of the way to their cores. */
export function deepestOf(all: readonly Overlapping[]): (value: Values) => Overlap | undefined {
  return (value) => {
    let worst: Overlap | undefined;
    for (const { at, names, gap, room: least, height, pressed } of all) {
      const here = isExpr(gap) ? evaluate(gap, value) : gap(value);
      const depth = -(here + evaluate(pressed, value));
      if (!(depth > 0)) continue;
      const way = height === undefined ? 0 : Math.abs(evaluate(height, value) - here);
      const room = Math.max(evaluate(least, value), way);
      if (room > 0 && !(worst !== undefined && depth / room <= worst.depth / worst.room))
        worst = { at, names, depth, room };
    }
    return worst;
  };
}

/** A contact, its geometry and what carries it; the middle of a link is not where its axes are. */
interface Placed<C extends Contact> {
  readonly contact: C;
  readonly geometry: ContactGeometry;
  readonly motions: Motions;
  readonly isLink: boolean;
  /** See `ContactCore`. */
  readonly front?: Expr | undefined;
}

/** How far the body of a contact is in front of an open mesh of the world, see `ContactCore`. */
export function frontOf(
  { pairs = [], world = [] }: { readonly pairs?: readonly ShapePair[]; readonly world?: readonly WorldPart[] },
  { name, body }: Contact,
  { next }: Motions,
): Expr | undefined {
  const meshes = world.flatMap(({ name, shape }) => (shape.kind === "mesh" ? [{ name, shape }] : []));
  if (meshes.length === 0) return undefined;
  const other = pairs.find(({ contacts }) => contacts.includes(name))?.owners[1];
  const mesh = meshes.find(({ name }) => name === other);
  const place = next.get(body);
  return mesh && place && frontOfOpen(mesh.shape, undefined, place.position);
}

/** The cores of a contact's surfaces, where they have some. */
export function coreOf<C extends Contact>({
  contact,
  geometry,
  motions,
  isLink,
  front,
}: Placed<C>): ContactCore | undefined {
  const { gap, room, measured } = geometry;
  const { body, shape } = partnerOf(contact);
  const sides = [carried(contact.body, contact.shape, motions), carried(body, shape, motions)] as const;
  const sinking = room === undefined && !isLink ? sinkingOf(...sides) : undefined;
  const least = room ?? sinking?.room;
  if (least === undefined) return undefined;
  const reach = max(reachOf(contact.shape), body === undefined ? 0 : reachOf(shape));
  const core = { room: add(0, least), reach, gap: measured ?? add(0, gap), column: `${contact.name}.gap` };
  return {
    ...core,
    ...(body && { against: body }),
    ...(sinking && { height: sinking.height }),
    ...(front && { front }),
  };
}

/** A surface without a core is as thick as this part of the reach of what touches it. */
const thinnest = 5;

/** The overlap of a contact's surfaces; none of contacts whose elements deform one by one. */
export function overlapping<C extends Contact>(placed: Placed<C>, law: ContactLaw<C>, planar: boolean): Overlapping[] {
  const { contact, geometry } = placed;
  const core = coreOf(placed);
  const states = law.states(contact, planar);
  const [normal] = axes.deformation;
  const own = states.find(({ name }) => name === `${contact.name}.${normal}`);
  if (states.length > 0 && own === undefined) return [];
  return [
    {
      at: contact.name,
      names: [contact.body, partnerOf(contact).body],
      gap: geometry.measured ?? add(0, geometry.gap),
      room: core?.room ?? div(reachOf(contact.shape), thinnest),
      height: core?.height,
      pressed: own === undefined ? constant(0) : now(own.name),
    },
  ];
}
