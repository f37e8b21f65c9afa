import { lookUp } from "../../checks/look-up.js";
import { type Scalar, toExpr } from "../../expr/expr.js";
import { cross, quat, type Vec3, vec3 } from "../../expr/vector.js";
import type { Motions } from "../pairs.js";
import { type Carried, carriedBy, sideOf } from "./carried.js";
import type { Freed } from "./freedom.js";
import type { Joint } from "./joint-data.js";
import {
  alongAxis,
  angleAbout,
  apartAlong,
  apartBy,
  type Equation,
  fixedAxis,
  fromFirst,
  type Joined,
  joined,
  partOfTurn,
  perpendicular,
  perpendiculars,
  triad,
  turnedBy,
} from "./joint-equations.js";

/** The equations that a joint holds, and its freedoms along which something may act, whose values are angles or ways. */
export interface Assembled {
  readonly holding: readonly Equation[];
  readonly freedoms: readonly Freed[];
}

/** The same before it is said what acts: by their names, the one of a hinge or a slider by none. */
interface Kind {
  readonly holding: readonly Equation[];
  readonly freedom?: Equation;
  readonly several?: Readonly<Record<string, Equation>>;
}

/** The equations of a joint between two sides, whose rows are those of its kind. */
export function assemble(one: Joint, planar: boolean, motions: Motions): Assembled {
  const sides = [sideOf(one.body, motions), sideOf(one.to?.body, motions)] as const;
  const points = joined(sides, [pointAt(one.at), pointAt(one.to?.at)]);
  const { holding, freedom, several = {} } = kindOf(one, points, planar);
  const named = Object.entries(one.freedoms ?? {}).map(
    ([name, acts]): Freed => ({
      ...acts,
      name: `${one.name}.${name}`,
      along: lookUp(new Map(Object.entries(several)), name),
    }),
  );
  return { holding, freedoms: freedom === undefined ? named : [{ ...one, along: freedom }, ...named] };
}

function kindOf(one: Joint, points: Joined, planar: boolean): Kind {
  const { kind, length } = one;
  if (kind === "distance" && length !== undefined) return { holding: [apartBy("force", points, toExpr(length))] };
  if (kind === "distance") return { holding: [], freedom: apartAlong("force", points) };
  return planar ? inThePlane(one, points) : inSpace(one, points);
}

const pointAt = (at: readonly [Scalar, Scalar, Scalar] | undefined): Vec3 => vec3(...(at ?? [0, 0, 0]));

/** d = 0 along axes of the world. */
function together(points: Joined, count: 2 | 3): Equation[] {
  const axes = [vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)].slice(0, count);
  return axes.map((axis, i) => alongAxis(["forceX", "forceY", "forceZ"][i], points, fixedAxis(axis)));
}

function inThePlane({ kind, axis, to }: Joint, points: Joined): Kind {
  const turned = turnedBy("moment", points, toExpr(to?.heading ?? 0));
  if (kind === "hinge") return { holding: together(points, 2), freedom: turned };
  if (kind === "fixed") return { holding: [...together(points, 2), turned] };
  const [x, y] = to?.axis ?? axis ?? [1, 0, 0];
  const along = carriedBy(points.sides[1], vec3(x, y, 0));
  const across = carriedBy(points.sides[1], cross(vec3(0, 0, 1), vec3(x, y, 0)));
  return { holding: [alongAxis("forceAcross", points, across), turned], freedom: alongAxis("force", points, along) };
}

function inSpace({ kind, axis = [0, 0, 1], to }: Joint, points: Joined): Kind {
  const [first, second] = points.sides;
  const [own, other] = [vec3(...axis), vec3(...(to?.axis ?? axis))];
  const [u, w] = perpendiculars(other).map((one) => carriedBy(second, one)) as [Carried, Carried];
  const [a, n] = [carriedBy(first, own), carriedBy(second, other)];
  const upright = [perpendicular("momentU", a, u), perpendicular("momentW", a, w)];
  const about = (): Equation => angleAbout("moment", points, n, [carriedBy(first, perpendiculars(own)[0]), u, w]);
  if (kind === "ball") return { holding: together(points, 3), several: turns(to?.orientation, points) };
  if (kind === "universal") {
    // from where the axes of both sides are as they are given: with bodies that are not turned
    const [across, beside] = [carriedBy(second, own), carriedBy(second, cross(other, own))];
    const [p, q] = [carriedBy(first, other), carriedBy(first, cross(own, other))];
    return {
      holding: [...together(points, 3), perpendicular("moment", a, n)],
      several: {
        first: fromFirst(angleAbout("moment", points, a, [n, p, q])),
        second: angleAbout("moment", points, n, [a, across, beside]),
      },
    };
  }
  const sideways = [alongAxis("forceU", points, u), alongAxis("forceW", points, w)] as const;
  if (kind === "planar") {
    const several = { u: sideways[0], w: sideways[1], about: about() };
    return { holding: [alongAxis("forceN", points, n), ...upright], several };
  }
  if (kind === "cylindrical") {
    const several = { along: alongAxis("force", points, n), about: about() };
    return { holding: [...sideways, ...upright], several };
  }
  if (kind === "hinge") return { holding: [...together(points, 3), ...upright], freedom: about() };
  const same = alike(to?.orientation, points);
  if (kind === "fixed") return { holding: [...together(points, 3), ...same] };
  return { holding: [...sideways, ...same], freedom: alongAxis("force", points, n) };
}

/** The parts of the rotation vector of the first side along the axes of the second. */
function turns(orientation: NonNullable<Joint["to"]>["orientation"], points: Joined): Record<string, Equation> {
  const turned = orientation && quat(...orientation);
  return { x: partOfTurn(0, points, turned), y: partOfTurn(1, points, turned), z: partOfTurn(2, points, turned) };
}

/** x₁·y₂ = y₁·z₂ = z₁·x₂ = 0: the axes of both sides are the same. */
function alike(orientation: NonNullable<Joint["to"]>["orientation"], points: Joined): Equation[] {
  const [own, other] = axesOf(orientation, points);
  return ["momentX", "momentY", "momentZ"].map((name, i) => perpendicular(name, own[i], other[(i + 1) % 3]));
}

/** The axes of both sides, those of the second turned to where the first has its own. */
function axesOf(
  orientation: NonNullable<Joint["to"]>["orientation"],
  { sides: [first, second] }: Joined,
): readonly [readonly Carried[], readonly Carried[]] {
  const own = triad(undefined).map((axis) => carriedBy(first, axis));
  return [own, triad(orientation && quat(...orientation)).map((axis) => carriedBy(second, axis))];
}
