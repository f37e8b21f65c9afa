import { convexOutline, type Spot } from "../../motion-view/outlines.js";
import type { SceneBody, SceneShape, Triple } from "../../motion-view/scene/scene-data.js";
import { type Look, type Piece, piecesOf, still } from "./drawn.js";
import { type Fit, type Frame, fixed, type Stage, told } from "./layout.js";

/** Everything of the world that has an end, the cloth of a table under it. */
export function behind({ scene, look, story }: Stage): Piece[] {
  const pieces = scene.world.flatMap((shape) => (isRelief(shape) ? relief(shape, look) : worldPieces(shape, look)));
  if (!story.table) return pieces;
  const corners = scene.world.flatMap((shape) => (shape.kind === "line" ? [shape.from, shape.to] : []));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const cloth: Piece = {
    points: [
      [left, low],
      [right, low],
      [right, high],
      [left, high],
    ],
    closed: true,
    depth: -1,
    paint: 'class="cloth"',
  };
  return [cloth, ...pockets(corners), ...pieces];
}

const worldPieces = (shape: SceneShape, look: Look): Piece[] =>
  piecesOf(shape, still, look, fixed).filter(({ paint }) => !paint.includes("#fff"));

/** Pockets are where two ends of cushions are near each other. */
function pockets(ends: readonly Triple[]): Piece[] {
  const gap = 0.2;
  return ends.flatMap((a, i) =>
    ends.slice(i + 1).flatMap((b): Piece[] => {
      const away = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (away > gap) return [];
      // the corner of a table lies beyond the line between its cushions
      const straight = Math.abs(a[0] - b[0]) < 1e-9 || Math.abs(a[1] - b[1]) < 1e-9;
      const at: Spot = straight
        ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
        : [Math.abs(a[0]) > Math.abs(b[0]) ? a[0] : b[0], Math.abs(a[1]) > Math.abs(b[1]) ? a[1] : b[1]];
      return [{ points: [at], closed: true, radius: 0.06, depth: 0, paint: 'class="edge" style="fill:#0b0d0f"' }];
    }),
  );
}

type Relief = Extract<SceneShape, { kind: "mesh" }>;
const isRelief = (shape: SceneShape): shape is Relief => shape.kind === "mesh" && shape.faces.length > 100;
const levels = 12;

/** A surface by its outline and lines of equal height. */
function relief({ vertices, faces }: Relief, { flat }: Look): Piece[] {
  const heights = vertices.map(([, , z]) => z);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const pieces: Piece[] = [
    { points: convexOutline(vertices.map(flat)), closed: true, depth: -1e3, paint: 'class="cloth"' },
  ];
  for (let i = 1; i < levels; i++) {
    const level = low + ((high - low) * i) / levels;
    const cuts = faces.flatMap((face): Triple[] => {
      const ends = face.flatMap((a, k): Triple[] => {
        const [p, q] = [vertices[a], vertices[face[(k + 1) % face.length]]];
        if (p[2] < level === q[2] < level) return [];
        const share = (level - p[2]) / (q[2] - p[2]);
        return [[p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]), level]];
      });
      return ends.length === 2 ? ends : [];
    });
    const paint = `stroke="#19a37c" stroke-opacity="${(0.25 + (0.55 * i) / levels).toFixed(2)}" fill="none"`;
    pieces.push({ points: cuts.map(flat), closed: false, pairs: true, depth: -999, paint });
  }
  return pieces;
}

/** The ground: a floor with a net in space, and what is under a line where it is seen from its edge. */
export function grounds({ scene, look, followed }: Stage, frame: Frame, { place, scale }: Fit): string[] {
  return scene.world.flatMap((shape) => {
    if (shape.kind !== "half-space") return [];
    const { normal, tangent, offset, stretch } = shape;
    if (look.planar) {
      const [along, up] = [look.flat(tangent), look.flat(normal)];
      if (Math.hypot(...along) < 0.5) return [];
      const foot: Spot = [up[0] * offset, up[1] * offset];
      const reach = frame.right - frame.left + frame.top - frame.bottom + 800 / scale;
      const [from, to] = stretch ?? [-reach, reach];
      const at = (s: number, depth: number): Spot =>
        place([foot[0] + s * along[0] - depth * up[0], foot[1] + s * along[1] - depth * up[1]]);
      const deep = stretch === undefined ? reach : 10 / scale;
      return [
        `<path class="ground" d="M${told([at(from, 0), at(to, 0), at(to, deep), at(from, deep)])}Z"/>`,
        `<path class="edge" d="M${told([at(from, 0), at(to, 0)])}"/>`,
      ];
    }
    // walls of a box without ends are not seen
    return Math.abs(normal[2]) < 0.9 ? [] : [floor(followed, look, { place, scale })];
  });
}

/** The part of a level floor over which bodies move, with a net on it. */
function floor(followed: readonly SceneBody[], { flat }: Look, { place }: Fit): string {
  const [xs, ys] = [0, 1].map((i) => followed.flatMap(({ poses }) => Array.from(poses).filter((_, k) => k % 7 === i)));
  const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 1e-3);
  const step = 10 ** Math.round(Math.log10(size / 4));
  const room = 0.2 * size;
  const range = (all: readonly number[]): [number, number] => [
    Math.floor((Math.min(...all) - room) / step),
    Math.ceil((Math.max(...all) + room) / step),
  ];
  const [[left, right], [low, high]] = [range(xs), range(ys)];
  const at = (x: number, y: number): Spot => place(flat([x * step, y * step, 0]));
  const corners = [at(left, low), at(right, low), at(right, high), at(left, high)];
  const lines: string[] = [];
  for (let x = left; x <= right; x++) lines.push(`M${told([at(x, low), at(x, high)])}`);
  for (let y = low; y <= high; y++) lines.push(`M${told([at(left, y), at(right, y)])}`);
  return `<path class="floor" d="M${told(corners)}Z"/><path class="net" d="${lines.join("")}"/>`;
}
