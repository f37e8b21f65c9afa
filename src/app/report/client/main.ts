import type { Figure, ReplayFigure, ReportData, SpatialFigure } from "../figures.js";
import { bars } from "./bars.js";
import { branches } from "./branches.js";
import { cone } from "./cone.js";
import { costCurve } from "./cost-curve.js";
import { footprint } from "./footprint.js";
import { landscape } from "./landscape.js";
import { modes } from "./modes.js";
import { path } from "./path.js";
import { replay } from "./replay.js";
import { residuals } from "./residuals.js";
import { series } from "./series.js";
import { snapshots } from "./snapshots.js";
import { spatial } from "./spatial.js";

const data = JSON.parse(document.getElementById("data")!.textContent!) as ReportData;

/** What draws a figure at any width. */
function drawer(figure: Figure): (width: number) => Element {
  // a replay goes on where it was
  if (figure.kind === "replay") return replay(figure);
  return figure.kind === "spatial" ? spatial(data.spatial!) : (width) => draw(figure, width);
}

function draw(figure: Exclude<Figure, ReplayFigure | SpatialFigure>, width: number): Element {
  switch (figure.kind) {
    case "branches":
      return branches(figure, width);
    case "landscape":
      return figure.axes.length === 1 ? costCurve(figure, width) : landscape(figure, width);
    case "path":
      return path(figure, data, width);
    case "series":
      return series(figure, data, width);
    case "cone":
      return cone(figure, data, width);
    case "residuals":
      return residuals(figure, width);
    case "snapshots":
      return snapshots(figure, data.spatial!, width);
    case "footprint":
      return footprint(figure, width);
    case "modes":
      return modes(figure, width);
    case "bars":
      return bars(figure, width);
  }
}

/** Widths on A4 between margins [px]: across the page, and in one of two columns. */
const paper = { wide: 690, column: 330 };

/** Draws a chart in its place, and again whenever the place changes its width or goes to paper. */
function place(element: HTMLElement): void {
  const figure = data.figures[Number(element.dataset.figure)]!;
  const drawn = drawer(figure);
  let last = 0;
  const redraw = (width: number): void => {
    if (width === last || width < 50) return;
    last = width;
    const chart = drawn(width);
    for (const svg of chart.tagName === "svg" ? [chart] : chart.querySelectorAll("svg[aria-label]:not([role])")) {
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `${figure.title}: ${figure.text}`);
    }
    if (chart.parentElement !== element) element.replaceChildren(chart);
  };
  const adapt = (): void => redraw(Math.floor(element.clientWidth));
  adapt();
  // a chart that grows within the observer's own turn is an error of the page
  new ResizeObserver(() => requestAnimationFrame(adapt)).observe(element);
  addEventListener("beforeprint", () => redraw(element.closest(".wide") ? paper.wide : paper.column));
  addEventListener("afterprint", adapt);
}

for (const element of document.querySelectorAll<HTMLElement>("[data-figure]")) place(element);
