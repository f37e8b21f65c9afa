import { rotate } from "../../algebra/rotation.js";
import { direction, inner, minus, outer, times } from "../../algebra/vectors.js";
import { isConvexSupport } from "../../mechanics/ecp-pair.js";
import type { Footprint, Model } from "../../mechanics/model.js";
import type { Result } from "../../motion/result.js";
import { contactsOf, segmentAt, segmentsOf, tripleOf } from "./patches.js";
import type { Solids } from "./solids.js";
import type { SpatialPose, Triple } from "./spatial-figures.js";

/** Grid points before and after each change of a contact's segment. */
export function changesOf(footprint: Footprint, result: Result): number[] {
  const at = segmentAt(segmentsOf(footprint, result), result);
  return at.flatMap((segment, k) => (k > 0 && segment !== at[k - 1] ? [k - 1, k] : []));
}

/** Position and orientation at every grid point; a planar body stands upright on the corners of its outline. */
export function posesOf(body: string, { hull }: Solids, { trajectory }: Result): SpatialPose[] {
  const { t, columns } = trajectory;
  const of = (axis: string, k: number): number | undefined => columns[`${body}.${axis}`]?.[k];
  const standing = -Math.min(...hull.vertices.map(([, , z]) => z));
  return Array.from(t, (_, k): SpatialPose => {
    const [x, y, z] = [of("x", k)!, of("y", k)!, of("z", k) ?? standing];
    const theta = of("theta", k);
    if (theta !== undefined) return [x, y, z, Math.cos(theta / 2), 0, 0, Math.sin(theta / 2)];
    return [x, y, z, of("e0", k)!, of("ex", k)!, of("ey", k)!, of("ez", k)!];
  });
}

/** The contact point in the world; a planar model has no height of it and means the ground. */
export function ecpAt(contact: string, { trajectory: { columns } }: Result, k: number): Triple {
  const of = (axis: string): number => columns[`${contact}.ecp.${axis}`]?.[k] ?? 0;
  return tripled([of("x"), of("y"), of("z")], 6);
}

/** Normal, tangent and o = n × t of a contact at the end of a step. */
export function contactFrame(
  name: string,
  { scene }: Model,
  result: Result,
): (k: number) => Record<"normal" | "tangent" | "orthogonal", Triple> {
  const against = contactsOf(scene).find((contact) => contact.name === name)?.against;
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
    const of = (axis: string): number => columns[axis]![k]!;
    const q =
      against.body === undefined ? [1, 0, 0, 0] : ["e0", "ex", "ey", "ez"].map((e) => of(`${against.body}.${e}`));
    return axes(["x", "y", "z"].map((axis) => of(`${name}.normal.${axis}`)) as unknown as Triple, rotate(q, near));
  };
}

const tripled = (v: Triple, digits: number): Triple => v.map((x) => Number(x.toPrecision(digits))) as unknown as Triple;
