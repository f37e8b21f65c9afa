import { convexOutline, type Spot } from "../../motion-view/outlines.js";
import type { SceneBody, SceneData, Triple } from "../../motion-view/scene/scene-data.js";
import { inner, type Look, type Piece, piecesOf, placed, still } from "./drawn.js";
import { keyframes, movers } from "./keyframes.js";
import {
  colourOf,
  type Fit,
  fitted,
  fixed,
  frameOf,
  height,
  markup,
  nearest,
  poseAt,
  type Stage,
  type Story,
  short,
  sorted,
  width,
} from "./layout.js";
import { behind, grounds } from "./surroundings.js";

const style = `.page{fill:#fff}.floor{fill:#eef0f2}.net{stroke:#d5d9de;stroke-width:1;fill:none}.ground{fill:#dcdfe3}.edge{stroke:#8a9097;stroke-width:2;fill:none}.cloth{fill:#d7e9df}.way{fill:none;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}.mark{stroke:#1a1a1a;stroke-width:2;fill:none}.aim{fill:#1a1a1a}@media (prefers-color-scheme:dark){.page{fill:#16181b}.floor{fill:#22262b}.net{stroke:#363c43}.ground{fill:#2c3137}.edge{stroke:#767d86}.cloth{fill:#1f3a2f}.mark{stroke:#f4f4f4}.aim{fill:#f4f4f4}}`;

const radians = Math.PI / 180;

function lookOf(plane: SceneData["plane"], [azimuth, elevation]: readonly [number, number]): Look {
  if (plane === "xy") return { flat: ([x, y]) => [x, y], eye: [0, 0, 1], planar: true };
  if (plane === "xz") return { flat: ([x, , z]) => [x, z], eye: [0, -1, 0], planar: true };
  const [ca, sa] = [Math.cos(azimuth * radians), Math.sin(azimuth * radians)];
  const [ce, se] = [Math.cos(elevation * radians), Math.sin(elevation * radians)];
  return {
    flat: ([x, y, z]) => [-sa * x + ca * y, -ca * se * x - sa * se * y + ce * z],
    eye: [ca * ce, sa * ce, se],
    planar: false,
  };
}

const moves = ({ poses }: SceneBody): boolean =>
  Array.from(poses).some((x, i) => i >= 7 && Math.abs(x - poses[i % 7]) > 1e-6);

/** A picture of a motion that tells it without a caption: where it begins, its way, poses along it, and where it must end. */
export function storyPicture(title: string, scene: SceneData, story: Story): string {
  const look = lookOf(scene.plane, story.from ?? [-57, 26]);
  const end = scene.t[scene.t.length - 1];
  const followed = scene.bodies.filter(
    (body) => moves(body) && (story.followed?.includes(body.name) ?? body.role === "part"),
  );
  const stage: Stage = { scene, look, story, last: nearest(scene.t, (story.until ?? 1) * end), followed };
  const layers = [
    ...behind(stage),
    ...ghosts(stage),
    ...ways(stage),
    ...(story.moving ? [] : bodiesAt(stage, stage.last)),
  ];
  const seen = [...layers, ...(story.moving ? bodiesAt(stage, 0) : []), ...targetMarks(stage)];
  const frame = frameOf(seen);
  const fit = fitted(frame);
  const inside = [
    ...grounds(stage, frame, fit),
    ...layers.map((piece) => markup(piece, fit)),
    ...(story.moving ? movers(stage, fit) : []),
    ...targetMarks(stage).map((piece) => markup(piece, fit)),
    ...launches(stage, fit),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${title}</title><style>${style}${story.moving ? keyframes(stage, fit) : ""}</style><rect class="page" width="${width}" height="${height}" rx="10"/>${inside.join("")}</svg>\n`;
}

/** All bodies at a picture, the farthest first. */
function bodiesAt(stage: Stage, k: number): Piece[] {
  const { scene, look } = stage;
  const each = scene.bodies.map((body) => {
    const pieces = sorted(
      body.shapes.flatMap((shape) => piecesOf(shape, poseAt(body, k), look, colourOf(stage, body))),
    );
    return { pieces, depth: inner(poseAt(body, k).position, look.eye) };
  });
  if (look.planar) return each.flatMap(({ pieces }) => pieces);
  return each.toSorted((a, b) => a.depth - b.depth).flatMap(({ pieces }) => pieces);
}

/** Poses on the way, fainter the longer ago. */
function ghosts(stage: Stage): Piece[] {
  const { scene, look, story, last, followed } = stage;
  const { ghosts: count = 3, evenly = "time" } = story;
  const end = scene.t[last];
  const gone = evenly === "time" ? scene.t : turned(followed[0], last);
  const times = Array.from({ length: count }, (_, i) =>
    nearest(gone, ((evenly === "time" ? end : gone[last]) * i) / count),
  );
  return times.flatMap((k, i) => {
    const faint = ` opacity="${(0.18 + (0.34 * i) / Math.max(1, count - 1)).toFixed(2)}"`;
    const pieces = followed.flatMap((body) =>
      sorted(body.shapes.flatMap((shape) => piecesOf(shape, poseAt(body, k), look, colourOf(stage, body)))),
    );
    return pieces.map((piece) => ({ ...piece, paint: piece.paint + faint }));
  });
}

/** How far a body has turned at each picture [rad]. */
function turned(body: SceneBody, last: number): number[] {
  const sum = [0];
  for (let k = 1; k <= last; k++) {
    const [p, q] = [poseAt(body, k - 1).turn, poseAt(body, k).turn];
    sum.push(sum[k - 1] + 2 * Math.acos(Math.min(1, Math.abs(p.reduce((all, x, i) => all + x * q[i], 0)))));
  }
  return sum;
}

const wayPoints = 90;

/** The way of each body that is followed, and where it flies on after the motion. */
function ways(stage: Stage): Piece[] {
  const { look, last, followed } = stage;
  return followed.flatMap((body): Piece[] => {
    const count = Math.min(wayPoints, last + 1);
    const points = Array.from({ length: count }, (_, i) =>
      look.flat(poseAt(body, Math.round((i * last) / Math.max(1, count - 1))).position),
    );
    const paint = `class="way" stroke="${colourOf(stage, body)}"`;
    const way: Piece = { points, closed: false, depth: 0, paint };
    const { after = [] } = body;
    if (after.length === 0) return [way];
    const flight: Piece = {
      points: after.map(look.flat),
      closed: false,
      depth: 0,
      paint: `${paint} stroke-dasharray="1 6"`,
    };
    const balls = [0.35, 0.7, 1].flatMap((share) =>
      body.shapes.flatMap((shape) =>
        piecesOf(
          shape,
          { ...still, position: after[Math.round(share * (after.length - 1))] },
          look,
          colourOf(stage, body),
        ),
      ),
    );
    return [way, flight, ...balls.map((piece) => ({ ...piece, paint: `${piece.paint} opacity=".7"` }))];
  });
}

/** The outline of what must be at a target, as it is there at the end, and a cross. */
function targetMarks({ scene, look, followed, last }: Stage): Piece[] {
  return scene.targets.flatMap((at): Piece[] => {
    const there = followed.find((body) => {
      const { position } = poseAt(body, last);
      return Math.hypot(...position.map((x, i) => x - at[i])) < 0.02;
    });
    const spot = look.flat(at);
    const cross: Piece = { points: [spot], closed: false, depth: 0, paint: 'class="mark"' };
    if (there === undefined) return [cross];
    const outlines = there.shapes.flatMap((shape): Piece[] => {
      if (shape.kind === "ball")
        return [
          {
            points: [spot],
            closed: true,
            radius: 1.35 * shape.radius,
            depth: 0,
            paint: 'class="mark" stroke-dasharray="5 4"',
          },
        ];
      const pieces = piecesOf(shape, poseAt(there, last), look, fixed);
      const hull = convexOutline(pieces.flatMap(({ points }) => points));
      return hull.length < 3
        ? []
        : [{ points: grown(hull, 1.12), closed: true, depth: 0, paint: 'class="mark" stroke-dasharray="6 4"' }];
    });
    return [...outlines, cross];
  });
}

function grown(outline: readonly Spot[], by: number): Spot[] {
  const [x, y] = [0, 1].map((i) => outline.reduce((sum, spot) => sum + spot[i], 0) / outline.length);
  return outline.map(([u, v]): Spot => [x + by * (u - x), y + by * (v - y)]);
}

/** An arrow along the way on which the body that is moved first begins [px]. */
const arrow = 46;

function launches({ look, followed, story }: Stage, { place }: Fit): string[] {
  const [body] = followed;
  if (body === undefined || followed.length > 2 || story.moving) return [];
  const start = place(look.flat(poseAt(body, 0).position));
  for (let k = 1; k < body.poses.length / 7; k++) {
    const [x, y] = place(look.flat(poseAt(body, k).position));
    const away = Math.hypot(x - start[0], y - start[1]);
    if (away < 6) continue;
    const angle = (Math.atan2(y - start[1], x - start[0]) * 180) / Math.PI;
    return [
      `<g class="aim" transform="translate(${start.map(short).join(" ")}) rotate(${short(angle)})"><path d="M0 -1.6H${arrow - 10}V-6L${arrow} 0L${arrow - 10} 6V1.6H0Z"/></g>`,
    ];
  }
  return [];
}

/** Points of a body's flight in the world, for tests: where the way ends. */
export const endOfWay = (body: SceneBody): Triple => {
  const { after = [] } = body;
  return after.at(-1) ?? placed([0, 0, 0], poseAt(body, body.poses.length / 7 - 1));
};
