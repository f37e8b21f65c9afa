import {
  conjugate,
  fromRotationVector,
  multiplyQuaternions,
  type QuaternionLike,
  rotate,
} from "../../algebra/rotation.js";
import type { Draft } from "./draft.js";
import { type DraftJoint, upright } from "./joint.js";
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
export const jointSource = (joint: DraftJoint, draft: Draft): Source =>
  draft.space === "planar" ? inPlane(joint, draft) : inSpace(joint, draft);

function inPlane(joint: DraftJoint, draft: Draft): Source {
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

const axes = ["x", "y", "z"] as const;

/** How a body of space is turned where it starts, by numbers; undefined of one that is not, and of the world. */
function turnOf(draft: Draft, name: string | undefined): QuaternionLike | undefined {
  const turn = draft.bodies.find((one) => one.name === name)?.turn;
  return Array.isArray(turn) ? fromRotationVector(turn) : undefined;
}

/** R(q)ᵀ v: a vector of the world in axes of a body. */
function inAxesBy(q: QuaternionLike | undefined, v: readonly Source[]): Source[] {
  if (q === undefined) return [...v];
  return [0, 1, 2].map((i) => {
    const axis = rotate(q, [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0]);
    return call("add", ...v.map((one, k) => call("mul", axis[k], one)));
  });
}

function inSpace(joint: DraftJoint, draft: Draft): Source {
  const { name, kind, body, to, motor } = joint;
  const place = (of: string | undefined, names: readonly string[]): Source => {
    const at = names.map((one) => p(`${name}.${one}`));
    if (of === undefined) return at;
    return inAxesBy(
      turnOf(draft, of),
      at.map((one, i) => call("sub", one, p(`${of}.${axes[i]}`))),
    );
  };
  const other = {
    ...(to !== undefined && { body: to }),
    at: place(to, kind === "rod" ? ["endX", "endY", "endZ"] : axes),
  };
  const held = { name, kind: kind === "rod" ? "distance" : kind, body, at: place(body, axes) };
  if (kind === "rod") {
    const ways = axes.map((axis) => call("sub", p(`${name}.end${axis.toUpperCase()}`), p(`${name}.${axis}`)));
    return { ...held, to: other, length: call("norm", ...ways) };
  }
  if (kind === "ball") return { ...held, to: other };
  const direction = axes.map((axis) => p(`${name}.axis${axis.toUpperCase()}`));
  const unit = direction.map((one) => call("div", one, call("norm", ...direction)));
  const [own, its] = [turnOf(draft, body), turnOf(draft, to)];
  const between = multiplyQuaternions(conjugate(its ?? [1, 0, 0, 0]), own ?? [1, 0, 0, 0]);
  const isTurned = kind === "slider" && (own !== undefined || its !== undefined);
  return {
    ...held,
    axis: inAxesBy(own, unit),
    to: { ...other, axis: inAxesBy(its, unit), ...(isTurned && { orientation: between }) },
    ...((motor !== undefined || frees(draft, name, "motor")) && { motor: { force: p(`${name}.motor`) } }),
  };
}

/** Pairs that never touch: bodies that a joint holds together, and those that the draft lists. */
export function excludeSource({ joints = [], exclude = [] }: Draft): readonly Source[] {
  return [...joints.flatMap(({ body, to }) => (to === undefined ? [] : [[body, to]])), ...exclude];
}

/** A number of a joint: its parameter, its value, its unit and how people call it. */
export type JointNumber = readonly [what: string, value: number, unit: string, meaning: string];

/** The numbers of a joint that can be set. */
export function jointNumbers({ name, kind, at, end, turn, axis, motor }: DraftJoint, draft: Draft): JointNumber[] {
  const planar = draft.space === "planar";
  const along = planar ? axes.slice(0, 2) : axes;
  const numbers = along.map((one, i): JointNumber => [one, at[i], "m", `place of ${name}, ${one}`]);
  if (end !== undefined)
    numbers.push(
      ...along.map((one, i): JointNumber => [`end${one.toUpperCase()}`, end[i], "m", `end of ${name}, ${one}`]),
    );
  if (planar && kind === "slider") numbers.push(["turn", turn ?? 0, "rad", `direction of ${name}`]);
  if (!planar && (kind === "hinge" || kind === "slider"))
    numbers.push(
      ...axes.map(
        (one, i): JointNumber => [
          `axis${one.toUpperCase()}`,
          (axis ?? upright)[i],
          "1",
          `direction of ${name}, ${one}`,
        ],
      ),
    );
  if (motor !== undefined || frees(draft, name, "motor"))
    numbers.push(["motor", motor ?? 0, kind === "slider" ? "N" : "N m", `motor of ${name}`]);
  return numbers;
}
