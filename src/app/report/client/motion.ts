import { stageCanvas } from "../../viewer/canvas/stage.js";
import { lookOf } from "../../viewer/look.js";
import { viewer } from "../../viewer/viewer.js";
import type { Motion } from "../motions.js";
import { page } from "./svg.js";

/** The motions of a report in one viewer. */
export interface MotionView {
  readonly element: HTMLElement;
  readonly seek: (time: number) => void;
}

/** Size of the picture on A4 [px]. */
const paper = { width: 690, height: 360 };

/** Plays one of the motions and shows the others faintly; it tells every time that is shown, and which motion is chosen. */
export function motionView(
  motions: readonly Motion[],
  onTime: (time: number) => void,
  onChoice: (motion: Motion) => void,
): MotionView {
  const view = viewer({ autoplay: true });
  const printed = page("div", { class: "on-paper printed" });
  const choice = page(
    "select",
    { "aria-label": "motion" },
    ...motions.map(({ name }, i) => page("option", { value: i }, name)),
  );
  const element = page("div", { class: "motion" }, view.element, printed);
  if (motions.length > 1) element.prepend(page("label", { class: "choice" }, "Motion ", choice));
  let [shown, time] = [0, 0];
  view.onTime((now) => {
    time = now;
    onTime(now);
  });
  const show = (i: number): void => {
    shown = i;
    choice.value = String(i);
    const { ghosts } = motions[i];
    const others = motions.map((_, k) => k).filter((k) => k !== i);
    if (ghosts !== undefined) view.setGhosts(ghosts);
    else
      view.setGhosts(
        others.map((k) => motions[k].scene),
        (ghost) => show(others[ghost]),
      );
    view.show(motions[i].scene, { keepTime: true });
    onChoice(motions[i]);
  };
  choice.addEventListener("change", () => show(Number(choice.value)));
  // where a printer asks there is no time left for a picture of the viewer itself
  addEventListener("beforeprint", () => {
    const stage = stageCanvas(lookOf(printed), () => {});
    stage.resize(paper.width, paper.height);
    const others = motions.filter((_, i) => i !== shown).map(({ scene }) => scene);
    stage.setGhosts(motions[shown].ghosts ?? others);
    stage.show(motions[shown].scene, false);
    stage.draw(time);
    stage.dispose();
    printed.replaceChildren(stage.canvas);
  });
  addEventListener("afterprint", () => printed.replaceChildren());
  // the colours are those of the page, which has the element by then
  queueMicrotask(() => show(0));
  return { element, seek: view.seek };
}
