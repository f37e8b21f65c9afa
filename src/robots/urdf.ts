import type { Element } from "@xmldom/xmldom";
import { hypot } from "../algebra/elementary/elementary.js";
import type { Vector } from "../algebra/rotation.js";
import { inWords } from "../checks/words.js";
import {
  attribute,
  childOf,
  childrenOf,
  numberOf,
  originOf,
  refuse,
  rootOf,
  uniqueNames,
  vectorOf,
} from "./elements.js";
import type { Joint, JointKind, JointLimits, Robot } from "./robot.js";
import { inertialOf, resistanceOf } from "./weights.js";

/**
 * Reads a robot from the text of a URDF: its links with masses and inertias, and joints that turn, slide or are fixed, with
 * limits, efforts, resistances and mimics. Meshes, transmissions and whatever else describes a robot is left alone.
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
  const inertials = links.flatMap((link) => inertialOf(link) ?? []);
  const resistances = elements.flatMap((joint) => resistanceOf(joint) ?? []);
  return {
    ...inTreeOrder(name, root, linkNames, joints),
    ...(inertials.length > 0 && { inertials }),
    ...(resistances.length > 0 && { resistances }),
  };
}

interface Read {
  readonly element: Element;
  readonly joint: Joint;
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
  const mimic = childOf(element, "mimic");
  return {
    name,
    kind,
    parent: link("parent"),
    child: link("child"),
    origin: originOf(element),
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
  const effort = numberOf(element, "effort", Number.POSITIVE_INFINITY);
  const lower = limited ? numberOf(element, "lower", 0) : Number.NEGATIVE_INFINITY;
  const upper = limited ? numberOf(element, "upper", 0) : Number.POSITIVE_INFINITY;
  const speed = numberOf(element, "velocity", Number.POSITIVE_INFINITY);
  if (lower > upper) refuse(element, `has a lower limit of ${lower} above its upper one of ${upper}`);
  if (!(speed >= 0)) refuse(element, `has a negative velocity of ${speed}`);
  if (!(effort >= 0)) refuse(element, `has a negative effort of ${effort}`);
  return { lower, upper, speed, ...(Number.isFinite(effort) && { effort }) };
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
