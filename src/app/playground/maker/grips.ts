import { cornersOf } from "../../drafts/centred.js";
import type { Draft, DraftBody, DraftPart, DraftShape } from "../../drafts/draft.js";
import { arrowLength, launch, wallBetween } from "./add.js";
import { aimed, find, heldValue, isBody, launchedAt, type Point, replaced, type Selected } from "./edit.js";

/** A point at which what is selected is taken hold of. */
export interface Grip {
  readonly name: "turn" | "size" | "from" | "to" | "launch" | "aim";
  readonly label: string;
  readonly at: Point;
}

/** Beyond the edge of a body by so much of a picture's height its angle is taken hold of, and its size. */
const beyond = 0.09;
const aside = 0.035;

const angleOf = ({ turn }: DraftPart): number => (typeof turn === "number" ? turn : 0);

/** The point of the world of a point of a body or a part. */
export function placed(part: DraftPart, [u, v]: Point): Point {
  const [c, s] = [Math.cos(angleOf(part)), Math.sin(angleOf(part))];
  return [part.at[0] + c * u - s * v, part.at[1] + s * u + c * v];
}

/** Half the extent of a shape along its own axes [m]. */
export function extent(shape: DraftShape): Point {
  switch (shape.kind) {
    case "ball":
      return [shape.radius, shape.radius];
    case "box":
      return [shape.half[0], shape.half[1]];
    case "capsule":
      return [shape.half + shape.radius, shape.radius];
    case "polygon":
    case "outline": {
      const points = cornersOf(shape).flat();
      return [Math.max(...points.map(([x]) => Math.abs(x))), Math.max(...points.map(([, y]) => Math.abs(y)))];
    }
    default:
      return [0, 0];
  }
}

/** The longest side of the box around points [m]. */
export const longestSide = (points: readonly (readonly number[])[]): number =>
  Math.max(
    ...[0, 1, 2].map((i) => {
      const all = points.map((point) => point[i] ?? 0);
      return Math.max(...all) - Math.min(...all);
    }),
  );

/** A thin fixed box is a wall, which has two ends. */
export const isWall = (part: DraftPart, draft: Draft): boolean =>
  part.shape.kind === "box" && !isBody(part as DraftBody, draft) && part.shape.half[0] > 3 * part.shape.half[1];

/** The place of a target; a coordinate that is not asked for is that of the start. */
export function targetOf(draft: Draft, body: string): Point | undefined {
  const [x, y] = [heldValue(draft, body, "x"), heldValue(draft, body, "y")];
  const at = find(draft, body)?.at;
  return at === undefined || (x === undefined && y === undefined) ? undefined : [x ?? at[0], y ?? at[1]];
}

/** The grips of what is selected; `height` is that of the picture [m]. */
export function gripsOf(draft: Draft, { role, name }: Selected, height: number): Grip[] {
  const one = find(draft, name);
  if (one === undefined) return [];
  if (role === "target") {
    const at = targetOf(draft, name);
    return at === undefined ? [] : [{ name: "aim", label: `Target of ${name}`, at }];
  }
  const [a, b] = extent(one.shape);
  const turn: Grip = { name: "turn", label: `Angle of ${name}`, at: placed(one, [0, b + beyond * height]) };
  if (one.shape.kind === "ground") return [{ ...turn, at: placed(one, [beyond * 3 * height, 0]) }];
  if (isWall(one, draft))
    return [
      { name: "from", label: `First end of ${name}`, at: placed(one, [-a, 0]) },
      { name: "to", label: `Second end of ${name}`, at: placed(one, [a, 0]) },
    ];
  const size: Grip = {
    name: "size",
    label: `Size of ${name}`,
    at: placed(one, one.shape.kind === "ball" ? [a, 0] : [a, -b]),
  };
  if (!isBody(one, draft)) return one.shape.kind === "ball" ? [size] : [turn, size];
  const [vx, vy] = one.velocity ?? [0, 0];
  const tip: Point = [one.at[0] + arrowLength * vx, one.at[1] + arrowLength * vy];
  return [turn, size, { name: "launch", label: `Launch of ${name}`, at: tip }];
}

/** The draft with a grip at another place, in a picture of a height [m]. */
export function gripped(
  draft: Draft,
  { name, grip }: Selected & { readonly grip: Grip["name"] },
  to: Point,
  height: number,
): Draft {
  const one = find(draft, name);
  if (one === undefined) return draft;
  const [x, y] = one.at;
  switch (grip) {
    case "aim":
      return aimed(draft, name, to);
    case "launch":
      return launchedAt(draft, name, launch([x, y], to));
    case "turn": {
      const angle = Math.atan2(to[1] - y, to[0] - x);
      return replaced(draft, name, (part) => ({
        ...part,
        turn: part.shape.kind === "ground" ? angle : angle - Math.PI / 2,
      }));
    }
    case "size":
      return replaced(draft, name, (part) => ({ ...part, shape: sized(part.shape, inAxes(part, to), aside * height) }));
    default: {
      const [a] = extent(one.shape);
      const [from, end] = grip === "from" ? [to, placed(one, [a, 0])] : [placed(one, [-a, 0]), to];
      const thickness = one.shape.kind === "box" ? one.shape.half[1] : undefined;
      return replaced(draft, name, ({ turn: _, ...part }) => ({ ...part, ...wallBetween(from, end, thickness) }));
    }
  }
}

/** A point of the world in the axes of a part. */
export function inAxes(part: DraftPart, [u, v]: Point): Point {
  const [c, s] = [Math.cos(angleOf(part)), Math.sin(angleOf(part))];
  const [x, y] = [u - part.at[0], v - part.at[1]];
  return [c * x + s * y, c * y - s * x];
}

/** Nothing is made smaller than this [m]. */
const smallest = 0.005;

/** The shape whose corner, or edge, is a bit inside of a point in its axes. */
function sized(shape: DraftShape, to: Point, inside: number): DraftShape {
  const [a, b] = [Math.max(smallest, Math.abs(to[0]) - inside), Math.max(smallest, Math.abs(to[1]) - inside)];
  switch (shape.kind) {
    case "ball":
      return { ...shape, radius: exact(Math.max(smallest, Math.hypot(...to) - inside)) };
    case "box":
      return { ...shape, half: [exact(a), exact(b), shape.half[2]] };
    case "capsule":
      return { ...shape, half: Math.max(smallest, a - b), radius: b };
    case "polygon":
    case "outline": {
      const [u, v] = extent(shape);
      const pieces = cornersOf(shape).map((piece) => piece.map(([x, y]) => [(x * a) / u, (y * b) / v] as const));
      return shape.kind === "outline" ? { ...shape, pieces } : { ...shape, vertices: pieces[0] };
    }
    default:
      return shape;
  }
}

/** A size that a hand gives has no more digits than a hand can tell. */
const exact = (x: number): number => Number(x.toPrecision(4));
