import { nothing, type SVGTemplateResult, svg } from "lit";
import { cornersOf } from "../../drafts/centred.js";
import type { Draft, DraftPart } from "../../drafts/draft.js";
import type { SceneBody } from "../../motion-view/scene/scene-data.js";
import { arrowLength } from "./add.js";
import { type Camera, gridOf, toPlane, toScreen } from "./camera.js";
import { find, heldValue, type Point, type Selected } from "./edit.js";
import { extent, type Grip, targetOf } from "./grips.js";

/** Small things can still be pressed within so far of their middle [pixels]. */
export const finger = 17;

/** Farther than any window reaches [pixels]. */
const far = 20_000;

/** A shape in pixels about its place, which the group around it turns: strokes keep their width, whatever the scale. */
function outline({ shape }: Pick<DraftPart, "shape">, scale: number): SVGTemplateResult {
  const rectangle = (a: number, b: number, round: number): SVGTemplateResult =>
    svg`<rect x=${-a * scale} y=${-b * scale} width=${2 * a * scale} height=${2 * b * scale} rx=${round * scale} />`;
  switch (shape.kind) {
    case "ball": {
      const radius = shape.radius * scale;
      return svg`<circle r=${radius} /><path class="spoke" d=${`M0 0H${radius}`} />`;
    }
    case "box":
      return rectangle(shape.half[0], shape.half[1], 0);
    case "capsule":
      return rectangle(shape.half + shape.radius, shape.radius, shape.radius);
    case "polygon":
    case "outline": {
      const pieces = cornersOf(shape);
      const fill = pieces.map((piece) => `M${piece.map((corner) => pixels(corner, scale)).join("L")}Z`).join("");
      return pieces.length === 1
        ? svg`<path d=${fill} />`
        : svg`<path style="stroke: none" d=${fill} /><path style="fill: none" d=${edges(pieces, scale)} />`;
    }
    default:
      return svg`<rect x=${-far} y="0" width=${2 * far} height=${far} />`;
  }
}

const pixels = ([x, y]: Point, scale: number): string => `${x * scale} ${-y * scale}`;

/** The sides of pieces that are none of another piece: the outline of the whole. */
function edges(pieces: readonly (readonly Point[])[], scale: number): string {
  const sides = pieces.flatMap((piece) =>
    piece.map((from, i): [string, string] => [pixels(from, scale), pixels(piece[(i + 1) % piece.length], scale)]),
  );
  const seen = new Set(sides.map((side) => side.join()));
  return sides.flatMap(([from, to]) => (seen.has([to, from].join()) ? [] : [`M${from}L${to}`])).join("");
}

/** Chevrons on a belt are so large, so far apart and so far under its surface [pixels]; those of the ground reach so far. */
const chevron = { size: 4, apart: 22, deep: 8, reach: 500 } as const;

/** Chevrons along the surface of a belt, that way round as it runs. */
function chevrons({ shape, belt = 0 }: DraftPart, scale: number): SVGTemplateResult | typeof nothing {
  if (belt === 0) return nothing;
  const [a, b] = shape.kind === "ground" ? [chevron.reach, 0] : extent(shape).map((half) => half * scale);
  const flat = shape.kind !== "polygon" && shape.kind !== "outline";
  // under the upper side where there is one, and in the middle of what is thin
  const y = shape.kind === "ground" ? chevron.deep : flat ? -Math.max(0, b - chevron.deep) : 0;
  const { size } = chevron;
  const way = Math.sign(belt) * size;
  const half = Math.floor(Math.max(0, (flat ? a : a / 2) - 2 * size) / chevron.apart);
  const marks = Array.from(
    { length: 2 * half + 1 },
    (_, i) => `M${(i - half) * chevron.apart - way} ${y - size}l${2 * way} ${size}l${-2 * way} ${size}`,
  );
  return svg`<path class="chevrons" d=${marks.join("")} />`;
}

const turned = (part: DraftPart): number => (typeof part.turn === "number" ? part.turn : 0);

/** Puts what is drawn in pixels at a place of the plane; angles go against the clock. */
function placement(camera: Camera, at: Point, angle: number): string {
  const [u, v] = toScreen(camera, at);
  return `translate(${u} ${v}) rotate(${(-angle * 180) / Math.PI})`;
}

/** A body or a part that can be pressed, dragged and focused. */
export function thing(camera: Camera, part: DraftPart, role: Selected["role"], selected: boolean): SVGTemplateResult {
  const [x, y] = part.at;
  const runs = part.belt ? `, belt ${short(part.belt)} m/s` : "";
  const label = `${part.name}, ${part.shape.kind}, at ${short(x)}, ${short(y)}${runs}`;
  const [u, v] = toScreen(camera, [x, y]);
  const below = camera.scale * Math.min(...extent(part.shape)) + 11;
  return svg`<g class="thing ${role} ${selected ? "selected" : ""}" tabindex="0" role="button" aria-pressed=${selected}
      aria-label=${label} data-role=${role} data-name=${part.name}>
      ${role === "body" ? svg`<circle class="reach" cx=${u} cy=${v} r=${finger} />` : nothing}
      <g transform=${placement(camera, [x, y], turned(part))}>${outline(part, camera.scale)}${chevrons(part, camera.scale)}</g>
      ${role === "part" && !selected ? nothing : svg`<text x=${u} y=${v + below} class="name" aria-hidden="true">${part.name}</text>`}
    </g>`;
}

/** The target of a body: its outline where it must be, turned where an angle is asked for. */
export function target(camera: Camera, draft: Draft, body: string, selected: boolean): SVGTemplateResult {
  const part = find(draft, body);
  const at = targetOf(draft, body);
  if (part === undefined || at === undefined) return svg``;
  const [u, v] = toScreen(camera, at);
  const angle = heldValue(draft, body, "turn") ?? turned(part);
  return svg`<g class="thing target ${selected ? "selected" : ""}" tabindex="0" role="button" aria-pressed=${selected}
      aria-label=${`Target of ${body}, at ${short(at[0])}, ${short(at[1])}`} data-role="target" data-name=${body}>
      <circle class="reach" cx=${u} cy=${v} r=${finger} />
      <g transform=${placement(camera, at, angle)}>${outline(part, camera.scale)}</g>
      ${region(camera, draft, body, at)}
      <path class="cross" d=${`M${u - 9} ${v}h18M${u} ${v - 9}v18`} />
    </g>`;
}

/** The region in which a body may end: a box, as thin as a line along what is asked for exactly. */
function region(camera: Camera, { ask }: Draft, body: string, at: Point): SVGTemplateResult | typeof nothing {
  const within = (what: "x" | "y"): number =>
    ask.hold.find((one) => one.body === body && one.what === what)?.within ?? 0;
  const half = [within("x"), within("y")] as const;
  if (half[0] + half[1] === 0) return nothing;
  const [u, v] = toScreen(camera, at);
  const [a, b] = half.map((x) => Math.max(1, x * camera.scale));
  return svg`<rect class="region" x=${u - a} y=${v - b} width=${2 * a} height=${2 * b} />`;
}

const short = (x: number): number => Number(x.toPrecision(4));

/** The arrow of a launch. */
export function arrow(camera: Camera, at: Point, [vx, vy]: Point): SVGTemplateResult {
  if (vx === 0 && vy === 0) return svg``;
  const [u, v] = toScreen(camera, at);
  const [p, q] = toScreen(camera, [at[0] + arrowLength * vx, at[1] + arrowLength * vy]);
  const angle = (Math.atan2(q - v, p - u) * 180) / Math.PI;
  return svg`<g class="arrow" aria-hidden="true"><path d=${`M${u} ${v}L${p} ${q}`} />
    <path class="head" d="M0 0L-11 -5V5Z" transform=${`translate(${p} ${q}) rotate(${angle})`} /></g>`;
}

/** Grips are as large as a finger wants them, and look smaller. */
export const grips = (camera: Camera, list: readonly Grip[]): SVGTemplateResult[] =>
  list.map(({ name, label, at }) => {
    const [u, v] = toScreen(camera, at);
    return svg`<g class="grip ${name}" tabindex="0" role="button" aria-label=${label} data-grip=${name}>
      <circle class="reach" cx=${u} cy=${v} r=${finger} /><circle cx=${u} cy=${v} r="6.5" /></g>`;
  });

/** Lines of the grid, every fifth stronger, and the axes through the origin. */
export function gridLines(camera: Camera): SVGTemplateResult {
  const grid = gridOf(camera);
  const [width, height] = camera.size;
  const [left, top] = toPlane(camera, [0, 0]);
  const [right, bottom] = toPlane(camera, camera.size);
  const lines = (strong: boolean): string => {
    let path = "";
    for (let i = Math.ceil(left / grid); i * grid <= right; i++)
      if ((i % 5 === 0) === strong) path += `M${toScreen(camera, [i * grid, 0])[0].toFixed(1)} 0V${height}`;
    for (let i = Math.ceil(bottom / grid); i * grid <= top; i++)
      if ((i % 5 === 0) === strong) path += `M0 ${toScreen(camera, [0, i * grid])[1].toFixed(1)}H${width}`;
    return path;
  };
  const [u, v] = toScreen(camera, [0, 0]);
  return svg`<path class="grid" d=${lines(false)} /><path class="grid strong" d=${lines(true)} />
    <path class="grid axes" d=${`M${u} 0V${height}M0 ${v}H${width}`} />`;
}

/** More points than that of a path nobody sees. */
const mostPoints = 400;
/** Exposures along a way. */
const exposures = 6;

/** The way of a body, with some of its poses along it. */
export function way(camera: Camera, draft: Draft, { name, poses }: SceneBody): SVGTemplateResult {
  const count = poses.length / 7;
  const part = find(draft, name);
  if (part === undefined || count < 2) return svg``;
  const stride = Math.max(1, Math.floor(count / mostPoints));
  const at = (k: number): Point => [poses[7 * k], poses[7 * k + 1]];
  const points: string[] = [];
  for (let k = 0; k < count; k += stride)
    points.push(
      toScreen(camera, at(k))
        .map((x) => x.toFixed(1))
        .join(","),
    );
  points.push(
    toScreen(camera, at(count - 1))
      .map((x) => x.toFixed(1))
      .join(","),
  );
  const seen = Array.from({ length: exposures }, (_, i) => Math.round(((i + 1) * (count - 1)) / exposures));
  return svg`<g class="way" aria-hidden="true">
    ${seen.map((k) => {
      // in the plane the axis of the quaternion is z
      const angle = 2 * Math.atan2(poses[7 * k + 6], poses[7 * k + 3]);
      return svg`<g transform=${placement(camera, at(k), angle)}>${outline(part, camera.scale)}</g>`;
    })}
    <polyline points=${points.join(" ")} /></g>`;
}

/** The whole of a draft, without anything to take hold of: a small picture of it. */
export function drawing(camera: Camera, draft: Draft): SVGTemplateResult {
  return svg`${draft.world.map((part) => thing(camera, part, "part", false))}
    ${draft.bodies.map(({ name }) => target(camera, draft, name, false))}
    ${draft.bodies.map(
      (body) =>
        svg`${thing(camera, body, "body", false)}${arrow(camera, [body.at[0], body.at[1]], launchOf(body.velocity))}`,
    )}`;
}

export const launchOf = (velocity: readonly number[] | undefined): Point => [velocity?.[0] ?? 0, velocity?.[1] ?? 0];
