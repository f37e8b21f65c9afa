import type { SceneData } from "../motion-view/scene/scene-data.js";
import type { Stage } from "./stage.js";
import { awayFrom, ghostLines } from "./trails.js";

/** A pointer that moves less than this between down and up clicks [px]; as near a line must be that it picks. */
const click = 5;
const near = 10;

/** Effects of keys on a view: turn or move across and up, and come nearer. */
const turns: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowLeft: [-0.12, 0, 1],
  ArrowRight: [0.12, 0, 1],
  ArrowUp: [0, 0.1, 1],
  ArrowDown: [0, -0.1, 1],
  "+": [0, 0, 1.2],
  "=": [0, 0, 1.2],
  "-": [0, 0, 1 / 1.2],
};

/** Keys turn a stage's view; a click is told by its pixel. */
export function pointAt({ canvas, view }: Stage, clicked: (x: number, y: number) => void): void {
  let down: readonly [number, number] | undefined;
  canvas.addEventListener("pointerdown", ({ clientX, clientY }) => {
    down = [clientX, clientY];
  });
  canvas.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (down === undefined || Math.hypot(clientX - down[0], clientY - down[1]) > click) return;
    const from = canvas.getBoundingClientRect();
    clicked(clientX - from.left, clientY - from.top);
  });
  canvas.addEventListener("keydown", (event) => {
    const step = turns[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    view.turn(...step);
  });
}

/** The other motion whose way passes a pixel most closely, if any does. */
export function ghostAt({ view }: Stage, ghosts: readonly SceneData[], x: number, y: number): number | undefined {
  let [best, nearest]: [number | undefined, number] = [undefined, near];
  ghosts.forEach((ghost, index) => {
    const lines = ghostLines(ghost);
    for (let i = 0; i < lines.length; i += 6) {
      const from = view.toPixel([lines[i], lines[i + 1], lines[i + 2]]);
      const to = view.toPixel([lines[i + 3], lines[i + 4], lines[i + 5]]);
      const away = awayFrom([x, y], from, to);
      if (away < nearest) [best, nearest] = [index, away];
    }
  });
  return best;
}
