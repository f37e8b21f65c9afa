/**
 * The program inside a report, which draws its figures with Plot and its motion with the viewer, and lets the charts
 * follow the time. The playground draws its charts by the same `figure.ts`. Each kind of figure is a file, which may be
 * touched without reading the others.
 *
 * @module app/report/client
 */
import { elementIn } from "../../viewer/page.js";
import { isOfAll, type ReportData } from "../charts/figures.js";
import type { Motion } from "../motions.js";
import { figureView } from "./figure.js";
import { motionView } from "./motion.js";

const data = JSON.parse(elementIn(document, "#data").textContent) as ReportData & { motions: readonly Motion[] };

/** Width on A4 between margins of a chart across the page [px]. */
const acrossPaper = 690;

const views = [...document.querySelectorAll<HTMLElement>("[data-figure]")].map((place) => {
  const figure = data.figures[Number(place.dataset.figure)];
  const view = figureView(figure, data, { time: seek }, place.closest(".wide") ? acrossPaper : undefined);
  place.append(view.element);
  return { ...view, figure, whole: place.closest("figure") ?? place };
});

const stage = document.querySelector("[data-motion]");
const motion = stage === null ? undefined : motionView(data.motions, mark, choose);
let chosen: ReportData = data;
if (motion !== undefined) stage?.append(motion.element);

/** A time that was picked in a chart: the motion goes there, and all charts with it. */
function seek(time: number): void {
  if (motion === undefined) mark(time);
  else motion.seek(time);
}

/** Charts of one motion show the one that is chosen, where it has them. */
function choose({ charts = data }: Motion): void {
  if (charts === chosen) return;
  chosen = charts;
  for (const { figure, whole, show } of views) {
    if (isOfAll(figure)) continue;
    const own = charts.figures.find(({ title }) => title === figure.title);
    whole.hidden = own === undefined;
    if (own === undefined) continue;
    elementIn(whole, "figcaption p").textContent = own.text;
    show(own, charts);
  }
}

function mark(time: number): void {
  for (const { cursor } of views) cursor(time);
}
