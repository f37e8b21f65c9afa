/**
 * The picture of a design: cost over one or two variables, conditions as lines, bounds hatched, the way of every
 * search, and the design that people pick in it. It draws plain data and computes nothing of the problem, so that it
 * may be touched without reading the rest of the report.
 *
 * @module app/report/client/design
 */
import * as Plot from "@observablehq/plot";
import type { Spot } from "../../../motion-view/outlines.js";
import type { LandscapeFigure, Values } from "../../charts/figures.js";
import type { Chart } from "../chart.js";
import { svg } from "../svg.js";
import { common, lineColours, shortNumber } from "../theme.js";
import { type Picked, withPick } from "./picked.js";

/** The cost over two design variables by darkness, conditions as lines, broken bounds hatched, and the search as dots. */
export function landscape(
  figure: LandscapeFigure,
  width: number,
  picked: Picked,
  gives = Number.POSITIVE_INFINITY,
): Chart {
  const [x, y] = figure.axes as [Axis, Axis];
  const { points, cost, zeros, limits, paths, optima } = figure;
  const grid = gridOf(figure);
  const field = (values: Values): Plot.ContourOptions & { data: number[] } => ({
    data: values.map((value) => value ?? Number.NaN),
    width: points,
    height: points,
    x1: x.min - step(x, points) / 2,
    x2: x.max + step(x, points) / 2,
    y1: y.min - step(y, points) / 2,
    y2: y.max + step(y, points) / 2,
    clip: true,
  });
  const contour = (values: Values, options: Plot.ContourOptions): Plot.Markish => {
    const { data, ...place } = field(values);
    return Plot.contour(data, { ...place, ...options });
  };
  const thresholds = levels(cost);
  const steps = paths.flatMap((path, start) =>
    path.map((at, k) => ({ at, start, title: `design ${k + 1}${of(start)}` })),
  );
  function of(start: number): string {
    return paths.length > 1 ? ` of start ${start + 1}` : "";
  }
  const broken = cost.flatMap((value, k) => (value === null ? [grid[k]] : []));
  const tips = [...grid, ...steps.map(({ at, title }) => ({ at, title: `${title}\n${places(figure, at)}` }))];
  const plot = Plot.plot({
    ...common(width, figure.title),
    height: Math.min(tallest, 0.75 * width, gives - legendRoom),
    x: { domain: [x.min, x.max], label: labelOf(x), ticks: Math.max(3, Math.round(width / 110)) },
    y: {
      domain: [y.min, y.max],
      label: labelOf(y),
      ticks: Math.min(6, Math.max(2, Math.round(Math.min(gives, tallest) / 40))),
    },
    color: { type: "threshold", domain: thresholds, range: shades(thresholds.length + 1), label: "cost", legend: true },
    marks: [
      () => hatchPattern(),
      contour(cost, { thresholds: [Number.NEGATIVE_INFINITY, ...thresholds], fill: Plot.identity, stroke: "none" }),
      // each by itself: the largest of several would bend their bounds between two grid points
      ...limits.map(({ values }) =>
        contour(values, { thresholds: [0], fill: "url(#broken)", stroke: "var(--quiet)", strokeWidth: 1.2 }),
      ),
      ...zeros.flatMap(({ values }, i) =>
        values.map((scenario) =>
          contour(scenario, { thresholds: [0], fill: "none", stroke: zeroColour(i), strokeWidth: 2.5, ...dashes(i) }),
        ),
      ),
      Plot.dot(broken, { ...where, r: 3.5, symbol: "times", stroke: "var(--mark)", strokeWidth: 1.6 }),
      Plot.line(steps, { ...where, z: "start", stroke: "var(--page)", strokeWidth: 4, strokeOpacity: 0.8 }),
      Plot.line(steps, { ...where, z: "start", stroke: "var(--mark)", strokeWidth: paths.length > 1 ? 0.9 : 1.3 }),
      Plot.dot(steps, { ...where, r: 2.6, fill: "var(--mark)", stroke: "var(--page)", strokeWidth: 0.8 }),
      Plot.dot(
        paths.map((path) => ({ at: path[0] })),
        { ...where, r: 5.5, stroke: "var(--mark)", strokeWidth: 1.8, fill: "var(--page)" },
      ),
      Plot.dot(
        optima.map((at) => ({ at })),
        { ...where, r: 8, symbol: "star", fill: "var(--star)", stroke: "var(--mark)", strokeWidth: 1.2 },
      ),
      ...zeroLabels(figure).map((label) => Plot.text([label], { ...labelAt(label, x), fill: label.colour })),
      Plot.frame({ stroke: "var(--quiet)" }),
      Plot.tip(tips, Plot.pointer({ ...where, title: "title", fill: "var(--page)", stroke: "var(--line)" })),
    ],
  });
  hatchTogether(plot);
  return withPick(plot, figure, picked);
}

export type Axis = LandscapeFigure["axes"][number];

/** Higher, a picture would not be seen at once [px]. */
const tallest = 520;
/** A legend of shades is so much higher than one of words [px]. */
const legendRoom = 24;
const where = { x: ({ at }: { at: Spot }) => at[0], y: ({ at }: { at: Spot }) => at[1] };
const step = ({ min, max }: Axis, points: number): number => (max - min) / (points - 1);
export const labelOf = ({ name, unit }: Axis): string => (unit === "1" ? name : `${name} (${unit})`);
/** Colours that stand out from the blue of the cost, and dashes for who cannot tell them. */
export const zeroColour = (i: number): string => lineColours[[1, 3, 4, 2][i % 4]];
export const dashes = (i: number) => (i === 0 ? {} : { strokeDasharray: ["", "8 4", "2 4", "10 3 2 3"][i % 4] });

/** About ten round numbers between the least and the largest cost; of a steep landscape, below its highest tenth. */
function levels(cost: Values): number[] {
  const known = cost.filter((value) => value !== null).sort((a, b) => a - b);
  const [low, high] = [known[0] ?? 0, known[Math.floor(0.95 * (known.length - 1))] ?? 1];
  const size = (high - low) / 9;
  if (!(size > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(size));
  const round = [1, 2, 5].map((digit) => digit * power).find((one) => one >= size) ?? 10 * power;
  const from = Math.floor(low / round) + 1;
  return Array.from({ length: Math.max(1, Math.ceil(high / round) - from) }, (_, k) =>
    Number(((from + k) * round).toPrecision(12)),
  );
}

/** From the page's own colour to the blue of its lines: the dearer the darker, or the brighter on a dark page. */
export function shades(count: number): string[] {
  return Array.from({ length: count }, (_, k) => {
    const share = Math.round((4 + (62 * k) / Math.max(1, count - 1)) * 10) / 10;
    return `color-mix(in oklab, var(--line1) ${share}%, var(--page))`;
  });
}

export function hatchPattern(): SVGElement {
  const line = svg("path", { d: "M0,8L8,0M-2,2L2,-2M6,10L10,6", stroke: "var(--quiet)", "stroke-width": 1 });
  return svg("defs", {}, svg("pattern", { id: "broken", width: 8, height: 8, patternUnits: "userSpaceOnUse" }, line));
}

/** All bounds as one path: hatched one over the other, they make Chromium lose what was drawn beneath, axes included. */
function hatchTogether(plot: Element): void {
  const [first, ...others] = plot.querySelectorAll('[fill="url(#broken)"] path');
  if (first === undefined) return;
  first.setAttribute("d", [first, ...others].map((path) => path.getAttribute("d")).join(""));
  for (const other of others) other.remove();
}

const places = ({ axes }: LandscapeFigure, at: Spot): string =>
  axes.map(({ name, unit }, i) => `${name} ${shortNumber(at[i])}${unit === "1" ? "" : ` ${unit}`}`).join("\n");

/** Every grid point with its numbers in words. */
function gridOf(figure: LandscapeFigure): { at: Spot; title: string }[] {
  const { axes, points, cost, zeros, limits } = figure;
  const [x, y] = axes as [Axis, Axis];
  return cost.map((value, k) => {
    const at: Spot = [x.min + (k % points) * step(x, points), y.min + Math.floor(k / points) * step(y, points)];
    const says = [
      `cost ${value === null ? "unknown" : shortNumber(value)}`,
      ...zeros.flatMap(({ name, values }) =>
        values.length === 1 && values[0][k] !== null
          ? [`${name} missed by ${shortNumber(Math.abs(values[0][k]))}`]
          : [],
      ),
      ...limits.flatMap(({ name, values }) => ((values[k] ?? 0) > 0 ? [`not kept: ${name}`] : [])),
    ];
    return { at, title: `${places(figure, at)}\n${says.join("\n")}` };
  });
}

interface ZeroLabel {
  readonly at: Spot;
  readonly text: string;
  readonly colour: string;
}

/** A name beside each line, where it is farthest from the optima and from other names. */
function zeroLabels({ axes, points, zeros, optima, paths }: LandscapeFigure): ZeroLabel[] {
  const [x, y] = axes as [Axis, Axis];
  const far = (a: Spot, b: Spot): number =>
    Math.hypot((a[0] - b[0]) / (x.max - x.min), (a[1] - b[1]) / (y.max - y.min));
  const labels: ZeroLabel[] = [];
  zeros.forEach(({ name, values }, i) => {
    const taken = [...optima, ...paths.flatMap(along), ...labels.map(({ at }) => at)];
    const room = (at: Spot): number => {
      // away from the frame, where a name would be cut
      const edge = Math.min(
        ...[at[0] - x.min, x.max - at[0]].map((d) => d / (x.max - x.min)),
        ...[at[1] - y.min, y.max - at[1]].map((d) => d / (y.max - y.min)),
      );
      return Math.min(2 * edge, ...taken.map((other) => far(at, other)));
    };
    const places = crossings(values[0], points).map(
      ([u, v]): Spot => [x.min + u * step(x, points), y.min + v * step(y, points)],
    );
    if (places.length === 0) return;
    const at = places.reduce((best, next) => (room(next) > room(best) ? next : best));
    labels.push({ at, text: `${name} met`, colour: zeroColour(i) });
  });
  return labels;
}

/** Spots all along a path. */
function along(path: readonly Spot[]): Spot[] {
  const parts = 12;
  return path.flatMap(([u, v], k) => {
    const [a, b] = path[Math.max(0, k - 1)];
    return Array.from({ length: parts }, (_, i): Spot => [u + ((a - u) * i) / parts, v + ((b - v) * i) / parts]);
  });
}

/** Places at which a field changes its sign between neighbours, in steps of the grid. */
function crossings(values: Values, points: number): Spot[] {
  return values.flatMap((value, k) => {
    const [i, j] = [k % points, Math.floor(k / points)];
    const towards = (other: number | null | undefined): number | undefined =>
      value !== null && other != null && value < 0 !== other < 0 ? value / (value - other) : undefined;
    const [right, up] = [i + 1 < points ? towards(values[k + 1]) : undefined, towards(values[k + points])];
    const found: Spot[] = [];
    if (right !== undefined) found.push([i + right, j]);
    if (up !== undefined) found.push([i, j + up]);
    return found;
  });
}

const labelAt = ({ at, text }: ZeroLabel, { min, max }: Axis) => {
  const left = at[0] < (min + max) / 2;
  return {
    x: [at[0]],
    y: [at[1]],
    text: [text],
    dx: left ? 9 : -9,
    textAnchor: left ? ("start" as const) : ("end" as const),
    fontWeight: 600,
    stroke: "var(--page)",
    strokeWidth: 4,
  };
};
