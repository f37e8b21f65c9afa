import type { SceneData } from "../motion-view/scene/scene-data.js";
import { freeSides, type Named, placeOf } from "./label-places.js";
import { momentAt, poseAt } from "./moment.js";
import { page } from "./page.js";
import type { Stage } from "./stage.js";

/** The name of a body, how large it is drawn [px], and the side on which it stood last. */
interface Label {
  readonly index: number;
  readonly label: HTMLElement;
  size?: readonly [width: number, height: number];
  side?: number;
}

/** The names of a crowd would hide it. */
const mostNamed = 12;

/** Names beside the parts of a scene that has several, none over another. */
export interface BodyLabels {
  readonly element: HTMLElement;
  show(data: SceneData): void;
  /** Puts every name beside its body at a time. */
  place(stage: Stage, data: SceneData, time: number): void;
}

export function bodyLabels(): BodyLabels {
  const element = page("div", { class: "viewer-labels", "aria-hidden": "true" });
  const pose = new Float64Array(7);
  let shown: Label[] = [];
  return {
    element,
    show({ bodies }) {
      const parts = bodies.flatMap(({ role, name }, index) => (role === "part" ? [{ index, name }] : []));
      const several = parts.length > 1 && parts.length <= mostNamed ? parts : [];
      if (several.map(({ name }) => name).join() === shown.map(({ label }) => label.textContent).join()) return;
      shown = several.map(({ index, name }) => ({ index, label: page("span", {}, name) }));
      element.replaceChildren(...shown.map(({ label }) => label));
    },
    place(stage, { t, bodies }, time) {
      const moment = momentAt(t, time);
      const names = shown.map((one): Named => {
        const [a, b, c] = poseAt(bodies[one.index].poses, moment, pose);
        const [x, y] = stage.view.toPixel([a, b, c]);
        // a page that is not shown yet gives no size
        if (!one.size?.[0]) one.size = [one.label.offsetWidth, one.label.offsetHeight];
        return { x, y, width: one.size[0], height: one.size[1], side: one.side };
      });
      const room = { left: 0, top: 0, right: element.clientWidth, bottom: element.clientHeight };
      freeSides(names, room).forEach((side, k) => {
        const { label } = shown[k];
        label.hidden = side === undefined;
        if (side === undefined) return;
        shown[k].side = side;
        const [x, y] = placeOf(names[k], side);
        label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      });
    },
  };
}
