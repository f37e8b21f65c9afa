import { centreOf } from "../../drafts/centred.js";
import type { Draft, DraftBody, DraftPart } from "../../drafts/draft.js";
import { convexOutline } from "../../motion-view/outlines.js";
import { aimed, freshName, type Point, type Selected } from "./edit.js";

/** The tools that draw something; `select` moves what is there. */
export const tools = [
  "select",
  "ball",
  "box",
  "capsule",
  "wall",
  "ramp",
  "post",
  "polygon",
  "hinge",
  "slider",
  "rod",
  "target",
] as const;
export type Tool = (typeof tools)[number];

/** Sizes of what is put down by a click [m]. */
const sizes = {
  ball: 0.05,
  capsule: [0.1, 0.03],
  post: 0.1,
  box: [0.1, 0.06],
  wall: 0.4,
  ramp: [0.6, 0.3],
  thickness: 0.02,
} as const;
/** Bodies reach so far along z [m], which the plane does not see. */
const depth = 0.1;
/** A launch is drawn as an arrow: so many metres of it are a metre a second. */
export const arrowLength = 0.25;

/** A draft with something new, and what it is; undefined where there is nothing to be put. */
export interface Added {
  readonly draft: Draft;
  readonly selected: Selected;
}

type Gesture = { readonly from: Point; readonly to: Point; readonly moved: boolean };

/** The work of a tool: what becomes of a click, or of a drag from one point to another. */
export function added(draft: Draft, tool: Tool, gesture: Gesture, aimedBody: string | undefined): Added | undefined {
  const { from, to, moved } = gesture;
  switch (tool) {
    case "ball": {
      const velocity = moved ? ([...launch(from, to), 0] as const) : undefined;
      return body(draft, "ball", {
        shape: { kind: "ball", radius: sizes.ball },
        at: [...from, 0],
        ...(velocity && { velocity }),
      });
    }
    case "box":
      return body(draft, "box", rectangle(from, moved ? to : undefined, sizes.box));
    case "capsule":
      return body(
        draft,
        "capsule",
        moved ? stickBetween(from, to) : { shape: stick(sizes.capsule[0]), at: [...from, 0] },
      );
    case "wall":
      return part(
        draft,
        "wall",
        wallBetween(
          ...onTop(
            draft,
            ...(moved ? ([from, to] as const) : ([beside(from, -sizes.wall), beside(from, sizes.wall)] as const)),
          ),
        ),
      );
    case "ramp":
      return part(draft, "ramp", rampBetween(from, moved ? to : [from[0] + sizes.ramp[0], from[1] + sizes.ramp[1]]));
    case "post": {
      const radius = moved ? Math.max(sizes.thickness, distance(from, to)) : sizes.post;
      return part(draft, "post", { shape: { kind: "ball", radius }, at: [...from, 0] });
    }
    case "target": {
      const name = aimedBody ?? draft.bodies[0]?.name;
      return name === undefined ? undefined : { draft: aimed(draft, name, to), selected: { role: "target", name } };
    }
    default:
      return undefined;
  }
}

/** The convex outline of corners that were clicked, as a body: those of drafts are convex. Undefined where they are none. */
export function polygonAdded(draft: Draft, corners: readonly Point[]): Added | undefined {
  const vertices = convexOutline(corners);
  if (vertices.length < 3) return undefined;
  const [x, y] = centreOf(vertices);
  return body(draft, "polygon", { shape: { kind: "polygon", vertices }, at: [x, y, 0] });
}

const distance = ([a, b]: Point, [c, d]: Point): number => Math.hypot(c - a, d - b);
const beside = ([x, y]: Point, by: number): Point => [x + by, y];

/** The launch whose arrow goes from one point to another [m/s]. */
export const launch = (from: Point, to: Point): Point => [
  (to[0] - from[0]) / arrowLength,
  (to[1] - from[1]) / arrowLength,
];

type Placed = Pick<DraftPart, "shape" | "at" | "turn"> & Pick<DraftBody, "velocity">;

const body = (draft: Draft, word: string, placed: Placed): Added => {
  const name = freshName(draft, word);
  return { draft: { ...draft, bodies: [...draft.bodies, { name, ...placed }] }, selected: { role: "body", name } };
};

const part = (draft: Draft, word: string, placed: Placed): Added => {
  const name = freshName(draft, word);
  return { draft: { ...draft, world: [...draft.world, { name, ...placed }] }, selected: { role: "part", name } };
};

function rectangle([x, y]: Point, to: Point | undefined, [a, b]: Point): Placed {
  if (to === undefined) return { shape: { kind: "box", half: [a, b, depth] }, at: [x, y, 0] };
  const [u, v] = to;
  const half = [
    Math.max(sizes.thickness, Math.abs(u - x) / 2),
    Math.max(sizes.thickness, Math.abs(v - y) / 2),
    depth,
  ] as const;
  return { shape: { kind: "box", half }, at: [(x + u) / 2, (y + v) / 2, 0] };
}

const stick = (half: number): DraftPart["shape"] => ({ kind: "capsule", half, radius: sizes.capsule[1] });

/** A stick whose round ends are about two points. */
function stickBetween([x, y]: Point, [u, v]: Point): Placed {
  const angle = Math.atan2(v - y, u - x);
  const half = Math.max(sizes.thickness, distance([x, y], [u, v]) / 2);
  return { shape: stick(half), at: [(x + u) / 2, (y + v) / 2, 0], ...(angle !== 0 && { turn: angle }) };
}

/** A wall from one end to the other, a box that is turned. */
export function wallBetween(from: Point, to: Point, thickness: number = sizes.thickness): Placed {
  const [[x, y], [u, v]] = [from, to];
  const angle = Math.atan2(v - y, u - x);
  return {
    shape: { kind: "box", half: [Math.max(thickness, distance(from, to) / 2), thickness, depth] },
    at: [(x + u) / 2, (y + v) / 2, 0],
    ...(angle !== 0 && { turn: angle }),
  };
}

/** Walls that lean less than this from upright carry nothing [sine of the angle]. */
const upright = 0.1;

/** The middle line of a wall whose surface is drawn: where things weigh something they lie on the line that a hand has drawn. */
function onTop({ gravity: [gx, gy] }: Draft, from: Point, to: Point): [Point, Point] {
  const [length, weight] = [distance(from, to), Math.hypot(gx, gy)];
  const [u, v] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const down = (gx * -v + gy * u) / weight;
  if (!(length > 0 && Math.abs(down) > upright)) return [from, to];
  const by = Math.sign(down) * sizes.thickness;
  const under = ([x, y]: Point): Point => [x - by * v, y + by * u];
  return [under(from), under(to)];
}

/** A ramp from its foot to its head: a triangle upright under the line. */
function rampBetween(from: Point, to: Point): Placed {
  const [u, v] = [to[0], Math.abs(to[1] - from[1]) < sizes.thickness ? from[1] + sizes.thickness : to[1]];
  const vertices = convexOutline([from, [u, v], v > from[1] ? [u, from[1]] : [from[0], v]]);
  const [x, y] = centreOf(vertices);
  return { shape: { kind: "polygon", vertices }, at: [x, y, 0] };
}
