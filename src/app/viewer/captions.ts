import { type SceneData, standsForPatch } from "../motion-view/scene/scene-data.js";
import { page } from "./page.js";
import type { Stage } from "./stage.js";

/** Words over a scene: the key of its colours, the size of its grid, and that there is nothing to show. */
export interface Captions {
  readonly elements: readonly HTMLElement[];
  /** Hides what is of a motion, or what is said where there is none. */
  show(isMotion: boolean): void;
  /** Says what a stage shows of a motion; `flat` where it draws in lines. */
  describe(scene: SceneData, stage: Stage, flat: boolean): void;
}

export function captions(): Captions {
  const notice = page("p", { class: "viewer-note" });
  const key = page("p", { class: "viewer-key" });
  const empty = page("p", { class: "viewer-empty" }, "No motion to show.");
  return {
    elements: [key, empty, notice],
    show(isMotion) {
      empty.hidden = isMotion;
      for (const part of [key, notice]) part.hidden = !isMotion;
    },
    describe(scene, { canvas, view }, flat) {
      const names = scene.bodies.filter(({ role }) => role === "part").map(({ name }) => name);
      const way = { xy: "in the plane", xz: "from the side", space: "in space" }[scene.plane];
      canvas.setAttribute(
        "aria-label",
        `${names.join(" and ")} ${way}. Arrow keys ${scene.plane === "space" ? "turn" : "move"} the view, plus and minus bring it nearer or farther.`,
      );
      const scale = `grid ${Number(view.grid.toPrecision(1))} m`;
      notice.textContent = flat ? `${scale}. This browser has no WebGL: the scene is drawn in lines.` : scale;
      key.replaceChildren(...keyOf(scene));
    },
  };
}

function keyOf({ contacts }: SceneData): Node[] {
  const pushes = contacts.some(({ normal }) => Array.prototype.some.call(normal, (x: number) => x !== 0));
  const swatch = (text: string, name: string, colour: string): Node =>
    page("span", {}, page("i", { style: `background: var(--${name}, ${colour})` }), text);
  return [
    ...(pushes
      ? [swatch("normal force", "normal", "#00704f"), swatch("friction, inside its cone", "friction", "#d55e00")]
      : []),
    ...(contacts.some(standsForPatch) ? [swatch("equivalent contact point", "bad", "#b34700")] : []),
  ];
}
