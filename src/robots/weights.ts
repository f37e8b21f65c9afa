import type { Element } from "@xmldom/xmldom";
import { rotate, type Vector } from "../algebra/rotation.js";
import { attribute, childOf, numberOf, originOf, refuse } from "./elements.js";
import type { Inertial, JointResistance } from "./robot.js";

/** The <inertial> of a URDF's link, its inertia turned into the axes of the link; none where it has none. */
export function inertialOf(link: Element): Inertial | undefined {
  const element = childOf(link, "inertial");
  if (element === undefined) return undefined;
  const massElement = childOf(element, "mass");
  if (massElement === undefined) refuse(link, "has an <inertial> without <mass>");
  attribute(massElement, "value");
  const mass = numberOf(massElement, "value", 0);
  if (mass < 0) refuse(massElement, `of the link "${link.getAttribute("name")}" is negative: ${mass} kg`);
  const { position, orientation } = originOf(element);
  return {
    link: attribute(link, "name"),
    mass,
    centre: position,
    inertia: turned(inertiaOf(link, element), orientation),
  };
}

/** The entries xx yy zz xy xz yz of a tensor. */
type Tensor = readonly [number, number, number, number, number, number];

function inertiaOf(link: Element, inertial: Element): Tensor {
  const element = childOf(inertial, "inertia");
  if (element === undefined) return [0, 0, 0, 0, 0, 0];
  const entry = (name: string): number => numberOf(element, name, 0);
  const tensor: Tensor = [entry("ixx"), entry("iyy"), entry("izz"), entry("ixy"), entry("ixz"), entry("iyz")];
  return possible(link, tensor);
}

function possible(element: Element, tensor: Tensor): Tensor {
  if (!isPossible(tensor)) refuse(element, "has an inertia that no body has: a moment about some axis is negative");
  return tensor;
}

/** An inertia that a body can have, turned by the quaternion. */
export const checkedInertia = (element: Element, tensor: Tensor, orientation: ArrayLike<number>): Tensor =>
  turned(possible(element, tensor), orientation);

/** Moments of bodies with digits that people type. */
const typed = 1e-6;

/** All principal minors of the tensor are positive or zero, but for rounding. */
function isPossible([xx, yy, zz, xy, xz, yz]: Tensor): boolean {
  const size = Math.max(xx, yy, zz);
  const minors = [xx * yy - xy * xy, xx * zz - xz * xz, yy * zz - yz * yz];
  const determinant = xx * minors[2] - xy * (xy * zz - xz * yz) + xz * (xy * yz - xz * yy);
  return (
    Math.min(xx, yy, zz) >= 0 &&
    Math.min(...minors) >= -typed * size * size &&
    determinant >= -typed * size * size * size
  );
}

/** R I Rᵀ, column by column: I in the axes that the quaternion turns from. */
function turned([xx, yy, zz, xy, xz, yz]: Tensor, orientation: ArrayLike<number>): Tensor {
  const axes: Vector[] = [
    rotate(orientation, [1, 0, 0]),
    rotate(orientation, [0, 1, 0]),
    rotate(orientation, [0, 0, 1]),
  ];
  const inner = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const entry = (i: number, j: number): number =>
    axes.reduce((sum, a, k) => axes.reduce((part, b, l) => part + a[i] * inner[k][l] * b[j], sum), 0);
  return [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
}

/** The <dynamics> of a URDF's joint; none where it has none. */
export function resistanceOf(joint: Element): JointResistance | undefined {
  const element = childOf(joint, "dynamics");
  if (element === undefined) return undefined;
  const [damping, friction] = [numberOf(element, "damping", 0), numberOf(element, "friction", 0)];
  if (damping < 0 || friction < 0) refuse(joint, `has a negative ${damping < 0 ? "damping" : "friction"}`);
  return { joint: attribute(joint, "name"), damping, friction };
}
