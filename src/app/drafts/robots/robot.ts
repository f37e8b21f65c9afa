/**
 * Robots of drafts: the text of a URDF, where its root stands, and what of its joints is set. `robot.ts` is what a draft holds and
 * reads of it, `robot-source.ts` what becomes of it in a scene and a question, `tidied-urdf.ts` what of a dropped file is kept.
 *
 * @module app/drafts/robots
 */
import { type Checked, fields, listOf, must, oneOf } from "../../../checks/fields.js";
import { unknownName } from "../../../checks/words.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { urdfShapes } from "../../../robots/collisions.js";
import { coordinatesOf, type Robot } from "../../../robots/robot.js";
import { parseUrdf } from "../../../robots/urdf.js";
import { number, type Triple, triple, word } from "../plain.js";

/** A larger robot fits into no link [characters]. */
const longestUrdf = 60_000;

const urdf = must<string>(
  `a text of at most ${longestUrdf} characters`,
  (given) => typeof given === "string" && given.length <= longestUrdf,
);

const turn = must<Triple>(
  "3 finite numbers",
  (given) => Array.isArray(given) && given.length === 3 && Array.from(given).every(Number.isFinite),
);

/** The fields of a robot of a draft: its root link stands still. */
export const robot = fields(
  {
    name: word,
    /** The text of its URDF. */
    urdf,
    /** The place of its root [m]. */
    at: triple,
  },
  {
    /** The vector of its root's rotation [rad]. */
    turn,
    /** Joints that begin elsewhere than at zero, move at the start, or have a motor. */
    joints: listOf(
      fields(
        { name: word },
        {
          /** At the start [rad or m], and its rate [rad/s or m/s]. */
          position: number,
          velocity: number,
          /** A steady torque or force [N m or N]. */
          motor: number,
        },
      ),
    ),
  },
);

/** A robot of a draft. */
export interface DraftRobot extends Checked<typeof robot> {}

/** The numbers of a joint of a robot. */
export interface RobotJoint {
  readonly name: string;
  readonly position?: number;
  readonly velocity?: number;
  readonly motor?: number;
}

/** All that can be free of a joint of a robot, and all that can hold of it and of a link at the end. */
export const freeOfRobot = ["position", "velocity", "motor"] as const;
export const freeOfRoot = ["x", "y", "z"] as const;
export const holdOfRobot = ["position", "velocity"] as const;
export const holdOfLink = ["x", "y", "z"] as const;

/** A URDF that was read: its tree, the joints that can be set, those that slide, and links that joints move. */
export interface ReadRobot {
  readonly tree: Robot;
  readonly joints: readonly string[];
  readonly sliding: ReadonlySet<string>;
  readonly moved: readonly string[];
  /** Links that can be asked for: the tips first. */
  readonly tips: readonly string[];
}

const read = new Map<string, ReadRobot>();
/** Texts that are remembered: a page changes a draft many times a second while something is dragged. */
const remembered = 8;

/**
 * A URDF as a draft needs it.
 * @throws {RangeError} one sentence, where it cannot be read.
 */
export function readRobot(text: string): ReadRobot {
  const known = read.get(text);
  if (known !== undefined) return known;
  const tree = parseUrdf(text);
  urdfShapes(text);
  const joints = coordinatesOf(tree);
  const kinds = new Map(tree.joints.map(({ name, kind }) => [name, kind]));
  const still = new Set([tree.links[0]]);
  for (const { kind, parent, child } of tree.joints) if (kind === "fixed" && still.has(parent)) still.add(child);
  const moved = tree.links.filter((link) => !still.has(link));
  const parents = new Set(tree.joints.map(({ parent }) => parent));
  const one = {
    tree,
    joints,
    sliding: new Set(joints.filter((name) => kinds.get(name) === "prismatic")),
    moved,
    tips: moved.filter((link) => !parents.has(link)),
  };
  if (read.size >= remembered) read.clear();
  read.set(text, one);
  return one;
}

/** As much of a draft as its robots are about. */
interface Robotic {
  readonly space: "planar" | "spatial";
  readonly contact: { readonly kind: string };
  readonly robots?: readonly DraftRobot[];
}

/** The robot of a draft that has a joint, or a link that moves, of this name. */
export const robotWith = (
  robots: readonly DraftRobot[] | undefined,
  list: "joints" | "moved",
  name: string,
): DraftRobot | undefined => robots?.find(({ urdf: text }) => readRobot(text)[list].includes(name));

/** Names of the joints and links of robots, which nothing else of a draft may have. */
export const namesOfRobot = ({ urdf: text }: DraftRobot): string[] => {
  const { tree } = readRobot(text);
  return [...new Set([...tree.links, ...tree.joints.map(({ name }) => name)])];
};

/**
 * Refuses robots that no motion has, in one sentence that names the field.
 * @throws {BadInput}
 */
export function checkRobots({ space, contact, robots = [] }: Robotic): void {
  const [first] = robots;
  if (first === undefined) return;
  if (space !== "spatial") throw new BadInput("robots", "robots must be left out in the plane: a URDF is of space.");
  if (contact.kind !== "soft")
    throw new BadInput(
      "contact.kind",
      `contact.kind must be soft: rigid contact knows no robots, and there is the robot ${first.name}.`,
    );
  robots.forEach((one, i) => {
    const at = `robots[${i}]`;
    const { joints } = readAt(one.urdf, `${at}.urdf`);
    for (const name of namesOfRobot(one)) word(name, `${at}.urdf: the name "${name}"`);
    const seen = new Set<string>();
    (one.joints ?? []).forEach(({ name }, k) => {
      const field = `${at}.joints[${k}].name`;
      if (!joints.includes(name)) throw new BadInput(field, `${field}: ${unknownName("joint", name, joints)}`);
      if (seen.has(name)) throw new BadInput(field, `${field} "${name}" is there twice.`);
      seen.add(name);
    });
  });
}

function readAt(text: string, at: string): ReadRobot {
  try {
    return readRobot(text);
  } catch (error) {
    if (error instanceof RangeError) throw new BadInput(at, `${at}: ${error.message}`);
    throw error;
  }
}

/** Refuses what cannot be free of a joint or a root of a robot. */
export const checkFreeOf = (isJoint: boolean, what: string, at: string): void =>
  oneOf<readonly string[]>(isJoint ? freeOfRobot : freeOfRoot)(what, at);

/** Refuses what cannot hold of a joint or a link of a robot. */
export const checkHoldOf = (isJoint: boolean, what: string, at: string): void =>
  oneOf<readonly string[]>(isJoint ? holdOfRobot : holdOfLink)(what, at);

/** The numbers of a joint, as far as they are set. */
export const jointOf = ({ joints = [] }: DraftRobot, name: string): RobotJoint =>
  joints.find((one) => one.name === name) ?? { name };
