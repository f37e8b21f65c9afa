import type { Element } from "@xmldom/xmldom";
import type { Vector } from "../algebra/rotation.js";
import { type Expr, evaluate, type Scalar, toExpr } from "../expr/expr.js";
import { quat, rotateV, vec3 } from "../expr/vector.js";
import { compoundMass, type FilledShape } from "../geometry/moments/compound.js";
import { spatialMoments } from "../geometry/moments/spatial.js";
import type { Shape } from "../geometry/shape.js";
import { placedMesh } from "./collisions.js";
import { childOf, childrenOf, numberOf, numbersOf, refuse, vectorOf } from "./elements.js";
import { type Compiler, poseIn, shortest, unit } from "./mjcf-elements.js";
import type { Inertial } from "./robot.js";
import { checkedInertia } from "./weights.js";

const numberIn = (value: Scalar): number => evaluate(toExpr(value), () => 0);

/** A geom touches nothing where neither of its masks has a bit: it is there to be looked at. */
export const touches = (geom: Element): boolean =>
  numberOf(geom, "contype", 1) !== 0 || numberOf(geom, "conaffinity", 1) !== 0;

/** The shapes of a body's geoms that bodies can have; fields are none, nor meshes where none are given. */
export function shapesOf(body: Element, compiler: Compiler): { readonly shape: Shape; readonly geom: Element }[] {
  return childrenOf(body, "geom").flatMap((geom) => {
    const shape = shapeOf(geom, compiler);
    return shape === undefined ? [] : [{ shape, geom }];
  });
}

function shapeOf(geom: Element, compiler: Compiler): Shape | undefined {
  const kind = geom.getAttribute("type") ?? "sphere";
  const sizes = (count: number): readonly number[] => {
    const text = geom.getAttribute("size");
    if (text === null) refuse(geom, "needs the attribute size");
    const given = text.trim().split(/\s+/).map(Number);
    if (given.length < count || !given.slice(0, count).every((x) => Number.isFinite(x) && x > 0))
      refuse(geom, `must have ${count} numbers above 0 as size, it has "${text}"`);
    return given;
  };
  const pose = poseIn(geom, compiler);
  if (kind === "sphere") return { kind: "ball", radius: sizes(1)[0], centre: pose.position };
  if (kind === "box" || kind === "ellipsoid") {
    if (geom.hasAttribute("fromto")) refuse(geom, `is a ${kind} with fromto: give its pos and size`);
    const [a, b, c] = sizes(3);
    return kind === "box" ? { kind, half: [a, b, c], pose } : { kind, halfAxes: [a, b, c], pose };
  }
  if (kind === "plane") {
    const [normal, tangent] = [vec3(0, 0, 1), vec3(1, 0, 0)].map((axis): Vector => {
      const [x, y, z] = rotateV(quat(...pose.orientation), axis).map(numberIn);
      return [x, y, z];
    });
    const offset = normal[0] * pose.position[0] + normal[1] * pose.position[1] + normal[2] * pose.position[2];
    return { kind: "half-space", normal, tangent, offset };
  }
  if (kind === "mesh" && compiler.meshOf !== undefined) return placedMesh(pose, compiler.meshOf(geom));
  if (kind !== "capsule" && kind !== "cylinder") return undefined;
  if (geom.hasAttribute("fromto")) {
    const [a, b, c, d, e, f] = numbersOf(geom, "fromto", [0, 0, 0, 0, 0, 1]);
    const [radius] = sizes(1);
    if (kind === "capsule") return { kind, from: [a, b, c], to: [d, e, f], radius };
    const along: Vector = [d - a, e - b, f - c];
    const orientation = shortest([0, 0, 1], unit(geom, along));
    const halfLength = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]) / 2;
    return { kind, radius, halfLength, pose: { position: [(a + d) / 2, (b + e) / 2, (c + f) / 2], orientation } };
  }
  const [radius, halfLength] = sizes(2);
  if (kind === "cylinder") return { kind, radius, halfLength, pose };
  const end = rotateV(quat(...pose.orientation), vec3(0, 0, halfLength)).map(numberIn);
  const at = (sign: 1 | -1): Vector => [
    pose.position[0] + sign * end[0],
    pose.position[1] + sign * end[1],
    pose.position[2] + sign * end[2],
  ];
  return { kind, from: at(-1), to: at(1), radius };
}

/** The density of matter where nothing is said [kg/m³]. */
const water = 1000;

/** The weight of a body: its <inertial>, or what its geoms weigh. */
export function inertialIn(body: Element, link: string, compiler: Compiler): Inertial | undefined {
  const said = childOf(body, "inertial");
  const { inertiaFromGeoms } = compiler;
  if (said !== undefined && inertiaFromGeoms !== "true") return weightSaid(said, link, compiler);
  if (inertiaFromGeoms === "false") return undefined;
  for (const geom of childrenOf(body, "geom"))
    if (["mesh", "hfield", "sdf"].includes(geom.getAttribute("type") ?? "sphere") && !weighsNothing(geom))
      refuse(geom, "is a mesh, which is not read: give the body an <inertial>");
  const filled = shapesOf(body, compiler).flatMap(({ shape, geom }): FilledShape[] => {
    if (weighsNothing(geom) || shape.kind === "half-space") return [];
    if (!geom.hasAttribute("mass")) return [{ shape, density: numberOf(geom, "density", water) }];
    const moments = spatialMoments(shape, "geom");
    const mass = numberOf(geom, "mass", 0);
    if (mass < 0) refuse(geom, `has a negative mass of ${mass} kg`);
    return moments === undefined ? [] : [{ shape, density: mass / numberIn(moments.volume) }];
  });
  if (filled.length === 0) return undefined;
  const { mass, centre, inertia } = compoundMass(filled, false, link);
  const given: readonly Expr[] = Array.isArray(inertia) ? inertia : [inertia as Expr, inertia as Expr, inertia as Expr];
  const moments = given.map(numberIn);
  const [xx, yy, zz, xy = 0, xz = 0, yz = 0] = moments;
  const [x, y, z] = centre.map(numberIn);
  return { link, mass: numberIn(mass), centre: [x, y, z], inertia: [xx, yy, zz, xy, xz, yz] };
}

const weighsNothing = (geom: Element): boolean =>
  geom.hasAttribute("mass") ? numberOf(geom, "mass", 0) === 0 : numberOf(geom, "density", water) === 0;

function weightSaid(element: Element, link: string, compiler: Compiler): Inertial {
  const { position, orientation } = poseIn(element, compiler);
  if (!element.hasAttribute("mass")) refuse(element, `of the body "${link}" needs the attribute mass`);
  const mass = numberOf(element, "mass", 0);
  if (mass < 0) refuse(element, `of the body "${link}" is negative: ${mass} kg`);
  const [a, b, c] = vectorOf(element, "diaginertia", [0, 0, 0]);
  const full = element.hasAttribute("fullinertia");
  if (full && element.hasAttribute("diaginertia")) refuse(element, "has both diaginertia and fullinertia");
  const [xx, yy, zz, xy, xz, yz] = full ? numbersOf(element, "fullinertia", [0, 0, 0, 0, 0, 0]) : [a, b, c, 0, 0, 0];
  return { link, mass, centre: position, inertia: checkedInertia(element, [xx, yy, zz, xy, xz, yz], orientation) };
}
