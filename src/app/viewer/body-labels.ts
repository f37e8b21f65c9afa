import type { SceneData } from "../motion-view/scene/scene-data.js";
import { momentAt, poseAt } from "./moment.js";
import { page } from "./page.js";
import type { Stage } from "./stage.js";

/** Names beside the parts of a scene that has several. */
export interface BodyLabels {
  readonly element: HTMLElement;
  show(data: SceneData): void;
  /** Puts every name beside its body at a time. */
  place(stage: Stage, data: SceneData, time: number): void;
}

export function bodyLabels(): BodyLabels {
  const element = page("div", { class: "viewer-labels", "aria-hidden": "true" });
  const pose = new Float64Array(7);
  let shown: { readonly index: number; readonly label: HTMLElement }[] = [];
  return {
    element,
    show({ bodies }) {
      const parts = bodies.flatMap(({ role, name }, index) => (role === "part" ? [{ index, name }] : []));
      const several = parts.length > 1 ? parts : [];
      if (several.map(({ name }) => name).join() === shown.map(({ label }) => label.textContent).join()) return;
      shown = several.map(({ index, name }) => ({ index, label: page("span", {}, name) }));
      element.replaceChildren(...shown.map(({ label }) => label));
    },
    place(stage, { t, bodies }, time) {
      const moment = momentAt(t, time);
      for (const { index, label } of shown) {
        const [a, b, c] = poseAt(bodies[index].poses, moment, pose);
        const [x, y] = stage.view.toPixel([a, b, c]);
        label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      }
    },
  };
}
