import { polarOf, velocityOf } from "./ask/polar.js";
import type { Draft, DraftBody, DraftPart } from "./draft.js";
import { type DraftJoint, upright } from "./joint.js";
import { type DraftRobot, jointOf, readRobot } from "./robots/robot.js";

type Settings = Readonly<Record<string, number | string>>;

const axes = ["x", "y", "z"];

/** The draft with the numbers that were set by the names of its parameters; what it does not have is left out. */
export function withSettings(draft: Draft, set: Settings): Draft {
  const number = (name: string): number | undefined => {
    const value = set[name];
    return typeof value === "number" ? value : undefined;
  };
  const placed = <P extends DraftPart>(part: P): P => {
    const { name, at } = part;
    const [turn, belt] = [number(`${name}.turn`), number(`${name}.belt`)];
    const [x, y, z] = axes.map((axis, i) => number(`${name}.${axis}`) ?? at[i]);
    return { ...part, at: [x, y, z], ...(turn !== undefined && { turn }), ...(belt !== undefined && { belt }) };
  };
  return {
    ...draft,
    bodies: draft.bodies.map((body) => launched(placed(body), number)),
    world: draft.world.map(placed),
    ...(draft.joints && { joints: draft.joints.map((one) => withNumbers(one, number)) }),
    ...(draft.robots && { robots: draft.robots.map((one) => withJoints(one, number)) }),
    contact: withMaterials(draft.contact, number),
    ask: {
      ...draft.ask,
      hold: draft.ask.hold.map((one) => ({ ...one, value: number(`target.${one.body}.${one.what}`) ?? one.value })),
      ...timeOf(draft.ask, number),
    },
  };
}

function withNumbers(joint: DraftJoint, number: Lookup): DraftJoint {
  const { name, at, end, axis } = joint;
  const of = (what: string): number | undefined => number(`${name}.${what}`);
  const vector = (before: readonly number[], word: string): readonly [number, number, number] => {
    const [x, y, z] = axes.map((one, i) => of(word === "" ? one : `${word}${one.toUpperCase()}`) ?? before[i]);
    return [x, y, z];
  };
  const [turn, motor] = [of("turn"), of("motor")];
  const isAimed = axes.some((one) => of(`axis${one.toUpperCase()}`) !== undefined);
  return {
    ...joint,
    at: vector(at, ""),
    ...(turn !== undefined && { turn }),
    ...((axis || isAimed) && { axis: vector(axis ?? upright, "axis") }),
    ...(end && { end: vector(end, "end") }),
    ...(motor !== undefined && { motor }),
  };
}

function withJoints(robot: DraftRobot, number: Lookup): DraftRobot {
  const [x, y, z] = axes.map((axis, i) => number(`${robot.name}.${axis}`) ?? robot.at[i]);
  const joints = readRobot(robot.urdf).joints.flatMap((name) => {
    const before = jointOf(robot, name);
    const set = Object.fromEntries(
      ["position", "velocity", "motor"].flatMap((what) => {
        const value = number(`${name}.${what}`);
        return value === undefined ? [] : [[what, value]];
      }),
    );
    const one = { ...before, ...set };
    return Object.keys(one).length === 1 ? [] : [one];
  });
  return { ...robot, at: [x, y, z], ...(joints.length > 0 && { joints }) };
}

type Lookup = (name: string) => number | undefined;

function launched(body: DraftBody, number: Lookup): DraftBody {
  const { name, velocity } = body;
  const before = polarOf(velocity ?? [0, 0, 0]);
  const [speed, direction, elevation] = ["speed", "direction", "elevation"].map((what) => number(`${name}.${what}`));
  const spin = number(`${name}.spin`);
  const components = axes.map((axis, i) => number(`${name}.v${axis}`) ?? velocity?.[i] ?? 0);
  const turned = axes.map((axis, i) => number(`${name}.w${axis}`) ?? (Array.isArray(body.spin) ? body.spin[i] : 0));
  const isTurned = axes.some((axis) => number(`${name}.w${axis}`) !== undefined);
  const isSet = axes.some((axis) => number(`${name}.v${axis}`) !== undefined);
  const polar = speed !== undefined || direction !== undefined || elevation !== undefined;
  const aimed = {
    speed: speed ?? before.speed,
    direction: direction ?? before.direction,
    elevation: elevation ?? before.elevation,
  };
  const [x, y, z] = polar ? velocityOf(aimed) : components;
  const [wx, wy, wz] = turned;
  return {
    ...body,
    ...((polar || isSet) && { velocity: [x, y, z] }),
    ...(isTurned && { spin: [wx, wy, wz] }),
    ...(spin !== undefined && { spin }),
  };
}

function withMaterials(contact: Draft["contact"], number: Lookup): Draft["contact"] {
  const put = <M extends { readonly between?: readonly [string, string] }>(material: M): M =>
    material.between !== undefined
      ? material
      : {
          ...material,
          ...Object.fromEntries(
            Object.keys(material).flatMap((name) => {
              const value = number(name);
              return value === undefined ? [] : [[name, value]];
            }),
          ),
        };
  return contact.kind === "rigid"
    ? { ...contact, materials: contact.materials.map(put) }
    : { ...contact, materials: contact.materials.map(put) };
}

/** A grid's duration is its steps times their length: of what is set, as of a problem. */
function timeOf({ end, steps }: Draft["ask"], number: Lookup): Pick<Draft["ask"], "end" | "steps"> {
  const [asked, h, count] = [number("grid.end") ?? number("time"), number("grid.h"), number("grid.steps")];
  if (asked !== undefined && count !== undefined) return { end: asked, steps: count };
  if (asked !== undefined) return { end: asked, steps: Math.max(1, Math.round(asked / (h ?? end / steps))) };
  const n = count ?? steps;
  return { end: h !== undefined ? n * h : count !== undefined ? (end / steps) * n : end, steps: n };
}
