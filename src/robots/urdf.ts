import { DOMParser, type Element } from "@xmldom/xmldom";
import { hypot } from "../algebra/elementary/elementary.js";
import { fromAxisAngle, multiplyQuaternions, type Quaternion, type Vector } from "../algebra/rotation.js";
import { inWords } from "../checks/words.js";
import type { Joint, JointKind, JointLimits, Robot } from "./robot.js";

/**
 * Reads a robot from the text of a URDF: its links, and joints that turn, slide or are fixed, with limits and mimics.
 * Masses, meshes, transmissions and whatever else describes a robot is left alone.
 * @throws {RangeError} one sentence that names the element and its line.
 */
export function parseUrdf(text: string): Robot {
  if (typeof text !== "string") throw new RangeError(`URDF: a robot is a text, not ${inWords(text)}.`);
  const root = rootOf(text);
  const name = root.getAttribute("name") ?? "robot";
  const links = childrenOf(root, "link");
  if (links.length === 0) refuse(root, "has no <link>");
  const linkNames = uniqueNames(links);
  const elements = childrenOf(root, "joint");
  uniqueNames(elements);
  const known = new Set(linkNames);
  const joints = elements.map((element) => ({ element, joint: jointOf(element, known) }));
  const named = new Map(joints.map(({ joint }) => [joint.name, joint]));
  const sound = new Set<string>();
  for (const { element, joint } of joints) checkMimic(element, joint, named, sound);
  return inTreeOrder(name, root, linkNames, joints);
}

/** Letters of a complaint that are told. */
const mostTold = 200;

interface Read {
  readonly element: Element;
  readonly joint: Joint;
}

/** "<joint name="elbow"> in line 7 …" as the one sentence that a person reads. */
function refuse(element: Element, problem: string): never {
  const name = element.getAttribute("name");
  const label = name === null ? `<${element.tagName}>` : `<${element.tagName} name="${name}">`;
  throw new RangeError(`URDF: ${label} in line ${lineOf(element)} ${problem}.`);
}

const lineOf = (element: Element): number => (element as Element & { lineNumber?: number }).lineNumber ?? 0;

function rootOf(text: string): Element {
  let complaint: { message: string; line: number } | undefined;
  const onError = (_: string, message: string, context: { locator?: { lineNumber?: number } }): void => {
    complaint ??= { message, line: context.locator?.lineNumber ?? 1 };
  };
  let root: Element | null = null;
  try {
    root = new DOMParser({ onError }).parseFromString(text.replace(/^\uFEFF/, ""), "text/xml").documentElement;
  } catch (thrown) {
    // what was told of first is nearer to the cause
    complaint ??= { message: (thrown as Error).message, line: 1 };
  }
  if (complaint !== undefined || root === null) {
    const { message, line } = complaint ?? { message: "there is no element", line: 1 };
    throw new RangeError(
      `URDF: the text is no XML, line ${Math.max(1, line)}: ${message.replace(/\.$/, "").replace(/\s+/g, " ").slice(0, mostTold)}.`,
    );
  }
  if (root.tagName !== "robot") refuse(root, "is not the <robot> that a URDF begins with");
  const macro = Array.from(root.getElementsByTagName("*")).find(({ tagName }) => tagName.startsWith("xacro:"));
  if (macro !== undefined) refuse(macro, "is a macro: expand the file with xacro first");
  return root;
}

function childrenOf(parent: Element, tag: string): Element[] {
  return Array.from(parent.childNodes).filter((node): node is Element => (node as Element).tagName === tag);
}

/** The one child with a tag; none is undefined, two are refused. */
function childOf(parent: Element, tag: string): Element | undefined {
  const found = childrenOf(parent, tag);
  if (found.length > 1) refuse(parent, `has more than one <${tag}>`);
  return found[0];
}

function attribute(element: Element, name: string): string {
  const text = element.getAttribute(name);
  if (text === null || text.trim() === "") refuse(element, `needs the attribute ${name}`);
  return text;
}

function uniqueNames(elements: readonly Element[]): string[] {
  const names = elements.map((element) => attribute(element, "name"));
  const first = new Map<string, Element>();
  for (const element of elements) {
    const name = attribute(element, "name");
    const before = first.get(name);
    if (before !== undefined) refuse(element, `repeats the name of line ${lineOf(before)}`);
    first.set(name, element);
  }
  return names;
}

function numbersOf(element: Element | undefined, name: string, fallback: readonly number[]): readonly number[] {
  const text = element?.getAttribute(name) ?? null;
  if (element === undefined || text === null) return fallback;
  const numbers = text.trim().split(/\s+/).map(Number);
  const wanted = fallback.length === 1 ? "one number" : `${fallback.length} numbers`;
  if (numbers.length !== fallback.length || !numbers.every(Number.isFinite) || text.trim() === "")
    refuse(element, `must have ${wanted} as ${name}, it has "${text}"`);
  return numbers;
}

const numberOf = (element: Element, name: string, fallback: number): number => numbersOf(element, name, [fallback])[0];

function vectorOf(element: Element | undefined, name: string, fallback: Vector): Vector {
  const [x, y, z] = numbersOf(element, name, fallback);
  return [x, y, z];
}

function jointOf(element: Element, links: ReadonlySet<string>): Joint {
  const name = attribute(element, "name");
  const kind = kindOf(element);
  const link = (tag: "parent" | "child"): string => {
    const end = childOf(element, tag);
    if (end === undefined) refuse(element, `needs a <${tag}>`);
    const target = attribute(end, "link");
    if (!links.has(target)) refuse(end, `names the link "${target}", which there is not`);
    return target;
  };
  const origin = childOf(element, "origin");
  const mimic = childOf(element, "mimic");
  return {
    name,
    kind,
    parent: link("parent"),
    child: link("child"),
    origin: {
      position: vectorOf(origin, "xyz", [0, 0, 0]),
      orientation: fromRollPitchYaw(vectorOf(origin, "rpy", [0, 0, 0])),
    },
    axis: axisOf(element),
    limits: limitsOf(element, kind),
    ...(mimic !== undefined && {
      mimics: {
        joint: attribute(mimic, "joint"),
        factor: numberOf(mimic, "multiplier", 1),
        offset: numberOf(mimic, "offset", 0),
      },
    }),
  };
}

const kinds: readonly string[] = ["revolute", "continuous", "prismatic", "fixed"] satisfies JointKind[];

function kindOf(element: Element): JointKind {
  const type = attribute(element, "type");
  if (!kinds.includes(type)) refuse(element, `has type "${type}"; known are ${kinds.join(", ")}`);
  return type as JointKind;
}

function axisOf(joint: Element): Vector {
  const element = childOf(joint, "axis");
  const axis = vectorOf(element, "xyz", [1, 0, 0]);
  const length = hypot(...axis);
  if (!(length > 0)) refuse(element ?? joint, "must not be zero");
  return axis.map((x) => x / length) as Vector;
}

/** A revolute or prismatic joint must have limits; where it leaves one out, URDF says 0. */
function limitsOf(joint: Element, kind: JointKind): JointLimits {
  const element = childOf(joint, "limit");
  const limited = kind === "revolute" || kind === "prismatic";
  if (element === undefined) {
    if (limited) refuse(joint, "needs a <limit>");
    return { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY, speed: Number.POSITIVE_INFINITY };
  }
  const lower = limited ? numberOf(element, "lower", 0) : Number.NEGATIVE_INFINITY;
  const upper = limited ? numberOf(element, "upper", 0) : Number.POSITIVE_INFINITY;
  const speed = numberOf(element, "velocity", Number.POSITIVE_INFINITY);
  if (lower > upper) refuse(element, `has a lower limit of ${lower} above its upper one of ${upper}`);
  if (!(speed >= 0)) refuse(element, `has a negative velocity of ${speed}`);
  return { lower, upper, speed };
}

/** Roll about x, then pitch about y, then yaw about z, all about the axes of the parent. */
function fromRollPitchYaw([roll, pitch, yaw]: Vector): Quaternion {
  return multiplyQuaternions(
    fromAxisAngle([0, 0, 1], yaw),
    multiplyQuaternions(fromAxisAngle([0, 1, 0], pitch), fromAxisAngle([1, 0, 0], roll)),
  );
}

/** A joint may mimic one that moves, and no circle may come of it; `sound` gathers those that are known not to. */
function checkMimic(element: Element, joint: Joint, all: ReadonlyMap<string, Joint>, sound: Set<string>): void {
  const seen = new Set<string>();
  for (let at: Joint = joint; at.mimics !== undefined && !sound.has(at.name); ) {
    const { joint: name } = at.mimics;
    const other = all.get(name);
    if (other === undefined) refuse(element, `mimics the joint "${name}", which there is not`);
    if (other.kind === "fixed") refuse(element, `mimics the joint "${name}", which is fixed`);
    if (seen.has(name) || name === joint.name) refuse(element, "mimics itself in a circle");
    seen.add(name);
    at = other;
  }
  for (const name of seen) sound.add(name);
  sound.add(joint.name);
}

/** From the one link that is no child, along the joints. */
function inTreeOrder(name: string, root: Element, links: readonly string[], joints: readonly Read[]): Robot {
  const parentOf = new Map<string, Joint>();
  for (const { element, joint } of joints) {
    const other = parentOf.get(joint.child);
    if (other !== undefined)
      refuse(element, `moves the link "${joint.child}", which the joint "${other.name}" moves too`);
    parentOf.set(joint.child, joint);
  }
  const roots = links.filter((link) => !parentOf.has(link));
  if (roots.length !== 1)
    refuse(
      root,
      roots.length === 0 ? "has no root: its joints go in a circle" : `has several roots: ${roots.join(", ")}`,
    );
  const ordered: string[] = [roots[0]];
  const orderedJoints: Joint[] = [];
  const jointsAt = new Map<string, Joint[]>();
  for (const { joint } of joints) {
    const siblings = jointsAt.get(joint.parent);
    if (siblings === undefined) jointsAt.set(joint.parent, [joint]);
    else siblings.push(joint);
  }
  for (let k = 0; k < ordered.length; k++)
    for (const joint of jointsAt.get(ordered[k]) ?? []) {
      ordered.push(joint.child);
      orderedJoints.push(joint);
    }
  const reached = new Set(ordered);
  const astray = joints.find(({ joint }) => !reached.has(joint.child));
  if (astray !== undefined) refuse(astray.element, "is part of a circle of joints");
  return { name, links: ordered, joints: orderedJoints };
}
