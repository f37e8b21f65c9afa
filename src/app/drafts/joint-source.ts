import type { Draft } from "./draft.js";
import type { DraftJoint } from "./joint.js";
import { call, p, type Source } from "./source.js";

const frees = ({ ask }: Draft, name: string, one: string): boolean =>
  ask.free.some(({ of, what }) => of === name && what === one);

/** The angle of a body that has one; undefined of one that is not turned, and of the world. */
function angleOf(draft: Draft, name: string | undefined): Source | undefined {
  const body = draft.bodies.find((one) => one.name === name);
  if (body === undefined) return undefined;
  return typeof body.turn === "number" || frees(draft, body.name, "turn") ? p(`${body.name}.turn`) : undefined;
}

/** A place of the drawing in axes of a body, or of the world: R(−θ)(place − body). */
function inAxesOf(draft: Draft, name: string | undefined, [x, y]: readonly [Source, Source]): Source {
  if (name === undefined) return [x, y, 0];
  const [dx, dy] = [call("sub", x, p(`${name}.x`)), call("sub", y, p(`${name}.y`))];
  const angle = angleOf(draft, name);
  if (angle === undefined) return [dx, dy, 0];
  const [c, s] = [call("cos", angle), call("sin", angle)];
  return [call("add", call("mul", c, dx), call("mul", s, dy)), call("sub", call("mul", c, dy), call("mul", s, dx)), 0];
}

/** A joint of the scene: closed at the start, wherever its place, its bodies and their angles are. */
export function jointSource(joint: DraftJoint, draft: Draft): Source {
  const { name, kind, body, to, motor } = joint;
  const at = [p(`${name}.x`), p(`${name}.y`)] as const;
  const end = kind === "rod" ? ([p(`${name}.endX`), p(`${name}.endY`)] as const) : at;
  const other = { ...(to !== undefined && { body: to }), at: inAxesOf(draft, to, end) };
  const held = { name, kind: kind === "rod" ? "distance" : kind, body, at: inAxesOf(draft, body, at) };
  const driven = (motor !== undefined || frees(draft, name, "motor")) && { motor: { force: p(`${name}.motor`) } };
  if (kind === "hinge") return { ...held, to: other, ...driven };
  if (kind === "rod")
    return { ...held, to: other, length: call("norm", call("sub", end[0], at[0]), call("sub", end[1], at[1])) };
  const [own, its] = [angleOf(draft, body), angleOf(draft, to)];
  const rail = p(`${name}.turn`);
  const along = (angle: Source | undefined): Source => {
    const from = angle === undefined ? rail : call("sub", rail, angle);
    return [call("cos", from), call("sin", from), 0];
  };
  const heading = its === undefined ? own : own === undefined ? call("neg", its) : call("sub", own, its);
  return {
    ...held,
    axis: along(own),
    to: { ...other, axis: along(its), ...(heading !== undefined && { heading }) },
    ...driven,
  };
}

/** Pairs that never touch: bodies that a joint holds together, and those that the draft lists. */
export function excludeSource({ joints = [], exclude = [] }: Draft): readonly Source[] {
  return [...joints.flatMap(({ body, to }) => (to === undefined ? [] : [[body, to]])), ...exclude];
}

/** A number of a joint: its parameter, its value, its unit and how people call it. */
export type JointNumber = readonly [what: string, value: number, unit: string, meaning: string];

/** The numbers of a joint that can be set. */
export function jointNumbers({ name, kind, at, end, turn, motor }: DraftJoint, draft: Draft): JointNumber[] {
  const numbers: JointNumber[] = [
    ["x", at[0], "m", `place of ${name}, x`],
    ["y", at[1], "m", `place of ${name}, y`],
  ];
  if (end !== undefined)
    numbers.push(["endX", end[0], "m", `end of ${name}, x`], ["endY", end[1], "m", `end of ${name}, y`]);
  if (kind === "slider") numbers.push(["turn", turn ?? 0, "rad", `direction of ${name}`]);
  if (motor !== undefined || frees(draft, name, "motor"))
    numbers.push(["motor", motor ?? 0, kind === "slider" ? "N" : "N m", `motor of ${name}`]);
  return numbers;
}
