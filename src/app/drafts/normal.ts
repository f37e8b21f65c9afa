import { fromRotationVector, rotate, toRotationVector } from "../../algebra/rotation.js";
import { isPolar } from "./ask/tally.js";
import { centred, centredPieces } from "./centred.js";
import type { Draft, DraftBody, DraftPart, DraftShape } from "./draft.js";
import { type DraftJoint, upright } from "./joint.js";
import { type DraftRobot, jointOf, readRobot } from "./robots/robot.js";
import { densities } from "./scene-source.js";

type Triple = readonly [number, number, number];

/** Decimals of what is kept as another form of itself: launches by speed and direction [m/s], turns in space [rad]. */
const decimals = 9;
/** Digits of numbers that come back from products. */
const digits = 12;

export const rounded = (x: number): number => Number(x.toFixed(decimals)) + 0;
export const shortened = (x: number): number => Number(x.toPrecision(digits));

/**
 * The same problem as a draft that says all that its code says, and no more: densities and launches that were left out,
 * outlines about their centres, turns of things that a turn does not change left out. The code of a normal draft leads
 * back to it.
 */
export function normal(draft: Draft): Draft {
  const { title, space, gravity, bodies, world, joints = [], robots = [], exclude = [], contact, ask } = draft;
  return {
    draft: draft.draft,
    title,
    space,
    gravity,
    bodies: bodies.map((body) => normalBody(body, draft)),
    world: world.map((part) => normalPart(part, draft)),
    ...(joints.length > 0 && { joints: joints.map((one) => normalJoint(one, draft)) }),
    ...(robots.length > 0 && { robots: robots.map((one) => normalRobot(one, draft)) }),
    ...(exclude.length > 0 && { exclude: exclude.map(([a, b]) => [a, b] as const) }),
    contact: normalContact(contact),
    ask: {
      free: ask.free.map(({ of, what, min, max }) => ({ of, what, min, max })),
      hold: ask.hold.map(({ body, what, value, within, when }) => ({
        body,
        what,
        value,
        ...(within !== undefined && { within }),
        ...(when !== undefined && { when: typeof when === "object" ? { touch: when.touch } : when }),
      })),
      end: ask.time === undefined ? shortened(ask.end) : ask.end,
      steps: ask.steps,
      // rigid contact is in any case
      ...(contact.kind === "soft" && ask.exact && { exact: true }),
      ...(ask.time && { time: { min: ask.time.min, max: ask.time.max } }),
    },
  };
}

function normalBody(body: DraftBody, { space, ask: { free } }: Draft): DraftBody {
  const { name, shape, at, velocity, spin, density, material } = body;
  const isFree = (...any: readonly string[]): boolean => free.some(({ of, what }) => of === name && any.includes(what));
  const turn = normalTurn(body.turn, space, isFree("turn"));
  const launch =
    velocity ?? (isFree("vx", "vy", "vz", "speed", "direction", "elevation") ? ([0, 0, 0] as const) : undefined);
  const turning = spin ?? (isFree("spin") ? 0 : isFree("wx", "wy", "wz") ? ([0, 0, 0] as const) : undefined);
  return {
    name,
    shape: normalShape(shape),
    at,
    ...(turn !== undefined && { turn }),
    ...(launch && { velocity: isPolar(free, name) ? asRounded(launch) : launch }),
    ...(turning !== undefined && { spin: turning }),
    density: density ?? densities[space],
    ...(material !== undefined && { material }),
  };
}

function normalPart(part: DraftPart, { space, ask: { free } }: Draft): DraftPart {
  const { name, at, material } = part;
  const shape = normalShape(part.shape);
  const isFree = (one: string): boolean => free.some(({ of, what }) => of === name && what === one);
  const turn = space === "planar" ? normalTurn(part.turn, space, isFree("turn")) : partTurn(part);
  const belt = part.belt ?? (isFree("belt") ? 0 : undefined);
  return {
    name,
    // a stick in space is told by its two ends
    shape: shape.kind === "capsule" && space === "spatial" ? { ...shape, half: shortened(shape.half) } : shape,
    at,
    ...(turn !== undefined && { turn }),
    ...(material !== undefined && { material }),
    ...(belt !== undefined && { belt }),
  };
}

function normalJoint(joint: DraftJoint, { space, ask: { free } }: Draft): DraftJoint {
  const { name, kind, body, at, to, turn, axis, end, motor } = joint;
  const isFree = free.some(({ of, what }) => of === name && what === "motor");
  const moment = motor ?? (isFree ? 0 : undefined);
  return {
    name,
    kind,
    body,
    at,
    ...(to !== undefined && { to }),
    ...(space === "planar" && kind === "slider" && { turn: turn ?? 0 }),
    ...(space === "spatial" && (kind === "hinge" || kind === "slider") && { axis: axis ?? upright }),
    ...(end && { end }),
    ...(moment !== undefined && { motor: moment }),
  };
}

/** Joints in the order of their tree, with what is set or free of them and is no zero by itself. */
function normalRobot(one: DraftRobot, { ask: { free } }: Draft): DraftRobot {
  const isFree = (name: string, what: string): boolean =>
    free.some((asked) => asked.of === name && asked.what === what);
  const turn = normalTurn(one.turn, "spatial", false) as Triple | undefined;
  const joints = readRobot(one.urdf).joints.flatMap((name) => {
    const { position = 0, ...given } = jointOf(one, name);
    const velocity = given.velocity ?? (isFree(name, "velocity") ? 0 : undefined);
    const motor = given.motor ?? (isFree(name, "motor") ? 0 : undefined);
    if (position === 0 && velocity === undefined && motor === undefined) return [];
    return [
      {
        name,
        ...(position !== 0 && { position }),
        ...(velocity !== undefined && { velocity }),
        ...(motor !== undefined && { motor }),
      },
    ];
  });
  return {
    name: one.name,
    urdf: one.urdf,
    at: one.at,
    ...(turn !== undefined && { turn }),
    ...(joints.length > 0 && { joints }),
  };
}

/** The turn of a fixed part of space, as far as it is seen: none of a ball, of a stick only where its ends point to. */
function partTurn({ shape, turn }: DraftPart): Triple | undefined {
  if (!Array.isArray(turn) || shape.kind === "ball") return undefined;
  if (shape.kind !== "capsule") return normalTurn(turn, "spatial", false) as Triple | undefined;
  return turnTo(Array.from(rotate(fromRotationVector(turn), [1, 0, 0])));
}

/** The shortest turn that takes the x axis to a direction; undefined for none. */
export function turnTo([x, y, z]: readonly number[]): Triple | undefined {
  const length = Math.hypot(x, y, z);
  const [sine, cosine] = [Math.hypot(y, z) / length, x / length];
  const angle = Math.atan2(sine, cosine);
  if (rounded(angle) === 0) return undefined;
  // any axis across does for half a turn
  const [v, w] = rounded(sine) === 0 ? [0, 1] : [-z / (sine * length), y / (sine * length)];
  return asRounded([0, angle * v, angle * w]);
}

function normalTurn(turn: DraftBody["turn"], space: Draft["space"], isFree: boolean): number | Triple | undefined {
  if (space === "planar") return turn ?? (isFree ? 0 : undefined);
  return Array.isArray(turn) ? turnOf(fromRotationVector(turn)) : undefined;
}

/** The turn of a rotation, at most half a turn; undefined for none. */
export function turnOf(q: Parameters<typeof toRotationVector>[0]): Triple | undefined {
  const [x, y, z] = toRotationVector(q);
  const turn = asRounded([x, y, z]);
  return turn.every((component) => component === 0) ? undefined : turn;
}

const asRounded = ([x, y, z]: Triple): Triple => [rounded(x), rounded(y), rounded(z)];

function normalShape(shape: DraftShape): DraftShape {
  switch (shape.kind) {
    case "ball":
      return { kind: "ball", radius: shape.radius };
    case "box":
      return { kind: "box", half: shape.half };
    case "capsule":
      return { kind: "capsule", half: shape.half, radius: shape.radius };
    case "cylinder":
      return { kind: "cylinder", radius: shape.radius, halfLength: shape.halfLength };
    case "polygon":
      return { kind: "polygon", vertices: centred(shape.vertices) };
    case "mesh":
      return { kind: "mesh", vertices: shape.vertices, faces: shape.faces };
    case "outline":
      // of one piece it is a polygon
      return shape.pieces.length === 1
        ? { kind: "polygon", vertices: centred(shape.pieces[0]) }
        : { kind: "outline", pieces: centredPieces(shape.pieces) };
    default:
      return { kind: "ground" };
  }
}

/** Pairs of materials keep their numbers; of those for all other pairs the first holds. */
function normalContact(contact: Draft["contact"]): Draft["contact"] {
  const first = contact.materials.findIndex(({ between }) => between === undefined);
  const kept = <M extends { readonly between?: readonly [string, string] }>(list: readonly M[]): M[] =>
    list.filter(({ between }, i) => between !== undefined || i === first);
  if (contact.kind === "rigid")
    return {
      kind: "rigid",
      materials: kept(contact.materials).map(({ between, friction, restitution }) => ({
        ...(between && { between }),
        friction,
        restitution,
      })),
    };
  return {
    kind: "soft",
    materials: kept(contact.materials).map(({ between, friction, stiffness, damping }) => ({
      ...(between && { between }),
      friction,
      stiffness,
      damping,
    })),
  };
}
