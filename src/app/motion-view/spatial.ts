import { rotate } from "../../algebra/rotation.js";
import { direction, inner, minus, outer, times } from "../../algebra/vectors.js";
import type { Model } from "../../mechanics/model.js";
import type { BodyView, Footprint } from "../../mechanics/views.js";
import { isConvexSupport } from "../../models/patch/ecp-pair.js";
import type { Result } from "../../motion/result.js";
import { bodyNamed } from "./bodies.js";
import { patchContacts, segmentAt, segmentsOf, tripleOf } from "./patches.js";
import type { Solids } from "./solids.js";
import type { SpatialPose, Triple } from "./spatial-figures.js";

/** Grid points before and after each change of a contact's segment. */
export function changesOf(footprint: Footprint, result: Result): number[] {
  const at = segmentAt(segmentsOf(footprint, result), result);
  return at.flatMap((segment, k) => (k > 0 && segment !== at[k - 1] ? [k - 1, k] : []));
}

/** Position and orientation at every grid point; a planar body stands upright on the corners of its outline. */
export function posesOf({ position, orientation }: BodyView, { hull }: Solids, { trajectory }: Result): SpatialPose[] {
  const { t, columns } = trajectory;
  const [atX, atY, atZ] = position.map((name) => columns[name]);
  const turn = [orientation ?? []].flat().map((name) => columns[name]);
  const standing = -Math.min(...hull.vertices.map(([, , z]) => z));
  return Array.from(t, (_, k): SpatialPose => {
    const [x, y, z] = [atX[k], atY[k], atZ?.[k] ?? standing];
    const [w, a, b, c] = turn.map((column) => column[k]);
    return a === undefined ? [x, y, z, Math.cos(w / 2), 0, 0, Math.sin(w / 2)] : [x, y, z, w, a, b, c];
  });
}

/** The contact point in the world; a planar model has no height of it and means the ground. */
export function ecpAt({ columns: { ecp } }: Footprint, { trajectory: { columns } }: Result, k: number): Triple {
  const [x = 0, y = 0, z = 0] = ecp.map((name) => columns[name]?.[k] ?? 0);
  return tripled([x, y, z], 6);
}

/** Normal, tangent and o = n × t of a contact at the end of a step. */
export function contactFrame(
  name: string,
  model: Model,
  result: Result,
): (k: number) => Record<"normal" | "tangent" | "orthogonal", Triple> {
  const against = patchContacts(model).find((contact) => contact.name === name)?.against;
  const axes = (normal: Triple, near: Triple) => {
    const tangent = direction(minus(near, times(inner(normal, near), normal)));
    return { normal, tangent, orthogonal: outer(normal, tangent) };
  };
  if (against === undefined) return () => axes([0, 0, 1], [1, 0, 0]);
  const near = tripleOf(against.tangent, result);
  if (!isConvexSupport(against)) {
    const fixed = axes(tripleOf(against.normal, result), near);
    return () => fixed;
  }
  const { columns } = result.trajectory;
  return (k) => {
    const of = (axis: string): number => columns[axis][k];
    const turn = against.body === undefined ? undefined : bodyNamed(model, against.body).orientation;
    const q = turn === undefined ? [1, 0, 0, 0] : [turn].flat().map(of);
    return axes([of(`${name}.normal.x`), of(`${name}.normal.y`), of(`${name}.normal.z`)], rotate(q, near));
  };
}

function tripled([x, y, z]: Triple, digits: number): Triple {
  const short = (a: number): number => Number(a.toPrecision(digits));
  return [short(x), short(y), short(z)];
}
