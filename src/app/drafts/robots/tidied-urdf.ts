import { DOMParser, type Element, XMLSerializer } from "@xmldom/xmldom";
import { unmarked } from "../../../checks/words.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { readRobot } from "./robot.js";

/** Elements that a motion is made of; pictures, drives of simulators and sensors are not kept. */
const kept: Readonly<Record<string, readonly string[]>> = {
  robot: ["link", "joint"],
  link: ["inertial", "collision"],
  inertial: ["origin", "mass", "inertia"],
  collision: ["origin", "geometry"],
  geometry: ["box", "sphere", "cylinder", "capsule"],
  joint: ["origin", "parent", "child", "axis", "limit", "dynamics", "mimic"],
};

const elementsOf = (parent: Element): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1);

/** Takes out of an element all that a motion is not made of; meshes of other files are told. */
function strip(parent: Element, meshes: Set<string>): void {
  const names = kept[parent.tagName] ?? [];
  for (const node of Array.from(parent.childNodes)) {
    const element = node.nodeType === 1 ? (node as Element) : undefined;
    if (element?.tagName === "mesh" && parent.tagName === "geometry")
      meshes.add(element.getAttribute("filename") ?? "a mesh");
    if (element === undefined || !names.includes(element.tagName)) parent.removeChild(node);
    else strip(element, meshes);
  }
  // what it touched with is in another file
  if (parent.tagName === "link")
    for (const one of elementsOf(parent))
      if (one.tagName === "collision" && elementsOf(one).every((part) => elementsOf(part).length === 0))
        parent.removeChild(one);
}

/** Links of some weight that a file draws and gives no shapes to touch with. */
const onlyDrawn = (root: Element): string[] =>
  elementsOf(root).flatMap((link) => {
    const has = (name: string): boolean => elementsOf(link).some(({ tagName }) => tagName === name);
    const isBare = link.tagName === "link" && has("inertial") && has("visual") && !has("collision");
    return isBare ? [link.getAttribute("name") ?? ""] : [];
  });

/**
 * A URDF with what a motion is made of, on one line, the meshes that it names and that are not in it, and the links that are
 * only drawn by it.
 */
export interface TidiedUrdf {
  readonly urdf: string;
  readonly name: string;
  readonly meshes: readonly string[];
  readonly drawn: readonly string[];
}

/**
 * The part of a URDF that a drawing keeps: links with their weights and the shapes that they touch with, and joints.
 * @throws {BadInput} one sentence, for a text that is no robot, or in which nothing moves or weighs anything.
 */
export function tidiedUrdf(text: string): TidiedUrdf {
  try {
    const { documentElement: root } = new DOMParser({ onError: () => undefined }).parseFromString(
      unmarked(text),
      "text/xml",
    );
    const meshes = new Set<string>();
    if (root === null || root.tagName !== "robot") readRobot(text);
    const drawn = root === null ? [] : onlyDrawn(root);
    if (root !== null) strip(root, meshes);
    const urdf = root === null ? text : new XMLSerializer().serializeToString(root);
    const { tree, joints } = readRobot(urdf);
    if (joints.length === 0) throw new RangeError("URDF: no joint of the robot moves.");
    return { urdf, name: tree.name, meshes: [...meshes], drawn };
  } catch (error) {
    if (error instanceof BadInput) throw error;
    // a text that is no XML is told by its line
    try {
      readRobot(text);
    } catch (first) {
      throw new BadInput("urdf", (first as Error).message);
    }
    throw new BadInput("urdf", (error as Error).message);
  }
}
