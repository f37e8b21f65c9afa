import type * as Plot from "@observablehq/plot";
import type { Spot } from "../../motion-view/outlines.js";
import { pictureAfter } from "../../viewer/moment.js";
import { elementIn } from "../../viewer/page.js";
import type { ReportData } from "../charts/figures.js";
import { px, svg } from "./svg.js";

/** A chart at one width, and what shows in it the time that is looked at. */
export interface Chart {
  readonly element: Element;
  readonly cursor: (time: number) => void;
}

/** A chart's needs beside its figure: the times and steps of its values. */
export type ChartData = Pick<ReportData, "t" | "step">;

/** Things that people do with a chart. */
export interface Picks {
  /** A time was picked on a chart over time [s]. */
  readonly time?: (time: number) => void;
  /** A place was picked in a landscape: one number for each of its axes. */
  readonly point?: (point: readonly number[]) => void;
}

type Plotted = ReturnType<typeof Plot.plot>;

/** The drawing of a plot, which comes inside a figure where it has a legend. */
export const drawingOf = (plot: Element): SVGElement =>
  plot.tagName === "svg" ? (plot as SVGElement) : elementIn(plot, "svg[aria-label]");

/**
 * A scale of a plot.
 * @throws where the plot has none.
 */
export function scaleOf(plot: Plotted, axis: "x" | "y"): Plot.Scale {
  const scale = plot.scale(axis);
  if (scale === undefined) throw new Error(`The plot has no scale ${axis}.`);
  return scale;
}

/** A chart in which time has no place. */
export const timeless = (element: Element): Chart => ({ element, cursor: () => {} });

/** A plot over time with an upright line at the time that is looked at; `element` holds the plot. */
export function withTimeLine(plot: Plotted, pick: Picks["time"], element: Element = plot): Chart {
  const { apply, invert, domain } = scaleOf(plot, "x");
  const [start, end] = domain as [number, number];
  const [y1, y2] = scaleOf(plot, "y").range as [number, number];
  const drawing = drawingOf(plot);
  const line = svg("line", { y1, y2, stroke: "var(--mark)", "stroke-width": 1.2, "pointer-events": "none" });
  line.classList.add("cursor");
  visible(line, false);
  drawing.append(line);
  if (pick !== undefined && invert !== undefined)
    drawing.addEventListener("click", (event) => {
      const time = Number(invert(placeIn(drawing, event)[0]));
      pick(Math.min(end, Math.max(start, time)));
    });
  return {
    element,
    cursor(time) {
      if (time >= start && time <= end) line.setAttribute("transform", `translate(${px(apply(time))} 0)`);
      visible(line, time >= start && time <= end);
    },
  };
}

/** A plot of places with a dot on each that is reached at the time that is looked at. */
export function withDots(plot: Plotted, at: (time: number) => readonly (Spot | undefined)[]): Chart {
  const [toX, toY] = [scaleOf(plot, "x").apply, scaleOf(plot, "y").apply];
  const dots = svg("g", {
    class: "cursor",
    fill: "var(--mark)",
    stroke: "var(--page)",
    "stroke-width": 2,
    "pointer-events": "none",
  });
  drawingOf(plot).append(dots);
  return {
    element: plot,
    cursor(time) {
      const spots = at(time);
      while (dots.childElementCount < spots.length) dots.append(svg("circle", { r: 6 }));
      [...dots.children].forEach((dot, i) => {
        const [x, y] = spots[i] ?? [];
        // a motion that broke off has no place there
        const isThere = x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y);
        if (isThere) dot.setAttribute("transform", `translate(${px(toX(x))} ${px(toY(y))})`);
        visible(dot, isThere);
      });
    },
  };
}

const visible = (mark: Element, on: boolean): void => mark.setAttribute("visibility", on ? "visible" : "hidden");

/** The place of a line at a time: between two of them; undefined before its first and after its last time. */
export function spotAt(
  { t, x, y }: { readonly t: readonly number[]; readonly x: readonly number[]; readonly y: readonly number[] },
  time: number,
): Spot | undefined {
  if (!(time >= t[0] && time <= t[t.length - 1])) return undefined;
  const after = pictureAfter(t, time);
  const before = Math.max(0, after - 1);
  const share = t[after] > t[before] ? (time - t[before]) / (t[after] - t[before]) : 1;
  return [x[before] + share * (x[after] - x[before]), y[before] + share * (y[after] - y[before])];
}

/** A pointer's place in a drawing, in the units of its own coordinates, also where the page shows it smaller. */
export function placeIn(drawing: SVGElement, { clientX, clientY }: MouseEvent): Spot {
  const { left, top, width, height } = drawing.getBoundingClientRect();
  const { baseVal } = (drawing as SVGSVGElement).viewBox;
  return [((clientX - left) * baseVal.width) / width, ((clientY - top) * baseVal.height) / height];
}
