import type { Free, Hold } from "../../drafts/ask/ask.js";
import { polarOf } from "../../drafts/ask/polar.js";
import { isPolar } from "../../drafts/ask/tally.js";
import type { Draft, DraftBody, DraftPart } from "../../drafts/draft.js";
import type { DraftJoint } from "../../drafts/joint.js";
import {
  type DraftRobot,
  jointOf,
  namesOfRobot,
  type RobotJoint,
  readRobot,
  robotWith,
} from "../../drafts/robots/robot.js";

/** A point of the plane that is drawn in [m]. */
export type Point = readonly [number, number];

/** Anything that can be selected: a body or a part by its name, the target of a body by the name of the body. */
export interface Selected {
  readonly role: "body" | "part" | "target" | "joint" | "robot";
  readonly name: string;
}

export const isBody = (one: DraftBody, { bodies }: Draft): boolean => bodies.some(({ name }) => name === one.name);

export const find = ({ bodies, world }: Draft, name: string): DraftBody | undefined =>
  [...bodies, ...world].find((one) => one.name === name);

export const findJoint = ({ joints = [] }: Draft, name: string): DraftJoint | undefined =>
  joints.find((one) => one.name === name);

export const findRobot = ({ robots = [] }: Draft, name: string): DraftRobot | undefined =>
  robots.find((one) => one.name === name);

/** True of a name that something of a draft has, joints and links of its robots too. */
export const isTaken = (draft: Draft, name: string): boolean =>
  find(draft, name) !== undefined ||
  findJoint(draft, name) !== undefined ||
  (draft.robots ?? []).some((one) => one.name === name || namesOfRobot(one).includes(name));

/** The first of "ball", "ball-2", … that nothing is called yet. */
export function freshName(draft: Draft, word: string): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? word : `${word}-${i}`;
    if (!isTaken(draft, name)) return name;
  }
}

/** The draft with a body or a part put in the place of the one of that name. */
export function replaced(draft: Draft, name: string, change: (one: DraftBody) => DraftBody): Draft {
  const each = (one: DraftBody): DraftBody => (one.name === name ? change(one) : one);
  return { ...draft, bodies: draft.bodies.map(each), world: draft.world.map(each) };
}

/** Another name, wherever the old one stands. */
export function renamed(draft: Draft, from: string, to: string): Draft {
  const other = (name: string): string => (name === from ? to : name);
  const called = {
    ...draft,
    ...(draft.robots && { robots: draft.robots.map((one) => ({ ...one, name: other(one.name) })) }),
  };
  const put = joinedAnew(
    replaced(called, from, (one) => ({ ...one, name: to })),
    (joint) => [
      { ...joint, name: other(joint.name), body: other(joint.body), ...(joint.to && { to: other(joint.to) }) },
    ],
    ([a, b]) => [[other(a), other(b)]],
  );
  return withAsk(put, {
    free: draft.ask.free.map((one) => (one.of === from ? { ...one, of: to } : one)),
    hold: draft.ask.hold.map(({ when, ...one }) => ({
      ...one,
      body: other(one.body),
      ...(when !== undefined && { when: typeof when === "object" ? { touch: other(when.touch) } : when }),
    })),
  });
}

type Both = readonly [string, string];

/** The draft with other joints and pairs that never touch; without these fields where none are left. */
function joinedAnew(
  { joints: held = [], exclude: apart = [], ...draft }: Draft,
  each: (joint: DraftJoint) => readonly DraftJoint[],
  pair: (both: Both) => readonly Both[],
): Draft {
  const [joints, exclude] = [held.flatMap(each), apart.flatMap(pair)];
  return { ...draft, ...(joints.length > 0 && { joints }), ...(exclude.length > 0 && { exclude }) };
}

/** The draft with a joint put in the place of the one of that name. */
export const jointReplaced = (draft: Draft, name: string, change: (joint: DraftJoint) => DraftJoint): Draft =>
  joinedAnew(
    draft,
    (joint) => [joint.name === name ? change(joint) : joint],
    (both) => [both],
  );

export const withAsk = (draft: Draft, ask: Partial<Draft["ask"]>): Draft => ({
  ...draft,
  ask: { ...draft.ask, ...ask },
});

/** The draft without what is selected, and without what was asked of it. */
export function removed(draft: Draft, { role, name }: Selected): Draft {
  const places: readonly string[] = ["x", "y", "z"];
  if (role === "target")
    return withAsk(draft, { hold: draft.ask.hold.filter(({ body, what }) => body !== name || !places.includes(what)) });
  if (role === "robot") return withoutRobot(draft, name);
  const gone = findJoint(draft, name);
  const stays = (joint: DraftJoint): boolean => joint.name !== name && joint.body !== name && joint.to !== name;
  const left = joinedAnew(
    draft,
    (joint) => (stays(joint) ? [joint] : []),
    // what a joint held on a part of the world touches it again
    (both) => (both.includes(name) || (gone?.to === undefined && gone?.body === both[0]) ? [] : [both]),
  );
  const kept = new Set((left.joints ?? []).map((joint) => joint.name));
  const dropped = (of: string): boolean => of === name || (findJoint(draft, of) !== undefined && !kept.has(of));
  const others = <P extends DraftPart>(list: readonly P[]): P[] => list.filter((one) => one.name !== name);
  return withAsk(
    { ...left, bodies: others(draft.bodies), world: others(draft.world) },
    {
      free: draft.ask.free.filter(({ of }) => !dropped(of)),
      hold: withoutTouch(draft.ask.hold, [name]).filter(({ body }) => body !== name),
    },
  );
}

/** A condition that waits for a touch of something that is gone must hold at the end. */
const withoutTouch = (hold: readonly Hold[], gone: readonly string[]): Hold[] =>
  hold.map(({ when, ...one }) =>
    when === undefined || (typeof when === "object" && gone.includes(when.touch)) ? one : { ...one, when },
  );

/** The draft without a robot, and without what was asked of it, its joints and its links. */
function withoutRobot({ robots = [], ...draft }: Draft, name: string): Draft {
  const gone = robots.find((one) => one.name === name);
  const left = robots.filter((one) => one !== gone);
  const names = gone === undefined ? [] : [name, ...namesOfRobot(gone)];
  const { free, hold } = draft.ask;
  return withAsk(
    { ...draft, ...(left.length > 0 && { robots: left }) },
    { free: free.filter(({ of }) => !names.includes(of)), hold: hold.filter(({ body }) => !names.includes(body)) },
  );
}

/** The draft with a robot put in the place of the one of that name. */
export const robotReplaced = (draft: Draft, name: string, change: (robot: DraftRobot) => DraftRobot): Draft => ({
  ...draft,
  ...(draft.robots && { robots: draft.robots.map((one) => (one.name === name ? change(one) : one)) }),
});

/** The draft with other numbers of a joint of a robot. */
export const robotJointPut = (draft: Draft, robot: string, joint: string, numbers: Omit<RobotJoint, "name">): Draft =>
  robotReplaced(draft, robot, (one) => ({
    ...one,
    joints: readRobot(one.urdf).joints.flatMap((name) => {
      const before = jointOf(one, name);
      const now = name === joint ? { ...before, ...numbers } : before;
      return Object.keys(now).length === 1 ? [] : [now];
    }),
  }));

/** Lets a fixed part move, or holds a body fast; what was asked of it is asked no more. */
export function moving(draft: Draft, name: string, on: boolean): Draft {
  const one = find(draft, name);
  if (one === undefined || one.shape.kind === "ground") return draft;
  const without = removed(draft, { role: "part", name });
  if (on) {
    const { belt: _belt, ...body }: DraftPart = one;
    return { ...without, bodies: [...without.bodies, body] };
  }
  const { velocity: _velocity, spin: _spin, density: _density, ...part } = one;
  return { ...without, world: [...without.world, part] };
}

/** A copy beside the original, and its name. */
export function copied(draft: Draft, name: string, by: number): { readonly draft: Draft; readonly name: string } {
  const one = find(draft, name);
  if (one === undefined) return { draft, name };
  const other = freshName(draft, name.replace(/-\d+$/, ""));
  const [x, y, z] = one.at;
  const copy = { ...one, name: other, at: [x + by, y - by, z] as const };
  return {
    name: other,
    draft: isBody(one, draft)
      ? { ...draft, bodies: [...draft.bodies, copy] }
      : { ...draft, world: [...draft.world, copy] },
  };
}

/** Ranges of what is freed, wide for a thing of a metre: launches and belts [m/s], motors [N m, N], spins [rad/s], places about where they are [m]. */
const ranges = { launch: 10, speed: 15, belt: 5, motor: 10, spin: 60, place: 1, rate: 20 } as const;

function rangeOf(what: Free["what"], now: number): Pick<Free, "min" | "max"> {
  const about = (middle: number, half: number) => ({ min: middle - half, max: middle + half });
  switch (what) {
    case "vx":
    case "vy":
    case "vz":
      return about(0, Math.max(ranges.launch, 2 * Math.abs(now)));
    case "speed":
      return { min: 0, max: Math.max(ranges.speed, 2 * now) };
    case "belt":
      return about(0, Math.max(ranges.belt, 2 * Math.abs(now)));
    case "motor":
      return about(0, Math.max(ranges.motor, 2 * Math.abs(now)));
    case "spin":
    case "wx":
    case "wy":
    case "wz":
      return about(0, Math.max(ranges.spin, 2 * Math.abs(now)));
    case "velocity":
      return about(0, Math.max(ranges.rate, 2 * Math.abs(now)));
    case "position":
    case "direction":
    case "elevation":
    case "turn":
      return about(now, Math.PI);
    default:
      return about(now, ranges.place);
  }
}

/** The number of a draft that can be free, or must hold, as it is drawn. */
export function numberOf(draft: Draft, name: string, what: Free["what"] | Hold["what"]): number {
  const joint = findJoint(draft, name);
  if (joint !== undefined) {
    const { at, turn = 0, motor = 0 } = joint;
    return { x: at[0], y: at[1], z: at[2], turn, motor }[what as "x"] ?? 0;
  }
  const robot = findRobot(draft, name) ?? robotWith(draft.robots, "joints", name);
  if (robot !== undefined) {
    const { position = 0, velocity = 0, motor: torque = 0 } = jointOf(robot, name);
    const [x, y, z] = robot.at;
    return { x, y, z, position, velocity, motor: torque }[what as "x"] ?? 0;
  }
  const one = find(draft, name);
  if (one === undefined) return 0;
  const [vx, vy, vz] = ("velocity" in one ? one.velocity : undefined) ?? [0, 0, 0];
  const spin = "spin" in one ? one.spin : undefined;
  const turning = Array.isArray(spin) ? spin : [0, 0, 0];
  const scalar = (x: number | readonly number[] | undefined): number => (typeof x === "number" ? x : 0);
  const [rx, ry, rz] = Array.isArray(one.turn) ? one.turn : [0, 0, 0];
  const numbers: Readonly<Record<typeof what, number>> = {
    x: one.at[0],
    y: one.at[1],
    z: one.at[2],
    turn: scalar(one.turn),
    rx,
    ry,
    rz,
    vx,
    vy,
    vz,
    ...polarOf([vx, vy, vz]),
    spin: scalar(spin),
    wx: turning[0],
    wy: turning[1],
    wz: turning[2],
    belt: draft.world.find((part) => part.name === name)?.belt ?? 0,
    motor: 0,
    position: 0,
    velocity: 0,
  };
  return numbers[what];
}

export const isFree = ({ ask }: Draft, name: string, what: Free["what"]): boolean =>
  ask.free.some((one) => one.of === name && one.what === what);

/** Frees a value, or holds it fast. Components of a launch make way for its speed and direction, and the other way round. */
export function freed(draft: Draft, name: string, what: Free["what"], on: boolean): Draft {
  const polar: readonly string[] = ["speed", "direction", "elevation"];
  const components: readonly string[] = ["vx", "vy", "vz"];
  const contrary = polar.includes(what) ? components : components.includes(what) ? polar : [];
  const kept = draft.ask.free.filter(
    (one) => one.of !== name || (one.what !== what && !(on && contrary.includes(one.what))),
  );
  if (!on) return withAsk(draft, { free: kept });
  return withAsk(draft, { free: [...kept, { of: name, what, ...rangeOf(what, numberOf(draft, name, what)) }] });
}

/** The speed of the surface of a fixed part [m/s]; one that stands still is no belt, unless its speed is to be found. */
export function running(draft: Draft, name: string, speed: number): Draft {
  const world = draft.world.map((part): DraftPart => {
    if (part.name !== name) return part;
    const { belt: _, ...still } = part;
    return speed === 0 && !isFree(draft, name, "belt") ? still : { ...still, belt: speed };
  });
  return { ...draft, world };
}

export const heldValue = ({ ask }: Draft, body: string, what: Hold["what"]): number | undefined =>
  ask.hold.find((one) => one.body === body && one.what === what)?.value;

/** Asks for a value, when the body's others are asked for; undefined asks for it no longer. */
export function held(draft: Draft, body: string, what: Hold["what"], value: number | undefined): Draft {
  const { hold } = draft.ask;
  const before = hold.find((one) => one.body === body && one.what === what);
  if (value === undefined) return withAsk(draft, { hold: hold.filter((one) => one !== before) });
  const when = whenOf(draft, body);
  const asked = { ...(before ?? { body, what, ...(when !== undefined && { when }) }), value };
  return withAsk(draft, { hold: before ? hold.map((one) => (one === before ? asked : one)) : [...hold, asked] });
}

/** A region about a value that is asked for: within so much of it; undefined asks for the value itself. */
export function heldWithin(draft: Draft, body: string, what: Hold["what"], within: number | undefined): Draft {
  const hold = draft.ask.hold.map((one): Hold => {
    if (one.body !== body || one.what !== what) return one;
    const { within: _, ...rest } = one;
    return { ...rest, ...(within !== undefined && { within }) };
  });
  return withAsk(draft, { hold });
}

/** When a body must be as it is asked for: undefined at the end. */
export const whenOf = ({ ask }: Draft, body: string): Hold["when"] => ask.hold.find((one) => one.body === body)?.when;

/** Asks for all that must hold of a body at another time. */
export function heldWhen(draft: Draft, body: string, when: Hold["when"]): Draft {
  const hold = draft.ask.hold.map((one): Hold => {
    if (one.body !== body) return one;
    const { when: _, ...rest } = one;
    return { ...rest, ...(when !== undefined && { when }) };
  });
  return withAsk(draft, { hold });
}

/** Puts the target of a body; where nothing of the body is free its launch is, so that there is something to find. */
export function aimed(draft: Draft, body: string, [x, y]: Point): Draft {
  const put = held(held(draft, body, "x", x), body, "y", y);
  if (draft.ask.free.length > 0) return put;
  return freed(freed(put, body, "vx", true), body, "vy", true);
}

/** The duration [s], inside its range where it is to be found. */
export function lasting(draft: Draft, end: number): Draft {
  const { time } = draft.ask;
  return withAsk(draft, { end: time === undefined ? end : Math.min(time.max, Math.max(time.min, end)) });
}

/** The duration is to be found about what it is, or is held fast. */
export function timed(draft: Draft, on: boolean): Draft {
  const { time: _, ...ask } = draft.ask;
  return { ...draft, ask: on ? { ...ask, time: { min: ask.end / 10, max: 4 * ask.end } } : ask };
}

/** Another launch, inside the ranges of what is free of it. */
export function launchedAt(draft: Draft, name: string, velocity: Point): Draft {
  const [vx, vy] = velocity;
  const within = (what: Free["what"], x: number): number => {
    const range = draft.ask.free.find((one) => one.of === name && one.what === what);
    return range === undefined ? x : Math.min(range.max, Math.max(range.min, x));
  };
  const speed = within("speed", Math.hypot(vx, vy));
  const factor = isPolar(draft.ask.free, name) && speed > 0 ? speed / Math.hypot(vx, vy) : 1;
  return replaced(draft, name, (one) => ({
    ...one,
    velocity: [within("vx", vx * factor), within("vy", vy * factor), one.velocity?.[2] ?? 0],
  }));
}
