import type { Figure, ReportData } from "../figures.js";
import { cone } from "./cone.js";
import { path } from "./path.js";
import { residuals } from "./residuals.js";
import { series } from "./series.js";

const data = JSON.parse(document.getElementById("data")!.textContent!) as ReportData;

function draw(figure: Figure, width: number): Element {
  switch (figure.kind) {
    case "path":
      return path(figure, data, width);
    case "series":
      return series(figure, data, width);
    case "cone":
      return cone(figure, data, width);
    case "residuals":
      return residuals(figure, width);
  }
}

/** Widths on A4 between margins [px]: across the page, and in one of two columns. */
const paper = { wide: 690, column: 330 };

/** Draws a chart in its place, and again whenever the place changes its width or goes to paper. */
function place(element: HTMLElement): void {
  const figure = data.figures[Number(element.dataset.figure)]!;
  let drawn = 0;
  const redraw = (width: number): void => {
    if (width === drawn || width < 50) return;
    drawn = width;
    const chart = draw(figure, width);
    for (const svg of chart.tagName === "svg" ? [chart] : chart.querySelectorAll("svg[aria-label]")) {
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `${figure.title}: ${figure.text}`);
    }
    element.replaceChildren(chart);
  };
  const adapt = (): void => redraw(Math.floor(element.clientWidth));
  adapt();
  new ResizeObserver(adapt).observe(element);
  addEventListener("beforeprint", () => redraw(element.closest(".wide") ? paper.wide : paper.column));
  addEventListener("afterprint", adapt);
}

for (const element of document.querySelectorAll<HTMLElement>("[data-figure]")) place(element);
