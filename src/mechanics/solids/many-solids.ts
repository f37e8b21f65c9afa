/**
 * Many bodies of any convex shapes: the kinds of contact that their pairs make (`solid-kinds.ts`), and the assembly that
 * says which pairs make which. A pair costs nothing until its two come near each other.
 *
 * @module mechanics/solids
 */
import { type Expr, type Scalar, toExpr } from "../../expr/expr.js";
import { facesOf } from "../../geometry/cores/core.js";
import { reachIn } from "../../geometry/reach.js";
import type { Shape } from "../../geometry/shape.js";
import { type Assembly, type SolidContact, type SolidKind, type Solids, spaceSizes } from "../assembly.js";
import { type Body, bodyStates } from "../body.js";
import type { CompliantContact } from "../compliance.js";
import { type Contact, type ContactLaw, partnerOf } from "../contact.js";
import { lawNumbers } from "../contact-kinds.js";
import { inParts, isExcluded, type Touchable, weigh } from "../expand.js";
import { lawRequirements, lawsOf, leastBodies, manyTouching, type Numbers, viewsOf } from "../many-balls.js";
import { type Model, type Stage, usedNames } from "../model.js";
import { makeOneContact, touchByNearestPoints } from "../pairs.js";
import { bodyRequirements, contactRequirements, shapesRequirements } from "../requirements.js";
import type { ShapedScene } from "../scene.js";
import type { Touching } from "../shaped-scene.js";
import { deepestOfMany } from "./crowd-overlaps.js";
import { boundsOf, type Meeting, solidKind, templateOf } from "./solid-kinds.js";

/** Convex shapes: any two have contacts that are of a kind. */
const convex: Readonly<Record<Body["space"], readonly Shape["kind"][]>> = {
  planar: ["ball", "box", "capsule", "ellipsoid", "polygon"],
  spatial: ["ball", "box", "capsule", "cylinder", "ellipsoid", "hull"],
};

/** These stand in the world only. */
const fixed: readonly Shape["kind"][] = ["point", "segment"];

/** From so many contacts on, fewer bodies are many, too: rows of all of them are compiled for seconds. */
const mostContacts = 60;
/** Fewer bodies are never many. */
const fewest = 3;

const isEndless = (shape: Shape): boolean =>
  shape.kind === "half-space" && shape.stretch === undefined && shape.breadth === undefined;

/**
 * The model of a shaped scene of many convex bodies: the step (10) of Song, Kumar, Pang under the projection law, with rows
 * for pairs that are near each other and for no others. Undefined for any other scene, which has rows for all its contacts.
 * @throws {BadInput} for a field that holds what it cannot.
 */
export function solidsModel(
  scene: ShapedScene<CompliantContact>,
  law: ContactLaw<CompliantContact>,
  least = leastBodies,
): Model | undefined {
  const touching = manyTouching(scene, law, Math.min(least, fewest));
  if (touching === undefined) return undefined;
  const [{ space }] = scene.bodies;
  if (scene.bodies.some((body) => body.space !== space)) return undefined;
  const weighed = scene.bodies.map(weigh);
  const world = (scene.world ?? []).map(
    ({ name, shape, material }): Touchable => ({ name, owner: name, space: undefined, index: 0, shape, material }),
  );
  if (weighed.some(({ parts }) => parts.length !== 1)) return undefined;
  const owners = [...weighed.map(({ parts }) => parts[0]), ...world].map(withFaces);
  if (!owners.every((owner) => isTaken(owner, space))) return undefined;
  const bodies = weighed.map(({ body }) => body);
  if (bodies.length < least && contactsBetween(touching, owners, bodies.length) < mostContacts) return undefined;
  const table = lawsOf(touching, owners, bodies.length, makesOf(owners));
  const numbers = [
    ...scene.gravity,
    ...bodies.flatMap((body, i) => [body.mass, ...tensorOf(body), reachIn(space, owners[i].shape)]),
    ...table.numbers.flatMap(lawNumbers),
  ].map(toExpr);
  const made = contactsOf(owners, { table, law, space, bodies: bodies.length, from: numbers.length });
  if (made === undefined) return undefined;
  const assembly: Assembly = {
    bodies: bodies.map(({ name }) => name),
    planes: world.map(({ name }) => name),
    numbers: [...numbers, ...made.numbers],
    classes: table.classes,
    laws: table.laws,
    solids: made.solids,
  };
  const stage: Stage = { rows: [], pairs: [], observe: {}, assembly };
  return {
    name: "compliant",
    state: bodies.flatMap(bodyStates),
    inside: [],
    parameters: usedNames(stage, "parameters"),
    inputs: [],
    step: () => stage,
    requires: [
      ...shapesRequirements({ bodies, world: scene.world ?? [] }),
      ...bodies.flatMap(bodyRequirements),
      ...made.examples.flatMap(contactRequirements),
      ...lawRequirements(law, table.numbers),
    ],
    views: {
      ...viewsOf(scene, bodies, law),
      overlaps: deepestOfMany(
        owners.map(({ owner, shape }, i) => ({ owner, shape, body: bodies[i] })),
        (a, b) => table.laws[table.classes[a] * table.count + table.classes[b]] >= 0,
        law,
      ),
    },
  };
}

/** True of shapes whose contacts are of a kind; in space an end of a half-space has edges, whose bounds nobody knows yet. */
function isTaken({ shape, space: moving }: Touchable, space: Body["space"]): boolean {
  if (convex[space].includes(shape.kind)) return true;
  if (moving !== undefined) return false;
  return isEndless(shape) || (space === "planar" && (shape.kind === "half-space" || fixed.includes(shape.kind)));
}

/** How many contacts all pairs make. */
function contactsBetween(touching: Touching<CompliantContact>, owners: readonly Touchable[], bodies: number): number {
  let count = 0;
  owners.slice(0, bodies).forEach((one, i) => {
    for (const two of owners.slice(i + 1))
      if (one.space !== undefined && !isExcluded(touching, one.owner, two.owner))
        count += inParts(wholeOf(one, two, noNumbers), one.space).length;
  });
  return count;
}

/** How many contacts there are does not depend on them. */
const noNumbers = { friction: 0, stiffness: 1, damping: 0, coneSmoothing: 0 };

/** One contact of two shapes whole. */
const wholeOf = (one: Touchable, two: Touchable, numbers: Numbers): CompliantContact => ({
  ...numbers,
  name: `${one.name}-${two.name}`,
  body: one.owner,
  shape: one.shape,
  against: two.space === undefined ? two.shape : { body: two.owner, shape: two.shape },
});

/** A hull with its faces, which points that are leaves do not tell. */
function withFaces(part: Touchable): Touchable {
  const { shape } = part;
  if (shape.kind !== "hull") return part;
  const faces = (shape.faces ?? facesOf(shape.vertices))?.map(({ normal, offset }) => ({
    normal,
    offset,
    vertices: [],
  }));
  return faces === undefined ? part : { ...part, shape: { ...shape, faces } };
}

/** The six entries of a body's tensor of inertia. */
function tensorOf({ inertia }: Body): readonly Scalar[] {
  if (!Array.isArray(inertia)) return [inertia as Scalar, inertia as Scalar, inertia as Scalar, 0, 0, 0];
  return inertia.length === 3 ? [...inertia, 0, 0, 0] : inertia;
}

/** A text for each that is the same for those whose shapes have the same numbers. */
function makesOf(owners: readonly Touchable[]): string[] {
  const known = new Map<Expr, number>();
  const numberOf = (e: Expr): number => {
    const found = known.get(e) ?? known.size;
    known.set(e, found);
    return found;
  };
  return owners.map(({ shape }) => {
    const { make, numbers } = templateOf(shape, "first");
    return `${make} ${numbers.map(numberOf).join(" ")}`;
  });
}

/** Tables from which the contacts of all classes are made. */
interface Making {
  readonly table: ReturnType<typeof lawsOf>;
  readonly law: ContactLaw<CompliantContact>;
  readonly space: Body["space"];
  readonly bodies: number;
  /** The place of the first number of the first contact. */
  readonly from: number;
}

/** One of each contact that two of each two classes make, or undefined where a pair makes none. */
function contactsOf(owners: readonly Touchable[], { table, law, space, bodies, from }: Making) {
  const { classes, laws } = table;
  const count = Math.max(...classes) + 1;
  const kinds: SolidKind[] = [];
  const numbers: Expr[] = [];
  const examples: Contact[] = [];
  const contacts: SolidContact[][] = Array.from({ length: count * count }, () => []);
  const firsts = Array.from({ length: count }, (_, k) => classes.indexOf(k));
  for (let a = 0; a < count; a++)
    for (let b = 0; b < count; b++) {
      const last = classes.lastIndexOf(b);
      if (laws[a * count + b] < 0 || firsts[a] >= bodies || last <= firsts[a]) continue;
      const [one, two] = [owners[firsts[a]], owners[last]];
      if (space === "spatial" && !makeOneContact(one.shape, two.shape, space) && !meets(one.shape, two.shape))
        return undefined;
      for (const contact of inParts(wholeOf(one, two, table.numbers[laws[a * count + b]]), space)) {
        const other = partnerOf(contact);
        const templates = [templateOf(contact.shape, "first"), templateOf(other.shape, "second")] as const;
        const kind = kindOf(templates, { moving: other.body !== undefined, space, law });
        if (!kinds.includes(kind)) kinds.push(kind);
        contacts[a * count + b].push({ kind: kinds.indexOf(kind), numbers: from + numbers.length });
        numbers.push(
          ...templates.flatMap((template) => template.numbers),
          ...boundsOf(contact.shape, reachIn(space, contact.shape)),
          ...boundsOf(other.shape, reachIn(space, other.shape)),
        );
        examples.push(contact);
      }
    }
  const solids: Solids = { sizes: spaceSizes[space], kinds, contacts };
  return { solids, numbers, examples };
}

/** True of two shapes that touch by their nearest points, or part by part on a half-space. */
const meets = (one: Shape, two: Shape): boolean =>
  two.kind === "half-space" ? convex.spatial.includes(one.kind) : touchByNearestPoints(one, two, "spatial");

const known = new Map<string, SolidKind>();

/** A kind is made once for all scenes, by what the shapes are made of. */
function kindOf(templates: Parameters<typeof solidKind>[0], meeting: Meeting): SolidKind {
  const key = `${templates[0].make} ${templates[1].make} ${meeting.moving} ${meeting.space}`;
  const found = known.get(key) ?? solidKind(templates, meeting);
  known.set(key, found);
  return found;
}
