import type { Model } from "../../mechanics/model.js";
import type { Footprint } from "../../mechanics/views.js";
import { isConvexSupport } from "../../models/patch/ecp-pair.js";
import type { Result } from "../../motion/result.js";
import { numberOf, patchContacts, tripleOf } from "./patches.js";
import type { Facets, SpatialPlane } from "./spatial-figures.js";

/** The hull and the true shape of a body, in its axes. */
export interface Solids {
  readonly hull: Facets;
  readonly parts: readonly Facets[];
}

/** Every body that touches with a hull or carries one that does. */
export function solidsOf(model: Model, result: Result): Map<string, Solids> {
  const found = new Map<string, Solids>();
  for (const { body, vertices, faces, shells = [] } of model.views?.footprints ?? []) {
    if (found.has(body)) continue;
    // without faces a footprint is a plane outline
    const hull = { vertices, faces: faces ?? [vertices.map((_, i) => i)] };
    found.set(body, { hull: facets(hull, result), parts: shells.map((shell) => facets(shell, result)) });
  }
  for (const { against } of patchContacts(model))
    if (isConvexSupport(against) && against.body !== undefined && against.shape.kind === "hull") {
      if (found.has(against.body)) continue;
      const { vertices, faces } = against.shape;
      const hull = facets({ vertices, faces: faces.map((face) => face.vertices) }, result);
      found.set(against.body, { hull, parts: [] });
    }
  return found;
}

function facets({ vertices, faces }: Pick<Footprint, "vertices"> & Pick<Facets, "faces">, result: Result): Facets {
  return { vertices: vertices.map((vertex) => tripleOf(vertex, result)), faces };
}

/** The planes and bodies of the fixed world; level ground where a model has no scene that tells. */
export function worldOf(model: Model, result: Result): { planes: SpatialPlane[]; solids: Facets[] } {
  const contacts = patchContacts(model);
  if (contacts.length === 0) return { planes: [{ normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 }], solids: [] };
  const planes: SpatialPlane[] = [];
  const solids: Facets[] = [];
  for (const { against } of contacts) {
    if (!isConvexSupport(against)) {
      const { normal, tangent, offset } = against;
      planes.push({
        normal: tripleOf(normal, result),
        tangent: tripleOf(tangent, result),
        offset: numberOf(offset, result),
      });
    } else if (against.body === undefined && against.shape.kind === "hull") {
      const { vertices, faces } = against.shape;
      solids.push(facets({ vertices, faces: faces.map((face) => face.vertices) }, result));
    }
  }
  const distinct = <T>(all: readonly T[]): T[] => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  return { planes: distinct(planes), solids: distinct(solids) };
}
