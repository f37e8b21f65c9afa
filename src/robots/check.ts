import { BadInput } from "../checks/bad-input.js";
import {
  type Check,
  fields,
  limit,
  listOf,
  must,
  name,
  oneOf,
  quantities,
  quantity,
  vector,
} from "../checks/fields.js";
import { inWords } from "../checks/words.js";
import type { Robot } from "./robot.js";

const numbers = (size: number): Check =>
  must(
    `${size} finite numbers`,
    (given) => Array.isArray(given) && given.length === size && Array.from(given).every(Number.isFinite),
  );

const number = must("a finite number", Number.isFinite);

const joint = fields(
  {
    name,
    kind: oneOf(["revolute", "continuous", "prismatic", "fixed"]),
    parent: name,
    child: name,
    origin: fields({ position: numbers(3), orientation: numbers(4) }),
    axis: numbers(3),
    limits: fields({ lower: limit, upper: limit, speed: limit }, { effort: limit }),
  },
  { mimics: fields({ joint: name, factor: number, offset: number }) },
);

const robotFields = fields(
  { name, links: listOf(name), joints: listOf(joint) },
  {
    inertials: listOf(fields({ link: name, mass: quantity, centre: vector, inertia: quantities(6) })),
    resistances: listOf(fields({ joint: name, damping: quantity, friction: quantity }, { armature: quantity })),
  },
);

/** Rounding of unit axes and quaternions that people type. */
const typed = 1e-6;

/**
 * A tree of links: names once, each joint after the one that carries its parent, limits in order, unit axes.
 * @throws {BadInput} naming the field.
 */
export const robotCheck: Check<Robot> = (given, at) => {
  robotFields(given, at);
  const { links, joints, inertials = [], resistances = [] } = given as Robot;
  refuseTwice(links, `${at}.links`);
  refuseTwice(
    joints.map((one) => one.name),
    `${at}.joints`,
  );
  if (links.length === 0) throw new BadInput(`${at}.links`, `${at}.links must hold the root at least.`);
  const reached = new Set([links[0]]);
  joints.forEach(({ name: joint, parent, child, axis, origin, limits }, i) => {
    const field = `${at}.joints[${i}]`;
    if (!reached.has(parent))
      refuse(`${field}.parent`, `must be a link that a joint before "${joint}" carries, or the root`, parent);
    if (reached.has(child) || !links.includes(child))
      refuse(`${field}.child`, "must be a link that nothing else carries", child);
    reached.add(child);
    if (!(limits.lower <= limits.upper)) refuse(`${field}.limits`, "must have lower below upper", limits.lower);
    if (!isUnit(axis)) refuse(`${field}.axis`, "must be a unit vector", axis.join(", "));
    if (!isUnit(origin.orientation))
      refuse(`${field}.origin.orientation`, "must be a unit quaternion", origin.orientation.join(", "));
  });
  const astray = links.findIndex((link) => !reached.has(link));
  if (astray >= 0) refuse(`${at}.links[${astray}]`, "must be carried by a joint", links[astray]);
  inertials.forEach(({ link }, i) => {
    if (!reached.has(link)) refuse(`${at}.inertials[${i}].link`, "must be a link of the robot", link);
  });
  const known = new Set(joints.map((one) => one.name));
  resistances.forEach(({ joint: named }, i) => {
    if (!known.has(named)) refuse(`${at}.resistances[${i}].joint`, "must be a joint of the robot", named);
  });
};

const isUnit = (v: readonly number[]): boolean => Math.abs(v.reduce((sum, x) => sum + x * x, 0) - 1) <= 2 * typed;

function refuse(field: string, problem: string, found: unknown): never {
  throw new BadInput(field, `${field} ${problem}, it is ${inWords(found)}.`);
}

function refuseTwice(names: readonly string[], field: string): void {
  const seen = new Set<string>();
  for (const one of names) {
    if (seen.has(one)) throw new BadInput(field, `${field} has the name "${one}" twice.`);
    seen.add(one);
  }
}
