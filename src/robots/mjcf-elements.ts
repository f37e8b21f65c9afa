import type { Element } from "@xmldom/xmldom";
import { atan2, hypot } from "../algebra/elementary/elementary.js";
import { fromAxisAngle, multiplyQuaternions, normalise, type Quaternion, type Vector } from "../algebra/rotation.js";
import type { MeshShape } from "../geometry/shape.js";
import { childOf, childrenOf, numbersOf, type Origin, refuse, vectorOf } from "./elements.js";

/** How an MJCF writes its numbers: the unit of angles, the order of Euler angles, and where inertia comes from. */
export interface Compiler {
  /** Radians of its unit of angle. */
  readonly angle: number;
  readonly eulerOrder: string;
  readonly limitsByRange: boolean;
  readonly inertiaFromGeoms: "auto" | "true" | "false";
  /** The mesh of a geom, where meshes are given. */
  readonly meshOf?: (geom: Element) => MeshShape;
}

/** The <compiler> elements of an MJCF, the later ones over the earlier ones. */
export function compilerOf(root: Element): Compiler {
  const all = childrenOf(root, "compiler");
  const said = (name: string, fallback: string): string =>
    all.reduce((before, element) => element.getAttribute(name) ?? before, fallback);
  for (const element of all) {
    if ((element.getAttribute("coordinate") ?? "local") !== "local")
      refuse(element, "has coordinates that are not local");
    for (const name of ["settotalmass", "boundmass", "boundinertia"])
      if (numbersOf(element, name, [0])[0] > 0) refuse(element, `has ${name}: write the masses themselves`);
    if (element.getAttribute("balanceinertia") === "true")
      refuse(element, "has balanceinertia: write the inertias themselves");
  }
  const eulerOrder = said("eulerseq", "xyz");
  if (!/^[xyz]{3}$/i.test(eulerOrder)) refuse(all[0], `has eulerseq "${eulerOrder}", which is not three of xyzXYZ`);
  return {
    angle: said("angle", "degree") === "radian" ? 1 : Math.PI / 180,
    eulerOrder,
    limitsByRange: said("autolimits", "true") === "true",
    inertiaFromGeoms: said("inertiafromgeom", "auto") as Compiler["inertiaFromGeoms"],
  };
}

/** Elements that take defaults. */
const defaulted = ["joint", "geom", "motor", "position", "velocity", "general"];

type Attributes = ReadonlyMap<string, string>;

/** Writes the defaults of an MJCF into its elements, by class, or by the nearest `childclass` of the bodies around. */
export function applyDefaults(root: Element): void {
  const classes = new Map<string, ReadonlyMap<string, Attributes>>();
  const gather = (element: Element, inherited: ReadonlyMap<string, Attributes>, top: boolean): void => {
    const own = new Map(inherited);
    for (const tag of defaulted)
      for (const child of childrenOf(element, tag))
        own.set(tag, new Map([...(own.get(tag) ?? []), ...attributesOf(child)]));
    const name = element.getAttribute("class") ?? (top ? "main" : refuse(element, "needs the attribute class"));
    classes.set(name, own);
    for (const child of childrenOf(element, "default")) gather(child, own, false);
  };
  for (const element of childrenOf(root, "default")) gather(element, classes.get("main") ?? new Map(), true);
  const visit = (element: Element, around: string): void => {
    const inside = element.getAttribute("childclass") ?? around;
    for (const child of Array.from(element.childNodes) as Element[]) {
      if (child.tagName === undefined || child.tagName === "default") continue;
      if (defaulted.includes(child.tagName)) {
        const name = child.getAttribute("class") ?? inside;
        const known = classes.get(name);
        if (known === undefined && name !== "main") refuse(child, `is of the class "${name}", which there is not`);
        for (const [attribute, value] of known?.get(child.tagName) ?? [])
          if (!child.hasAttribute(attribute)) child.setAttribute(attribute, value);
      }
      visit(child, inside);
    }
  };
  visit(root, "main");
}

const attributesOf = (element: Element): [string, string][] =>
  Array.from(element.attributes)
    .filter(({ name }) => name !== "class")
    .map(({ name, value }) => [name, value]);

const turns = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/** The pose that the attributes of an element say. */
export function poseIn(element: Element, { angle, eulerOrder }: Compiler): Origin {
  const position = vectorOf(element, "pos", [0, 0, 0]);
  const [said, other] = turns.filter((name) => element.hasAttribute(name));
  if (other !== undefined) refuse(element, `has both ${said} and ${other}`);
  return { position, orientation: turnIn(element, said, angle, eulerOrder) };
}

function turnIn(element: Element, said: string | undefined, angle: number, eulerOrder: string): Quaternion {
  if (said === "quat") {
    const [w, x, y, z] = numbersOf(element, "quat", [1, 0, 0, 0]);
    if (!(hypot(w, x, y, z) > 0)) refuse(element, "has a quat of zero");
    return normalise([w, x, y, z]);
  }
  if (said === "axisangle") {
    const [x, y, z, turn] = numbersOf(element, "axisangle", [0, 0, 1, 0]);
    return fromAxisAngle(unit(element, [x, y, z]), turn * angle);
  }
  if (said === "euler") {
    const angles = vectorOf(element, "euler", [0, 0, 0]);
    return [...eulerOrder].reduce<Quaternion>(
      (before, letter, i) => {
        const axis: Vector = [0, 0, 0];
        axis["xyz".indexOf(letter.toLowerCase())] = 1;
        const turn = fromAxisAngle(axis, angles[i] * angle);
        // small letters turn about axes that turn along
        return letter === letter.toLowerCase() ? multiplyQuaternions(before, turn) : multiplyQuaternions(turn, before);
      },
      [1, 0, 0, 0],
    );
  }
  if (said === "xyaxes") {
    const [a, b, c, d, e, f] = numbersOf(element, "xyaxes", [1, 0, 0, 0, 1, 0]);
    const x = unit(element, [a, b, c]);
    const along = x[0] * d + x[1] * e + x[2] * f;
    const y = unit(element, [d - along * x[0], e - along * x[1], f - along * x[2]]);
    // first x where it must be, then y about it
    const first = shortest([1, 0, 0], x);
    const [u, v] = [turnedBy(first, [0, 1, 0]), turnedBy(first, [0, 0, 1])];
    return multiplyQuaternions(fromAxisAngle(x, atan2(scalar(v, y), scalar(u, y))), first);
  }
  return said === "zaxis" ? shortest([0, 0, 1], unit(element, vectorOf(element, "zaxis", [0, 0, 1]))) : [1, 0, 0, 0];
}

const scalar = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function turnedBy([w, x, y, z]: Quaternion, v: Vector): Vector {
  const [, a, b, c] = multiplyQuaternions(multiplyQuaternions([w, x, y, z], [0, ...v]), [w, -x, -y, -z]);
  return [a, b, c];
}

/** A unit vector along a vector. */
export function unit(element: Element, [x, y, z]: Vector): Vector {
  const length = hypot(x, y, z);
  if (!(length > 0)) refuse(element, "has an axis of no length");
  return [x / length, y / length, z / length];
}

/** The shortest turn from one unit vector to another. */
export function shortest(from: Vector, to: Vector): Quaternion {
  const [x, y, z]: Vector = [
    from[1] * to[2] - from[2] * to[1],
    from[2] * to[0] - from[0] * to[2],
    from[0] * to[1] - from[1] * to[0],
  ];
  const sine = hypot(x, y, z);
  // a half turn, about any axis across
  if (sine === 0) return scalar(from, to) > 0 ? [1, 0, 0, 0] : from[0] === 0 ? [0, 1, 0, 0] : [0, 0, 0, 1];
  return fromAxisAngle([x / sine, y / sine, z / sine], atan2(sine, scalar(from, to)));
}

/** Refuses the parts of an MJCF that would be left out without a word though they move the robot. */
export function refuseOthers(root: Element): void {
  const include = root.getElementsByTagName("include")[0];
  if (include !== undefined) refuse(include, "would read another file: nothing is fetched");
  for (const tag of ["attach", "replicate", "composite", "flexcomp", "plugin"]) {
    const macro = root.getElementsByTagName(tag)[0];
    if (macro !== undefined) refuse(macro, "is no plain body: save the model as MuJoCo expands it");
  }
  for (const tag of ["tendon", "deformable"]) {
    const group = childOf(root, tag);
    if (group !== undefined) refuse(group, "is no part of a tree: say it as a force of the scene");
  }
}
