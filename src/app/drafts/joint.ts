import { type Checked, fields, oneOf } from "../../checks/fields.js";
import { unknownName } from "../../checks/words.js";
import { BadInput } from "../../motion/problem/problem.js";
import { number, triple, word } from "./plain.js";

/** The fields of a joint of a draft: it holds a body at a place of the drawing, so that it is closed however the body is turned. */
export const joint = fields(
  {
    name: word,
    /** A hinge turns about its place, a slider moves through it along a rail, a rod keeps a distance; a ball, in space, turns any way. */
    kind: oneOf(["hinge", "slider", "rod", "ball"]),
    body: word,
    /** Its place in the drawing [m]. */
    at: triple,
  },
  {
    /** The other body; the world where left out. */
    to: word,
    /** The direction of the rail of a slider in the plane [rad]. */
    turn: number,
    /** In space, the direction about which a hinge turns, or along which a slider moves; up where left out. */
    axis: triple,
    /** The other end of a rod [m]. */
    end: triple,
    /** A steady moment of a hinge [N m], anticlockwise, or force of a slider along its rail [N]. */
    motor: number,
  },
);

/** A joint of a body with another one or with the world. */
export interface DraftJoint extends Checked<typeof joint> {}

/** The direction of a joint in space where none is given. */
export const upright = [0, 0, 1] as const;

/** All that can be free of a joint. */
export const freeOfJoint = {
  planar: { hinge: ["x", "y", "motor"], slider: ["x", "y", "turn", "motor"], rod: ["x", "y"], ball: [] },
  spatial: {
    hinge: ["x", "y", "z", "motor"],
    slider: ["x", "y", "z", "motor"],
    rod: ["x", "y", "z"],
    ball: ["x", "y", "z"],
  },
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
  if (contact.kind !== "soft")
    throw new BadInput(
      "contact.kind",
      `contact.kind must be soft: rigid contact knows no joints, and there is the joint ${first.name}.`,
    );
  const moving = bodies.map(({ name }) => name);
  const planar = space === "planar";
  joints.forEach(({ kind, body, to, at: from, turn, axis, end, motor }, i) => {
    const at = `joints[${i}]`;
    const refuse = (field: string, why: string): never => {
      throw new BadInput(`${at}.${field}`, `${at}.${field} ${why}`);
    };
    for (const [field, name] of [["body", body] as const, ["to", to] as const])
      if (name !== undefined && !moving.includes(name)) refuse(field, `: ${unknownName("body", name, moving)}`.trim());
    if (to === body) refuse("to", "must be another body than that of the joint.");
    if (planar && kind === "ball") refuse("kind", "must be hinge, slider or rod in the plane.");
    if (turn !== undefined && !(planar && kind === "slider"))
      refuse("turn", "is for a slider in the plane: leave it out.");
    if (axis !== undefined && (planar || (kind !== "hinge" && kind !== "slider")))
      refuse("axis", "is for a hinge or a slider in space: leave it out.");
    if (axis !== undefined && Math.hypot(...axis) === 0) refuse("axis", "must have a direction.");
    if (end !== undefined && kind !== "rod") refuse("end", "is for a rod: leave it out.");
    if (motor !== undefined && (kind === "rod" || kind === "ball"))
      refuse("motor", "is for a hinge or a slider: leave it out.");
    if (planar && (from[2] !== 0 || (end !== undefined && end[2] !== 0)))
      refuse("at", "must be 0 along z in the plane.");
    checkRod(kind, from, end, refuse);
  });
}

type Ends = readonly [x: number, y: number, z: number];

function checkRod(
  kind: DraftJoint["kind"],
  from: Ends,
  end: Ends | undefined,
  refuse: (field: string, why: string) => never,
): void {
  if (kind === "rod" && (end === undefined || Math.hypot(...end.map((x, i) => x - from[i])) === 0))
    refuse("end", "must be given, and lie elsewhere than where the rod begins.");
}
