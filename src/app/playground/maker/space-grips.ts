import {
  fromAxisAngle,
  fromRotationVector,
  multiplyQuaternions,
  rotate,
  toRotationVector,
} from "../../../algebra/rotation.js";
import { inner, minus, plus, times } from "../../../algebra/vectors.js";
import type { Draft, DraftPart, DraftShape } from "../../drafts/draft.js";
import type { Triple } from "../../motion-view/scene/scene-data.js";
import { ringOf } from "../../viewer/handles/ways.js";
import { tripleOf } from "../../viewer/triple.js";
import type { Grips, Handle } from "../../viewer/viewer-api.js";
import { find, findRobot, replaced, robotReplaced, type Selected } from "./edit.js";
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
function halfOf(shape: DraftShape): Triple {
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

const turnOf = ({ turn }: Base): Triple => tripleOf((i) => (typeof turn === "object" ? turn[i] : 0));

/** A thing of the scene: its place, and its shape where it has one. */
const thingOf = (draft: Draft, name: string): { readonly base: Base; readonly shape?: DraftShape } | undefined => {
  const [one, robot] = [find(draft, name), findRobot(draft, name)];
  return one !== undefined ? { base: one, shape: one.shape } : robot && { base: robot };
};

/** The size of a thing as far as its grips are concerned [m]. */
const reachOf = (shape: DraftShape | undefined): number =>
  (shape === undefined ? robotReach : Math.hypot(...halfOf(shape))) || robotReach;

/** The handles of what is selected: its height, its turn about each axis, and its sizes. */
export function handlesOf(draft: Draft, name: string): Handle[] {
  const thing = thingOf(draft, name);
  if (thing === undefined) return [];
  const { base, shape } = thing;
  const { at } = base;
  const reach = wider * reachOf(shape);
  const q = fromRotationVector(turnOf(base));
  const lift: Handle = {
    name: `lift ${name}`,
    label: `Height of ${name}`,
    kind: "lift",
    at: plus(at, [0, 0, wider * reach]),
    way: { kind: "line", from: plus(at, [0, 0, wider * reach]), along: [0, 0, 1] },
  };
  const isRound = shape?.kind === "ball" || shape?.kind === "ground";
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
      at: plus(at, times((shape === undefined ? 0 : halfOf(shape)[i]) + beyond * reachOf(shape), along)),
      way: { kind: "line", from: at, along },
    };
  });
  return [lift, ...rings, ...sizes];
}

/** The draft with a grip of what it was before at another point. */
export function movedInSpace(was: Draft, grip: string, point: Triple, snap: boolean): Draft {
  const [what, name = ""] = grip.split(" ");
  const thing = thingOf(was, name);
  if (thing === undefined) return was;
  const { base, shape } = thing;
  const step = 10 ** Math.floor(Math.log10(coarse * reachOf(shape)));
  const on = (x: number): number => Number((snap ? Math.round(x / step) * step : x).toPrecision(5)) + 0;
  const put = (change: { readonly at?: Triple; readonly turn?: Triple }): Draft =>
    shape === undefined
      ? robotReplaced(was, name, (one) => ({ ...one, ...change }))
      : replaced(was, name, (one) => ({ ...one, ...change }));
  const [x, y, z] = base.at;
  if (what === "move") return put({ at: [on(point[0]), on(point[1]), z] });
  if (what === "lift") return put({ at: [x, y, on(point[2] - wider * wider * reachOf(shape))] });
  const axis = Number(what.at(-1));
  if (what.startsWith("ring")) {
    const from = handlesOf(was, name).find((one) => one.name === grip)?.at ?? point;
    const [u, v] = [units[(axis + 1) % 3], units[(axis + 2) % 3]];
    const angleOf = (to: Triple): number => Math.atan2(inner(minus(to, base.at), v), inner(minus(to, base.at), u));
    const by = angleOf(point) - angleOf(from);
    const angle = snap ? Math.round(by / angleStep) * angleStep : by;
    const turn = toRotationVector(
      multiplyQuaternions(fromAxisAngle(units[axis], angle), fromRotationVector(turnOf(base))),
    );
    const [a, b, c] = turn.map((one) => Number(one.toPrecision(7)) + 0);
    return put({ turn: [a, b, c] });
  }
  if (shape === undefined) return was;
  const half = inner(minus(point, base.at), rotate(fromRotationVector(turnOf(base)), units[axis]));
  return replaced(was, name, (one) => ({ ...one, shape: resized(shape, axis, on(half - beyond * reachOf(shape))) }));
}

/** The box around a thing, and its rings. */
function linesOf(draft: Draft, name: string): readonly (readonly Triple[])[] {
  const thing = thingOf(draft, name);
  if (thing === undefined) return [];
  const { base, shape } = thing;
  const rings = handlesOf(draft, name).flatMap(({ way }) => {
    const points = way?.kind === "ring" ? ringOf(way).filter((_, k) => k % 6 === 0) : [];
    return points.length === 0 ? [] : [[...points, points[0]]];
  });
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

/** Everything that can be taken hold of: each thing by its place, which selects it, and what is selected by more. */
export function spaceGrips(desk: Desk): () => Grips | undefined {
  let was: Draft | undefined;
  const nameIn = (grip: string): string => grip.slice(grip.indexOf(" ") + 1);
  const roleOf = (draft: Draft, name: string): Selected["role"] =>
    findRobot(draft, name) !== undefined ? "robot" : draft.bodies.some((one) => one.name === name) ? "body" : "part";
  return () => {
    const { draft, selected, mode } = desk.get();
    if (draft.space !== "spatial" || mode !== "motion") return undefined;
    const things = [
      ...draft.bodies,
      ...draft.world.filter(({ shape }) => shape.kind !== "ground"),
      ...(draft.robots ?? []),
    ];
    const places = things.map(
      ({ name, at }): Handle => ({ name: `move ${name}`, label: `Place of ${name}`, kind: "move", at }),
    );
    const chosen = selected === undefined ? undefined : selected.name;
    return {
      handles: [...places, ...(chosen === undefined ? [] : handlesOf(draft, chosen))],
      lines: chosen === undefined ? [] : linesOf(draft, chosen),
      onHold(grip) {
        const name = nameIn(grip);
        was = desk.get().draft;
        if (desk.get().selected?.name !== name) desk.change({ selected: { role: roleOf(was, name), name }, group: [] });
      },
      onMove(grip, point, phase) {
        was ??= desk.get().draft;
        const now = movedInSpace(was, grip, point, desk.get().snap);
        if (phase === "drag") return desk.change({ draft: now });
        const isOther = JSON.stringify(now) !== JSON.stringify(was);
        desk.change({ draft: was });
        was = undefined;
        if (isOther) desk.commit(now);
      },
    };
  };
}
