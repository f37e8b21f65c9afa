import type { ReportData } from "../figures.js";
import type { Motion } from "../motions.js";
import { figureView } from "./figure.js";
import { motionView } from "./motion.js";

const data = JSON.parse(document.getElementById("data")!.textContent!) as ReportData & { motions: readonly Motion[] };

/** Width on A4 between margins of a chart across the page [px]. */
const acrossPaper = 690;

const views = [...document.querySelectorAll<HTMLElement>("[data-figure]")].map((place) => {
  const figure = data.figures[Number(place.dataset.figure)]!;
  const view = figureView(figure, data, { time: seek }, place.closest(".wide") ? acrossPaper : undefined);
  place.append(view.element);
  return view;
});

const stage = document.querySelector("[data-motion]");
const motion = stage === null ? undefined : motionView(data.motions, mark);
if (motion !== undefined) stage!.append(motion.element);

/** A time that was picked in a chart: the motion goes there, and all charts with it. */
function seek(time: number): void {
  if (motion === undefined) mark(time);
  else motion.seek(time);
}

function mark(time: number): void {
  for (const { cursor } of views) cursor(time);
}
