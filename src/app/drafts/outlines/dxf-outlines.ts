import type { NamedOutline } from "./svg-outlines.js";

type Point = readonly [number, number];

/** Lengths of units by their number in $INSUNITS [m]; a drawing without one is in millimetres. */
const units: Readonly<Record<string, number>> = { "1": 0.0254, "2": 0.3048, "4": 1e-3, "5": 1e-2, "6": 1 };

/** Straight pieces of a full circle. */
const circleParts = 24;

interface Pair {
  readonly code: number;
  readonly value: string;
}

/**
 * Closed outlines of a DXF as text [m]: polylines with their bulges, circles, and chains of lines and arcs that meet.
 * @throws {RangeError} one sentence where the text is none.
 */
export function dxfOutlines(text: string): NamedOutline[] {
  const lines = text.split(/\r?\n/);
  const pairs = Array.from(
    { length: Math.floor(lines.length / 2) },
    (_, i): Pair => ({
      code: Number(lines[2 * i]),
      value: lines[2 * i + 1].trim(),
    }),
  );
  if (!pairs.some(({ code, value }) => code === 0 && value === "SECTION")) throw new RangeError("it has no section");
  const unit = pairs.findIndex(({ code, value }) => code === 9 && value === "$INSUNITS");
  const scale = units[pairs[unit + 1]?.value ?? ""] ?? 1e-3;
  const closed: NamedOutline[] = [];
  const open: Point[][] = [];
  for (const entity of entitiesOf(pairs)) {
    const points = pointsOf(entity);
    if (points.length < 2) continue;
    const name = entity.pairs.find(({ code }) => code === 8)?.value ?? "";
    if (isClosed(entity, points)) closed.push({ name, points });
    else open.push(points);
  }
  const chained = chains(open).map((points) => ({ name: "", points }));
  return [...closed, ...chained].map(({ name, points }) => ({
    name,
    points: points.map(([x, y]): Point => [scale * x, scale * y]),
  }));
}

interface Entity {
  readonly kind: string;
  readonly pairs: readonly Pair[];
}

/** The entities of the section that holds them; the vertices of an old polyline belong to it. */
function entitiesOf(pairs: readonly Pair[]): Entity[] {
  const begin = pairs.findIndex(({ code, value }) => code === 2 && value === "ENTITIES");
  const entities: { kind: string; pairs: Pair[] }[] = [];
  for (const pair of begin < 0 ? [] : pairs.slice(begin + 1)) {
    if (pair.code === 0 && pair.value === "ENDSEC") break;
    if (pair.code === 0 && pair.value !== "VERTEX" && pair.value !== "SEQEND")
      entities.push({ kind: pair.value, pairs: [] });
    else entities.at(-1)?.pairs.push(pair);
  }
  return entities;
}

const numberAt = ({ pairs }: Entity, wanted: number): number =>
  Number(pairs.find(({ code }) => code === wanted)?.value ?? 0);

function isClosed(entity: Entity, points: readonly Point[]): boolean {
  const [[x, y], [u, v]] = [points[0], points[points.length - 1]];
  const meets = Math.hypot(x - u, y - v) < 1e-9 * (1 + Math.abs(x) + Math.abs(y)) && points.length > 3;
  return entity.kind === "CIRCLE" || (entity.kind.endsWith("POLYLINE") && (numberAt(entity, 70) & 1) === 1) || meets;
}

function pointsOf(entity: Entity): Point[] {
  const number = (code: number): number => numberAt(entity, code);
  switch (entity.kind) {
    case "LINE":
      return [
        [number(10), number(20)],
        [number(11), number(21)],
      ];
    case "CIRCLE":
      return arc([number(10), number(20)], number(40), 0, 2 * Math.PI).slice(0, -1);
    case "ARC": {
      const [from, to] = [(number(50) * Math.PI) / 180, (number(51) * Math.PI) / 180];
      return arc([number(10), number(20)], number(40), from, to > from ? to : to + 2 * Math.PI);
    }
    case "LWPOLYLINE":
    case "POLYLINE":
      return polyline(entity);
    default:
      return [];
  }
}

function arc([x, y]: Point, radius: number, from: number, to: number): Point[] {
  const parts = Math.max(1, Math.ceil((Math.abs(to - from) / (2 * Math.PI)) * circleParts - 1e-9));
  return Array.from({ length: parts + 1 }, (_, i): Point => {
    const angle = from + ((to - from) * i) / parts;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function polyline(entity: Entity): Point[] {
  const corners: { at: [number, number]; bulge: number }[] = [];
  // an old polyline begins with a point of its own, which is no corner
  const list =
    entity.kind === "POLYLINE"
      ? entity.pairs.slice(entity.pairs.findIndex(({ code }) => code === 30) + 1)
      : entity.pairs;
  for (const { code, value } of list) {
    const last = corners.at(-1);
    if (code === 10) corners.push({ at: [Number(value), 0], bulge: 0 });
    else if (code === 20 && last !== undefined) last.at[1] = Number(value);
    else if (code === 42 && last !== undefined) last.bulge = Number(value);
  }
  const closed = (numberAt(entity, 70) & 1) === 1;
  return corners.flatMap(({ at, bulge }, i): Point[] => {
    const next = corners[(i + 1) % corners.length].at;
    if (bulge === 0 || (!closed && i === corners.length - 1)) return [at];
    return bulged(at, next, bulge).slice(0, -1);
  });
}

/** The arc between two corners whose bulge is the tangent of a quarter of its angle. */
function bulged(from: Point, to: Point, bulge: number): Point[] {
  const angle = 4 * Math.atan(bulge);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const cot = (1 - bulge ** 2) / (2 * bulge);
  const middle: Point = [(from[0] + to[0] - cot * dy) / 2, (from[1] + to[1] + cot * dx) / 2];
  const start = Math.atan2(from[1] - middle[1], from[0] - middle[0]);
  return arc(middle, Math.hypot(from[0] - middle[0], from[1] - middle[1]), start, start + angle);
}

/** Lines and arcs joined where their ends meet; what does not close is left out. */
function chains(open: readonly Point[][]): Point[][] {
  const left = [...open];
  const closed: Point[][] = [];
  const near = ([x, y]: Point, [u, v]: Point): boolean => Math.hypot(x - u, y - v) < 1e-6 * (1 + Math.hypot(x, y));
  for (let chain = left.pop(); chain !== undefined; chain = left.pop()) {
    for (;;) {
      const end: Point = chain[chain.length - 1];
      if (near(end, chain[0]) && chain.length > 3) {
        closed.push(chain.slice(0, -1));
        break;
      }
      const i = left.findIndex((one) => near(one[0], end) || near(one[one.length - 1], end));
      if (i < 0) break;
      const [next] = left.splice(i, 1);
      chain = [...chain, ...(near(next[0], end) ? next : [...next].reverse()).slice(1)];
    }
  }
  return closed;
}
