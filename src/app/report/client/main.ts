import type { ReportData } from "../figures.js";
import { figureView } from "./figure.js";

const data = JSON.parse(document.getElementById("data")!.textContent!) as ReportData;

/** Width on A4 between margins of a chart across the page [px]. */
const acrossPaper = 690;

const views = [...document.querySelectorAll<HTMLElement>("[data-figure]")].map((place) => {
  const figure = data.figures[Number(place.dataset.figure)]!;
  const seek = (time: number): void => {
    for (const { cursor } of views) cursor(time);
  };
  const view = figureView(figure, data, { time: seek }, place.closest(".wide") ? acrossPaper : undefined);
  place.append(view.element);
  return view;
});
