import { evaluate, type Scalar, toExpr } from "../../expr/expr.js";
import type { Components } from "../../geometry/shape.js";
import type { Model } from "../../mechanics/model.js";
import type { Footprint } from "../../mechanics/views.js";
import type { PatchContact } from "../../models/patch/contact.js";
import { isConvexSupport } from "../../models/patch/ecp-pair.js";
import { modelScene } from "../../models/scenes.js";
import type { Result } from "../../motion/result.js";
import type { ContactSegment } from "../../motion/trajectory/segments.js";
import type { Patch, Triple } from "./spatial-figures.js";

/** A formula of parameters as a number that is worth drawing. */
export const numberOf = (x: Scalar, { run: { parameters } }: Result): number =>
  Number(evaluate(toExpr(x), (leaf) => Number(parameters[leaf.slice("parameters.".length)])).toPrecision(7));

export const tripleOf = (v: Components, result: Result): Triple => [
  numberOf(v[0], result),
  numberOf(v[1], result),
  numberOf(v[2], result),
];

/** The patch contacts that a model was made from. */
export function patchContacts(model: Model): readonly PatchContact[] {
  const known = modelScene(model);
  return known?.kind === "patch" || known?.kind === "patch-union" ? known.scene.contacts : [];
}

/** True for a hull that has faces and touches a plane, which has no end: only then its shape alone tells what is real contact. */
export function isRealContactKnown({ contact, faces }: Footprint, model: Model): boolean {
  if (faces === undefined) return false;
  const known = patchContacts(model).find(({ name }) => name === contact);
  return known === undefined || !isConvexSupport(known.against);
}

/** The segments of one contact, in the order of time. */
export function segmentsOf({ contact }: Pick<Footprint, "contact">, { trajectory }: Result): ContactSegment[] {
  return (trajectory.segments ?? []).filter(({ of = contact }) => of === contact);
}

/** The segment to which each grid point belongs: that of the step that ends there; the start has that of the first step. */
export function segmentAt(segments: readonly ContactSegment[], { trajectory }: Result): number[] {
  const {
    t,
    steps: { declared },
  } = trajectory;
  return Array.from(t, (_, k) => {
    const step = declared === undefined ? Math.max(1, k) : (declared[Math.max(0, k - 1)] ?? 1);
    return segments.findIndex(({ from, to }) => step >= from && step <= to);
  });
}

/**
 * Every set of vertices that touched, with what of its patch is real contact: all of it where the hull is the body, and
 * nothing where the other body may have its edges within the patch, or where the model knows no more than an outline.
 */
export function patchesOf(footprint: Footprint, model: Model, result: Result): Patch[] {
  const { contact, vertices, faces } = footprint;
  const corners = vertices.map((vertex) => tripleOf(vertex, result));
  const isKnown = isRealContactKnown(footprint, model);
  const sets = new Map(
    segmentsOf(footprint, result).map(({ vertices: touching }) => [touching.join(" "), touching] as const),
  );
  return [...sets.values()]
    .filter((touching) => touching.length > 0)
    .map((touching): Patch => {
      const known = (result.trajectory.touched ?? []).find(
        (one) => one.of === contact && `${one.vertices}` === `${touching}`,
      );
      if (known !== undefined && isKnown) {
        const { patch, polygons, segments, points } = known.real;
        return { vertices: touching, outline: patch.points, polygons, segments, points };
      }
      const face = (faces ?? []).find((around) => touching.every((i) => around.includes(i)));
      const outline = (face?.filter((i) => touching.includes(i)) ?? touching).map((i) => corners[i]);
      if (!isKnown) return { vertices: touching, outline, polygons: [], segments: [], points: [] };
      return {
        vertices: touching,
        outline,
        polygons: outline.length > 2 ? [outline] : [],
        segments: outline.length === 2 ? [[outline[0], outline[1]]] : [],
        points: outline.length === 1 ? outline : [],
      };
    });
}

/** "surface on 0 1 2 3, slips", or "no contact". */
export function segmentText({ contact, vertices, mode }: ContactSegment): string {
  if (contact === "none") return "no contact";
  return `${contact} on ${vertices.join(" ")}, ${mode === "slip" ? "slips" : "sticks"}`;
}
