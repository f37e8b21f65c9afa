import { type Scalar, toExpr } from "../../expr/expr.js";
import { cross, quat, type Vec3, vec3 } from "../../expr/vector.js";
import type { Motions } from "../pairs.js";
import { type Carried, carriedBy, sideOf } from "./carried.js";
import type { Joint } from "./joint-data.js";
import {
  alongAxis,
  angleAbout,
  apartBy,
  type Equation,
  fixedAxis,
  type Joined,
  joined,
  perpendicular,
  perpendiculars,
  triad,
  turnedBy,
} from "./joint-equations.js";

/** The equations that a joint holds, and its one freedom, whose value is an angle or a way. */
export interface Assembled {
  readonly holding: readonly Equation[];
  readonly freedom?: Equation;
}

/** The equations of a joint between two sides, whose rows are those of its kind. */
export function assemble(one: Joint, planar: boolean, motions: Motions): Assembled {
  const sides = [sideOf(one.body, motions), sideOf(one.to?.body, motions)] as const;
  const points = joined(sides, [pointAt(one.at), pointAt(one.to?.at)]);
  if (one.kind === "distance") return { holding: [apartBy("force", points, toExpr(one.length ?? 0))] };
  return planar ? inThePlane(one, points) : inSpace(one, points);
}

const pointAt = (at: readonly [Scalar, Scalar, Scalar] | undefined): Vec3 => vec3(...(at ?? [0, 0, 0]));

/** d = 0 along axes of the world. */
function together(points: Joined, count: 2 | 3): Equation[] {
  const axes = [vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)].slice(0, count);
  return axes.map((axis, i) => alongAxis(["forceX", "forceY", "forceZ"][i], points, fixedAxis(axis)));
}

function inThePlane({ kind, axis, to }: Joint, points: Joined): Assembled {
  const turned = turnedBy("moment", points, toExpr(to?.heading ?? 0));
  if (kind === "hinge") return { holding: together(points, 2), freedom: turned };
  if (kind === "fixed") return { holding: [...together(points, 2), turned] };
  const [x, y] = to?.axis ?? axis ?? [1, 0, 0];
  const along = carriedBy(points.sides[1], vec3(x, y, 0));
  const across = carriedBy(points.sides[1], cross(vec3(0, 0, 1), vec3(x, y, 0)));
  return { holding: [alongAxis("forceAcross", points, across), turned], freedom: alongAxis("force", points, along) };
}

function inSpace({ kind, axis = [0, 0, 1], to }: Joint, points: Joined): Assembled {
  const [first, second] = points.sides;
  const [own, other] = [vec3(...axis), vec3(...(to?.axis ?? axis))];
  const [u, w] = perpendiculars(other).map((one) => carriedBy(second, one)) as [Carried, Carried];
  const [a, n] = [carriedBy(first, own), carriedBy(second, other)];
  const upright = [perpendicular("momentU", a, u), perpendicular("momentW", a, w)];
  if (kind === "ball") return { holding: together(points, 3) };
  if (kind === "universal") return { holding: [...together(points, 3), perpendicular("moment", a, n)] };
  if (kind === "planar") return { holding: [alongAxis("forceN", points, n), ...upright] };
  const sideways = [alongAxis("forceU", points, u), alongAxis("forceW", points, w)];
  if (kind === "cylindrical") return { holding: [...sideways, ...upright] };
  if (kind === "hinge") {
    const [v] = perpendiculars(own);
    const freedom = angleAbout("moment", n, [carriedBy(first, v), u, w]);
    return { holding: [...together(points, 3), ...upright], freedom };
  }
  const turns = alike(to?.orientation, points);
  if (kind === "fixed") return { holding: [...together(points, 3), ...turns] };
  return { holding: [...sideways, ...turns], freedom: alongAxis("force", points, n) };
}

/** x₁·y₂ = y₁·z₂ = z₁·x₂ = 0: the axes of both sides are the same. */
function alike(orientation: NonNullable<Joint["to"]>["orientation"], { sides: [first, second] }: Joined): Equation[] {
  const own = triad(undefined).map((axis) => carriedBy(first, axis));
  const other = triad(orientation && quat(...orientation)).map((axis) => carriedBy(second, axis));
  return ["momentX", "momentY", "momentZ"].map((name, i) => perpendicular(name, own[i], other[(i + 1) % 3]));
}
