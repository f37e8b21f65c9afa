import {
  fromAxisAngle,
  fromRotationVector,
  multiplyQuaternions,
  rotate,
  toRotationVector,
} from "../../../algebra/rotation.js";
import { inner, minus, plus, times } from "../../../algebra/vectors.js";
import type { Draft, DraftPart, DraftShape } from "../../drafts/draft.js";
import { upright } from "../../drafts/joint.js";
import type { Triple } from "../../motion-view/scene/scene-data.js";
import { ringOf } from "../../viewer/handles/ways.js";
import { tripleOf } from "../../viewer/triple.js";
import type { Grips, Handle } from "../../viewer/viewer-api.js";
import { find, findJoint, findRobot, jointReplaced, replaced, robotReplaced, type Selected } from "./edit.js";
import { chosen, othersOf } from "./gestures.js";
import { carried } from "./joints.js";
import type { Desk } from "./making.js";

type Base = Pick<DraftPart, "at" | "turn">;

const axes = ["x", "y", "z"] as const;
const units: readonly Triple[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Rings are so much wider than what they turn; a robot has no size of its own [m]. */
const wider = 1.2;
const robotReach = 0.3;
/** Sizes are taken hold of beyond a face, by this part of a thing: before a face lies its middle, too. */
const beyond = 0.3;
/** Angles go in steps of this where they snap [rad], places and sizes by a power of ten below this part of a thing. */
const angleStep = Math.PI / 36;
const coarse = 0.3;
/** Nothing is made smaller [m]. */
const smallest = 0.002;

/** Half of the box around a shape in its own axes [m]. */
export function halfOf(shape: DraftShape): Triple {
  switch (shape.kind) {
    case "ball":
      return [shape.radius, shape.radius, shape.radius];
    case "box":
      return shape.half;
    case "capsule":
      return [shape.half + shape.radius, shape.radius, shape.radius];
    case "cylinder":
      return [shape.radius, shape.radius, shape.halfLength];
    case "mesh":
      return tripleOf((i) => Math.max(...shape.vertices.map((at) => Math.abs(at[i]))));
    default:
      return [0, 0, 0];
  }
}

/** The shape whose half along one of its axes is another; what has one size is as large in all of them. */
function resized(shape: DraftShape, axis: number, to: number): DraftShape {
  const half = Math.max(smallest, to);
  switch (shape.kind) {
    case "ball":
      return { ...shape, radius: half };
    case "box":
      return { ...shape, half: tripleOf((i) => (i === axis ? half : shape.half[i])) };
    case "capsule":
      return axis === 0 ? { ...shape, half: Math.max(smallest, half - shape.radius) } : { ...shape, radius: half };
    case "cylinder":
      return axis === 2 ? { ...shape, halfLength: half } : { ...shape, radius: half };
    case "mesh": {
      const by = half / halfOf(shape)[axis];
      return { ...shape, vertices: shape.vertices.map((vertex) => times(by, vertex)) };
    }
    default:
      return shape;
  }
}

/** Axes along which shapes have sizes of their own. */
const sized: Readonly<Partial<Record<DraftShape["kind"], readonly (0 | 1 | 2)[]>>> = {
  ball: [0],
  box: [0, 1, 2],
  capsule: [0, 1],
  cylinder: [0, 2],
  mesh: [0],
};

export const turnOf = ({ turn }: Base): Triple => tripleOf((i) => (typeof turn === "object" ? turn[i] : 0));

/** The size of a shape as far as its grips are concerned [m]. */
const reachOf = (shape: DraftShape | undefined): number =>
  (shape === undefined ? robotReach : Math.hypot(...halfOf(shape))) || robotReach;

/** A thing of the scene: its place, its shape where it has one, and the direction of a joint that has one. */
interface Thing {
  readonly base: Base;
  /** The size of it as far as its grips are concerned [m]: of a joint that of its body. */
  readonly size: number;
  readonly shape?: DraftShape;
  readonly along?: Triple;
}

function thingOf(draft: Draft, name: string): Thing | undefined {
  const [one, joint] = [find(draft, name), findJoint(draft, name)];
  if (one !== undefined) return { base: one, size: reachOf(one.shape), shape: one.shape };
  const robot = findRobot(draft, name);
  if (joint === undefined) return robot && { base: robot, size: robotReach };
  const held = { base: { at: joint.at }, size: reachOf(find(draft, joint.body)?.shape) };
  return joint.kind === "rod" || joint.kind === "ball" ? held : { ...held, along: joint.axis ?? upright };
}

/** The handles of what is selected: its height, its turn about each axis, and its sizes. */
export function handlesOf(draft: Draft, name: string): Handle[] {
  const thing = thingOf(draft, name);
  if (thing === undefined) return [];
  const { base, size, shape, along: axis } = thing;
  const { at } = base;
  const reach = wider * size;
  const q = fromRotationVector(turnOf(base));
  const lift: Handle = {
    name: `lift ${name}`,
    label: `Height of ${name}`,
    kind: "lift",
    at: plus(at, [0, 0, wider * reach]),
    way: { kind: "line", from: plus(at, [0, 0, wider * reach]), along: [0, 0, 1] },
  };
  const isJoint = findJoint(draft, name) !== undefined;
  const isRound = shape?.kind === "ball" || shape?.kind === "ground" || (isJoint && axis === undefined);
  const rings = isRound
    ? []
    : units.map((axis, i): Handle => {
        // beside the axes, where sizes are taken hold of
        const start = plus(at, times(reach * Math.SQRT1_2, plus(units[(i + 1) % 3], times(-1, units[(i + 2) % 3]))));
        return {
          name: `ring${i} ${name}`,
          label: `Turn of ${name} about ${axes[i]}`,
          kind: "ring",
          at: start,
          way: { kind: "ring", centre: at, axis, start },
        };
      });
  const sizes = ((shape && sized[shape.kind]) ?? []).map((i): Handle => {
    const along = rotate(q, units[i]);
    return {
      name: `size${i} ${name}`,
      label: `Size of ${name} along its ${axes[i]}`,
      kind: "size",
      at: plus(at, times((shape === undefined ? 0 : halfOf(shape)[i]) + beyond * size, along)),
      way: { kind: "line", from: at, along },
    };
  });
  return [lift, ...rings, ...sizes];
}

/** The draft with a grip of what it was before at another point; what is moved takes others along. */
export function movedInSpace(
  was: Draft,
  grip: string,
  point: Triple,
  { snap, others = [] }: { readonly snap: boolean; readonly others?: readonly string[] },
): Draft {
  const [what, name = ""] = grip.split(" ");
  const thing = thingOf(was, name);
  if (thing === undefined) return was;
  const { base, size, shape, along } = thing;
  const step = 10 ** Math.floor(Math.log10(coarse * size));
  const on = (x: number): number => Number((snap ? Math.round(x / step) * step : x).toPrecision(5)) + 0;
  const [x, y, z] = base.at;
  const by = (to: Triple): Draft =>
    [name, ...others].reduce((draft, one) => carried(draft, one, minus(to, base.at)), was);
  if (what === "move") return by([on(point[0]), on(point[1]), z]);
  if (what === "lift") return by([x, y, on(point[2] - wider * wider * size)]);
  const axis = Number(what.at(-1));
  if (what.startsWith("ring")) {
    const from = handlesOf(was, name).find((one) => one.name === grip)?.at ?? point;
    const [u, v] = [units[(axis + 1) % 3], units[(axis + 2) % 3]];
    const angleOf = (to: Triple): number => Math.atan2(inner(minus(to, base.at), v), inner(minus(to, base.at), u));
    const gone = angleOf(point) - angleOf(from);
    const rotation = fromAxisAngle(units[axis], snap ? Math.round(gone / angleStep) * angleStep : gone);
    const short = (vector: readonly number[]): Triple => tripleOf((i) => Number(vector[i].toPrecision(7)) + 0);
    if (along !== undefined) {
      // a direction of the world, without the rounding of a turn
      const turned = rotate(rotation, along).map((one) => Number(one.toFixed(7)));
      return jointReplaced(was, name, (one) => ({ ...one, axis: short(turned) }));
    }
    const turn = short(toRotationVector(multiplyQuaternions(rotation, fromRotationVector(turnOf(base)))));
    return shape === undefined
      ? robotReplaced(was, name, (one) => ({ ...one, turn }))
      : replaced(was, name, (one) => ({ ...one, turn }));
  }
  if (shape === undefined) return was;
  const half = inner(minus(point, base.at), rotate(fromRotationVector(turnOf(base)), units[axis]));
  return replaced(was, name, (one) => ({ ...one, shape: resized(shape, axis, on(half - beyond * size)) }));
}

/** The box around a thing, and its rings; the direction of a joint, and the way of a rod. */
function linesOf(draft: Draft, name: string): readonly (readonly Triple[])[] {
  const thing = thingOf(draft, name);
  if (thing === undefined) return [];
  const { base, size, shape, along } = thing;
  const end = findJoint(draft, name)?.end;
  if (end !== undefined) return [[base.at, end]];
  if (along !== undefined) {
    const half = times((wider * size) / Math.hypot(...along), along);
    return [[minus(base.at, half), plus(base.at, half)], ...ringLines(draft, name)];
  }
  const rings = ringLines(draft, name);
  if (shape === undefined || shape.kind === "ground") return rings;
  const half = halfOf(shape);
  const q = fromRotationVector(turnOf(base));
  const corner = (k: number): Triple =>
    plus(
      base.at,
      rotate(
        q,
        [0, 1, 2].map((i) => (((k >> i) & 1) === 1 ? half[i] : -half[i])),
      ),
    );
  const edges = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) =>
    [1, 2, 4].flatMap((bit) => ((k & bit) === 0 ? [[corner(k), corner(k | bit)]] : [])),
  );
  return [...rings, ...edges];
}

const ringLines = (draft: Draft, name: string): (readonly Triple[])[] =>
  handlesOf(draft, name).flatMap(({ way }) => {
    const points = way?.kind === "ring" ? ringOf(way).filter((_, k) => k % 6 === 0) : [];
    return points.length === 0 ? [] : [[...points, points[0]]];
  });

/** Everything that can be taken hold of: each thing by its place, which selects it, and what is selected by more. */
export function spaceGrips(desk: Desk): () => Grips | undefined {
  let was: Draft | undefined;
  const nameIn = (grip: string): string => grip.slice(grip.indexOf(" ") + 1);
  const roleOf = (draft: Draft, name: string): Selected["role"] =>
    findRobot(draft, name) !== undefined
      ? "robot"
      : findJoint(draft, name) !== undefined
        ? "joint"
        : draft.bodies.some((one) => one.name === name)
          ? "body"
          : "part";
  return () => {
    const { draft, selected, group, mode } = desk.get();
    if (draft.space !== "spatial" || mode !== "motion") return undefined;
    const things = [
      ...draft.bodies,
      ...draft.world.filter(({ shape }) => shape.kind !== "ground"),
      ...(draft.robots ?? []),
      ...(draft.joints ?? []),
    ];
    const places = things.map(
      ({ name, at }): Handle => ({ name: `move ${name}`, label: `Place of ${name}`, kind: "move", at }),
    );
    return {
      handles: [...places, ...(selected === undefined ? [] : handlesOf(draft, selected.name))],
      lines: [selected, ...group].flatMap((one) => (one === undefined ? [] : linesOf(draft, one.name))),
      onHold(grip, adds) {
        const [name, making] = [nameIn(grip), desk.get()];
        was = making.draft;
        const isOther = making.selected?.name !== name;
        if (isOther || adds) desk.change(chosen(making, { role: roleOf(was, name), name }, adds));
      },
      onMove(grip, point, phase) {
        was ??= desk.get().draft;
        const { snap, selected: on } = desk.get();
        const others = on === undefined ? [] : othersOf(desk.get(), on).map((one) => one.name);
        const now = movedInSpace(was, grip, point, { snap, others });
        if (phase === "drag") return desk.change({ draft: now });
        const isOther = JSON.stringify(now) !== JSON.stringify(was);
        desk.change({ draft: was });
        was = undefined;
        if (isOther) desk.commit(now);
      },
    };
  };
}
