/**
 * The page of a study: panels side by side that share one choice of items (brushing) and lead to the motion of every point.
 * Reports carry it as a program, and the playground opens it for a file. Each panel is a file that gets the desk and
 * draws itself anew; a new one is a line in `board`.
 *
 * @module app/studies/view/client
 */
import type { StudyPage } from "../study-page.js";
import { choicePanel } from "./choice.js";
import { correlationPanel } from "./correlation.js";
import { curvePanel } from "./curve.js";
import { deskOf, type OpenMotion } from "./desk.js";
import { headPanel } from "./head.js";
import { histogramPanel } from "./histogram.js";
import { mapPanel } from "./map.js";
import { parallelPanel } from "./parallel.js";
import type { Panel } from "./parts.js";
import { scatterPanel } from "./scatter.js";
import { sensitivityPanel } from "./sensitivity.js";
import { distributionTable, extremesTable, unsolvedTable } from "./tables.js";

/** Narrower places are not laid out yet [px]. */
const narrowest = 50;

/** Draws the page of a study into a place, which must have the colours of `palette.ts`; ends when its signal is aborted. */
export function board(place: Element, data: StudyPage, open: OpenMotion, signal?: AbortSignal): void {
  const desk = deskOf(data, open);
  const panels = [
    headPanel(desk),
    choicePanel(desk),
    mapPanel(desk),
    curvePanel(desk),
    histogramPanel(desk),
    scatterPanel(desk),
    parallelPanel(desk),
    sensitivityPanel(desk),
    correlationPanel(desk),
    extremesTable(desk),
    unsolvedTable(desk),
    distributionTable(desk),
  ].filter((panel) => panel !== undefined);
  place.replaceChildren(...panels.map(({ element }) => element));
  const draw = ({ element, draw }: Panel): void => {
    const width = Math.floor((element.querySelector(".chart") ?? element).clientWidth);
    if (draw !== undefined && width > narrowest) draw(width);
  };
  const all = (): void => panels.forEach(draw);
  let asked = 0;
  const soon = (): void => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(all);
  };
  desk.onChange(soon);
  let width = 0;
  const sizes = new ResizeObserver(() => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    soon();
  });
  sizes.observe(place);
  signal?.addEventListener("abort", () => sizes.disconnect(), { once: true });
}
