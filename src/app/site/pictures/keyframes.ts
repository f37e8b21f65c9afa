import { piecesOf, still } from "./drawn.js";
import { colourOf, type Fit, markup, nearest, poseAt, type Stage, short, sorted } from "./layout.js";

/** Frames of a body that moves, and seconds that stand still at the end, as a part of all. */
export const [frames, rest] = [56, 0.2];

/** Bodies of a plane about their own origins, each in a group that moves. */
export function movers(stage: Stage, fit: Fit): string[] {
  const { scene, look } = stage;
  const bare: Fit = { place: ([x, y]) => [fit.scale * x, -fit.scale * y], scale: fit.scale };
  return scene.bodies.map((body, i) => {
    const inside = sorted(body.shapes.flatMap((shape) => piecesOf(shape, still, look, colourOf(stage, body))));
    return `<g class="m${i}">${inside.map((piece) => markup(piece, bare)).join("")}</g>`;
  });
}

export function keyframes({ scene, look, last }: Stage, { place }: Fit): string {
  const end = scene.t[last];
  // a motion of a second is watched in three
  const seconds = Math.min(6, Math.max(2.5, 2 * end)) / (1 - rest);
  const axis = scene.plane === "xz" ? 5 : 6;
  const sign = scene.plane === "xz" ? 1 : -1;
  const rules = scene.bodies.map((body, i) => {
    let [before, turns] = [0, 0];
    const at = (k: number): string => {
      const [x, y] = place(look.flat(poseAt(body, k).position));
      const angle = (sign * 2 * Math.atan2(body.poses[7 * k + axis], body.poses[7 * k + 3]) * 180) / Math.PI;
      // the shorter way from the frame before
      turns += Math.round((before - angle - turns) / 360) * 360;
      before = angle + turns;
      return `transform:translate(${short(x)}px,${short(y)}px) rotate(${short(before)}deg)`;
    };
    const stops = Array.from({ length: frames + 1 }, (_, f) => {
      const k = nearest(scene.t, (end * f) / frames);
      return `${short(((1 - rest) * 100 * f) / frames)}%${f === frames ? ",100%" : ""}{${at(k)}}`;
    });
    const lastPose = at(last);
    return `@keyframes k${i}{${stops.join("")}}.m${i}{${lastPose}}@media (prefers-reduced-motion:no-preference){.m${i}{animation:k${i} ${seconds.toFixed(1)}s linear infinite}}`;
  });
  return rules.join("");
}
