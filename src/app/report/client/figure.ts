import { onLookChange } from "../../viewer/look.js";
import type { Figure } from "../charts/figures.js";
import { bars } from "./bars.js";
import { branches } from "./branches.js";
import { type Chart, type ChartData, type Picks, timeless } from "./chart.js";
import { cone } from "./cone.js";
import { costCurve } from "./design/cost-curve.js";
import { landscape } from "./design/landscape.js";
import type { Picked } from "./design/picked.js";
import { footprint } from "./footprint.js";
import { modes } from "./modes.js";
import { path } from "./path.js";
import { residuals } from "./residuals.js";
import { series } from "./series.js";
import { snapshots } from "./snapshots.js";
import { later } from "./turns.js";

/** A figure in its place on a page: it follows the width of the place, the time that is looked at, and paper. */
export interface FigureView {
  readonly element: HTMLElement;
  /** Draws another figure, or the same of other data, in the same place. */
  readonly show: (figure: Figure, data: ChartData) => void;
  /** Marks a time [s] in charts that have one. */
  readonly cursor: (time: number) => void;
  /** Leaves the page; nothing of it is drawn any more. */
  readonly dispose: () => void;
}

/** Narrower places are not laid out yet [px]. */
const narrowest = 50;
/** Width of a figure on A4 that is not told its own [px]: in one of two columns. */
const column = 330;

/**
 * A figure as an element for any page that has the colours of `palette.ts`. It is drawn when it is seen, at the latest
 * when the page is idle or printed; `paper` is its width when printed [px].
 */
export function figureView(figure: Figure, data: ChartData, picks: Picks = {}, paper = column): FigureView {
  const element = document.createElement("div");
  element.className = "chart";
  let draw = drawer(figure, data, picks, element);
  let shown = figure;
  let chart: Chart | undefined;
  let time: number | undefined;
  let drawnAt = 0;
  const drawAt = (width: number): void => {
    if (width === drawnAt || width < narrowest) return;
    drawnAt = width;
    chart = draw(width);
    nameDrawing(chart.element, shown);
    mark();
    if (chart.element.parentElement !== element) element.replaceChildren(chart.element);
  };
  const again = (): void => {
    drawnAt = 0;
    if (isSeen) adapt();
    else later(adapt);
  };
  const adapt = (): void => drawAt(Math.floor(element.clientWidth));
  // a chart that grows within the observer's own turn is an error of the page
  const resized = new ResizeObserver(() => later(adapt));
  const seen = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? false;
    if (!isSeen) return;
    adapt();
    mark();
  });
  let isSeen = false;
  const mark = (): void => {
    if (time !== undefined) chart?.cursor(time);
  };
  const toPaper = (): void => {
    element.classList.add("on-paper");
    drawAt(paper);
  };
  const fromPaper = (): void => {
    element.classList.remove("on-paper");
    again();
  };
  // what is drawn on a canvas has the colours of its time
  const endLook = onLookChange(() => shown.kind === "snapshots" && again());
  addEventListener("beforeprint", toPaper);
  addEventListener("afterprint", fromPaper);
  resized.observe(element);
  seen.observe(element);
  return {
    element,
    show(next, data) {
      draw = drawer(next, data, picks, element);
      shown = next;
      again();
    },
    cursor(now) {
      time = now;
      // what nobody sees can wait
      if (isSeen) chart?.cursor(now);
      else if (chart !== undefined) later(mark);
    },
    dispose() {
      resized.disconnect();
      seen.disconnect();
      endLook();
      removeEventListener("beforeprint", toPaper);
      removeEventListener("afterprint", fromPaper);
      element.remove();
    },
  };
}

/** The height that a page gives its charts by `--chart-height` [px]; undefined where it gives none. */
function heightOf(place: Element): number | undefined {
  const given = document.createElement("i");
  given.style.cssText = "position: absolute; height: var(--chart-height, 0)";
  place.append(given);
  const height = given.offsetHeight;
  given.remove();
  return height > 0 ? height : undefined;
}

/** A drawing of a figure at any width. */
function drawer(figure: Figure, data: ChartData, { time, point }: Picks, place: Element): (width: number) => Chart {
  const picked: Picked = { tell: point };
  switch (figure.kind) {
    case "branches":
      return (width) => branches(figure, width, heightOf(place));
    case "landscape":
      return (width) => (figure.axes.length === 1 ? costCurve : landscape)(figure, width, picked, heightOf(place));
    case "path":
      return (width) => path(figure, data, width, heightOf(place));
    case "series":
      return (width) => series(figure, data, [width, heightOf(place)], time);
    case "cone":
      return (width) => cone(figure, data, width, heightOf(place));
    case "residuals":
      return (width) => residuals(figure, width, heightOf(place));
    case "snapshots":
      return (width) => timeless(snapshots(figure, width, place));
    case "footprint":
      return (width) => footprint(figure, width, heightOf(place));
    case "modes":
      return (width) => modes(figure, width, time);
    case "bars":
      return (width) => bars(figure, width, heightOf(place));
  }
}

/** Says what a drawing shows, for those who cannot see it. */
function nameDrawing(chart: Element, { title, text }: Figure): void {
  for (const svg of chart.tagName === "svg" ? [chart] : chart.querySelectorAll("svg[aria-label]:not([role])")) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${title}: ${text}`);
    // the parts of a picture have no names of their own
    for (const part of svg.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
  }
  // what is inside a picture has no name of its own
  for (const part of chart.querySelectorAll("svg [aria-label]:not(svg)")) part.removeAttribute("aria-label");
}
