import { nothing, type SVGTemplateResult, svg } from "lit";
import type { DraftJoint } from "../../drafts/joint.js";
import { type Camera, toScreen } from "./camera.js";
import type { Point } from "./edit.js";
import { finger } from "./pictures.js";

/** Radius of a pivot, half a rail, and half the gap between its two lines [pixels]. */
const [pivot, rail, gauge] = [6, 60, 4] as const;

/** A joint that can be pressed, dragged and focused: a ring, a rail, a rod between two rings; turned arrows for a motor. */
export function jointPicture(camera: Camera, joint: DraftJoint, selected: boolean): SVGTemplateResult {
  const { name, kind, body, to, at, end, turn = 0, motor = 0 } = joint;
  const point = ([x, y]: readonly number[]): Point => toScreen(camera, [x, y]);
  const [u, v] = point(at);
  const ring = (x: number, y: number): SVGTemplateResult =>
    svg`<circle class="reach" cx=${x} cy=${y} r=${finger} /><circle class="ring" cx=${x} cy=${y} r=${pivot} />`;
  const [p, q] = point(end ?? at);
  const around = pivot + 5;
  const drawn =
    kind === "slider"
      ? svg`<path transform=${`translate(${u} ${v}) rotate(${(-turn * 180) / Math.PI})`}
          d=${`M${-rail} ${-gauge}h${2 * rail}M${-rail} ${gauge}h${2 * rail}${motor === 0 ? "" : arrowHead(rail, 0, Math.sign(motor))}`} />`
      : kind === "rod"
        ? svg`<path d=${`M${u} ${v}L${p} ${q}`} />`
        : motor === 0
          ? nothing
          : svg`<path d=${`M${u + around} ${v}A${around} ${around} 0 1 ${motor > 0 ? 0 : 1} ${u} ${v + (motor > 0 ? around : -around)}`} />`;
  const label = `${name}, ${kind} of ${body} ${to === undefined ? "on the world" : `and ${to}`}, at ${short(at[0])}, ${short(at[1])}`;
  return svg`<g class="thing joint ${selected ? "selected" : ""}" tabindex="0" role="button" aria-pressed=${selected}
      aria-label=${label} data-role="joint" data-name=${name}>${drawn}${ring(u, v)}${end === undefined ? nothing : ring(p, q)}
      ${selected ? svg`<text x=${u} y=${v - finger - 2} class="name" aria-hidden="true">${name}</text>` : nothing}</g>`;
}

const arrowHead = (x: number, y: number, way: number): string =>
  `M${way * x - way * 6} ${y - 8}L${way * (x + 4)} ${y}L${way * x - way * 6} ${y + 8}`;

const short = (x: number): number => Number(x.toPrecision(4));
