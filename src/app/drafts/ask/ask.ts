/**
 * The question of a draft: what is free, what must hold and when, how long the motion lasts. It is checked (`ask.ts`), counted for
 * people (`tally.ts`), written as conditions of a problem (`ask-source.ts`) and read back from them (`ask-of-code.ts`); bodies and
 * shapes are not read here but by their names.
 *
 * @module app/drafts/ask
 */
import {
  type Checked,
  count,
  either,
  fields,
  flag,
  isRecord,
  listOf,
  oneOf,
  positive,
} from "../../../checks/fields.js";
import { unknownName } from "../../../checks/words.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { type DraftJoint, freeOfJoint } from "../joint.js";
import { number, word } from "../plain.js";
import { checkFreeOf, checkHoldOf, type DraftRobot, robotWith } from "../robots/robot.js";

const range = { min: number, max: number };

const freeable = [
  "vx",
  "vy",
  "vz",
  "speed",
  "direction",
  "elevation",
  "spin",
  "wx",
  "wy",
  "wz",
  "x",
  "y",
  "z",
  "turn",
  "belt",
  "motor",
  "position",
  "velocity",
] as const;
const holdable = [
  ...["x", "y", "z", "turn", "rx", "ry", "rz"],
  ...["vx", "vy", "vz", "spin", "wx", "wy", "wz", "position", "velocity"],
] as const;

const free = fields({ of: word, what: oneOf(freeable), ...range });

const hold = fields(
  { body: word, what: oneOf(holdable), value: number },
  {
    /** Within so much of its value it holds, too: places with it are a region. */
    within: positive,
    /** At the end where left out; all that a body holds at some time it holds at one time; or when it first touches another one. */
    when: either(isRecord, fields({ touch: word }), oneOf(["sometime", "always"])),
  },
);

export const ask = fields(
  {
    free: listOf(free),
    hold: listOf(hold),
    /** How long the motion lasts [s], and in how many steps it is told or marched. */
    end: positive,
    steps: count,
  },
  {
    /** Soft contact, too, is computed to an accuracy. */
    exact: flag,
    /** The duration is found in a range [s]; `end` is the first guess. */
    time: fields({ min: positive, max: positive }),
  },
);

/** A start value, or a coordinate of a fixed part, that is found within a range; the draft's own is the first guess. */
export interface Free extends Checked<typeof free> {}

/** A condition at the end or at another time: a coordinate, an angle or a velocity of a body. */
export interface Hold extends Checked<typeof hold> {}

/** As much of a draft as its question is about. */
interface Asked {
  readonly space: "planar" | "spatial";
  readonly bodies: readonly { readonly name: string }[];
  readonly world: readonly { readonly name: string }[];
  readonly joints?: readonly DraftJoint[];
  readonly robots?: readonly DraftRobot[];
  readonly ask: Checked<typeof ask>;
}

/** All that can be free of a body and of a fixed part, and all that can hold: less in the plane, where nothing leaves it. */
export const choices = {
  planar: {
    body: ["vx", "vy", "speed", "direction", "spin", "x", "y", "turn"],
    part: ["x", "y", "turn", "belt"],
    hold: ["x", "y", "turn", "vx", "vy", "spin"],
    rest: ["vx", "vy", "spin"],
  },
  spatial: {
    body: ["vx", "vy", "vz", "speed", "direction", "elevation", "wx", "wy", "wz", "x", "y", "z"],
    part: ["x", "y", "z", "belt"],
    // the vector of a rotation: its axis times its angle
    hold: ["x", "y", "z", "rx", "ry", "rz", "vx", "vy", "vz", "wx", "wy", "wz"],
    rest: ["vx", "vy", "vz", "wx", "wy", "wz"],
  },
} as const satisfies Record<Asked["space"], Record<string, readonly string[]>>;

/**
 * Refuses questions about what is not there, and of what cannot be free or held.
 * @throws {BadInput}
 */
export function checkAsk({ space, bodies, world, joints = [], robots = [], ask }: Asked): void {
  const moving = bodies.map(({ name }) => name);
  const things = [...moving, ...world.map(({ name }) => name)];
  const names = [...things, ...[...joints, ...robots].map(({ name }) => name)];
  ask.free.forEach(({ of, what, min, max }, i) => {
    const at = `ask.free[${i}]`;
    const isJoint = robotWith(robots, "joints", of) !== undefined;
    if (!names.includes(of) && !isJoint)
      throw new BadInput(`${at}.of`, `${at}.of: ${unknownName("body or part", of, names)}`);
    if (isJoint || robots.some(({ name }) => name === of)) checkFreeOf(isJoint, what, `${at}.what`);
    else {
      const kind = joints.find(({ name }) => name === of)?.kind;
      const all = kind === undefined ? choices[space][moving.includes(of) ? "body" : "part"] : freeOfJoint[space][kind];
      oneOf<readonly string[]>(all)(what, `${at}.what`);
    }
    checkRange({ min, max }, at);
  });
  ask.hold.forEach(({ body: of, what, when }, i) => {
    const at = `ask.hold[${i}]`;
    const [ofJoint, ofLink] = [robotWith(robots, "joints", of), robotWith(robots, "moved", of)];
    if (ofJoint !== undefined || ofLink !== undefined) checkHoldOf(ofJoint !== undefined, what, `${at}.what`);
    else if (!moving.includes(of)) throw new BadInput(`${at}.body`, `${at}.body: ${unknownName("body", of, moving)}`);
    else oneOf<readonly string[]>(choices[space].hold)(what, `${at}.what`);
    if (typeof when !== "object") return;
    const others = things.filter((name) => name !== of);
    if (!others.includes(when.touch))
      throw new BadInput(
        `${at}.when.touch`,
        `${at}.when.touch: ${unknownName("other body or part", when.touch, others)}`,
      );
  });
  if (ask.time !== undefined) checkRange(ask.time, "ask.time");
}

function checkRange({ min, max }: { readonly min: number; readonly max: number }, at: string): void {
  if (!(min < max)) throw new BadInput(`${at}.min`, `${at}.min must be below ${at}.max, it is ${min}.`);
}
