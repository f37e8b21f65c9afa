import { type Checked, fields, oneOf } from "../../checks/fields.js";
import { unknownName } from "../../checks/words.js";
import { BadInput } from "../../motion/problem/problem.js";
import { number, triple, word } from "./plain.js";

/** The fields of a joint of a draft: it holds a body at a place of the drawing, so that it is closed however the body is turned. */
export const joint = fields(
  {
    name: word,
    /** A hinge turns about its place, a slider moves through it along a rail, a rod keeps a distance. */
    kind: oneOf(["hinge", "slider", "rod"]),
    body: word,
    /** Its place in the drawing [m]. */
    at: triple,
  },
  {
    /** The other body; the world where left out. */
    to: word,
    /** The direction of the rail of a slider [rad]. */
    turn: number,
    /** The other end of a rod [m]. */
    end: triple,
    /** A steady moment of a hinge [N m], anticlockwise, or force of a slider along its rail [N]. */
    motor: number,
  },
);

/** A joint of a body with another one or with the world. */
export interface DraftJoint extends Checked<typeof joint> {}

/** All that can be free of a joint. */
export const freeOfJoint = {
  hinge: ["x", "y", "motor"],
  slider: ["x", "y", "turn", "motor"],
  rod: ["x", "y"],
} as const;

/** As much of a draft as its joints are about. */
interface Jointed {
  readonly space: "planar" | "spatial";
  readonly bodies: readonly { readonly name: string }[];
  readonly contact: { readonly kind: string };
  readonly joints?: readonly DraftJoint[];
}

/**
 * Refuses joints that no motion has, in one sentence that names the field.
 * @throws {BadInput}
 */
export function checkJoints({ space, bodies, contact, joints = [] }: Jointed): void {
  const [first] = joints;
  if (first === undefined) return;
  if (space !== "planar")
    throw new BadInput("joints", "joints must be left out in space: drawn joints are of the plane.");
  if (contact.kind !== "soft")
    throw new BadInput(
      "contact.kind",
      `contact.kind must be soft: rigid contact knows no joints, and there is the joint ${first.name}.`,
    );
  const moving = bodies.map(({ name }) => name);
  joints.forEach(({ kind, body, to, at: from, turn, end, motor }, i) => {
    const at = `joints[${i}]`;
    const refuse = (field: string, why: string): never => {
      throw new BadInput(`${at}.${field}`, `${at}.${field} ${why}`);
    };
    for (const [field, name] of [["body", body] as const, ["to", to] as const])
      if (name !== undefined && !moving.includes(name)) refuse(field, `: ${unknownName("body", name, moving)}`.trim());
    if (to === body) refuse("to", "must be another body than that of the joint.");
    if (turn !== undefined && kind !== "slider") refuse("turn", "is for a slider: leave it out.");
    if (end !== undefined && kind !== "rod") refuse("end", "is for a rod: leave it out.");
    if (motor !== undefined && kind === "rod") refuse("motor", "is for a hinge or a slider: leave it out.");
    if (from[2] !== 0 || (end !== undefined && end[2] !== 0)) refuse("at", "must be 0 along z in the plane.");
    if (kind !== "rod") return;
    if (end === undefined || Math.hypot(end[0] - from[0], end[1] - from[1]) === 0)
      refuse("end", "must be given, and lie elsewhere than where the rod begins.");
  });
}
