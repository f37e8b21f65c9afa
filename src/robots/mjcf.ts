import type { Element } from "@xmldom/xmldom";
import type { Quaternion, Vector } from "../algebra/rotation.js";
import { inWords } from "../checks/words.js";
import type { MeshShape, Shape } from "../geometry/shape.js";
import { type Meshes, meshOf, scaledMesh } from "./collisions.js";
import { attribute, childOf, childrenOf, numberOf, numbersOf, refuse, rootOf, vectorOf } from "./elements.js";
import { applyDefaults, type Compiler, compilerOf, poseIn, refuseOthers, unit } from "./mjcf-elements.js";
import { inertialIn, shapesOf, touches } from "./mjcf-geoms.js";
import type { Inertial, Joint, JointLimits, JointResistance, Robot } from "./robot.js";

/** A drive of an MJCF: a force or torque on a joint, or a servo of its position or velocity. */
export interface Actuator {
  readonly name: string;
  readonly joint: string;
  readonly kind: "motor" | "position" | "velocity";
  /** Force or torque of the joint for one unit of the drive's force. */
  readonly gear: number;
  /** Of a position servo τ = kp (u − q) − kv q̇, of a velocity servo τ = kv (u − q̇). */
  readonly kp: number;
  readonly kv: number;
  /** Least and most of its command. */
  readonly range: readonly [number, number];
}

/** An MJCF as a robot of a scene takes it: `robot`, `root` and `shapes` are fields of it. */
export interface MjcfModel {
  readonly robot: Robot;
  readonly root: "fixed" | "free";
  /** Shapes with which links touch, in their own axes. */
  readonly shapes: Readonly<Record<string, readonly Shape[]>>;
  readonly actuators: readonly Actuator[];
  /** The geoms of the world, which stand still: a floor, a table. */
  readonly world: readonly { readonly name: string; readonly shape: Shape }[];
  /** Acceleration of gravity [m/s²]. */
  readonly gravity: Vector;
}

/** All that is gathered on the way through the bodies. */
interface Gathered {
  readonly compiler: Compiler;
  readonly links: string[];
  readonly joints: Joint[];
  readonly inertials: Inertial[];
  readonly resistances: JointResistance[];
  readonly shapes: Record<string, readonly Shape[]>;
}

/**
 * Reads a robot from the text of an MJCF: bodies with inertias said or from their geoms, hinges and sliders with limits,
 * damping, dry friction and armature, defaults by class, joints that are equal to others (mimics), and drives. The root is the
 * world, called `world`, or the one body with a free joint. A body with several joints gets a link for each.
 * Meshes are given by the names of their files; where they are not given at all, geoms that are meshes are left alone.
 * @throws {RangeError} one sentence that names the element and its line, also for what a tree cannot hold, or a missing mesh.
 */
export function parseMjcf(text: string, meshes?: Meshes): MjcfModel {
  if (typeof text !== "string") throw new RangeError(`MJCF: a robot is a text, not ${inWords(text)}.`);
  const mujoco = rootOf(text, "mujoco");
  refuseOthers(mujoco);
  applyDefaults(mujoco);
  const world = childOf(mujoco, "worldbody");
  if (world === undefined) refuse(mujoco, "has no <worldbody>");
  const bodies = childrenOf(world, "body");
  const free = bodies.find(isFree);
  if (free !== undefined && bodies.length > 1)
    refuse(free, "is free beside other bodies: each tree is a robot of its own");
  const into: Gathered = {
    compiler: { ...compilerOf(mujoco), ...(meshes && { meshOf: meshesOf(mujoco, meshes) }) },
    links: [],
    joints: [],
    inertials: [],
    resistances: [],
    shapes: {},
  };
  if (free === undefined) {
    into.links.push("world");
    for (const body of bodies) addBody(body, "world", into);
  } else addRoot(free, into);
  const { links, inertials, resistances, shapes } = into;
  const joints = withMimics(mujoco, into.joints);
  const option = childOf(mujoco, "option");
  return {
    robot: {
      name: mujoco.getAttribute("model") ?? "robot",
      links,
      joints,
      ...(inertials.length > 0 && { inertials }),
      ...(resistances.length > 0 && { resistances }),
    },
    root: free === undefined ? "fixed" : "free",
    shapes,
    actuators: actuatorsOf(mujoco, joints),
    world: touching(world, into.compiler).map(({ shape, geom }, i) => ({
      name: geom.getAttribute("name") ?? `geom${i + 1}`,
      shape,
    })),
    gravity: vectorOf(option, "gravity", [0, 0, -9.81]),
  };
}

const touching = (body: Element, compiler: Compiler): ReturnType<typeof shapesOf> =>
  shapesOf(body, compiler).filter(({ geom }) => touches(geom));

/** The meshes of geoms, by the assets that they name. */
function meshesOf(mujoco: Element, meshes: Meshes): (geom: Element) => MeshShape {
  const assets = new Map<string, Element>();
  for (const group of childrenOf(mujoco, "asset"))
    for (const mesh of childrenOf(group, "mesh")) {
      const file = mesh.getAttribute("file") ?? "";
      assets.set(mesh.getAttribute("name") ?? file.replace(/^.*[/\\]|\.[^.]*$/g, ""), mesh);
    }
  return (geom) => {
    const name = attribute(geom, "mesh");
    const mesh = assets.get(name);
    if (mesh === undefined) refuse(geom, `names the mesh "${name}", which no <asset> has`);
    return scaledMesh(mesh, meshOf(mesh, mesh.getAttribute("file") ?? name, meshes));
  };
}

const isFreeJoint = (joint: Element): boolean => joint.getAttribute("type") === "free";
const isFree = (body: Element): boolean =>
  childOf(body, "freejoint") !== undefined || childrenOf(body, "joint").some(isFreeJoint);

function newLink(element: Element, name: string, { links }: Gathered): string {
  if (links.includes(name)) refuse(element, `repeats the name "${name}"`);
  links.push(name);
  return name;
}

const nameOf = (body: Element, { links }: Gathered): string => body.getAttribute("name") ?? `body${links.length}`;

function addRoot(body: Element, into: Gathered): void {
  if (childrenOf(body, "joint").filter((joint) => !isFreeJoint(joint)).length > 0)
    refuse(body, "has a joint besides its free one");
  addContent(body, newLink(body, nameOf(body, into), into), into);
}

/** Weight, shapes and children of a body. */
function addContent(body: Element, link: string, into: Gathered): void {
  const inertial = inertialIn(body, link, into.compiler);
  if (inertial !== undefined) into.inertials.push(inertial);
  const shapes = touching(body, into.compiler).map(({ shape }) => shape);
  if (shapes.length > 0) into.shapes[link] = shapes;
  for (const child of childrenOf(body, "body")) addBody(child, link, into);
}

const straight: Quaternion = [1, 0, 0, 0];
const unlimited: JointLimits = {
  lower: Number.NEGATIVE_INFINITY,
  upper: Number.POSITIVE_INFINITY,
  speed: Number.POSITIVE_INFINITY,
};

/** A body below another link: its joints one after the other, each about its own point, then its own axes. */
function addBody(body: Element, carrier: string, into: Gathered): void {
  if (isFree(body)) refuse(body, "is free inside another body");
  const { compiler } = into;
  const name = nameOf(body, into);
  const pose = poseIn(body, compiler);
  const elements = childrenOf(body, "joint");
  let parent = carrier;
  // from the axes of the parent, first turned as the body is, to the next joint
  let at: Vector = [0, 0, 0];
  const originTo = (point: Vector): Joint["origin"] => {
    const offset: Vector = [point[0] - at[0], point[1] - at[1], point[2] - at[2]];
    if (parent !== carrier) return { position: offset, orientation: straight };
    return { position: moved(pose, offset), orientation: pose.orientation };
  };
  elements.forEach((element, i) => {
    const anchor = vectorOf(element, "pos", [0, 0, 0]);
    const last = i === elements.length - 1 && anchor.every((x) => x === 0);
    const joint = element.getAttribute("name") ?? `${name}.joint${i === 0 ? "" : i + 1}`;
    const child = newLink(body, last ? name : `${name}:${joint}`, into);
    into.joints.push(jointIn(element, { name: joint, parent, child, origin: originTo(anchor) }, compiler));
    const resistance = resistanceIn(element, joint);
    if (resistance !== undefined) into.resistances.push(resistance);
    [parent, at] = [child, anchor];
  });
  if (parent !== name || elements.length === 0) {
    const child = newLink(body, name, into);
    const origin = originTo([0, 0, 0]);
    into.joints.push({
      name: `${name}.mount`,
      kind: "fixed",
      parent,
      child,
      origin,
      axis: [0, 0, 1],
      limits: unlimited,
    });
  }
  addContent(body, name, into);
}

function moved({ position: [a, b, c], orientation: [w, x, y, z] }: Joint["origin"], [p, q, r]: Vector): Vector {
  const [u, v, t] = [2 * (y * r - z * q), 2 * (z * p - x * r), 2 * (x * q - y * p)];
  return [a + p + w * u + y * t - z * v, b + q + w * v + z * u - x * t, c + r + w * t + x * v - y * u];
}

function jointIn(
  element: Element,
  place: Pick<Joint, "name" | "parent" | "child" | "origin">,
  { angle, limitsByRange }: Compiler,
): Joint {
  const type = element.getAttribute("type") ?? "hinge";
  if (type !== "hinge" && type !== "slide") refuse(element, `has type "${type}"; known are hinge, slide and free`);
  for (const name of ["ref", "stiffness"])
    if (numbersOf(element, name, [0])[0] !== 0) refuse(element, `has ${name}, which a robot's joint has not`);
  const said = element.getAttribute("limited") ?? "auto";
  const limited = said === "true" || (said === "auto" && limitsByRange && element.hasAttribute("range"));
  if (said === "auto" && !limitsByRange && element.hasAttribute("range"))
    refuse(element, "has a range, and does not say whether it is limited");
  if (limited && !element.hasAttribute("range")) refuse(element, "is limited and needs the attribute range");
  const [lower, upper] = numbersOf(limited ? element : undefined, "range", [0, 0]);
  if (limited && !(lower <= upper)) refuse(element, `has a range from ${lower} down to ${upper}`);
  const size = type === "hinge" ? angle : 1;
  const turning = limited ? "revolute" : "continuous";
  return {
    ...place,
    kind: type === "slide" ? "prismatic" : turning,
    axis: unit(element, vectorOf(element, "axis", [0, 0, 1])),
    limits: limited ? { lower: lower * size, upper: upper * size, speed: Number.POSITIVE_INFINITY } : unlimited,
  };
}

function resistanceIn(element: Element, joint: string): JointResistance | undefined {
  const [damping, friction, armature] = ["damping", "frictionloss", "armature"].map((name) => {
    const value = numberOf(element, name, 0);
    if (value < 0) refuse(element, `has a negative ${name}`);
    return value;
  });
  if (damping + friction + armature === 0) return undefined;
  return { joint, damping, friction, ...(armature > 0 && { armature }) };
}

/** <equality> of two joints, q₁ = a + b q₂, as mimics. */
function withMimics(mujoco: Element, joints: readonly Joint[]): Joint[] {
  const mimics = new Map<string, NonNullable<Joint["mimics"]>>();
  for (const group of childrenOf(mujoco, "equality"))
    for (const element of Array.from(group.childNodes) as Element[]) {
      if (element.tagName === undefined || element.getAttribute("active") === "false") continue;
      if (element.tagName !== "joint") refuse(element, "is no part of a tree: join the links by joints of the scene");
      const [first, second] = [attribute(element, "joint1"), attribute(element, "joint2")];
      for (const name of [first, second])
        if (!joints.some((joint) => joint.name === name))
          refuse(element, `names the joint "${name}", which there is not`);
      const [offset, factor, ...higher] = numbersOf(element, "polycoef", [0, 1, 0, 0, 0]);
      if (higher.some((x) => x !== 0))
        refuse(element, "is no straight line: only two numbers of its polycoef may be other than 0");
      if (mimics.has(first)) refuse(element, `moves the joint "${first}" a second time`);
      for (let at: string | undefined = second; at !== undefined; at = mimics.get(at)?.joint)
        if (at === first) refuse(element, "mimics itself in a circle");
      mimics.set(first, { joint: second, factor, offset });
    }
  return joints.map((joint) => {
    const mimicked = mimics.get(joint.name);
    return mimicked === undefined ? joint : { ...joint, mimics: mimicked };
  });
}

/** The drives on joints. */
function actuatorsOf(mujoco: Element, joints: readonly Joint[]): Actuator[] {
  const groups = childrenOf(mujoco, "actuator").flatMap((group) => Array.from(group.childNodes) as Element[]);
  return groups
    .filter(({ tagName }) => tagName !== undefined)
    .map((element, i) => {
      const kind = element.tagName;
      if (kind !== "motor" && kind !== "position" && kind !== "velocity")
        refuse(element, "is a drive of another kind; known are motor, position and velocity");
      const joint = attribute(element, "joint");
      if (!joints.some(({ name }) => name === joint)) refuse(element, `names the joint "${joint}", which there is not`);
      const [low, high] = numbersOf(element, "ctrlrange", [0, 0]);
      const limited = element.hasAttribute("ctrlrange") && element.getAttribute("ctrllimited") !== "false";
      return {
        name: element.getAttribute("name") ?? `actuator${i + 1}`,
        joint,
        kind,
        gear: Number((element.getAttribute("gear") ?? "1").trim().split(/\s+/)[0]),
        kp: kind === "position" ? numberOf(element, "kp", 1) : 0,
        kv: numberOf(element, "kv", kind === "velocity" ? 1 : 0),
        range: limited ? [low, high] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      };
    });
}
