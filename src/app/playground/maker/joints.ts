import { cornersOf } from "../../drafts/centred.js";
import type { Draft, DraftPart } from "../../drafts/draft.js";
import type { DraftJoint } from "../../drafts/joint.js";
import type { Triple } from "../../motion-view/scene/scene-data.js";
import { findRobot, freshName, type Point, replaced, robotReplaced, type Selected } from "./edit.js";
import { inAxes } from "./grips.js";

/** The tools that join bodies, each by its kind of joint. */
export type JointTool = Exclude<DraftJoint["kind"], "ball">;
export const isJointTool = (tool: string): tool is JointTool => tool === "hinge" || tool === "slider" || tool === "rod";

/** Rods that are put down by a click are so long [m]. */
const rodLength = 0.2;

/** Contact that bodies come to rest on, which joints need; steps that are short enough for it [1/s]. */
export const softContact = {
  kind: "soft",
  materials: [{ friction: 0.3, stiffness: 5000, damping: 20 }],
} as const satisfies Draft["contact"];
const stepsASecond = 500;

/** True where a point of the plane lies in a part. */
function covers(part: DraftPart, point: Point): boolean {
  const { shape } = part;
  const [x, y] = inAxes(part, point);
  switch (shape.kind) {
    case "ball":
      return Math.hypot(x, y) <= shape.radius;
    case "box":
      return Math.abs(x) <= shape.half[0] && Math.abs(y) <= shape.half[1];
    case "capsule":
      return Math.hypot(Math.max(0, Math.abs(x) - shape.half), y) <= shape.radius;
    case "ground":
      return y <= 0;
    default:
      return cornersOf(shape).some((piece) =>
        piece.every(([u, v], i) => {
          const [p, q] = piece[(i + 1) % piece.length];
          return (p - u) * (y - v) - (q - v) * (x - u) >= 0;
        }),
      );
  }
}

interface Gesture {
  readonly from: Point;
  readonly to: Point;
  readonly moved: boolean;
}

/**
 * A joint at a place: of the body that lies there, the topmost of several, with the next one under it, else with the world. Where
 * there is none it is of the body that is aimed at. What a joint holds beside each other does not touch.
 */
export function jointAdded(draft: Draft, kind: JointTool, { from, to, moved }: Gesture, aimed: string | undefined) {
  const at = (point: Point): string[] =>
    draft.bodies
      .filter((body) => covers(body, point))
      .map(({ name }) => name)
      .reverse();
  const [body = aimed, under] = at(from);
  if (body === undefined) return undefined;
  const end: Point = moved ? to : [from[0], from[1] + rodLength];
  const other = kind === "rod" ? at(end).find((name) => name !== body) : under;
  const name = freshName(draft, kind);
  const turn = moved ? Math.atan2(to[1] - from[1], to[0] - from[0]) : 0;
  const joint: DraftJoint = {
    name,
    kind,
    body,
    at: [...from, 0],
    ...(other !== undefined && { to: other }),
    ...(kind === "slider" && { turn }),
    ...(kind === "rod" && { end: [...end, 0] as const }),
  };
  // a pivot on a post, a rail in a wall
  const fixed = draft.world.filter((part) => part.shape.kind !== "ground" && covers(part, kind === "rod" ? end : from));
  const apart = other === undefined ? fixed.map((part) => [body, part.name] as const) : [];
  return withJoint(draft, joint, apart);
}

/** A draft with a joint more, which soft contact goes with, and pairs that its place keeps apart; it is selected. */
export function withJoint(draft: Draft, joint: DraftJoint, apart: readonly (readonly [string, string])[]) {
  const exclude = [...(draft.exclude ?? []), ...apart];
  const { contact, ask } = draft;
  const next: Draft = {
    ...draft,
    joints: [...(draft.joints ?? []), joint],
    ...(exclude.length > 0 && { exclude }),
    ...(contact.kind === "rigid" && {
      contact: softContact,
      ask: { ...ask, steps: Math.max(ask.steps, Math.round(ask.end * stepsASecond)) },
    }),
  };
  return { draft: next, selected: { role: "joint", name: joint.name } satisfies Selected };
}

/** A number of the drawing has as many digits as a screen can tell. */
const exact = (x: number): number => Number(x.toPrecision(6)) + 0;
const plus = (at: Triple, by: Triple): Triple => [exact(at[0] + by[0]), exact(at[1] + by[1]), exact(at[2] + by[2])];

/** A thing moved by so much; a body takes its joints along, of rods both ends. */
export function carried(draft: Draft, name: string, by: Triple): Draft {
  if (findRobot(draft, name) !== undefined)
    return robotReplaced(draft, name, (one) => ({ ...one, at: plus(one.at, by) }));
  const { joints } = draft;
  const move = (joint: DraftJoint): DraftJoint =>
    joint.name === name || joint.body === name
      ? { ...joint, at: plus(joint.at, by), ...(joint.end && { end: plus(joint.end, by) }) }
      : joint;
  const held = joints === undefined ? draft : { ...draft, joints: joints.map(move) };
  return replaced(held, name, (one) => ({ ...one, at: plus(one.at, by) }));
}
